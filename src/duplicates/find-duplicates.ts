import { appendAll } from '../foundation/append-all.js';
import { listsByKey } from '../foundation/lists-by-key.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { BatchExecutor } from '../describe/served-snapshot.js';
import { createNearestByName, type NearestByName } from './ask-for-others.js';
import type { Duplicate, DuplicateGroup, TypeScope } from './duplicate.js';
import { groupDuplicates, groupsOf } from './group-duplicates.js';
import { classifyPair, type Judging } from './classify-pair.js';
import { isPlausibleDuplicate } from './plausible-duplicate.js';
import { findNameBlocks, type NameBlock } from './name-blocks.js';
import {
  createCandidatePairs,
  entitiesOfDay,
  entitiesOfIdentifier,
  namesakesOf,
  type CandidatePair,
  type CandidatePairs,
  pairKey,
} from './candidate-pairs.js';

/** Of larger groups of candidatePairs it is not looked up who may be one with whom: among so many, neighbours rather are neighbours. */
const MAX_LOOKED_AT = 12;

/** For a pair of candidatePairs, who else may be the same thing. */
type NoRivals = (pair: CandidatePair) => readonly number[];

/**
 * Third records of a thing are no rivals of the other two, though as near as these: asked for a pair, they are left out. A third one is who is suspected
 * together with them, and whom nothing tells apart from either. Cost: a look at every two of a group of candidatePairs.
 */
function findNoRivals(snapshot: DatasetSnapshot, candidatePairs: readonly CandidatePair[]): NoRivals {
  const membersOf = groupsOf(candidatePairs.map(({ one, other }) => [one, other]));
  const known = new Map(candidatePairs.map(({ one, other }) => [pairKey(one, other), true]));
  const isAlike = (a: number, b: number): boolean => {
    const key = pairKey(a, b);
    let alike = known.get(key);
    if (alike === undefined) {
      alike = membersOf(a).length <= MAX_LOOKED_AT && isPlausibleDuplicate(snapshot, a, b);
      known.set(key, alike);
    }
    return alike;
  };
  return ({ one, other }) =>
    membersOf(one).filter((third) => third !== one && third !== other && isAlike(third, one) && isAlike(third, other));
}

/*
 * Entities whose name too many share are a block, and no pairs are made of it. All others go through two rounds. In the first, every entity is asked for by its name as if it were missing: whoever is meant then is suspected, and so are those of the
 * same name, identifier or day. In the second, each pair of candidatePairs is judged by itself, both ways, with all that the list says of them. The first round is
 * nearly all of the cost; what is kept of it are the pairs.
 */

/** What counts as a duplicate. */
export interface DuplicatesOptions extends TypeScope {
  /** The least probability, 0–1. */
  readonly least: number;
}

/** How the work goes on, and whether it should. */
export interface DuplicatesProgress {
  /** So many entities more have been asked for. */
  readonly asked: (more: number) => void;
  /** Called once, when all that were to be asked have been: so many pairs are judged now. */
  readonly judging: (pairs: number) => void;
  /** Asked between batches: whether no more entities are to be asked for. What is suspected by then is judged all the same. */
  readonly mustStop: () => boolean;
}

/** The duplicates of a list. */
export interface DuplicatesFound {
  /** The group with the surest pair first. */
  readonly groups: readonly DuplicateGroup[];
  /** Names that so many entities have that these are not compared with each other, the most frequent first. */
  readonly blocks: readonly NameBlock[];
  /** Entities looked at: all of them, unless it was stopped. */
  readonly asked: number;
  /** Of these, those in blocks, which were not asked for. */
  readonly inBlocks: number;
  /** Entities of which the question failed. */
  readonly failed: number;
  /** Entities whose names so many have that nothing tells which of them are one, without those in blocks. */
  readonly shared: number;
  /** The least probability that counted. */
  readonly least: number;
}

/**
 * What counts as a duplicate where nothing else is said. Of names damaged by a script two thirds are found at it, and hardly a pair beside them where there are
 * properties; at 0.9 it is half of them (bench/measure-duplicates.ts).
 */
export const MIN_PROBABILITY = 0.8;
/** Entities in one batch. */
const BATCH = 200;
/** Batches under way: while one is looked at, no thread waits. */
const IN_FLIGHT = 3;
/** From here on a name may mean another entity: rivals that turn out to be duplicates of both had their part in it. */
const MIN_SUSPECTED = 0.5;
/** Of larger blocks, entities of the same day are not compared either. */
const MAX_COMPARED_BY_DAY = 2_000;
/** Pairs that are judged at once. */
const JUDGED_AT_ONCE = 32;
/** Duplicates that are found show which rivals were none; a few rounds of that are enough for any group. */
const MAX_ROUNDS = 3;

/** All pairs of a list that are probably one thing. Rejects only for faults of the executor as a whole. */
export async function findDuplicates(
  snapshot: DatasetSnapshot,
  executor: Pick<BatchExecutor, 'execute'>,
  { least, anyType }: DuplicatesOptions,
  progress: DuplicatesProgress,
): Promise<DuplicatesFound> {
  const nearest = createNearestByName(executor, snapshot.dataset, { anyType });
  const blocks = findNameBlocks(snapshot, { anyType });
  const { candidatePairs, ...counts } = await pairAll(
    { snapshot, nearest, anyType, bar: Math.min(MIN_SUSPECTED, least), blockOf: blockFinder(blocks) },
    progress,
  );
  const pairs = candidatePairs.filter(
    ({ one, other, suspicion }) => suspicion === 'same name' || isPlausibleDuplicate(snapshot, one, other, suspicion),
  );
  progress.judging(pairs.length);
  const duplicates = await judgeAll({ executor, snapshot, nearest, anyType, least }, pairs);
  return { groups: groupDuplicates(duplicates), blocks, ...counts, least };
}

