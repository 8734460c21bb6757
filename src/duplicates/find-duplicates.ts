import { listsByKey } from '../foundation/lists-by-key.js';
import { appendAll } from '../foundation/append-all.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { createNearestByName, listedEntities, type NearestByName, type SearchedList } from './ask-for-others.js';
import type { Duplicate, DuplicateGroup, ListedEntity, TypeScope } from './duplicate.js';
import { groupDuplicates, groupsOf } from './group-duplicates.js';
import { classifyPair, type Judging } from './classify-pair.js';
import { isPlausibleDuplicate } from './plausible-duplicate.js';
import {
  createCandidatePairs,
  entitiesOfDay,
  entitiesOfIdentifier,
  MAX_SHARING,
  namesakesOf,
  type CandidatePair,
  type PairEvidence,
  pairKey,
} from './candidate-pairs.js';

/*
 * Entities whose name too many share are a block, and no pairs are made of it. All others go through two rounds. In the first, every entity is asked for by its name as if it were missing: the entity that is meant then is suspected, and so are those of the
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

/** Entities that have one name, but for case, marks and the like: so many that the name says nothing, and comparing all pairs would take time that grows with the square of their number. */
export interface NameBlock {
  /** As the first of them has it. */
  readonly name: string;
  readonly size: number;
  /** Of the first of them. */
  readonly ids: readonly string[];
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
/** Ids that are kept of a block. */
const IDS_OF_BLOCK = 10;
/** Of larger groups of pairs it is not looked up who may be one with whom: among so many, neighbours rather are neighbours. */
const MAX_LOOKED_AT = 12;
/** Pairs that are judged at once. */
const JUDGED_AT_ONCE = 32;
/** Duplicates that are found show which rivals were none; a few rounds of that are enough for any group. */
const MAX_ROUNDS = 3;

/** All pairs of a list that are probably one thing. Rejects with what reading the list rejects with, and for faults of the executor as a whole. */
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

/** What pairs are looked for by. */
interface PairSearch extends TypeScope {
  readonly list: SearchedList;
  readonly nearest: NearestByName;
}

interface CandidatePairsFound extends Pick<DuplicatesFound, 'asked' | 'inBlocks' | 'failed' | 'shared' | 'blocks'> {
  readonly candidatePairs: readonly CandidatePair[];
}

/** Entities that are looked at together. `as`: parts of the list; those of one block; or those of a name that too few have for a block. */
interface Batch {
  readonly entities: () => Promise<readonly ListedEntity[]>;
  readonly as: 'part' | 'large block' | 'block' | 'no block';
}

/** The first round. */
async function pairAll(search: PairSearch, progress: DuplicatesProgress): Promise<CandidatePairsFound> {
  const candidatePairs = createCandidatePairs();
  const counts = { asked: 0, inBlocks: 0, failed: 0, shared: 0 };
  /** Entities of a name that many have, by this name and their types. */
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

/** The whole list. */
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

/** What `work` makes of each batch, in order; it works on some batches ahead of the one that is given. */
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
      // It is not waited for any more when an earlier one has been rejected.
      made.catch(() => undefined);
      waiting.push(made);
    }
    const first = waiting.shift();
    if (first === undefined) return;
    yield await first;
  }
}

/** What a batch brought. */
interface LookedAt {
  readonly pairs: readonly CandidatePair[];
  /** Entities of a name that many have, which are looked at when it is known how many. */
  readonly deferred: readonly { readonly key: string; readonly entity: ListedEntity }[];
  readonly failed: number;
  readonly shared: number;
  readonly inBlocks: number;
  readonly asked: number;
}

/** Asks who may be the same as each entity of a batch. `names`: folded names that many have, as far as they are known, to which it adds. */
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

/** Who may be the same as an entity, by what the list says of both. */
interface EntityOthers {
  readonly folded: string;
  readonly others: readonly (readonly [id: string, suspicion: PairEvidence])[];
  /** So many have its name that it cannot be said which of them are one. */
  readonly areTooMany: boolean;
  /** Names the entities of the same name and types, where more than `MAX_SHARING` have the name. */
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

/** For a pair, the ids of those who may be the same thing as both. */
type NoRivals = (pair: CandidatePair) => Promise<readonly string[]>;

/**
 * Third records of a thing are no rivals of the other two, though as near as these: asked for a pair, they are left out. A third one is who is suspected
 * together with them, and whom nothing tells apart from either. Cost: a look at every two of a group.
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

/** Judges pairs until no more duplicates are found. From the second time on, who turned out to be a duplicate of one of the two is no rival any more. */
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
