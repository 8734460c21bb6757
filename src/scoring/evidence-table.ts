import { readFileSync } from 'node:fs';
import type { EvidenceKindId } from '../entities/dataset.js';

/** One number that is found of a candidate, or of "nothing in the dataset is meant". Its value times its weight is what it says, in nats. */
interface EvidenceTerm {
  readonly id: string;
  readonly kind: EvidenceKindId | 'null';
  /** The sign that its weight may have; 0: either. */
  readonly sign: -1 | 0 | 1;
  /** For docs/scoring.md and the page that explains an answer. */
  readonly meaning: string;
}

const term = <Id extends string>(
  id: Id,
  kind: EvidenceTerm['kind'],
  sign: EvidenceTerm['sign'],
  meaning: string,
): EvidenceTerm & { readonly id: Id } => ({ id, kind, sign, meaning });

/** Every term, candidates first. A row of values has one number for each. */
export const TERMS = [
  term('identifier', 'identifier', 1, 'the text is the identifier of the entity, and not just its name'),
  term('guess', 'order', -1, 'the query was interpreted otherwise than it is written'),
  term('same', 'name', 1, 'the query and the label are equal but for case, marks and the like'),
  term('sameWords', 'name', 1, 'all words are equal, in whatever order, or written together'),
  term('sameCore', 'name', 1, 'at most articles, prepositions, legal forms, titles and qualifiers differ'),
  term(
    'complete',
    'name',
    1,
    'neither side has a further word, but for articles, prepositions, legal forms and titles',
  ),
  term(
    'information',
    'name',
    1,
    'mean weight of the words in common, as a share of that of a word which one entity has, 1.5 at most',
  ),
  term('unusual', 'name', 1, 'how seldom another name of the dataset comes so near to one of its names, in nats'),
  term('onlyQuery', 'name', -1, 'share of the weight of the query that the label lacks'),
  term('notContained', 'name', -1, 'the same, unless the query has all words of the label'),
  term('lostQuery', 'name', -1, 'square root of that weight'),
  term('onlyLabel', 'name', -1, 'share of the weight of the label that the query lacks'),
  term('replaced', 'name', -1, 'geometric mean of the two shares'),
  term(
    'unlike',
    'name',
    -1,
    'dissimilarity of the least similar words that are paired; a typo in a long unknown word does not count',
  ),
  term(
    'typo',
    'name',
    -1,
    'share of the weight of the query in words that are misspelt, or resemble each other otherwise',
  ),
  term('typoKnown', 'name', -1, 'dissimilarity of misspelt words that the dataset has as words of their own'),
  term('abbreviation', 'name', -1, 'share of the weight of the query in abbreviated words, initials and acronyms'),
  term(
    'abbreviatedWhole',
    'name',
    1,
    'the same where neither side has a further word but articles and the like, and several words are in common',
  ),
  term('variant', 'name', -1, 'dissimilarity of other spellings, forms of a given name, exchanges seen in the aliases'),
  term('acronym', 'name', -1, 'an acronym and the words that it stands for'),
  term('numbersDiffer', 'contradiction', -1, 'both sides have a number that the other lacks'),
  term(
    'contradiction',
    'contradiction',
    -1,
    'the names contradict each other: another number of order, words of opposite meaning, another qualifier',
  ),
  term('wholePart', 'name', 1, 'share of the weight of the query outside the part that is the label as a whole'),
  term('contained', 'name', 0, 'the query has all words of the label and further ones'),
  term(
    'containedShort',
    'name',
    -1,
    'the query has all words of the label: by which share they weigh less than those of a usual name',
  ),
  term(
    'explained',
    'record',
    1,
    'the label and the record have all words of the query, and the query all of the label',
  ),
  term(
    'separatesQuery',
    'name',
    -1,
    'how surely the words that only the query has separate entities of the dataset, 0 to 1',
  ),
  term('separatesLabel', 'name', -1, 'the same for words that only the label has'),
  term('alias', 'name', 0, 'the label is an alias'),
  term('otherScript', 'name', 0, 'the query or the label was put into Latin letters'),
  term(
    'prominence',
    'order',
    0,
    'of entities with an equal name, how much more prominent it is than the others, as logarithm',
  ),
  term('code', 'code', 1, 'a part number or the like in common'),
  term('codeLike', 'code', 1, 'similarity of codes that begin alike'),
  term('codesDiffer', 'code', -1, 'both sides have a code that the other lacks'),
  term('record', 'record', 1, 'square root of the weight of query words found in the record of the entity'),
  term(
    'recordDiffers',
    'record',
    -1,
    'the query names a country, a region or the like, and the record has another one',
  ),
  term('outsideType', 'type', -1, 'the entity lacks the type that is preferred'),
  term(
    'unwanted',
    'identifier',
    -1,
    'the entity has a name or an identifier that was not wanted, or lacks the identifier asked for',
  ),
  term('identified', 'property', 1, 'a value of an identifying property is equal'),
  term('identifiedDiffers', 'property', -1, 'a value of an identifying property is different'),
  term(
    'agreement',
    'property',
    1,
    'how unlikely it is that another entity with a name like this has all the equal values, in nats',
  ),
  term(
    'agreementNearby',
    'property',
    1,
    'the same, counted on the candidates with similar names, and at most how unlikely it is of any entity',
  ),
  term('agreementOfNumbers', 'property', -1, 'rarity of the equal values that are numbers, in nats'),
  term('closeRarity', 'property', 1, 'rarity of values that are close, up to 4 nats each, times their similarity'),
  term('closeText', 'property', -1, 'texts that are close'),
  term('closeCode', 'property', -1, 'codes and identifiers that are close'),
  term('closeNumber', 'property', -1, 'numbers that are close'),
  term('partialCode', 'property', -1, 'codes and identifiers that agree in part'),
  term('differentText', 'property', -1, 'texts that differ'),
  term('differentCode', 'property', -1, 'codes and identifiers that differ'),
  term('differentNumber', 'property', -1, 'numbers that differ'),
  term('refusedValue', 'property', -1, 'a value that was not wanted'),
  term(
    'learned',
    'property',
    1,
    'how reliable a file of names has shown the properties to be, beyond what is usual, in nats',
  ),
  term('nothing', 'null', 0, 'always 1'),
  term('nothingWeight', 'null', 0, 'weight of the query, as a share of that of a word of one entity, at most 2'),
  term(
    'nothingSeparation',
    'null',
    0,
    'how surely one word more makes the name of another entity of the dataset, less one half',
  ),
  term('nothingSimilarity', 'null', 0, 'similarity of the candidate with the most similar name'),
  term(
    'nothingHomonyms',
    'null',
    1,
    'logarithm of the candidates with exactly this name whose properties agree as those of the best of them',
  ),
  term('nothingOtherType', 'null', 1, 'only entities outside the requested type have exactly this name'),
] as const satisfies readonly EvidenceTerm[];

