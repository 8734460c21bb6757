import type { Dataset } from '../entities/dataset.js';
import { WITHOUT_REASONS } from '../describe/answer.js';
import type { BatchExecutor } from '../describe/served-snapshot.js';
import type { Feature } from '../scoring/candidate.js';
import type { TypeScope } from './duplicate.js';
import { questionForOthers, type AskingForOthers } from './question-for-others.js';

/** The entity that a name means when the one that has it is left out. */
export interface OtherEntity {
  readonly entity: number;
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
  executor: Pick<BatchExecutor, 'execute'>,
  dataset: Dataset,
  entity: number,
  asking: AskingForOthers,
): Promise<OtherEntity | undefined> {
  const [outcome] = await executor.execute([questionForOthers(dataset, entity, asking)], {
    reasons: 'of the pair',
  });
  if (outcome?.kind !== 'answered') return undefined;
  const { candidates, lead } = outcome.answer;
  const [first] = candidates;
  if (first === undefined) return undefined;
  const { id, score, probability, features } = first;
  return {
    entity: dataset.entities.ordinalOf(id),
    score,
    probability,
    named: features.some((feature) => feature.id === 'id'),
    tied: lead === 0,
    features,
  };
}

/** Whom the name of each entity means by itself when the entity is left out, and how surely; kept in eight bytes an entity. */
export interface NearestByName {
  /** Ordinal of the nearest, -1 for nobody or a question that failed; `undefined` while it has not been asked for. */
  readonly of: (entity: number) => number | undefined;
  /** 0–1; 0 for nobody. */
  readonly probability: (entity: number) => number;
  /** Asks for these entities; gives how many questions failed. */
  readonly ask: (entities: readonly number[]) => Promise<number>;
}

const NOT_ASKED = -2;
const NOBODY = -1;

/** With nobody asked for yet. */
export function createNearestByName(
  executor: Pick<BatchExecutor, 'execute'>,
  dataset: Dataset,
  { anyType }: TypeScope,
): NearestByName {
  const nearest = new Int32Array(dataset.entities.size).fill(NOT_ASKED);
  const probabilities = new Float32Array(dataset.entities.size);
  return {
    of: (entity) => (nearest[entity] === NOT_ASKED ? undefined : nearest[entity]),
    probability: (entity) => probabilities[entity] ?? 0,
    ask: async (entities) => {
      const questions = entities.map((entity) =>
        questionForOthers(dataset, entity, { leftOut: [], by: 'name', anyType }),
      );
      const outcomes = await executor.execute(questions, WITHOUT_REASONS);
      let failed = 0;
      entities.forEach((entity, i) => {
        const outcome = outcomes[i];
        const [first] = outcome?.kind === 'answered' ? outcome.answer.candidates : [];
        if (outcome?.kind !== 'answered') failed++;
        nearest[entity] = first === undefined ? NOBODY : dataset.entities.ordinalOf(first.id);
        probabilities[entity] = first?.probability ?? 0;
      });
      return failed;
    },
  };
}
