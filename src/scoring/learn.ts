import type { LearnedTuning } from '../entities/dataset.js';
import { largestOf } from '../foundation/largest-of.js';
import { ownValue } from '../foundation/own-value.js';
import type { CommonValue, ComparedLevel, ValueFamily } from './candidate.js';
import { decide, type Decision, type WeighedCandidate } from './decide.js';
import { decideWithNeighbours, learnNeighbours, type LearnedNeighbours } from './neighbours.js';
import type { ValueLevel } from '../values/value-level.js';

/*
 * The rows of one file decide together, without anybody's judgments (expectation maximisation). A row means one candidate or nothing; how probable each is says how often right pairs have each
 * level of each column, and that says how probable each is. Whatever is learned takes the place of numbers of the evidence table.
 */

/** The levels that a value which is known can have; shares of levels stand in this order. */
const LEVELS = ['exact', 'close', 'partial', 'different'] as const satisfies readonly ValueLevel[];

/** A candidate as it was weighed by itself. */
interface RowCandidateEvidence {
  readonly id: string;
  readonly nats: number;
  readonly twins: number;
  readonly part?: number | undefined;
  /** By the id of the property. */
  readonly levels: Readonly<Record<string, ComparedLevel>>;
  /** Term of the evidence table → value. */
  readonly evidence: Readonly<Record<string, number>>;
  /** By the id of the property. */
  readonly common: Readonly<Record<string, readonly CommonValue[]>>;
}

/** Candidates of one row. */
export interface RowEvidence {
  /** The query: rows with the same one do not compete. */
  readonly key: string;
  readonly candidates: readonly RowCandidateEvidence[];
  /** Nats of: nothing in the dataset is meant. */
  readonly nothing: number;
  /** Decision of a person: the id of an entity, or `null` for none; absent: not judged. */
  readonly judged?: string | null;
}

/** Frequencies of the levels of one column, in right pairs and in wrong ones. */
interface LearnedColumn {
  readonly family: ValueFamily;
  readonly right: readonly number[];
  readonly wrong: readonly number[];
  /** Expected number of right pairs with a value on both sides. */
  readonly pairs: number;
}

/** The row that claims an entity most surely, and the probability of the next one. */
interface Claim {
  readonly key: string;
  readonly first: number;
  readonly second: number;
}

/** Result of learning from a file. Plain data. */
export interface LearnedFile {
  /** Rows that it was learned from. */
  readonly rows: number;
  /** By the id of the property. */
  readonly columns: Readonly<Record<string, LearnedColumn>>;
  /** Shares of the right pairs whose names differ in each way of `TRAITS`. */
  readonly traits: readonly number[];
  /** Share of the entities that several rows mean. */
  readonly recurrence: number;
  /** By the id of the entity. */
  readonly claims: Readonly<Record<string, Claim>>;
  /** Values that neighbouring rows have in common. */
  readonly neighbours: readonly LearnedNeighbours[];
  /** Evidence for all candidates of a row together, from judgments, in nats; absent: too few judgments. */
  readonly judgedNats?: number | undefined;
}

/** Fewer rows teach nothing: what is gained in recall is lost in precision. */
export const MIN_ROWS = 50;

/** Shares of the levels among right pairs of the shared lists, for each family: what the fitted weights assume. */
const USUAL: Readonly<Record<ValueFamily, readonly number[]>> = {
  text: [0.69, 0.18, 0.06, 0.07],
  code: [0.9, 0.02, 0.03, 0.05],
  number: [0.62, 0.07, 0.13, 0.18],
  long: [0.1, 0.2, 0.4, 0.3],
};
/** Ways in which names differ. */
const NAME_TRAITS = ['abbreviations', 'typos', 'words more', 'words fewer'] as const;
type NameTrait = (typeof NAME_TRAITS)[number];
/** The same by a term of the evidence table, and how usual each is among right pairs of the shared lists. */
const TRAITS = [
  ['abbreviation', 0.06],
  ['typo', 0.09],
  ['onlyQuery', 0.38],
  ['onlyLabel', 0.33],
] as const satisfies readonly (readonly [term: string, usual: number])[] & {
  readonly length: typeof NAME_TRAITS.length;
};
/** Right pairs that the usual shares are worth before the file is looked at. */
const PRIOR_PAIRS = 20;
const ROUNDS = 6;
/** Less probable candidates do not count; from here on an entity is claimed. */
const NEGLIGIBLE = 0.001;
const SURE = 0.9;
const MIN_SHARE = 0.003;
/** A difference that is usual among right pairs is so among wrong ones as well: what it no longer says against a candidate counts by this share, or by that in which right and wrong pairs are alike. */
const SHARE_IN_FAVOUR = 0.5;
/** Share of the evidence of traits of names that counts: traits of the names of one file depend on each other. */
const TRAITS_WORTH = 0.5;
/** Most that a competing row can take away, in nats. */
const MAX_RIVAL = 3;

