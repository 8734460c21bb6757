import { listsByKey } from '../foundation/lists-by-key.js';
import { appendAll } from '../foundation/append-all.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import {
  type Judging,
  type NearestByName,
  type SearchedList,
  classifyPair,
  createNearestByName,
  isPlausibleDuplicate,
  listedEntities,
} from './classify-pair.js';
import {
  type Duplicate,
  type DuplicateGroup,
  type ListedEntity,
  type TypeScope,
  groupDuplicates,
  groupsOf,
} from './duplicate.js';
import {
  type CandidatePair,
  MAX_SHARING,
  type PairEvidence,
  createCandidatePairs,
  entitiesOfDay,
  entitiesOfIdentifier,
  namesakesOf,
  pairKey,
} from './candidate-pairs.js';

/*
 * Entities with too frequent a name are a block without pairs. All others go through two rounds. The first queries
 * every entity by its name as if it were missing: the answer is a candidate pair, as are entities with the same name,
 * identifier or day. The second judges each candidate pair in both directions, with all properties. The first round is
 * nearly all of the cost; only its pairs are kept.
 */

export interface DuplicatesOptions extends TypeScope {
  /** Minimum probability, 0–1. */
  readonly least: number;
}

/** Progress and control of the search. */
export interface DuplicatesProgress {
  /** Adds to the number of queried entities. */
  readonly asked: (more: number) => void;
  /** Called once, after all queries, with the number of pairs to judge. */
  readonly judging: (pairs: number) => void;
  /** Checked between batches: whether to stop the queries. Pairs found so far are still judged. */
  readonly mustStop: () => boolean;
}

/**
 * Entities with one name, ignoring case, marks and the like: so many that the name is uninformative, and comparing all
 * pairs would take quadratic time.
 */
export interface NameBlock {
  /** As in the first of them. */
  readonly name: string;
  readonly size: number;
  /** Of the first ones. */
  readonly ids: readonly string[];
}

export interface DuplicatesFound {
  /** The group with the most probable pair first. */
  readonly groups: readonly DuplicateGroup[];
  /** Names of so many entities that these are not compared with each other, the most frequent first. */
  readonly blocks: readonly NameBlock[];
  /** Entities examined: all, unless stopped. */
  readonly asked: number;
  /** Of these, those in blocks, which were not queried. */
  readonly inBlocks: number;
  /** Entities with a failed query. */
  readonly failed: number;
  /** Entities with names of so many that duplicates are indistinguishable, without those in blocks. */
  readonly shared: number;
  /** The minimum probability used. */
  readonly least: number;
}

/**
 * Default minimum probability. It finds two thirds of artificially damaged names, with hardly a wrong pair where there
 * are properties; 0.9 finds half of them (bench/measure-duplicates.ts).
 */
export const MIN_PROBABILITY = 0.8;
const BATCH = 200;
/** Pending batches: threads need not wait while one is processed. */
const IN_FLIGHT = 3;
/** Minimum probability of a candidate pair: competing entities that are duplicates of both may have lowered it. */
const MIN_SUSPECTED = 0.5;
/** In larger blocks, not even entities of the same day are compared. */
const MAX_COMPARED_BY_DAY = 2_000;
/** Ids kept of a block. */
const IDS_OF_BLOCK = 10;
/**
 * Maximum size of a group of pairs that is searched for third duplicates: a larger one consists rather of neighbours.
 */
const MAX_LOOKED_AT = 12;
const JUDGED_AT_ONCE = 32;
/** Found duplicates no longer compete; a few rounds suffice for any group. */
const MAX_ROUNDS = 3;

