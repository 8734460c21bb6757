import { inEnglish } from '../foundation/sentence.js';
import type { Feature } from '../scoring/candidate.js';
import { DECISION_FEATURES, PROPERTY_FEATURE } from '../scoring/feature-table.js';
import type { Duplicate, ListedEntity, TypeScope } from './duplicate.js';
import {
  type AskingForOthers,
  type CandidatePair,
  type PairEvidence,
  contradictionOf,
  entitiesOfName,
  questionForOthers,
} from './candidate-pairs.js';
import { compareNames } from '../scoring/compare-names.js';
import { AT, emptyRow } from '../scoring/evidence-table.js';
import { tokenTableOf } from '../scoring/prepare-reading.js';
import { QueryName } from '../scoring/query-name.js';
import type { DatasetSnapshot, ReadSnapshot } from '../scoring/snapshot.js';
import { analyseLabel } from '../text/analyse-label.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { contradictionOf as nameContradictionOf } from '../text/contradiction.js';
import { isNumeral, numberOfWord } from '../text/similarity/number-word.js';
import { WITHOUT_REASONS } from '../describe/answer.js';
import type { BatchExecutor } from '../describe/served-snapshot.js';
import type { TableDataset } from '../input/table-dataset.js';

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

/*
 * In a dataset every name has neighbours: the next volume, the next year, the second of that name. A query for "Henry
 * VII" with a typo may mean Henry VIII; two records with this difference are two things. So a pair with such different
 * marks is not even considered.
 */

/** Longer numbers are years, codes and the like. */
const MAX_DIGITS_OF_ORDER = 3;
/** A number with one letter attached is different: house 12 is not 12a. */
const NUMBER_WITH_LETTER = /^\d+[a-z]$/;
const DIGITS = /\d+/g;
const LETTER = /^[a-z]$/;

/**
 * Whether two names differ in a number, a year, a letter or an ordering mark, and so denote two things. Symmetric.
 * Cost: a look at the words of both.
 */
export function areDistinctNames(one: AnalysedLabel, other: AnalysedLabel): boolean {
  return (
    nameContradictionOf(one, other) !== undefined ||
    differInNumbers(one, other) ||
    differInLetters(one.tokens, other.tokens)
  );
}

function differInNumbers(one: AnalysedLabel, other: AnalysedLabel): boolean {
  const [its, those] = [numbersIn(one.tokens), numbersIn(other.tokens)];
  const onlyOne = its.filter((number) => !those.some((those) => isSameNumber(number, those)));
  const onlyOther = those.filter((number) => !its.some((its) => isSameNumber(number, its)));
  if (onlyOne.length > 0 && onlyOther.length > 0) return true;
  return (
    onlyOne.some((number) => isPartOfName(number, one.original)) ||
    onlyOther.some((number) => isPartOfName(number, other.original))
  );
}

/** "two" is an ordinary word in most names; "second" is not. */
function numbersIn(tokens: readonly string[]): readonly string[] {
  return tokens.flatMap((token) => {
    if (isNumeral(token)) return [];
    if (NUMBER_WITH_LETTER.test(token)) return [token];
    const number = numberOfWord(token);
    if (number !== undefined) return [number];
    return (token.match(DIGITS) ?? []).map((digits) => digits.replace(/^0+(?=.)/, ''));
  });
}

/** 1914-18 is 1914-1918. */
function isSameNumber(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return one === other || (short.length === 2 && long.length === 4 && long.endsWith(short));
}

/** Whether a number missing from the other name is discriminative: years after a comma or in brackets are optional. */
function isPartOfName(number: string, written: string): boolean {
  return number.length <= MAX_DIGITS_OF_ORDER || !new RegExp(`[,(\\[][^,)\\]]*${number}`, 'u').test(written);
}

/**
 * "Vitamin B", "Vitamin C"; "Smith, J. A.", "Smith, J. B.": each has a single letter that is not even an initial of the
 * other.
 */
function differInLetters(one: readonly string[], other: readonly string[]): boolean {
  return hasLetterOfItsOwn(one, other) && hasLetterOfItsOwn(other, one);
}

function hasLetterOfItsOwn(tokens: readonly string[], others: readonly string[]): boolean {
  const left = others.filter((token) => !tokens.includes(token));
  return tokens.some(
    (token) => LETTER.test(token) && !others.includes(token) && !left.some((word) => word.startsWith(token)),
  );
}

/**
 * Whether neither names nor properties contradict a pair. An identifying value outweighs a different name, but not a
 * different number. Cost: two records decoded, and each name of the second compared.
 */
export function isPlausibleDuplicate(
  snapshot: DatasetSnapshot,
  one: number,
  other: number,
  suspicion: Exclude<PairEvidence, 'same name'> = 'near name',
): boolean {
  return !haveDistinctNames(snapshot, one, other, suspicion) && !contradictionOf(snapshot, one)(other);
}

/** Minimum discrimination of a word of another entity. */
const SEPARATES = 0.5;

/** By the name of the second that is nearest to that of the first. */
function haveDistinctNames(snapshot: DatasetSnapshot, one: number, other: number, suspicion: PairEvidence): boolean {
  const { labels } = snapshot.candidateIndex;
  const asked = analyseLabel(snapshot.dataset.entities.nameOf(one));
  const query = new QueryName(tokenTableOf(snapshot), asked);
  const values = emptyRow();
  const [start, end] = labels.rowsOf(other);
  let [nearest, greatest, separates] = [start, -1, 0];
  for (let row = start; row < end; row++) {
    const { similarity } = compareNames(query, labels, row, values);
    if (similarity <= greatest) continue;
    [nearest, greatest] = [row, similarity];
    separates = Math.min(values[AT.separatesQuery] ?? 0, values[AT.separatesLabel] ?? 0);
  }
  // Each has a discriminative word that the other lacks: two works of one author, two branches of one company.
  return (
    (suspicion !== 'same identifier' && separates >= SEPARATES) ||
    areDistinctNames(asked, analyseLabel(labels.textOf(nearest)))
  );
}

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
interface OtherEntity {
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
async function askForOther(
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