/**
 * Learns from rows, in blocks that follow each other in the file; `undefined` where they are too few with a candidate. Deterministic. Only what neighbours have in common depends on the order of the rows. Cost: a few
 * passes over the candidates. `sampled`: the share of the rows of the file that these are, 0–1: of a sample, entities recur less often than in the file.
 */
export function learnFile(blocks: readonly (readonly RowEvidence[])[], sampled = 1): LearnedFile | undefined {
  const speaking = blocks.map((block) => block.filter(({ candidates }) => candidates.length > 0));
  const rows = speaking.flat();
  if (rows.length < MIN_ROWS) return undefined;
  let learned: LearnedFile = {
    rows: rows.length,
    columns: {},
    traits: TRAITS.map(([, usual]) => usual),
    recurrence: 1,
    claims: {},
    neighbours: [],
  };
  for (let round = 0; round < ROUNDS; round++) learned = maximised(rows, learned, sampled);
  const neighbours = learnNeighbours(
    speaking.map((block) => block.map((row) => ({ row, decision: decideAlone(learned, row).decision }))),
  );
  const judgedNats = natsByJudgments(learned, rows);
  return { ...learned, neighbours, ...(judgedNats !== undefined && { judgedNats }) };
}

/** Fewer judged rows say nothing of the others, and this is how far, in nats, the candidates of a file are expected to be worth more or less than elsewhere. */
const MIN_JUDGED = 10;
const USUAL_DEVIATION = 1.5;
const STEPS = 20;

/** Further evidence for the candidates of the file by which the judgments become most probable, in nats: the mode of a logistic model with a normal prior, found by halving. */
function natsByJudgments(learned: LearnedFile, rows: readonly RowEvidence[]): number | undefined {
  const judged = rows.flatMap((row) => {
    if (row.judged === undefined) return [];
    const isThere = row.candidates.some(({ id }) => id === row.judged);
    // Entities that people found by other means are no evidence about the candidates.
    return row.judged !== null && !isThere ? [] : [{ isThere, ...decideAlone(learned, row).decision }];
  });
  if (judged.length < MIN_JUDGED) return undefined;
  let [low, high] = [-3 * USUAL_DEVIATION, 3 * USUAL_DEVIATION];
  for (let step = 0; step < STEPS; step++) {
    const nats = (low + high) / 2;
    let slope = -nats / USUAL_DEVIATION ** 2;
    for (const { isThere, nothing } of judged) {
      const there = (1 - nothing) * Math.exp(nats);
      slope += Number(isThere) - there / (there + nothing);
    }
    if (slope > 0) low = nats;
    else high = nats;
  }
  return (low + high) / 2;
}

/** The part that the manifest keeps for single queries; `undefined`: no column was compared. */
export function keptLearning({ rows, columns }: LearnedFile): LearnedTuning | undefined {
  if (Object.keys(columns).length === 0) return undefined;
  const rounded = (value: number): number => Number(value.toFixed(5));
  return {
    rows,
    properties: Object.fromEntries(
      Object.entries(columns).map(([id, { family, right, pairs }]) => [
        id,
        { family, right: right.map(rounded), pairs: Math.round(pairs) },
      ]),
    ),
  };
}