/** All probable duplicates of a dataset. Rejects with errors of reading the dataset and of the executor as a whole. */
export async function findDuplicates(
  list: SearchedList,
  { least, anyType }: DuplicatesOptions,
  progress: DuplicatesProgress,
): Promise<DuplicatesFound> {
  const nearest = createNearestByName(list, { anyType }, Math.min(MIN_SUSPECTED, least));
  const { candidatePairs, ...counts } = await pairAll({ list, nearest, anyType }, progress);
  const pairs: CandidatePair[] = [];
  for (let at = 0; at < candidatePairs.length; at += JUDGED_AT_ONCE) {
    const some = candidatePairs.slice(at, at + JUDGED_AT_ONCE);
    const plausible = await Promise.all(
      some.map(async ({ one, other, suspicion }) =>
        suspicion === 'same name' ? true : isPlausible(list, one, other, suspicion),
      ),
    );
    appendAll(
      pairs,
      some.filter((_, i) => plausible[i]),
    );
  }
  progress.judging(pairs.length);
  const duplicates = await judgeAll({ list, nearest, anyType, least }, pairs);
  return { groups: groupDuplicates(duplicates), ...counts, least };
}

function isPlausible(
  { read }: SearchedList,
  one: ListedEntity,
  other: ListedEntity,
  suspicion?: Exclude<PairEvidence, 'same name'>,
): Promise<boolean> {
  return read((snapshot) => {
    const { entities } = snapshot.dataset;
    return isPlausibleDuplicate(snapshot, entities.ordinalOf(one.id), entities.ordinalOf(other.id), suspicion);
  });
}

interface PairSearch extends TypeScope {
  readonly list: SearchedList;
  readonly nearest: NearestByName;
}

interface CandidatePairsFound extends Pick<DuplicatesFound, 'asked' | 'inBlocks' | 'failed' | 'shared' | 'blocks'> {
  readonly candidatePairs: readonly CandidatePair[];
}

/**
 * Entities examined together. `as`: a part of the dataset; the entities of one block; or those of a name too rare for a
 * block.
 */
interface Batch {
  readonly entities: () => Promise<readonly ListedEntity[]>;
  readonly as: 'part' | 'large block' | 'block' | 'no block';
}

async function pairAll(search: PairSearch, progress: DuplicatesProgress): Promise<CandidatePairsFound> {
  const candidatePairs = createCandidatePairs();
  const counts = { asked: 0, inBlocks: 0, failed: 0, shared: 0 };
  /** Entities with a frequent name, by name and types. */
  const alike = new Map<string, ListedEntity[]>();
  const names = new Set<string>();
  const take = async (batches: Iterable<Batch>): Promise<void> => {
    for await (const looked of underWay(batches, (batch) => lookAt(search, batch, names), progress.mustStop)) {
      for (const { one, other, suspicion } of looked.pairs) candidatePairs.add(one, other, suspicion);
      for (const { key, entity } of looked.deferred) appendAll(alike.get(key) ?? setTo(alike, key, []), [entity]);
      counts.failed += looked.failed;
      counts.shared += looked.shared;
      counts.inBlocks += looked.inBlocks;
      counts.asked += looked.asked;
      progress.asked(looked.asked);
    }
  };
  await take(partsOf(search.list));
  const groups = [...alike.values()].sort((a, b) => b.length - a.length);
  const blocks = groups.filter(({ length }) => length > MAX_SHARING);
  await take(
    groups.flatMap((entities) =>
      batchesOf(
        entities,
        entities.length > MAX_COMPARED_BY_DAY ? 'large block' : entities.length > MAX_SHARING ? 'block' : 'no block',
      ),
    ),
  );
  return {
    candidatePairs: candidatePairs.all(),
    blocks: blocks.map((entities) => ({
      name: entities[0]?.name ?? '',
      size: entities.length,
      ids: entities.slice(0, IDS_OF_BLOCK).map(({ id }) => id),
    })),
    ...counts,
  };
}

function setTo<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  map.set(key, value);
  return value;
}

function* partsOf({ whole: { dataset, cluster } }: SearchedList): Generator<Batch> {
  const { entities } = dataset;
  for (let from = 0; from < entities.size; from += BATCH) {
    const places = Array.from({ length: Math.min(BATCH, entities.size - from) }, (_, i) => from + i);
    yield {
      entities: async () => {
        return ((await cluster?.fetchOrdinals(places)) ?? places).map((place) => ({
          place,
          id: entities.idOf(place),
          name: entities.nameOf(place),
        }));
      },
      as: 'part',
    };
  }
}

