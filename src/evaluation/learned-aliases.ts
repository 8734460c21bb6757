import { openAliasFile, type LoadedAliasFile } from '../datasets/aliases/open-alias-file.js';
import { ProblemLog } from '../datasets/load-report.js';
import type { Dataset } from '../entities/dataset.js';
import { asSameasError } from '../foundation/sameas-error.js';
import { amountOf } from '../foundation/amount-of.js';
import { analyseLabel } from '../text/analyse-label.js';
import { judgedListOf } from './gold-columns.js';
import type { GoldQuery, GoldSource } from './gold-query.js';

/*
 * Aliases learned from judgments make their names trivial: such queries measure memory, not matching of new names. So
 * gold queries that repeat learned aliases are separated.
 */

/** The learned aliases of a dataset. */
interface LearnedAliases {
  readonly files: readonly string[];
  /** Unreadable files, with the reason. */
  readonly unreadable: readonly string[];
  /** Whether the answer to this question was learned as an alias. */
  readonly has: (query: GoldQuery) => boolean;
}

/** Reads the files again. Memory: the names. */
export async function readLearnedAliases(files: readonly LoadedAliasFile[], dataset: Dataset): Promise<LearnedAliases> {
  const pairs = new Set<string>();
  const unreadable: string[] = [];
  for (const { path, columns } of files) {
    try {
      const { read } = await openAliasFile({ path, ...columns }, judgedListOf(dataset));
      read(
        ({ name, ids }) => ids.forEach((id) => dataset.entities.ordinalOf(id) >= 0 && pairs.add(pairOf(name.text, id))),
        new ProblemLog(),
      );
    } catch (thrown) {
      unreadable.push(asSameasError(thrown).message);
    }
  }
  return {
    files: files.map(({ path }) => path),
    unreadable,
    has: ({ text, right }) => right.some((id) => pairs.has(pairOf(text, id))),
  };
}

function pairOf(name: string, id: string): string {
  return `${analyseLabel(name).folded}\0${id}`;
}

/** The questions without learned aliases. */
export function withoutLearned(gold: GoldSource, aliases: LearnedAliases): GoldSource {
  return {
    ...gold,
    read: (visit, report) => gold.read((query) => (aliases.has(query) ? undefined : visit(query)), report),
  };
}

/** Warning before the figures, as lines; none without learned aliases among the questions. */
export function warnOfLearned(aliases: LearnedAliases, asked: number, ofThemLearned: number, isTuned: boolean): string {
  const files = aliases.files.join(', ');
  return [
    ...(ofThemLearned === 0
      ? []
      : [
          `Warning: ${ofThemLearned.toLocaleString('en')} of the ${amountOf(asked, 'query', 'queries')} ${ofThemLearned === 1 ? 'is an alias' : 'are aliases'} that the list was taught (${files}).`,
          `  What follows says how well these are remembered, not how well a name is matched that was never judged.${isTuned ? ' Fitting leaves them out.' : ''}`,
          '  Measure with names that are not in these files, or without them.',
        ]),
    ...aliases.unreadable.map(
      (reason) => `Warning: the list was taught aliases, and whether they are asked cannot be told: ${reason}`,
    ),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
