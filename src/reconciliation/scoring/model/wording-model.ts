import type { LabelTable } from '../../../search/label-table.js';
import { isLittleWord } from '../../../text/similarity/common-words.js';
import { wordShape } from '../../../text/similarity/word-shape.js';
import { wordSimilarity } from '../../../text/similarity/word-similarity.js';
import type { WordingModel } from './scoring-model.js';
import { wordsApart } from './words-apart.js';

/** Labels of one entity that are compared with each other: in a small dataset the more, since its few entities have to say as much. */
const FEWEST_LABELS = 24;
const MOST_LABELS = 64;
/** Pairs of labels compared in all; they grow with the square of the labels. */
const MOST_PAIRS = 8_600_000;
/** A remainder of more words is another name rather than a longer one. */
const MOST_LEFT_OUT = 3;
const MOST_LISTED = 20_000;
/** Entities that must have exchanged two words before the exchange is believed: a maiden name occurs once. */
const LEAST_EXCHANGES = 2;
/** Words that are alike already are left to the comparison of letters. */
const ALIKE_ALREADY = 0.8;
/** A share of this many entities is believed by half. */
const DOUBT = 4;
const LEAST_LEFT_OUT_SHARE = 0.02;
/** A word that is exchanged in this share of the entities with it, or more, is exchanged at will. */
const USUAL_SHARE = 0.2;
const LEAST_BELIEF = 0.4;

/**
 * What the other names in a dataset say about its words: which are exchanged for one another where all the rest is
 * equal ("Giuseppe" and "Joseph", "universität" and "university"), and which are left out ("Republic of"): nothing for a dataset
 * without other names. And which words tell its entities apart. Cost: pairs of labels of each sampled entity.
 */
export function wordingModel(labels: LabelTable, sample: readonly number[]): WordingModel {
  const { vocabulary } = labels;
  const { size } = vocabulary;
  const exchanges = new Map<number, number>();
  const leftOut = new Map<number, number>();
  const occurrences = new Map<number, number>();
  const most = Math.floor(Math.min(Math.max(Math.sqrt((2 * MOST_PAIRS) / Math.max(1, sample.length)), FEWEST_LABELS), MOST_LABELS));
  for (const entity of sample) {
    const own = labelsOf(labels, entity, most);
    if (own.length < 2) continue;
    const exchanged = new Set<number>();
    const omitted = new Set<number>();
    for (let a = 0; a < own.length; a++) {
      for (let b = a + 1; b < own.length; b++) collect(own[a] ?? [], own[b] ?? [], exchanged, omitted);
    }
    for (const key of exchanged) exchanges.set(key, (exchanges.get(key) ?? 0) + 1);
    for (const word of omitted) leftOut.set(word, (leftOut.get(word) ?? 0) + 1);
    for (const word of new Set(own.flat())) occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
  }
  const exchanged = [...exchanges]
    .filter(([, entities]) => entities >= LEAST_EXCHANGES)
    .map(([key, entities]) => [Math.floor(key / size), key % size, belief(key, entities)] as const)
    .filter(([a, b, believed]) => believed >= LEAST_BELIEF && differ(vocabulary.tokenOf(a), vocabulary.tokenOf(b)))
    .sort((one, other) => other[2] - one[2] || one[0] - other[0] || one[1] - other[1])
    .slice(0, MOST_LISTED)
    .map(([a, b, believed]) => [vocabulary.tokenOf(a), vocabulary.tokenOf(b), believed] as const);
  const dispensable = [...leftOut]
    .filter(([, entities]) => entities >= LEAST_EXCHANGES)
    .map(([word, entities]) => [word, Math.round((1000 * entities) / ((occurrences.get(word) ?? 0) + DOUBT)) / 1000] as const)
    .filter(([, share]) => share >= LEAST_LEFT_OUT_SHARE)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MOST_LISTED)
    .map(([word, share]) => [vocabulary.tokenOf(word), share] as const);
  return { exchanged, leftOut: dispensable, ...wordsApart(labels, sample) };

  /** More for many entities, and for a word that is exchanged wherever it stands: colleges do become universities, but most do not. */
  function belief(key: number, entities: number): number {
    const rarer = Math.min(occurrences.get(Math.floor(key / size)) ?? 0, occurrences.get(key % size) ?? 0);
    return Math.round(1000 * (1 - 0.5 / entities) * Math.sqrt(Math.min(1, entities / rarer / USUAL_SHARE))) / 1000;
  }

  function collect(first: readonly number[], second: readonly number[], exchanged: Set<number>, omitted: Set<number>): void {
    const [short, long] = first.length <= second.length ? [first, second] : [second, first];
    if (long.length - short.length > MOST_LEFT_OUT) return;
    const onlyShort = short.filter((word) => !long.includes(word));
    if (onlyShort.length > 1 || onlyShort.length === short.length) return;
    const onlyLong = long.filter((word) => !short.includes(word));
    if (onlyShort.length === 0) for (const word of onlyLong) omitted.add(word);
    else if (onlyLong.length === 1) {
      const [a = 0] = onlyShort;
      const [b = 0] = onlyLong;
      exchanged.add(Math.min(a, b) * size + Math.max(a, b));
    }
  }
}

function labelsOf(labels: LabelTable, entity: number, most: number): readonly (readonly number[])[] {
  const [first, end] = labels.rowsOf(entity);
  const own: (readonly number[])[] = [];
  for (let row = first; row < end && own.length < most; row++) if (!labels.isTransliteration(row)) own.push([...new Set(labels.tokenIdsOf(row))]);
  return own;
}

/** Whether the exchange of two words says something that their letters do not; numbers are never exchanged. */
function differ(a: string, b: string): boolean {
  if (a.length < 2 || b.length < 2 || isLittleWord(a) || isLittleWord(b)) return false;
  const first = wordShape(a);
  const second = wordShape(b);
  if (first.number !== undefined || second.number !== undefined || first.code || second.code) return false;
  return wordSimilarity(first, second) < ALIKE_ALREADY;
}
