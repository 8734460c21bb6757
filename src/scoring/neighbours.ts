import { appendAll } from '../foundation/append-all.js';
import { ownValue } from '../foundation/own-value.js';
import type { CommonValue } from './candidate.js';
import { decide, type Decision, type WeighedCandidate } from './decide.js';

/*
 * Rows that stand near each other in a file often mean entities that have something in common: places of one county, species of one family. How often, a file says itself, by the rows that are sure without it: each has
 * the value of a neighbouring row (with the share `copied`) or one drawn from the dataset. What neighbours say moves candidates against each other, never all of them against nothing.
 */

/** A row as its neighbours see it. */
export interface NeighbouringRow {
  /** The query: rows with the same one are no evidence for each other. */
  readonly key: string;
  readonly candidates: readonly {
    readonly twins: number;
    /** By the id of the property, none empty. */
    readonly common: Readonly<Record<string, readonly CommonValue[]>>;
  }[];
}

/** Stands for the type of an entity among its properties. */
export const TYPE = '';

/** A property that neighbouring rows have in common. Plain data. */
export interface LearnedNeighbours {
  /** Its id, or `TYPE`. */
  readonly property: string;
  /** Share of the rows that have the value of a neighbour, 0–1. */
  readonly copied: number;
}

/** Rows before and behind that are neighbours: of more rows, less is common; of fewer, there is less to see. */
const REACH = 5;
/** Rows that are this sure by themselves teach what neighbours have in common, if there are so many. */
const SURE = 0.8;
const MIN_SURE_ROWS = 20;
/** Mean evidence of the neighbours' values for a row, in nats, from which they are used. */
const MIN_GAIN = 0.02;
/** Less probable candidates say nothing of their row. */
const NEGLIGIBLE = 0.01;
/** Neighbours whose candidates are together less probable than this say nothing. */
const MIN_MASS = 1;
const ROUNDS = 25;
/** Rows that are assumed before the file is looked at, and how many of them have the value of a neighbour. */
const ASSUMED = { rows: 4, copied: 1 } as const;
/** A nat of neighbours is worth less than one of the row itself: neighbours that are sure are not always right. */
const WORTH = 0.6;

/** Probability of each value of the property among the neighbours of a row, and the number of these neighbours. */
interface Nearby {
  readonly sums: ReadonlyMap<string, number>;
  readonly mass: number;
}

/**
 * The property whose values tell most of neighbouring rows, and the type where it does; none where nothing does. Further properties say the same again. `blocks`: rows that follow each other, with what is decided of each
 * by itself. Cost: for each property some passes over the candidates of all rows.
 */
export function learnNeighbours(
  blocks: readonly (readonly { readonly row: NeighbouringRow; readonly decision: Decision }[])[],
): readonly LearnedNeighbours[] {
  const properties = new Set(
    blocks.flatMap((block) =>
      block.flatMap(({ row, decision: { best } }) => Object.keys(row.candidates[best]?.common ?? {})),
    ),
  );
  const best: { type?: LearnedNeighbours; property?: LearnedNeighbours } = {};
  let greatest = MIN_GAIN;
  for (const property of [...properties].sort()) {
    const seen: (readonly [near: number, share: number])[] = [];
    for (const block of blocks) appendAll(seen, valuesOfSureRows(property, block));
    if (seen.length < MIN_SURE_ROWS) continue;
    const copied = shareCopied(seen);
    const gain = seen.reduce((sum, value) => sum + natsOf(value, copied), 0) / seen.length;
    if (property === TYPE && gain > MIN_GAIN) best.type = { property, copied };
    else if (property !== TYPE && gain > greatest) {
      greatest = gain;
      best.property = { property, copied };
    }
  }
  return [best.property, best.type].filter((one) => one !== undefined);
}

/** For each sure row with neighbours, how probable its value is among them, and in the dataset. */
function valuesOfSureRows(
  property: string,
  block: readonly { readonly row: NeighbouringRow; readonly decision: Decision }[],
): readonly (readonly [near: number, share: number])[] {
  const nearby = nearbyOf(
    property,
    block.map(({ row }) => row),
    block.map(({ decision }) => decision),
  );
  return block.flatMap(({ row, decision: { best, probability } }, i) => {
    const values = ownValue(row.candidates[best]?.common ?? {}, property);
    const near = nearby[i];
    return values === undefined || near === undefined || probability < SURE || near.mass < MIN_MASS
      ? []
      : [likeliest(values, near)];
  });
}