/** Decisions on consecutive rows with what was learned from their file. Probabilities in the order of the candidates. */
export function decideRows(learned: LearnedFile, rows: readonly RowEvidence[]): readonly Decision[] {
  const alone = rows.map((row) => decideAlone(learned, row));
  const decisions = alone.map(({ decision }) => decision);
  if (learned.neighbours.length === 0) return decisions;
  return decideWithNeighbours(
    learned.neighbours,
    rows,
    alone.map(({ weighed }) => weighed),
    rows.map(({ nothing }) => nothing),
    decisions,
  );
}

/** The same of one row without its neighbours, and what speaks for each candidate. */
function decideAlone(
  learned: LearnedFile,
  row: RowEvidence,
): { readonly weighed: readonly WeighedCandidate[]; readonly decision: Decision } {
  const nats = row.candidates.map(
    (own) => own.nats + learnedNats(own.levels, learned.columns) - rivalNats(own, row, learned),
  );
  // Traits of names say how far the best names of a file can be trusted, not which candidate is right.
  const best = row.candidates[nats.indexOf(largestOf(nats))];
  const trust = (best === undefined ? 0 : TRAITS_WORTH * traitNats(best, learned)) + (learned.judgedNats ?? 0);
  const weighed = row.candidates.map(({ twins, part }, place) => ({ twins, part, nats: (nats[place] ?? 0) + trust }));
  return { weighed, decision: decide(weighed, row.nothing) };
}

/** An entity is rarely enough meant by several rows for a rival to count from this recurrence down. */
const RARE = 0.25;
/** A trait is told from so many times its usual share on, and from this share on. */
const STRIKING = { times: 1.5, least: 0.1 } as const;

/** Whether a row gives way to another one that means its entity more surely. */
export function hasRivals({ recurrence, claims }: LearnedFile): boolean {
  return recurrence < RARE && Object.keys(claims).length > 0;
}

/** In which ways names of the file differ from those of the dataset far more often than usual, and how often, 0–1. */
export function strikingTraits({ traits }: LearnedFile): readonly (readonly [trait: NameTrait, share: number])[] {
  return TRAITS.flatMap(([, usual], i) => {
    const [trait, share = 0] = [NAME_TRAITS[i], traits[i]];
    return trait !== undefined && share >= STRIKING.least && share >= STRIKING.times * usual ? [[trait, share]] : [];
  });
}

/** Evidence of the levels beyond that of the fitted weights, in nats. */
export function learnedNats(
  levels: Readonly<Record<string, ComparedLevel>>,
  columns: Readonly<Record<string, Pick<LearnedColumn, 'right'> & Partial<LearnedColumn>>>,
): number {
  let sum = 0;
  for (const [id, { level, family }] of Object.entries(levels)) {
    const at = LEVELS.findIndex((one) => one === level);
    const column = ownValue(columns, id);
    const own = column?.right[at];
    if (column === undefined || own === undefined) continue;
    const nats = Math.log(own / (USUAL[family][at] ?? own));
    sum += nats > 0 ? Math.max(SHARE_IN_FAVOUR, overlapOf(column)) * nats : nats;
  }
  return sum;
}

/** Overlap of the levels of right and of wrong pairs, 0–1; 0 without wrong ones. */
function overlapOf({ right, wrong = [] }: Pick<LearnedColumn, 'right'> & Partial<LearnedColumn>): number {
  return right.reduce((sum, share, i) => sum + Math.min(share, wrong[i] ?? 0), 0);
}

function hasTrait({ evidence }: RowCandidateEvidence, term: string): boolean {
  return (evidence[term] ?? 0) !== 0;
}

function traitNats(own: RowCandidateEvidence, { traits }: LearnedFile): number {
  return TRAITS.reduce((sum, [term, usual], i) => {
    const share = traits[i] ?? usual;
    return sum + (hasTrait(own, term) ? Math.log(share / usual) : Math.log((1 - share) / (1 - usual)));
  }, 0);
}

/** Evidence against a candidate that another row claims, in nats, where entities hardly ever recur in the file. */
function rivalNats({ id }: RowCandidateEvidence, { key }: RowEvidence, { claims, recurrence }: LearnedFile): number {
  const claim = ownValue(claims, id);
  if (claim === undefined) return 0;
  const other = claim.key === key ? claim.second : claim.first;
  return Math.min(MAX_RIVAL, Math.log(1 + (other * Math.max(0, RARE / recurrence - 1)) / 2));
}

