import { inEnglish } from '../foundation/sentence.js';
import type { Candidate } from '../scoring/candidate.js';
import type { DatasetSnapshot, ReadSnapshot } from '../scoring/snapshot.js';
import { matchThreshold } from '../scoring/decide.js';
import { explainCandidate } from '../describe/explain-candidate.js';
import { DECISION_FEATURES, PROPERTY_FEATURE } from '../scoring/feature-table.js';
import { type AskOptions, type JudgedAnswer, askGold, queryForGold } from './ask-gold.js';
import { countQuery, createCalibration, createThresholdCounts, figuresOf, noCounts } from './quality-counts.js';
import type { ConfusedEntity, Confusion, Evaluation, MissedQuery } from './evaluation.js';
import type { GoldQuery, GoldSource } from './gold-query.js';

export interface EvaluationOptions extends AskOptions {
  /** 0–1; the target of the reported thresholds. */
  readonly wantedPrecision: number;
  /** Maximum confusions described, of each of the two kinds. */
  readonly confusions: number;
  /** Whether the answers use evidence learned from the whole file; absent: each query alone. */
  readonly wholeFile?: boolean;
  /** Called after each query with their number so far. */
  readonly onProgress: (asked: number) => void;
  /** Called with each query and its answer, for further counts. */
  readonly onAnswer?: (query: GoldQuery, answer: JudgedAnswer) => void;
}

const SLOWEST = 5;
/** Queries held at a time: the gold is read again for the next ones. */
const MAX_HELD = 50_000;
/** Queries run together: while one waits for a search cluster, others are computed. */
const AT_ONCE = 32;

/**
 * Runs every query of the gold and measures the answers. Memory does not grow with the gold: counts are in steps, and
 * only the worst confusions and slow queries are kept. Cost: that of the queries, and one more for each right answer of
 * a described confusion. Rejects with the errors of `read`.
 */
export async function evaluateGold(
  read: ReadSnapshot,
  gold: GoldSource,
  options: EvaluationOptions,
): Promise<Evaluation> {
  const tally = createEvaluationTally(read, options);
  for (const queries of partsOf(gold))
    for (let from = 0; from < queries.length; from += AT_ONCE) {
      const some = queries.slice(from, from + AT_ONCE);
      const answers = await Promise.all(
        some.map((query) => timed(read, (snapshot) => askGold(snapshot, query, options))),
      );
      for (const [i, { result, elapsedMs }] of answers.entries()) {
        const query = some[i];
        if (query !== undefined) tally.add(query, result, elapsedMs);
      }
    }
  return tally.evaluation();
}

/** The queries of the gold in portions that are held at a time. */
function* partsOf(gold: GoldSource): Generator<readonly GoldQuery[]> {
  for (let from = 0, all = 1; from < all; from += MAX_HELD) {
    const part: GoldQuery[] = [];
    all = 0;
    gold.read(
      (query) => {
        if (all >= from && all < from + MAX_HELD) part.push(query);
        all++;
      },
      () => undefined,
    );
    yield part;
  }
}

/** The result of `compute`, and its duration. */
export async function timed<Result>(
  { read }: ReadSnapshot,
  compute: (snapshot: DatasetSnapshot) => Result,
): Promise<{ readonly result: Result; readonly elapsedMs: number }> {
  let [begun, ended] = [0, 0];
  const result = await read((snapshot) => {
    begun ||= performance.now();
    const computed = compute(snapshot);
    ended = performance.now();
    return computed;
  });
  return { result, elapsedMs: ended - begun };
}

interface EvaluationTally {
  readonly add: (query: GoldQuery, answer: JudgedAnswer, elapsedMs: number) => void;
  /** The evaluation so far, with its confusions described. Rejects with the errors of `read`. */
  readonly evaluation: () => Promise<Evaluation>;
}

