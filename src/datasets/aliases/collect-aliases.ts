import type { Entity } from '../../entities/entity.js';
import { listsByKey } from '../../foundation/lists-by-key.js';
import type { RawValue } from '../../formats/raw-record.js';
import { analyseLabel } from '../../text/analyse-label.js';
import type { AliasFileReport, ProblemLog, ProblemPlace } from '../load-report.js';
import type { AliasFile, NamesRead } from './open-alias-file.js';

/** Aliases from files, added to entities while a dataset is read. */
export interface FileAliases {
  /** The entity with the aliases from the files that it lacks. Call it once for each entity. */
  readonly withNames: (entity: Entity) => Entity;
  /** Reports on each file; unusable names go to `problems`. Call it once, after the last entity. */
  readonly finish: (problems: ProblemLog) => readonly AliasFileReport[];
}

/** Names by name and id, and the ids that each name is judged not to denote. */
interface Found {
  readonly given: Map<string, Given>;
  readonly denied: Map<string, Pick<Given, 'source' | 'line'>>;
}

/** A name and the id that it is an alias of. */
interface Given {
  readonly id: string;
  readonly name: RawValue;
  /** Folded: two names with the same folded form are one. */
  readonly folded: string;
  readonly source: AliasFile;
  readonly line: number;
  /** Another entity of the dataset with this name, preferably one whose preferred name it is. */
  isNameOf: { readonly id: string; readonly isPreferred: boolean } | undefined;
  outcome: 'added' | 'known' | 'unknown-id' | 'denied';
}

/** Reads all files. A name listed twice for one id counts once, at its first place. Memory: the names. */
export function collectAliases(files: readonly AliasFile[], problems: ProblemLog): FileAliases {
  const found: Found = { given: new Map(), denied: new Map() };
  const reads = files.map((source) => readFile(source, found, problems));
  const given = [...found.given.values()];
  const meant = given.filter((one) => !reportDenied(one, found.denied, problems));
  const byId = listsByKey(meant, ({ id }) => id);
  const byName = listsByKey(meant, ({ folded }) => folded);
  return {
    withNames: (entity) => {
      const preferred = analyseLabel(entity.name).folded;
      const there = new Set([preferred, ...entity.aliases.map(({ text }) => analyseLabel(text).folded)]);
      for (const folded of there)
        for (const one of byName.get(folded) ?? []) noteNameOf(one, entity.id, folded === preferred);
      const names = byId.get(entity.id);
      if (names === undefined) return entity;
      for (const one of names) one.outcome = there.has(one.folded) ? 'known' : 'added';
      const added = names.filter(({ outcome }) => outcome === 'added').map(({ name }) => name);
      return added.length === 0 ? entity : { ...entity, aliases: [...entity.aliases, ...added] };
    },
    finish: (log) => {
      for (const one of meant)
        if (one.outcome === 'unknown-id')
          log.add(
            'alias-unknown-id',
            placeOf(one, `"${one.name.text}" means "${one.id}", an id that the list does not have.`),
          );
      reportShared(meant, log);
      return files.map((source, i) =>
        reportOf(
          source,
          given.filter((one) => one.source === source),
          reads[i],
        ),
      );
    },
  };
}

function noteNameOf(one: Given, id: string, isPreferred: boolean): void {
  if (one.id !== id && (one.isNameOf === undefined || (isPreferred && !one.isNameOf.isPreferred)))
    one.isNameOf = { id, isPreferred };
}

function readFile(source: AliasFile, { given, denied }: Found, problems: ProblemLog): NamesRead {
  let unreadable = 0;
  const read = source.read(({ name, ids, denied: deniedIds, line }) => {
    const { folded } = analyseLabel(name.text);
    if (folded === '') {
      unreadable++;
      problems.add(
        'alias-empty',
        placeOf({ source, line }, `"${name.text}" has no letter or digit by which it could be found.`),
      );
      return;
    }
    for (const id of ids) {
      const key = keyOf(folded, id);
      if (!given.has(key))
        given.set(key, { id, name, folded, source, line, isNameOf: undefined, outcome: 'unknown-id' });
    }
    for (const id of deniedIds) denied.set(keyOf(folded, id), { source, line });
  }, problems);
  return { ...read, leftOut: read.leftOut + unreadable };
}

function keyOf(folded: string, id: string): string {
  return `${folded}\0${id}`;
}

/** Reports a name that a person has judged not to denote its id; a person has to decide which is right. */
function reportDenied(one: Given, denied: Found['denied'], problems: ProblemLog): boolean {
  const elsewhere = denied.get(keyOf(one.folded, one.id));
  if (elsewhere === undefined) return false;
  one.outcome = 'denied';
  problems.add(
    'alias-denied',
    placeOf(
      one,
      `"${one.name.text}" means "${one.id}" here, and is said not to ${whereElse(elsewhere, one)}; it was not added.`,
    ),
  );
  return true;
}

/** Reports names of several entities, which may be mistakes: all of them keep the name, and a person decides. */
function reportShared(given: readonly Given[], problems: ProblemLog): void {
  const first = new Map<string, Given>();
  for (const one of given) {
    if (one.outcome === 'unknown-id') continue;
    const before = first.get(one.folded);
    const elsewhere =
      before !== undefined
        ? `and "${before.id}" ${whereElse(before, one)}`
        : one.isNameOf === undefined
          ? undefined
          : inTheList(one.isNameOf);
    if (before === undefined) first.set(one.folded, one);
    if (elsewhere !== undefined)
      problems.add(
        'alias-shared',
        placeOf(one, `"${one.name.text}" means "${one.id}" here, ${elsewhere}; both are called so.`),
      );
  }
}

function inTheList({ id, isPreferred }: NonNullable<Given['isNameOf']>): string {
  return isPreferred
    ? `but it is the name of "${id}" in the list, which goes before aliases`
    : `and in the list it is an alias of "${id}"`;
}

function whereElse(before: Pick<Given, 'source' | 'line'>, one: Given): string {
  const line = before.line === 0 ? '' : `${before.source.lineWord} ${String(before.line)}`;
  if (before.source !== one.source) return `in ${before.source.file}${line === '' ? '' : `, ${line}`}`;
  return before.line === one.line ? 'as well' : `in ${line}`;
}

/** Problems have line numbers; for a history, the sentence names the operation. */
function placeOf({ source, line }: Pick<Given, 'source' | 'line'>, message: string): ProblemPlace {
  const { file, lineWord } = source;
  return lineWord === 'line' ? { file, line, message } : { file, message: `Operation ${String(line)}: ${message}` };
}

function reportOf(
  { file, notes, options }: AliasFile,
  given: readonly Given[],
  read: NamesRead = { withoutId: 0, ownMatches: 0, leftOut: 0 },
): AliasFileReport {
  const count = (wanted: Given['outcome']): number => given.filter(({ outcome }) => outcome === wanted).length;
  return {
    file,
    notes,
    ...(options.name !== undefined && options.id !== undefined && { columns: { name: options.name, id: options.id } }),
    added: count('added'),
    entities: new Set(given.filter(({ outcome }) => outcome === 'added').map(({ id }) => id)).size,
    known: count('known'),
    leftOut: count('unknown-id') + count('denied') + read.leftOut,
    withoutId: read.withoutId,
    ownMatches: read.ownMatches,
  };
}
