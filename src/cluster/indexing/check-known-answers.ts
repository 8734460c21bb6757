import { isDeepStrictEqual } from 'node:util';
import type { Entity } from '../../entities/entity.js';
import { findEntity } from '../../entities/entity-store.js';
import { NO_DEADLINE } from '../../foundation/deadline.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { reconcile } from '../../scoring/reconcile.js';
import { canHaveTypos } from '../../search/words/typo-neighbourhood.js';
import { analyseLabel } from '../../text/analyse-label.js';
import { askUntilAnswered } from '../ask-until-answered.js';
import { type ClusterDataset, openClusterDataset, type ClusterReading } from '../cluster-dataset.js';
import { fetchState } from '../find-dataset.js';
import type { IndexNames } from '../index-names.js';
import type { SearchCluster } from '../search-cluster.js';
import type { EntitySpool } from '../spool/entity-spool.js';

/** An entity that has a name with words. */
export interface KnownAnswer {
  readonly record: Entity;
  readonly folded: string;
}

/** Numbers of queries, and of those answered with the right entity. */
export interface AnsweredNames {
  readonly asked: number;
  readonly right: number;
}

/** Up to so many entities with names, spread evenly over the dataset. */
export function knownAnswers(spool: EntitySpool, wanted: number): readonly KnownAnswer[] {
  return Array.from({ length: Math.min(wanted, spool.size) }, (_, i) =>
    Math.floor(((i + 0.5) * spool.size) / Math.min(wanted, spool.size)),
  ).flatMap((place) => {
    const { value } = spool.entitiesFrom(place).next();
    const { folded, tokens } = analyseLabel(value?.record.name ?? '');
    return value === undefined || tokens.length === 0 ? [] : [{ record: value.record, folded }];
  });
}

/** Of these, so many have to be among the candidates for their names, and for their names with a typo: not all, as names that were rewritten and aliases of other entities may rightly be nearer. */
const MIN_RIGHT = 0.9;
const MIN_WITH_TYPO = 0.5;
const CANDIDATES = 10;
/** Names that are asked for at once. */
const AT_ONCE = 8;
/** Behind a million new documents, a cluster may answer late for a while; what is not answered is asked again for so long. */
const PATIENCE_MS = 120_000;

/**
 * Compares the records of these entities with the dataset, and asks for their names as a service asks: found by the same searches, scored by the same pipeline. Gives how many were right, as they are written and with a typo; an entity of the same
 * name is right too. Rejects with `search-cluster-unavailable` for a record that is not as it was written, and when too few are right.
 */
export async function checkAnswers(
  cluster: SearchCluster,
  names: IndexNames,
  sample: readonly KnownAnswer[],
  reading: ClusterReading,
): Promise<{ readonly written: AnsweredNames; readonly withTypo: AnsweredNames }> {
  const { read } = openClusterDataset(cluster, await fetchState(cluster, names), reading);
  await Promise.all(
    sample.map(async ({ record }) => {
      const written = await whenAnswered(() => read(({ dataset: { entities } }) => findEntity(entities, record.id)));
      if (!isDeepStrictEqual(written, record)) throw differs(`the entity "${record.id}" ("${record.name}")`);
    }),
  );
  const written = await askAll(
    read,
    sample.map((known) => ({ known, text: known.record.name })),
    MIN_RIGHT,
  );
  const damaged = sample.flatMap((known) => {
    const text = withTypo(known.record.name);
    return text === undefined ? [] : [{ known, text }];
  });
  return { written, withTypo: await askAll(read, damaged, MIN_WITH_TYPO) };
}

/** Asks for these texts. Throws when less than this share is right. */
async function askAll(
  read: ClusterDataset['read'],
  asked: readonly { readonly known: KnownAnswer; readonly text: string }[],
  least: number,
): Promise<AnsweredNames> {
  const waiting = asked.values();
  const wrong: string[] = [];
  const askSome = async (): Promise<void> => {
    for (const { known, text } of waiting) {
      const candidates = await whenAnswered(async () => {
        const outcome = await read((snapshot) =>
          reconcile(snapshot, { text, types: [], typeMode: 'any', properties: [], limit: CANDIDATES }, NO_DEADLINE),
        );
        if (outcome.kind === 'failed') throw outcome.error;
        return outcome.candidates;
      });
      const isRight = candidates.some(
        ({ id, name }) => id === known.record.id || analyseLabel(name).folded === known.folded,
      );
      if (!isRight) wrong.push(`"${text}"`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askSome));
  const right = asked.length - wrong.length;
  if (right < least * asked.length) throw notFound(asked.length, wrong);
  return { asked: asked.length, right };
}

/** The answer of `ask`, repeated while the cluster gives none. Rejects with its fault after two minutes. */
function whenAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const end = performance.now() + PATIENCE_MS;
  const mayWait = (fault: SameasError): void => {
    if (performance.now() > end) throw fault;
  };
  return askUntilAnswered(ask, { mayWait, tellWaiting: () => undefined });
}

/** The name without the third letter of its longest word; `undefined` where it has no word in which typos are looked for. */
function withTypo(name: string): string | undefined {
  const longest = (name.match(/\p{L}{6,}/gu) ?? []).reduce(
    (one, other) => (other.length > one.length ? other : one),
    '',
  );
  return longest !== '' && canHaveTypos(longest.toLowerCase())
    ? name.replace(longest, longest.slice(0, 2) + longest.slice(3))
    : undefined;
}

function notFound(asked: number, wrong: readonly string[]): SameasError {
  return new SameasError(
    'search-cluster-unavailable',
    `The search cluster does not give the right entities: of ${String(asked)} names that were asked for, ${String(wrong.length)} did not find their entity, such as ${wrong[0] ?? ''}. What is served is as it was.`,
    { advice: 'Check the log of the cluster, and index the dataset again.' },
  );
}

function differs(what: string): SameasError {
  return new SameasError(
    'search-cluster-unavailable',
    `The search cluster does not give ${what} as it was written. What is served is as it was.`,
    { advice: 'Check the log of the cluster, and index the dataset again.' },
  );
}
