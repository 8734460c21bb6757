import { basename, sep } from 'node:path';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { decideMatch, type MatchDecision } from '../../src/reconciliation/decide-match.js';
import { joinCoordinates, type RankedQuery, rankQuery } from '../../src/reconciliation/rank-query.js';
import { evenSample } from '../../src/reconciliation/scoring/model/estimate-scoring-model.js';
import { firstShares, type Choice, type ChoiceSet } from './fit-softmax.js';
import { loadBenchmark, queryOf, readQueries, waysToAsk } from './measure-quality.js';

/** Queries of a folder, asked in one way, with the terms of their candidates. After those as they are come those with their right answers taken out. */
export interface MeasuredSet extends ChoiceSet {
  readonly name: string;
  readonly folder: string;
  /** Of the queries as they are. */
  readonly hasAnswer: readonly boolean[];
  /** Whether the score of the first is strictly the highest, and it has what was preferred. */
  readonly mayMatch: readonly boolean[];
  readonly isList: boolean;
}

/** Collections with rich properties, of which more were made than of others, and short lists count less. */
const RICH: ReadonlySet<string> = new Set(['airports', 'chicago-sites', 'febrl4', 'patents', 'walmart-amazon']);
const SHARE_OF_RICH = 0.5;
const SHARE_OF_LIST = 0.1;
/** Of a query, once it is asked without its answer. */
const SHARE_OF_LEFT_OUT = 0.05;
/** Digits kept of a term. */
const EXACT = 1e4;

/** A line that was kept of a set. */
export function parseSet(line: string): MeasuredSet {
  return JSON.parse(line) as MeasuredSet; // kept by fit-weights.ts
}

/** Asks a sample of the queries of a folder, in each of the ways that they can be asked. */
export async function measureTerms(folder: string, sample: number): Promise<readonly MeasuredSet[]> {
  const snapshot = await loadBenchmark(folder);
  const all = readQueries(folder);
  const queries = evenSample(all.length, sample).flatMap((i) => all[i] ?? []);
  const isList = folder.split(sep).includes('lists');
  const share = (isList ? SHARE_OF_LIST : RICH.has(basename(folder)) ? SHARE_OF_RICH : 1) / queries.length;
  const withAnswer = queries.filter(({ right }) => right.size > 0).length;
  return waysToAsk(all).map((asked) => {
    const ranked = queries.map((gold) => ({
      gold,
      ranked: rankQuery(snapshot, joinCoordinates(snapshot.dataset, queryOf(gold, asked)), NO_DEADLINE),
    }));
    const isRight = ({ gold, ranked: { scored } }: (typeof ranked)[number], place: number): boolean =>
      gold.right.has(snapshot.dataset.entities.idOf(scored[place]?.entity ?? -1));
    const asTheyAre = ranked.map((one): Choice => ({
      ...choiceOf(one.ranked.decision),
      firstIsRight: one.ranked.scored.length > 0 && isRight(one, 0),
    }));
    const leftOut = ranked.flatMap((one): readonly Choice[] => {
      if (one.gold.right.size === 0) return [];
      const scored = one.ranked.scored.filter((_, place) => !isRight(one, place));
      return scored.length === 0
        ? []
        : [
            {
              ...choiceOf(decideMatch({ ...one.ranked, scored })),
              firstIsRight: false,
              part: (SHARE_OF_LEFT_OUT * queries.length) / withAnswer,
            },
          ];
    });
    return {
      name: asked === 'name alone' ? basename(folder) : `${basename(folder)}, ${asked}`,
      folder,
      isList,
      share,
      hasAnswer: queries.map(({ right }) => right.size > 0),
      mayMatch: ranked.map(({ ranked: one }) => mayMatch(one)),
      choices: [...asTheyAre, ...leftOut],
    };
  });
}

function mayMatch({ decision, scored }: RankedQuery): boolean {
  return decision.lead > 0 && scored[0]?.typeHeld === true;
}

function choiceOf({ weighed, nullValues }: MatchDecision): Omit<Choice, 'firstIsRight'> {
  const rounded = (value: number): number => Math.round(EXACT * value) / EXACT;
  return {
    candidates: weighed.map(({ evidence }) =>
      evidence.flatMap(({ kind, values }) => kind.terms.map((_, i) => rounded(values[i] ?? 0))),
    ),
    priors: weighed.map(({ weighed: { candidate } }) => candidate.plan.prior),
    nullValues: nullValues.map(rounded),
  };
}

/** Match precision, match recall, false matches, by these weights. */
export function figuresAt(
  set: MeasuredSet,
  weights: readonly number[],
  threshold: number,
): readonly [number, number, number] {
  let [matches, right, wrong] = [0, 0, 0];
  for (const [i, hasAnswer] of set.hasAnswer.entries()) {
    const choice = set.choices[i];
    if (choice === undefined || set.mayMatch[i] !== true) continue;
    const shares = firstShares(choice, weights);
    if (shares.first < threshold || shares.first < shares.greatest) continue;
    matches++;
    right += Number(choice.firstIsRight);
    wrong += Number(!hasAnswer);
  }
  const withAnswer = set.hasAnswer.filter(Boolean).length;
  return [
    right / Math.max(1, matches),
    right / Math.max(1, withAnswer),
    wrong / Math.max(1, set.hasAnswer.length - withAnswer),
  ];
}
