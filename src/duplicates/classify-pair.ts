import { inEnglish } from '../foundation/sentence.js';
import type { Feature } from '../scoring/candidate.js';
import { DECISION_FEATURES, PROPERTY_FEATURE } from '../scoring/feature-table.js';
import { askForOther, type NearestByName, type OtherEntity, type SearchedList } from './ask-for-others.js';
import type { Duplicate, ListedEntity, TypeScope } from './duplicate.js';
import { entitiesOfName, type CandidatePair } from './candidate-pairs.js';

/** Features that do not concern the pair, apart from those of the decision. */
const OF_ONE: readonly string[] = ['shared-label', 'type'];
/** Properties below this weight are ignored. */
const MIN_WEIGHT = 0.05;

/** The reasons for a pair: those of the features that concern it. */
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

/** Inputs for judging candidate pairs. */
export interface Judging extends TypeScope {
  readonly list: SearchedList;
  readonly nearest: NearestByName;
  /** Minimum probability of a duplicate, 0–1. */
  readonly least: number;
}

/** Maximum evidence of a contradicting property. */
const CONTRADICTS = -0.8;
/** The first answer of a pair gives the reasons unless the other is more probable by this. */
const CLEARLY_SURER = 0.01;

/** A query for the name of `from` without `from` in the dataset. */
interface Direction {
  readonly from: ListedEntity;
  readonly to: ListedEntity;
}

/**
 * Whether two entities are probably duplicates; `undefined` if not. `leftOut`: ids of entities that may be duplicates
 * of both, and so do not compete.
 *
 * For equal names the properties decide. Similar names must denote each other by themselves, without properties and in
 * both directions: neighbours in a dataset share country, year or maker anyway. Few share a day or an identifying
 * value.
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
    return doubleFrom(judging, await Promise.all(equal.map((direction) => answerTo(judging, direction, leftOut))));
  }
  const answers: (PairAnswer | undefined)[] = [];
  for (const direction of both) {
    // Two names of a thing may only have an identifying value in common, and a day is more informative than a country
    // or a maker.
    const byName = suspicion === 'near name' ? await byNameAlone(judging, direction, leftOut) : 1;
    if (byName < judging.least) return undefined;
    const answer = await answerTo(judging, direction, leftOut, suspicion === 'same identifier' ? 'properties' : 'both');
    if (answer === undefined || answer.probability < judging.least) return undefined;
    answers.push({ ...answer, probability: Math.min(answer.probability, byName) });
  }
  return doubleFrom(judging, answers);
}

/** An answer with its query. */
interface PairAnswer extends OtherEntity {
  readonly direction: Direction;
}

/** Evidence of name and properties, or of properties alone; `undefined` when they denote another entity, or none. */
async function answerTo(
  { list, anyType }: Judging,
  direction: Direction,
  leftOut: readonly string[],
  by: 'properties' | 'both' = 'both',
): Promise<PairAnswer | undefined> {
  const answer = await askForOther(list, direction.from.id, { leftOut, by, anyType });
  return answer?.id === direction.to.id ? { ...answer, direction } : undefined;
}

/** Probability of the other one by the name alone, mostly known from the first round. */
async function byNameAlone(
  { list, nearest, anyType }: Judging,
  { from, to }: Direction,
  leftOut: readonly string[],
): Promise<number> {
  const known = leftOut.length === 0 ? nearest.of(from.place) : undefined;
  const answer = known ?? (await askForOther(list, from.id, { leftOut, by: 'name', anyType }));
  return answer?.id === to.id ? answer.probability : 0;
}

/** A pair has the lower probability of its answers; the higher one gives the reasons. */
function doubleFrom({ least }: Judging, answers: readonly (PairAnswer | undefined)[]): Duplicate | undefined {
  let surest: PairAnswer | undefined;
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
