import { WITHOUT_REASONS } from '../describe/answer.js';
import type { BatchExecutor } from '../describe/served-snapshot.js';
import type { TableDataset } from '../input/table-dataset.js';
import type { Feature } from '../scoring/candidate.js';
import type { ReadSnapshot } from '../scoring/snapshot.js';
import type { ListedEntity, TypeScope } from './duplicate.js';
import { questionForOthers, type AskingForOthers } from './question-for-others.js';

/** A list in which duplicates are looked for, wherever it lies. */
export interface SearchedList extends ReadSnapshot {
  /** Its entities by their places. */
  readonly whole: TableDataset;
  readonly executor: Pick<BatchExecutor, 'execute'>;
}

/** The entities with these ids, as far as there are any. */
export async function listedEntities(
  { whole: { dataset, cluster } }: Pick<SearchedList, 'whole'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ListedEntity>> {
  await cluster?.fetchIds(ids);
  const { entities } = dataset;
  return new Map(
    ids.flatMap((id) => {
      const place = entities.ordinalOf(id);
      return place < 0 ? [] : [[id, { place, id, name: entities.nameOf(place) }]];
    }),
  );
}

/** The entity that a name means when the one that has it is left out. */
export interface OtherEntity {
  readonly id: string;
  /** 0–100. */
  readonly score: number;
  /** How sure the scorer is that it is meant, 0–1. */
  readonly probability: number;
  /** Whether the name is the identifier of the entity, and was not compared at all. */
  readonly named: boolean;
  /** Whether another one has the same score, so that nothing tells which is meant. */
  readonly tied: boolean;
  readonly features: readonly Feature[];
}

/** `undefined` when there is none, or the question failed. */
export async function askForOther(
  { read, executor }: Pick<SearchedList, 'read' | 'executor'>,
  entity: string,
  asking: AskingForOthers,
): Promise<OtherEntity | undefined> {
  const question = await read(({ dataset }) => questionForOthers(dataset, entity, asking));
  const [outcome] = await executor.execute([question], { reasons: 'of the pair' });
  if (outcome?.kind !== 'answered') return undefined;
  const { candidates, lead } = outcome.answer;
  const [first] = candidates;
  if (first === undefined) return undefined;
  const { id, score, probability, features } = first;
  return {
    id,
    score,
    probability,
    named: features.some((feature) => feature.id === 'id'),
    tied: lead === 0,
    features,
  };
}

/** Which other entity the name of each means by itself when the entity is left out, and how surely, where it is sure enough to count. */
export interface NearestByName {
  /** By the place of an entity; `undefined` where none is sure enough, and while it was not asked for. */
  readonly of: (place: number) => { readonly id: string; readonly probability: number } | undefined;
  /** Asks for these entities; gives how many questions failed. */
  readonly ask: (entities: readonly ListedEntity[]) => Promise<number>;
}

/** With none asked for yet. `least`: the least probability that counts, 0–1. */
export function createNearestByName(
  { read, executor }: SearchedList,
  { anyType }: TypeScope,
  least: number,
): NearestByName {
  const nearest = new Map<number, { readonly id: string; readonly probability: number }>();
  return {
    of: (place) => nearest.get(place),
    ask: async (entities) => {
      const questions = await Promise.all(
        entities.map(({ id }) =>
          read(({ dataset }) => questionForOthers(dataset, id, { leftOut: [], by: 'name', anyType })),
        ),
      );
      const outcomes = await executor.execute(questions, WITHOUT_REASONS);
      let failed = 0;
      for (const [i, { place }] of entities.entries()) {
        const outcome = outcomes[i];
        if (outcome?.kind !== 'answered') failed++;
        else {
          const [first] = outcome.answer.candidates;
          if (first !== undefined && first.probability >= least)
            nearest.set(place, { id: first.id, probability: first.probability });
        }
      }
      return failed;
    },
  };
}
