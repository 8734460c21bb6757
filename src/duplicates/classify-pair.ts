import { inEnglish } from '../foundation/sentence.js';
import type { Feature } from '../scoring/candidate.js';
import { DECISION_FEATURES, PROPERTY_FEATURE } from '../scoring/feature-table.js';
import { askForOther, type NearestByName, type OtherEntity, type SearchedList } from './ask-for-others.js';
import type { Duplicate, ListedEntity, TypeScope } from './duplicate.js';
import { entitiesOfName, type CandidatePair } from './candidate-pairs.js';

/** Features that say nothing of the pair, beside those of the decision. */
const OF_ONE: readonly string[] = ['shared-label', 'type'];
/** Properties below this weight say nothing. */
const MIN_WEIGHT = 0.05;

/** The reasons for a pair in words: those of the features that speak of it. */
function reasonsOf(features: readonly Feature[]): readonly string[] {
  return features
    .filter(
      ({ id, value }) =>
        !DECISION_FEATURES.has(id) &&
        !OF_ONE.includes(id) &&
        !(id.startsWith(PROPERTY_FEATURE) && Math.abs(Number(value)) < MIN_WEIGHT),
    )
    .map(({ reason }) => inEnglish(reason));
}

/** What candidatePairs are judged by. */
export interface Judging extends TypeScope {
  readonly list: SearchedList;
  readonly nearest: NearestByName;
  /** The least probability of a duplicate, 0–1. */
  readonly least: number;
}

/** A property of this weight or below contradicts. */
const CONTRADICTS = -0.8;
/** Of the two answers of a pair, the first one tells the reasons unless the other is more probable by this. */
const CLEARLY_SURER = 0.01;

/** The name of `from`, asked for where `from` is not in the list. */
interface Direction {
  readonly from: ListedEntity;
  readonly to: ListedEntity;
}

/**
 * Whether two entities are probably one thing; `undefined` if not. `leftOut`: ids of entities that are no rivals of the two, because they may be the same thing.
 *
 * An equal name is as good as what the properties say of it. Names that are only alike must say by themselves, without any property, that the one
 * means the other, and in both directions: neighbours in a list share country, year or maker all the same. A day or a value that identifies is shared by hardly any.
 */
export async function classifyPair(
  judging: Judging,
  { one, other, suspicion }: CandidatePair,
  leftOut: readonly string[],
): Promise<Duplicate | undefined> {
  const both: readonly Direction[] = [
    { from: one, to: other },
    { from: other, to: one },
  ];
  if (suspicion === 'same name') {
    const equal = await judging.list.read((snapshot) => {
      const { entities } = snapshot.dataset;
      return both.filter(({ from, to }) =>
        entitiesOfName(snapshot, entities.ordinalOf(from.id), { anyType: true }).includes(entities.ordinalOf(to.id)),
      );
    });
    return doubleFrom(judging, await Promise.all(equal.map((direction) => told(judging, direction, leftOut))));
  }
  const answers: (Told | undefined)[] = [];
  for (const direction of both) {
    // A value that identifies may be all that two names of a thing have in common, and a day tells more than a country or a maker.
    const byName = suspicion === 'near name' ? await byNameAlone(judging, direction, leftOut) : 1;
    if (byName < judging.least) return undefined;
    const answer = await told(judging, direction, leftOut, suspicion === 'same identifier' ? 'properties' : 'both');
    if (answer === undefined || answer.probability < judging.least) return undefined;
    answers.push({ ...answer, probability: Math.min(answer.probability, byName) });
  }
  return doubleFrom(judging, answers);
}

/** An answer and what was asked. */
interface Told extends OtherEntity {
  readonly direction: Direction;
}

/** What name and properties say together, or the properties alone; `undefined` when they mean another entity, or none. */
async function told(
  { list, anyType }: Judging,
  direction: Direction,
  leftOut: readonly string[],
  by: 'properties' | 'both' = 'both',
): Promise<Told | undefined> {
  const answer = await askForOther(list, direction.from.id, { leftOut, by, anyType });
  return answer?.id === direction.to.id ? { ...answer, direction } : undefined;
}

/** How sure it is by the name alone that the other one is meant. Mostly known from the first round. */
async function byNameAlone(
  { list, nearest, anyType }: Judging,
  { from, to }: Direction,
  leftOut: readonly string[],
): Promise<number> {
  const known = leftOut.length === 0 ? nearest.of(from.place) : undefined;
  const answer = known ?? (await askForOther(list, from.id, { leftOut, by: 'name', anyType }));
  return answer?.id === to.id ? answer.probability : 0;
}

/** A pair is as probable as the less sure of its answers; the surer one tells the reasons. */
function doubleFrom({ least }: Judging, answers: readonly (Told | undefined)[]): Duplicate | undefined {
  let surest: Told | undefined;
  let probability = 1;
  for (const answer of answers) {
    if (answer === undefined || answer.named || answer.tied || isContradicted(answer)) return undefined;
    probability = Math.min(probability, answer.probability);
    if (surest === undefined || answer.probability > surest.probability + CLEARLY_SURER) surest = answer;
  }
  if (surest === undefined || probability < least) return undefined;
  const { from, to } = surest.direction;
  return {
    first: from,
    second: to,
    sameName: from.name === to.name,
    score: surest.score,
    probability,
    reasons: reasonsOf(surest.features),
  };
}

function isContradicted({ features }: OtherEntity): boolean {
  return features.some(
    ({ id, value }) => id.startsWith(PROPERTY_FEATURE) && typeof value === 'number' && value < CONTRADICTS,
  );
}