/** An empty tally; describing its confusions costs a query each. */
export function createEvaluationTally({ snapshot, read }: ReadSnapshot, options: EvaluationOptions): EvaluationTally {
  const counts = noCounts();
  const calibration = createCalibration();
  const byProbability = createThresholdCounts(1);
  const byScore = createThresholdCounts(100);
  const wrongMatches = createWorstFew<{ readonly gold: GoldQuery; readonly first: Candidate }>(options.confusions);
  const wrongFirst = createWorstFew<{ readonly gold: GoldQuery; readonly first: Candidate }>(options.confusions);
  const slowest = createWorstFew<Evaluation['slowest'][number]>(SLOWEST);
  let withoutCandidates = 0;
  const retrieved = { queries: 0, compared: 0, missedRight: 0 };
  const missed: GoldQuery[] = [];
  let rightNotMatched = 0;
  let wrongFirstCount = 0;
  let asked = 0;
  const start = performance.now();
  const described = (
    confusions: readonly { readonly gold: GoldQuery; readonly first: Candidate }[],
  ): Promise<readonly Confusion[]> =>
    Promise.all(
      confusions.map(({ gold: query, first }) => read((all) => describeConfusion(all, query, first, options))),
    );
  return {
    add: (query, answer, elapsedMs) => {
      const { first, place, matched, probability, matchable, retrieval } = answer;
      options.onAnswer?.(query, answer);
      const hasAnswer = query.right.length > 0;
      countQuery(counts, { hasAnswer, place, matched });
      if (retrieval !== undefined) {
        retrieved.queries++;
        retrieved.compared += retrieval.compared;
        retrieved.missedRight += Number(retrieval.missedRight);
        if (retrieval.missedRight && missed.length < options.confusions) missed.push(query);
      }
      slowest.add(elapsedMs, { line: query.line, query: query.text, elapsedMs });
      if (first === undefined) withoutCandidates++;
      else {
        const right = place === 0;
        calibration.add(probability, right);
        if (matchable) {
          byProbability.add(probability, right);
          byScore.add(first.score, right);
        }
        if (right && !matched) rightNotMatched++;
        if (!right && matched) wrongMatches.add(probability, { gold: query, first });
        if (!right && !matched && hasAnswer) {
          wrongFirstCount++;
          wrongFirst.add(first.score, { gold: query, first });
        }
      }
      options.onProgress(++asked);
    },
    evaluation: async () => ({
      withProperties: options.withProperties,
      wholeFile: options.wholeFile ?? false,
      counts,
      figures: figuresOf(counts),
      withoutCandidates,
      retrieval:
        options.wholeFile === true || retrieved.queries === 0
          ? undefined
          : {
              missedRight: retrieved.missedRight,
              missed: await Promise.all(missed.map((query) => read((all) => describeMissed(all, query)))),
              comparedPerQuery: retrieved.compared / retrieved.queries,
            },
      rightNotMatched,
      calibration: calibration.bins(),
      matchThreshold: matchThreshold(snapshot),
      wantedPrecision: options.wantedPrecision,
      thresholds: {
        probability: byProbability.lowestFor(options.wantedPrecision, counts.withAnswer),
        score: byScore.lowestFor(options.wantedPrecision, counts.withAnswer),
      },
      elapsedMs: performance.now() - start,
      wrongMatches: await described(wrongMatches.items()),
      wrongFirst: await described(wrongFirst.items()),
      wrongFirstCount,
      slowest: slowest.items(),
    }),
  };
}

function describeMissed({ dataset: { entities } }: DatasetSnapshot, { line, text, right }: GoldQuery): MissedQuery {
  return {
    line,
    query: text,
    right: right.flatMap((id) => {
      const entity = entities.ordinalOf(id);
      return entity < 0 ? [] : [{ id, name: entities.nameOf(entity) }];
    }),
  };
}

function describeConfusion(
  snapshot: DatasetSnapshot,
  gold: GoldQuery,
  first: Candidate,
  options: AskOptions,
): Confusion {
  const query = queryForGold(gold, options);
  let right: Confusion['right'];
  for (const id of gold.right) {
    const explained = explainCandidate(snapshot, query, id);
    if (explained === undefined || (right !== undefined && right.place <= explained.place)) continue;
    right = { ...describeEntity(explained.candidate), place: explained.place, inAnswer: explained.inAnswer };
  }
  return {
    line: gold.line,
    query: gold.text,
    types: query.types,
    matched: first.match,
    got: describeEntity(first),
    right,
    expectedIds: gold.right,
  };
}

function describeEntity({ id, name, score, probability, features }: Candidate): ConfusedEntity {
  const shown = features.filter(({ id }) => !DECISION_FEATURES.has(id));
  return {
    id,
    name,
    score,
    probability,
    why: shown
      .map((feature) =>
        feature.id.startsWith(PROPERTY_FEATURE) || feature.id === 'shared-label'
          ? inEnglish(feature.reason)
          : `${feature.id}: ${inEnglish(feature.reason)}`,
      )
      .join('; '),
  };
}

/** Keeps the few items with the highest ranks, in order, in constant memory. */
interface WorstFew<T> {
  readonly add: (rank: number, item: T) => void;
  /** Highest rank first; of equal ranks the earlier. */
  readonly items: () => readonly T[];
}

/** Keeps at most `most` items. */
export function createWorstFew<T>(most: number): WorstFew<T> {
  const kept: { readonly rank: number; readonly item: T }[] = [];
  return {
    add: (rank, item) => {
      const last = kept.at(-1);
      if (most === 0 || (kept.length === most && last !== undefined && last.rank >= rank)) return;
      const place = kept.findIndex((other) => other.rank < rank);
      kept.splice(place < 0 ? kept.length : place, 0, { rank, item });
      if (kept.length > most) kept.pop();
    },
    items: () => kept.map(({ item }) => item),
  };
}