export type TermId = (typeof TERMS)[number]['id'];

/** The values of all terms for one candidate; those of the null for one query. An array of numbers with a fraction: many are made for every query, and typed arrays are dear to make. */
export type EvidenceRow = number[];

/** Place of each term in a row. */
export const AT = Object.fromEntries(TERMS.map(({ id }, i) => [id, i])) as Readonly<Record<TermId, number>>; // one for each term

// Begun with a fraction, so that the engine keeps numbers with fractions in it from the start.
const ZEROS: EvidenceRow = TERMS.map(() => 0.5).fill(0);

/** A row of zeros. */
export function emptyRow(): EvidenceRow {
  return ZEROS.slice();
}

/** Sets the values up to a term back to zero. */
export function clearRow(row: EvidenceRow, end = row.length): void {
  for (let i = 0; i < end; i++) row[i] = 0;
}

/** Copies the values of a row into another one. */
export function copyRow(from: EvidenceRow, to: EvidenceRow): void {
  for (let i = 0; i < from.length; i++) to[i] = from[i] ?? 0;
}

let weights: Float64Array | undefined; // until the first query

/** The fitted weights in the order of the terms. */
export function fittedWeights(): Float64Array {
  if (weights === undefined)
    useWeights(JSON.parse(readFileSync(new URL('weights.json', import.meta.url), 'utf8')) as Record<TermId, number>); // a part of this program; a test holds it against the table
  return weights ?? new Float64Array(TERMS.length);
}

function useWeights(given: Readonly<Record<string, number>>): void {
  weights = Float64Array.from(TERMS, ({ id }) => given[id] ?? 0);
}

/** The sum of the values by their weights, in nats. `factors`: what the manifest says of kinds of evidence, by the place of each term. */
export function weigh(row: EvidenceRow, factors?: Float64Array): number {
  const by = fittedWeights();
  let sum = 0;
  for (let i = 0; i < row.length; i++) {
    const value = row[i] ?? 0;
    if (value !== 0) sum += value * (by[i] ?? 0) * (factors?.[i] ?? 1);
  }
  return sum;
}

/** The same for the terms of names alone, by which the label of an entity is chosen. */
export function weighName(row: EvidenceRow): number {
  const by = fittedWeights();
  let sum = 0;
  for (let i = 0; i < AT.outsideType; i++) {
    const value = row[i] ?? 0;
    if (value !== 0) sum += value * (by[i] ?? 0);
  }
  return sum;
}

/** Factors by the place of each term; `undefined` where the manifest says nothing. */
export function factorsOfKinds(
  ofKinds: Readonly<Partial<Record<EvidenceKindId, number>>> | undefined,
): Float64Array | undefined {
  return ofKinds === undefined
    ? undefined
    : Float64Array.from(TERMS, ({ kind }) => (kind === 'null' ? 1 : (ofKinds[kind] ?? 1)));
}