interface ColumnCounts {
  readonly family: ValueFamily;
  readonly right: number[];
  readonly wrong: number[];
  pairs: number;
}

/** One round: how probable each candidate is by what was learned so far, and what follows from that. */
function maximised(rows: readonly RowEvidence[], learned: LearnedFile, sampled: number): LearnedFile {
  const columns = new Map<string, ColumnCounts>();
  const traits = TRAITS.map(([, usual]) => 2 * PRIOR_PAIRS * usual);
  let pairs = 2 * PRIOR_PAIRS;
  const claims = new Map<string, Claim>();
  const unrivalled = new Map<string, Claim>();
  const unclaimed: LearnedFile = { ...learned, claims: {} };
  for (const row of rows) {
    const { probabilities } = decideAlone(learned, row).decision;
    const withoutRivals = decideAlone(unclaimed, row).decision.probabilities;
    for (const [place, own] of row.candidates.entries()) {
      const share = row.judged === undefined ? (probabilities[place] ?? 0) : own.id === row.judged ? 1 : 0;
      countLevels(columns, own, share);
      const free = row.judged === undefined ? (withoutRivals[place] ?? 0) : share;
      if (free >= NEGLIGIBLE) claim(unrivalled, own.id, row.key, free);
      if (share < NEGLIGIBLE) continue;
      pairs += share;
      for (const [i, [term]] of TRAITS.entries()) if (hasTrait(own, term)) traits[i] = (traits[i] ?? 0) + share;
      claim(claims, own.id, row.key, share);
    }
  }
  // Counted as if rows had no rivals: else a file in which hardly any entity seems to recur would take entities from the rows that show the contrary.
  const claimed = [...unrivalled.values()].filter(({ first }) => first > SURE);
  const recurring = (2 + claimed.filter(({ second }) => second > SURE).length) / (PRIOR_PAIRS + claimed.length);
  return {
    rows: rows.length,
    columns: Object.fromEntries(Array.from(columns, ([id, counts]) => [id, columnOf(counts)])),
    traits: traits.map((count) => Math.min(1 - MIN_SHARE, Math.max(MIN_SHARE, count / pairs))),
    recurrence: 1 - (1 - recurring) ** (1 / sampled),
    claims: Object.fromEntries([...claims].filter(([, { first }]) => first > PRIOR_PAIRS * NEGLIGIBLE)),
    neighbours: [],
  };
}

function countLevels(columns: Map<string, ColumnCounts>, { levels }: RowCandidateEvidence, share: number): void {
  for (const [id, { level, family }] of Object.entries(levels)) {
    const at = LEVELS.findIndex((one) => one === level);
    if (at < 0) continue;
    let counts = columns.get(id);
    if (counts === undefined) {
      const prior = USUAL[family].map((usual) => usual * PRIOR_PAIRS);
      counts = { family, right: prior, wrong: LEVELS.map(() => 1), pairs: 0 };
      columns.set(id, counts);
    }
    if (share >= NEGLIGIBLE) {
      counts.right[at] = (counts.right[at] ?? 0) + share;
      counts.pairs += share;
    }
    if (share < 1 / 2) counts.wrong[at] = (counts.wrong[at] ?? 0) + 1 - share;
  }
}

function columnOf({ family, right, wrong, pairs }: ColumnCounts): LearnedColumn {
  return { family, right: shares(right), wrong: shares(wrong), pairs };
}

function shares(counts: readonly number[]): readonly number[] {
  const sum = counts.reduce((a, b) => a + b, 0);
  return counts.map((count) => Math.max(MIN_SHARE, count / sum));
}

function claim(claims: Map<string, Claim>, id: string, key: string, share: number): void {
  const known = claims.get(id) ?? { key, first: 0, second: 0 };
  if (known.key === key) claims.set(id, { ...known, first: Math.max(known.first, share) });
  else if (share > known.first || (share === known.first && key < known.key))
    claims.set(id, { key, first: share, second: known.first });
  else claims.set(id, { ...known, second: Math.max(known.second, share) });
}