/** The share of rows with the value of a neighbour under which the values seen are most probable (expectation maximisation). */
function shareCopied(seen: readonly (readonly [near: number, share: number])[]): number {
  let copied = 0.3;
  for (let round = 0; round < ROUNDS; round++) {
    let sum: number = ASSUMED.copied;
    for (const [near, share] of seen) sum += (copied * near) / (copied * near + (1 - copied) * share);
    copied = sum / (seen.length + ASSUMED.rows);
  }
  return copied;
}

/** Of the values of a candidate, the one that neighbours speak for most. */
function likeliest(values: readonly CommonValue[], { sums, mass }: Nearby): readonly [near: number, share: number] {
  let best: readonly [number, number] = [0, values[0]?.[1] ?? 1];
  for (const [key, share] of values) {
    const near = Math.min(1, (sums.get(key) ?? 0) / mass);
    if (near / share > best[0] / best[1]) best = [near, share];
  }
  return best;
}

function nearbyOf(
  property: string,
  rows: readonly NeighbouringRow[],
  decisions: readonly Decision[],
): readonly Nearby[] {
  const own = rows.map(({ candidates }, i): Nearby => {
    const sums = new Map<string, number>();
    let mass = 0;
    for (const [place, { common }] of candidates.entries()) {
      const probability = decisions[i]?.probabilities[place] ?? 0;
      const values = ownValue(common, property);
      if (probability < NEGLIGIBLE || values === undefined) continue;
      mass += probability;
      for (const [key] of values) sums.set(key, (sums.get(key) ?? 0) + probability);
    }
    return { sums, mass };
  });
  return rows.map(({ key }, i) => {
    const sums = new Map<string, number>();
    let mass = 0;
    for (let j = Math.max(0, i - REACH); j <= Math.min(rows.length - 1, i + REACH); j++) {
      const other = own[j];
      if (j === i || other === undefined || rows[j]?.key === key) continue;
      mass += other.mass;
      for (const [value, sum] of other.sums) sums.set(value, (sums.get(value) ?? 0) + sum);
    }
    return { sums, mass };
  });
}

/** Decides rows that follow each other with what neighbours have in common. `weighed`, `nothing` and `decisions`: what speaks for each candidate and for nothing, and what is decided, of each row by itself. */
export function decideWithNeighbours(
  learned: readonly LearnedNeighbours[],
  rows: readonly NeighbouringRow[],
  weighed: readonly (readonly WeighedCandidate[])[],
  nothing: readonly number[],
  decisions: readonly Decision[],
): readonly Decision[] {
  const nearby = learned.map(({ property }) => nearbyOf(property, rows, decisions));
  return rows.map(({ candidates }, i) => {
    const own = weighed[i] ?? [];
    if (own.length === 0) return decide(own, nothing[i] ?? 0);
    const moved = own.map(({ nats, ...rest }, place) => {
      const common = candidates[place]?.common ?? {};
      const said = learned.map(({ property, copied }, k) => {
        const [values, near] = [ownValue(common, property), nearby[k]?.[i]];
        return values === undefined || near === undefined || near.mass === 0
          ? 0
          : natsOf(likeliest(values, near), copied);
      });
      return { ...rest, nats: said.reduce((sum, one) => sum + WORTH * one, nats) };
    });
    const shift = sumOf(own) - sumOf(moved);
    return decide(
      moved.map(({ nats, ...rest }) => ({ ...rest, nats: nats + shift })),
      nothing[i] ?? 0,
    );
  });
}

/** Evidence for a value with this probability among the neighbours and this share in the dataset, in nats. */
function natsOf([near, share]: readonly [near: number, share: number], copied: number): number {
  return Math.log(copied * (near / share) + 1 - copied);
}

/** Evidence for all candidates together, in nats. */
function sumOf(candidates: readonly WeighedCandidate[]): number {
  const greatest = candidates.reduce((most, { nats }) => Math.max(most, nats), -Infinity);
  return greatest + Math.log(candidates.reduce((sum, { nats }) => sum + Math.exp(nats - greatest), 0));
}
