import { WITHOUT_REASONS } from '../describe/answer.js';
import type { BatchExecutor } from '../describe/served-snapshot.js';
import type { TableDataset } from '../input/table-dataset.js';
import type { Feature } from '../scoring/candidate.js';
import type { ReadSnapshot } from '../scoring/snapshot.js';
import type { ListedEntity, TypeScope } from './duplicate.js';
import { questionForOthers, type AskingForOthers } from './question-for-others.js';

/** A dataset searched for duplicates, in memory or in a cluster. */
export interface SearchedList extends ReadSnapshot {
  readonly whole: TableDataset;
  readonly executor: Pick<BatchExecutor, 'execute'>;
}

/** The existing entities with these ids. */
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

/** The entity that a name denotes without the one that has it. */
export interface OtherEntity {
  readonly id: string;
  /** 0–100. */
  readonly score: number;
  /** Probability by the scorer, 0–1. */
  readonly probability: number;
  /** Whether the name is the identifier of the entity, without comparison. */
  readonly named: boolean;
  /** Whether another one has the same score. */
  readonly tied: boolean;
  readonly features: readonly Feature[];
}

/** Runs a query for another entity; `undefined` without one, or after an error. */
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

/** For each entity, the other one that its name alone denotes, with a sufficient probability. */
export interface NearestByName {
  /** By position of an entity; `undefined` without a sufficient one, or before its query. */
  readonly of: (place: number) => { readonly id: string; readonly probability: number } | undefined;
  /** Queries these entities; returns the number of errors. */
  readonly ask: (entities: readonly ListedEntity[]) => Promise<number>;
}

/** Without queries yet. `least`: minimum probability, 0–1. */
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
