import { inEnglish } from '../foundation/sentence.js';
import type { Candidate } from '../scoring/candidate.js';
import type { DatasetSnapshot, ReadSnapshot } from '../scoring/snapshot.js';
import { matchThreshold } from '../scoring/decide.js';
import { explainCandidate } from '../describe/explain-candidate.js';
import { DECISION_FEATURES, PROPERTY_FEATURE } from '../scoring/feature-table.js';
import { type AskOptions, type JudgedAnswer, askGold, queryForGold } from './ask-gold.js';
import {
  type CalibrationBin,
  type QualityCounts,
  type QualityFigures,
  type ThresholdFinding,
  countQuery,
  createCalibration,
  createThresholdCounts,
  figuresOf,
  noCounts,
} from './quality-counts.js';
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
  const tally = new EvaluationTally(read, options);
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

/** Answers counted so far, to be evaluated; describing their confusions costs a query each. */
export class EvaluationTally {
  readonly #all: ReadSnapshot;
  readonly #options: EvaluationOptions;
  readonly #counts = noCounts();
  readonly #calibration = createCalibration();
  readonly #byProbability = createThresholdCounts(1);
  readonly #byScore = createThresholdCounts(100);
  readonly #wrongMatches;
  readonly #wrongFirst;
  readonly #slowest = createWorstFew<Evaluation['slowest'][number]>(SLOWEST);
  #withoutCandidates = 0;
  readonly #retrieved = { queries: 0, compared: 0, missedRight: 0 };
  readonly #missed: GoldQuery[] = [];
  #rightNotMatched = 0;
  #wrongFirstCount = 0;
  #asked = 0;
  readonly #start = performance.now();

  constructor(all: ReadSnapshot, options: EvaluationOptions) {
    this.#all = all;
    this.#options = options;
    this.#wrongMatches = createWorstFew<ConfusedAnswer>(options.confusions);
    this.#wrongFirst = createWorstFew<ConfusedAnswer>(options.confusions);
  }

  add(query: GoldQuery, answer: JudgedAnswer, elapsedMs: number): void {
    const { first, place, matched, retrieval } = answer;
    this.#options.onAnswer?.(query, answer);
    countQuery(this.#counts, { hasAnswer: query.right.length > 0, place, matched });
    if (retrieval !== undefined) this.#addRetrieval(query, retrieval);
    this.#slowest.add(elapsedMs, { line: query.line, query: query.text, elapsedMs });
    if (first === undefined) this.#withoutCandidates++;
    else this.#addFirst(query, first, answer);
    this.#options.onProgress(++this.#asked);
  }

  #addRetrieval(query: GoldQuery, { compared, missedRight }: NonNullable<JudgedAnswer['retrieval']>): void {
    this.#retrieved.queries++;
    this.#retrieved.compared += compared;
    this.#retrieved.missedRight += Number(missedRight);
    if (missedRight && this.#missed.length < this.#options.confusions) this.#missed.push(query);
  }

  #addFirst(gold: GoldQuery, first: Candidate, { place, matched, probability, matchable }: JudgedAnswer): void {
    const right = place === 0;
    this.#calibration.add(probability, right);
    if (matchable) {
      this.#byProbability.add(probability, right);
      this.#byScore.add(first.score, right);
    }
    if (right && !matched) this.#rightNotMatched++;
    if (!right && matched) this.#wrongMatches.add(probability, { gold, first });
    if (!right && !matched && gold.right.length > 0) {
      this.#wrongFirstCount++;
      this.#wrongFirst.add(first.score, { gold, first });
    }
  }

  /** The evaluation so far, with its confusions described. Rejects with the errors of `read`. */
  async evaluation(): Promise<Evaluation> {
    const { withProperties, wholeFile = false, wantedPrecision } = this.#options;
    return {
      withProperties,
      wholeFile,
      counts: this.#counts,
      figures: figuresOf(this.#counts),
      withoutCandidates: this.#withoutCandidates,
      retrieval: wholeFile || this.#retrieved.queries === 0 ? undefined : await this.#retrieval(),
      rightNotMatched: this.#rightNotMatched,
      calibration: this.#calibration.bins(),
      matchThreshold: matchThreshold(this.#all.snapshot),
      wantedPrecision,
      thresholds: {
        probability: this.#byProbability.lowestFor(wantedPrecision, this.#counts.withAnswer),
        score: this.#byScore.lowestFor(wantedPrecision, this.#counts.withAnswer),
      },
      elapsedMs: performance.now() - this.#start,
      wrongMatches: await this.#described(this.#wrongMatches.items()),
      wrongFirst: await this.#described(this.#wrongFirst.items()),
      wrongFirstCount: this.#wrongFirstCount,
      slowest: this.#slowest.items(),
    };
  }

  async #retrieval(): Promise<Evaluation['retrieval']> {
    const { queries, compared, missedRight } = this.#retrieved;
    const missed = await Promise.all(this.#missed.map((query) => this.#all.read((all) => describeMissed(all, query))));
    return { missedRight, missed, comparedPerQuery: compared / queries };
  }

  #described(confusions: readonly ConfusedAnswer[]): Promise<readonly Confusion[]> {
    return Promise.all(
      confusions.map(({ gold, first }) => this.#all.read((all) => describeConfusion(all, gold, first, this.#options))),
    );
  }
}

interface ConfusedAnswer {
  readonly gold: GoldQuery;
  readonly first: Candidate;
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

export interface ConfusedEntity {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly probability: number;
  readonly why: string;
}

export interface Confusion {
  readonly line: number;
  readonly query: string;
  readonly types: readonly string[];
  readonly matched: boolean;
  readonly got: ConfusedEntity;
  /** The right answer and its rank from 1; `undefined` when it is not in the dataset. */
  readonly right: (ConfusedEntity & { readonly place: number; readonly inAnswer: boolean }) | undefined;
  readonly expectedIds: readonly string[];
}

/** A query whose right answer is in the dataset and was not retrieved. */
interface MissedQuery {
  readonly line: number;
  readonly query: string;
  /** The right entities in the dataset. */
  readonly right: readonly { readonly id: string; readonly name: string }[];
}

export interface Evaluation {
  readonly withProperties: boolean;
  /** Whether the queries were answered as rows of one file, with learned evidence. */
  readonly wholeFile: boolean;
  readonly counts: Readonly<QualityCounts>;
  readonly figures: QualityFigures;
  readonly withoutCandidates: number;
  /**
   * Number of queries whose right answer in the dataset was not retrieved, the first of them, up to the maximum of
   * confusions, and the mean of compared entities; `undefined` for rows of a file.
   */
  readonly retrieval:
    | { readonly missedRight: number; readonly missed: readonly MissedQuery[]; readonly comparedPerQuery: number }
    | undefined;
  /** First candidates that are right and not matched. */
  readonly rightNotMatched: number;
  readonly calibration: readonly CalibrationBin[];
  /** The match threshold of this dataset, 0–1. */
  readonly matchThreshold: number;
  readonly wantedPrecision: number;
  /** Thresholds for the wanted precision: probability 0–1, and score alone 0–100. */
  readonly thresholds: {
    readonly probability: ThresholdFinding | undefined;
    readonly score: ThresholdFinding | undefined;
  };
  /**
   * Wrong matches, the most probable first, then wrong first candidates, the highest score first; up to the maximum of
   * each.
   */
  readonly wrongMatches: readonly Confusion[];
  readonly wrongFirst: readonly Confusion[];
  readonly wrongFirstCount: number;
  readonly slowest: readonly { readonly line: number; readonly query: string; readonly elapsedMs: number }[];
  readonly elapsedMs: number;
}