function batchesOf(entities: readonly ListedEntity[], as: Batch['as']): readonly Batch[] {
  return Array.from({ length: Math.ceil(entities.length / BATCH) }, (_, i) => ({
    entities: () => Promise.resolve(entities.slice(i * BATCH, (i + 1) * BATCH)),
    as,
  }));
}

/** The results of `work` for each batch, in order, with some batches computed ahead. */
async function* underWay<Made>(
  batches: Iterable<Batch>,
  work: (batch: Batch) => Promise<Made>,
  mustStop: () => boolean,
): AsyncGenerator<Made> {
  const waiting: Promise<Made>[] = [];
  const rest = batches[Symbol.iterator]();
  for (;;) {
    while (waiting.length < IN_FLIGHT && !mustStop()) {
      const next = rest.next();
      if (next.done === true) break;
      const made = work(next.value);
      // Not awaited any more when an earlier one has been rejected.
      made.catch(() => undefined);
      waiting.push(made);
    }
    const first = waiting.shift();
    if (first === undefined) return;
    yield await first;
  }
}

interface LookedAt {
  readonly pairs: readonly CandidatePair[];
  /** Entities of frequent names, deferred until their number is known. */
  readonly deferred: readonly { readonly key: string; readonly entity: ListedEntity }[];
  readonly failed: number;
  readonly shared: number;
  readonly inBlocks: number;
  readonly asked: number;
}

/** Finds candidate pairs for each entity of a batch. `names`: known frequent folded names, to which it adds. */
async function lookAt({ list, nearest, anyType }: PairSearch, batch: Batch, names: Set<string>): Promise<LookedAt> {
  const all = await batch.entities();
  const others = await Promise.all(
    all.map(({ id }) => list.read((snapshot) => othersOf(snapshot, id, { anyType, as: batch.as, names }))),
  );
  const deferred: { key: string; entity: ListedEntity }[] = [];
  const looked: { readonly entity: ListedEntity; readonly found: EntityOthers }[] = [];
  for (const [i, entity] of all.entries()) {
    const found = others[i];
    if (found === undefined) continue;
    if (found.deferredTo === undefined) looked.push({ entity, found });
    else {
      names.add(found.folded);
      deferred.push({ key: found.deferredTo, entity });
    }
  }
  const isBlock = batch.as === 'block' || batch.as === 'large block';
  const failed = isBlock ? 0 : await nearest.ask(looked.map(({ entity }) => entity));
  const suspected = looked.flatMap(({ entity, found }) => {
    const near = isBlock ? undefined : nearest.of(entity.place);
    return [
      ...found.others.map(([id, suspicion]) => ({ entity, id, suspicion })),
      ...(near === undefined ? [] : [{ entity, id: near.id, suspicion: 'near name' as const }]),
    ];
  });
  const listed = await listedEntities(list, [...new Set(suspected.map(({ id }) => id))]);
  return {
    pairs: suspected.flatMap(({ entity: one, id, suspicion }) => {
      const other = listed.get(id);
      return other === undefined ? [] : [{ one, other, suspicion }];
    }),
    deferred,
    failed,
    shared: looked.filter(({ found }) => found.areTooMany).length,
    inBlocks: isBlock ? looked.length : 0,
    asked: looked.length,
  };
}

/** Candidate pairs of an entity by the dataset. */
interface EntityOthers {
  readonly folded: string;
  readonly others: readonly (readonly [id: string, suspicion: PairEvidence])[];
  /** Its name is too frequent to tell its duplicates. */
  readonly areTooMany: boolean;
  /** Key of the entities with the same name and types, if more than `MAX_SHARING` have the name. */
  readonly deferredTo?: string;
}