/** What candidatePairs are looked for by. */
interface PairSearch extends TypeScope {
  readonly snapshot: DatasetSnapshot;
  readonly nearest: NearestByName;
  /** From which probability on the nearest by name is suspected, 0–1. */
  readonly bar: number;
  readonly blockOf: (entity: number) => NameBlock | undefined;
}

function blockFinder(blocks: readonly NameBlock[]): PairSearch['blockOf'] {
  const blockAt = new Map(blocks.flatMap((block) => block.entities.map((entity) => [entity, block])));
  return (entity) => blockAt.get(entity);
}

interface CandidatePairsFound extends Pick<DuplicatesFound, 'asked' | 'inBlocks' | 'failed' | 'shared'> {
  readonly candidatePairs: readonly CandidatePair[];
}

/** The first round. */
async function pairAll(search: PairSearch, progress: DuplicatesProgress): Promise<CandidatePairsFound> {
  const candidatePairs = createCandidatePairs();
  const counts = { asked: 0, inBlocks: 0, failed: 0, shared: 0 };
  for await (const { entities, failed } of askedInBatches(search, progress.mustStop)) {
    counts.failed += failed;
    for (const entity of entities) {
      if (search.blockOf(entity) !== undefined) counts.inBlocks++;
      if (pairWithOthers(search, entity, candidatePairs).areTooMany) counts.shared++;
    }
    counts.asked += entities.length;
    progress.asked(entities.length);
  }
  return { candidatePairs: candidatePairs.all(), ...counts };
}

/** Asks for the nearest of every entity, some batches ahead of those that it gives: the entities of a batch, and of how many of them the question failed. */
async function* askedInBatches(
  { snapshot, nearest, blockOf }: PairSearch,
  mustStop: () => boolean,
): AsyncGenerator<{ readonly entities: readonly number[]; readonly failed: number }> {
  const { size } = snapshot.dataset.entities;
  const underWay: { readonly entities: readonly number[]; readonly failed: Promise<number> }[] = [];
  let next = 0;
  for (;;) {
    while (next < size && underWay.length < IN_FLIGHT && !mustStop()) {
      const start = next;
      const entities = Array.from({ length: Math.min(BATCH, size - start) }, (_, i) => start + i);
      const failed = nearest.ask(entities.filter((entity) => blockOf(entity) === undefined));
      // Nobody waits for it any more when an earlier one has been rejected.
      failed.catch(() => undefined);
      underWay.push({ entities, failed });
      next += entities.length;
    }
    const batch = underWay.shift();
    if (batch === undefined) return;
    yield { entities: batch.entities, failed: await batch.failed };
  }
}

/** Notes who may be the same as an entity; `areTooMany`: so many have its name that nothing tells which of them are one. */
function pairWithOthers(
  { snapshot, nearest, anyType, bar, blockOf }: PairSearch,
  entity: number,
  candidatePairs: CandidatePairs,
): { readonly areTooMany: boolean } {
  const block = blockOf(entity);
  for (const other of entitiesOfIdentifier(snapshot, entity)) candidatePairs.add(entity, other, 'same identifier');
  if ((block?.entities.length ?? 0) <= MAX_COMPARED_BY_DAY)
    for (const other of entitiesOfDay(snapshot, entity, { anyType })) candidatePairs.add(entity, other, 'same day');
  if (block !== undefined) return { areTooMany: false };
  const { alike, tooMany } = namesakesOf(snapshot, entity, { anyType });
  for (const other of alike) candidatePairs.add(entity, other, 'same name');
  const other = nearest.of(entity) ?? -1;
  if (other >= 0 && nearest.probability(entity) >= bar) candidatePairs.add(entity, other, 'near name');
  return { areTooMany: tooMany };
}

/** Judges pairs until no more duplicates are found. From the second time on, who turned out to be a duplicate of one of the two is no rival any more. */
async function judgeAll(judging: Judging, pairs: readonly CandidatePair[]): Promise<readonly Duplicate[]> {
  const noRivals = findNoRivals(judging.snapshot, pairs);
  const duplicates: Duplicate[] = [];
  let partners = partnersOf([]);
  let open = pairs;
  for (let round = 0; round < MAX_ROUNDS && open.length > 0; round++) {
    const left: CandidatePair[] = [];
    const before = duplicates.length;
    for (let at = 0; at < open.length; at += JUDGED_AT_ONCE) {
      const some = open.slice(at, at + JUDGED_AT_ONCE);
      const judged = await Promise.all(
        some.map((pair) =>
          classifyPair(judging, pair, [...new Set([...noRivals(pair), ...partnersOfEither(partners, pair)])]),
        ),
      );
      judged.forEach((duplicate, i) => {
        if (duplicate !== undefined) duplicates.push(duplicate);
        else appendAll(left, some.slice(i, i + 1));
      });
    }
    if (duplicates.length === before) break;
    partners = partnersOf(duplicates);
    open = left.filter((pair) => partnersOfEither(partners, pair).length > 0);
  }
  return duplicates;
}

type Partners = (entity: number) => readonly number[];

function partnersOf(duplicates: readonly Duplicate[]): Partners {
  const partners = listsByKey(
    duplicates.flatMap(({ first, second }) => [
      { of: first, other: second },
      { of: second, other: first },
    ]),
    (partner) => partner.of,
  );
  return (entity) => (partners.get(entity) ?? []).map(({ other }) => other);
}

function partnersOfEither(partners: Partners, { one, other }: CandidatePair): readonly number[] {
  return [...partners(one), ...partners(other)].filter((entity) => entity !== one && entity !== other);
}
