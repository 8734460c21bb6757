import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Dataset } from '../entities/dataset.js';
import { findEntity } from '../entities/entity-store.js';
import { makeFolder } from '../foundation/make-folder.js';
import { notSaved } from '../foundation/store/save-faults.js';
import type { StoreDisk } from '../foundation/store/store-disk.js';
import { updateFile } from '../foundation/store/update-file.js';
import { fieldWriter } from '../formats/separated/field-writer.js';
import type { ReviewedRow } from './matching-run.js';

export interface TaughtAlias {
  readonly name: string;
  readonly id: string;
  readonly by: string;
  readonly at: string;
}

/** Destination of learned aliases: a file of the dataset. */
export interface AliasTeacher {
  readonly file: string;
  readonly disk?: StoreDisk;
  /** Loads the dataset again with the aliases; rejects when it cannot be loaded. */
  readonly reload: () => Promise<void>;
}

const HEAD = 'name,id,judged by,judged at\n';

const field = fieldWriter({ separator: ',', lineSeparator: '\n', quoteAll: false, guardFormulas: true });

function startOf({ name, id }: TaughtAlias): string {
  return `${field(name, true)},${field(id, false)},`;
}

/**
 * Names of rows that persons have matched one by one, where the entity lacks them. A name with different judgments, or
 * with none in some row, is ambiguous, and left out.
 */
export function taughtAliases(rows: readonly ReviewedRow[], dataset: Dataset): readonly TaughtAlias[] {
  return clearDecisions(rows).filter((alias) => isNew(alias, dataset));
}

function clearDecisions(rows: readonly ReviewedRow[]): readonly TaughtAlias[] {
  const byName = new Map<string, { readonly alias: TaughtAlias; readonly ids: Set<string> }>();
  for (const { question, decision } of rows) {
    const name = question.text.trim().replace(/\s+/g, ' ');
    if (name === '' || decision === undefined || decision.inBulk) continue;
    const known = byName.get(name.toLowerCase());
    if (known !== undefined) known.ids.add(decision.id);
    else
      byName.set(name.toLowerCase(), {
        alias: { name, id: decision.id, by: decision.by, at: decision.at },
        ids: new Set([decision.id]),
      });
  }
  return [...byName.values()].flatMap(({ alias, ids }) => (ids.size === 1 && alias.id !== '' ? [alias] : []));
}

function isNew({ name, id }: TaughtAlias, dataset: Dataset): boolean {
  const entity = findEntity(dataset.entities, id);
  return (
    entity !== undefined &&
    ![entity.name, ...entity.aliases.map(({ text }) => text)].some(
      (text) => text.trim().toLowerCase() === name.toLowerCase(),
    )
  );
}

/**
 * Adds aliases to the file, which is made where there is none and replaced in one step. Existing names with the same id
 * are left out. Resolves to the number of added ones. Rejects as `updateFile`.
 */
export async function addTaughtAliases(
  file: string,
  aliases: readonly TaughtAlias[],
  disk?: StoreDisk,
): Promise<number> {
  if (aliases.length === 0) return 0;
  try {
    makeFolder(dirname(file));
  } catch (cause) {
    throw notSaved(file, cause);
  }
  let count = 0;
  const add = (before = HEAD): string | undefined => {
    const added = aliases.filter((alias) => !before.includes(`\n${startOf(alias)}`));
    count = added.length;
    const lines = added.map((alias) => `${startOf(alias)}${field(alias.by, false)},${alias.at}\n`);
    // A person may have changed the file, without a last line break.
    return count === 0 ? undefined : `${before}${before.endsWith('\n') ? '' : '\n'}${lines.join('')}`;
  };
  await updateFile(file, add, { disk });
  return count;
}

/** Decisions in these rows that are aliases in the file. */
export async function aliasesTaughtBy(file: string, rows: readonly ReviewedRow[]): Promise<readonly TaughtAlias[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return clearDecisions(rows).filter((alias) => text.includes(`\n${startOf(alias)}`));
}

/** Removes aliases from the file; lines of persons stay. Resolves to how many were removed. Rejects as `updateFile`. */
export async function removeTaughtAliases(
  file: string,
  aliases: readonly TaughtAlias[],
  disk?: StoreDisk,
): Promise<number> {
  let count = 0;
  const remove = (before = ''): string | undefined => {
    const lines = before.split('\n');
    const left = lines.filter((line) => !aliases.some((alias) => line.startsWith(startOf(alias))));
    count = lines.length - left.length;
    return count === 0 ? undefined : left.join('\n');
  };
  await updateFile(file, remove, { disk });
  return count;
}