function othersOf(
  snapshot: DatasetSnapshot,
  id: string,
  { anyType, as, names }: TypeScope & Pick<Batch, 'as'> & { readonly names: ReadonlySet<string> },
): EntityOthers {
  const { entities } = snapshot.dataset;
  const { labels } = snapshot.candidateIndex;
  const entity = entities.ordinalOf(id);
  const folded = labels.foldedOf(labels.rowsOf(entity)[0]);
  const isMany = names.has(folded) || (as === 'part' && snapshot.statistics.isNameOfMore(folded, MAX_SHARING));
  if (as === 'part' && isMany) {
    const types = anyType ? '' : String(entities.typeSetOf(entity));
    return { folded, others: [], areTooMany: false, deferredTo: `${types} ${folded}` };
  }
  const found = (ordinals: readonly number[], suspicion: PairEvidence) =>
    ordinals.map((other) => [entities.idOf(other), suspicion] as const);
  const { alike, tooMany } =
    as === 'block' || as === 'large block' ? { alike: [], tooMany: false } : namesakesOf(snapshot, entity, { anyType });
  return {
    folded,
    others: [
      ...found(entitiesOfIdentifier(snapshot, entity), 'same identifier'),
      ...(as === 'large block' ? [] : found(entitiesOfDay(snapshot, entity, { anyType }), 'same day')),
      ...found(alike, 'same name'),
    ],
    areTooMany: tooMany,
  };
}

/** For a pair, the ids of possible duplicates of both. */
type NoRivals = (pair: CandidatePair) => Promise<readonly string[]>;

/**
 * Third records of an entity do not compete with the other two, though equally near: they are excluded from the pair's
 * queries. A third one forms candidate pairs with both, without a contradiction. Cost: a look at every two of a group.
 */
function findNoRivals(list: SearchedList, candidatePairs: readonly CandidatePair[]): NoRivals {
  const membersOf = groupsOf(candidatePairs.map(({ one, other }) => [one.place, other.place]));
  const listed = new Map(candidatePairs.flatMap(({ one, other }) => [one, other]).map((each) => [each.place, each]));
  const known = new Map(candidatePairs.map(({ one, other }) => [pairKey(one, other), Promise.resolve(true)]));
  const isAlike = (a: ListedEntity, b: ListedEntity): Promise<boolean> => {
    const key = pairKey(a, b);
    const [one, other] = a.place < b.place ? [a, b] : [b, a];
    return known.get(key) ?? setTo(known, key, isPlausible(list, one, other));
  };
  return async ({ one, other }) => {
    const members = membersOf(one.place).flatMap((place) => listed.get(place) ?? []);
    const isSmall = members.length <= MAX_LOOKED_AT;
    const thirds: string[] = [];
    for (const third of members) {
      if (third === one || third === other || third.place === one.place || third.place === other.place) continue;
      const isThird = isSmall
        ? (await isAlike(third, one)) && (await isAlike(third, other))
        : known.has(pairKey(third, one)) && known.has(pairKey(third, other));
      if (isThird) thirds.push(third.id);
    }
    return thirds;
  };
}

/**
 * Judges pairs until no more duplicates are found. From the second round on, known duplicates of one of the two do not
 * compete any more.
 */
async function judgeAll(judging: Judging, pairs: readonly CandidatePair[]): Promise<readonly Duplicate[]> {
  const noRivals = findNoRivals(judging.list, pairs);
  const duplicates: Duplicate[] = [];
  let partners = partnersOf([]);
  let open = pairs;
  for (let round = 0; round < MAX_ROUNDS && open.length > 0; round++) {
    const left: CandidatePair[] = [];
    const before = duplicates.length;
    for (let at = 0; at < open.length; at += JUDGED_AT_ONCE) {
      const some = open.slice(at, at + JUDGED_AT_ONCE);
      const judged = await Promise.all(
        some.map(async (pair) =>
          classifyPair(judging, pair, [...new Set([...(await noRivals(pair)), ...partnersOfEither(partners, pair)])]),
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

type Partners = (entity: ListedEntity) => readonly string[];

function partnersOf(duplicates: readonly Duplicate[]): Partners {
  const partners = listsByKey(
    duplicates.flatMap(({ first, second }) => [
      { of: first, other: second },
      { of: second, other: first },
    ]),
    (partner) => partner.of.place,
  );
  return ({ place }) => (partners.get(place) ?? []).map(({ other }) => other.id);
}

function partnersOfEither(partners: Partners, { one, other }: CandidatePair): readonly string[] {
  return [...partners(one), ...partners(other)].filter((id) => id !== one.id && id !== other.id);
}
