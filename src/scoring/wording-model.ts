import { isStopWord } from '../text/similarity/common-words.js';
import { wordShape } from '../text/similarity/word-shape.js';
import { wordSimilarity } from '../text/similarity/word-similarity.js';
import { byCodeUnits, type EntityNames, type EstimationSource } from './estimation-source.js';
import type { WordingModel } from './scoring-model.js';

/** Labels of one entity that are compared with each other: in a small dataset the more, since its few entities have to say as much. */
const FEWEST_LABELS = 24;
const MAX_LABELS = 64;
/** Pairs of labels compared in all; they grow with the square of the labels. */
const MAX_PAIRS = 8_600_000;
/** A name with more words than another one and these is another name. */
const MAX_MORE = 3;
const MAX_LISTED = 20_000;
/** Entities that must have exchanged two words before the exchange is believed: a maiden name occurs once. */
const MIN_EXCHANGES = 2;
/** Words that are alike already are left to the comparison of letters. */
const ALIKE_ALREADY = 0.8;
/** A share of this many entities is believed by half. */
const DOUBT = 4;
/** A word that is exchanged in this share of the entities with it, or more, is exchanged at will. */
const USUAL_SHARE = 0.2;
const MIN_BELIEF = 0.4;
/** More words than a sample has; two numbers below it make one exact number. */
const MAX_WORDS = 2 ** 26;

/**
 * Statistics of words from the other names in a dataset: which are exchanged for one another where all the rest is
 * equal ("Giuseppe" and "Joseph", "universität" and "university"): nothing for a dataset
 * without other names. And which words tell its entities apart. Cost: pairs of labels of each sampled entity.
 */
export function wordingModel(source: EstimationSource, sample: readonly number[]): WordingModel {
  const numbers = new Map<string, number>();
  const words: string[] = [];
  const exchanges = new Map<number, number>();
  const occurrences = new Map<number, number>();
  const most = Math.floor(
    Math.min(Math.max(Math.sqrt((2 * MAX_PAIRS) / Math.max(1, sample.length)), FEWEST_LABELS), MAX_LABELS),
  );
  source.forEachSampled(sample, (names) => {
    const own = namesInNumbers(names, most, numberOf);
    if (own.length < 2) return;
    const exchanged = new Set<number>();
    for (let a = 0; a < own.length; a++) {
      for (let b = a + 1; b < own.length; b++) collect(own[a] ?? [], own[b] ?? [], exchanged);
    }
    for (const key of exchanged) exchanges.set(key, (exchanges.get(key) ?? 0) + 1);
    for (const word of new Set(own.flat())) occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
  });
  const exchanged = [...exchanges]
    .filter(([, entities]) => entities >= MIN_EXCHANGES)
    .map(
      ([key, entities]) =>
        [
          ...[Math.floor(key / MAX_WORDS), key % MAX_WORDS].map((word) => words[word] ?? '').sort(byCodeUnits),
          belief(key, entities),
        ] as [string, string, number],
    ) // two words
    .filter(([a, b, believed]) => believed >= MIN_BELIEF && differ(a, b))
    .sort((one, other) => other[2] - one[2] || byCodeUnits(one[0], other[0]) || byCodeUnits(one[1], other[1]))
    .slice(0, MAX_LISTED);
  return { exchanged, ...wordsApart(source, sample) };

  /** Words of the sample in order of their first occurrence: numbers are quicker compared. */
  function numberOf(word: string): number {
    let number = numbers.get(word);
    if (number === undefined) {
      number = words.push(word) - 1;
      numbers.set(word, number);
    }
    return number;
  }

  /** More for many entities, and for a word that is exchanged wherever it stands: colleges do become universities, but most do not. */
  function belief(key: number, entities: number): number {
    const rarer = Math.min(occurrences.get(Math.floor(key / MAX_WORDS)) ?? 0, occurrences.get(key % MAX_WORDS) ?? 0);
    return Math.round(1000 * (1 - 0.5 / entities) * Math.sqrt(Math.min(1, entities / rarer / USUAL_SHARE))) / 1000;
  }

  function collect(first: readonly number[], second: readonly number[], exchanged: Set<number>): void {
    const [short, long] = first.length <= second.length ? [first, second] : [second, first];
    if (long.length - short.length > MAX_MORE) return;
    const onlyShort = short.filter((word) => !long.includes(word));
    if (onlyShort.length > 1 || onlyShort.length === short.length) return;
    const onlyLong = long.filter((word) => !short.includes(word));
    if (onlyShort.length === 1 && onlyLong.length === 1) {
      const [a = 0] = onlyShort;
      const [b = 0] = onlyLong;
      exchanged.add(Math.min(a, b) * MAX_WORDS + Math.max(a, b));
    }
  }
}

function namesInNumbers(
  { count, isTransliteration, wordsOf }: EntityNames,
  most: number,
  numberOf: (word: string) => number,
): readonly (readonly number[])[] {
  const own: (readonly number[])[] = [];
  for (let at = 0; at < count && own.length < most; at++)
    if (!isTransliteration(at)) own.push([...new Set(wordsOf(at).map(numberOf))]);
  return own;
}

/** Whether the exchange of two words says something that their letters do not; numbers are never exchanged. */
function differ(a: string, b: string): boolean {
  if (a.length < 2 || b.length < 2 || isStopWord(a) || isStopWord(b)) return false;
  const first = wordShape(a);
  const second = wordShape(b);
  if (first.number !== undefined || second.number !== undefined || first.code || second.code) return false;
  return wordSimilarity(first, second) < ALIKE_ALREADY;
}

/** Entities looked at, and names in all: of each entity the more, the fewer entities there are. */
const MAX_ENTITIES = 10_000;
const NAMES_IN_ALL = 60_000;
const FEWEST_NAMES = 6;
const MAX_NAMES = 64;
const MAX_WORDS_OF_NAME = 10;
/** The same for the share among all words, and the limits of what is believed of a word that nothing is known of. */
const USUAL_DOUBT = 20;
const MIN_USUAL = 0.4;
const MAX_USUAL = 0.6;

/**
 * Words that tell entities apart. A name of the dataset that is still one of its names without a word is evidence on that
 * word: for it when it is then the name of another entity ("University Hospital" and "University"), against it when both
 * are names of the same ("The Hague" and "Hague"). Where no entity has two such names, nothing can speak against a word,
 * and one that nothing is known of is taken to be as likely one as the other. Cost: a look into the names for each word
 * of the names of up to ten thousand entities.
 */
function wordsApart(source: EstimationSource, sample: readonly number[]): Pick<WordingModel, 'apart' | 'usuallyApart'> {
  const same = new Map<string, number>();
  const other = new Map<string, number>();
  const step = Math.max(1, sample.length / MAX_ENTITIES);
  const most = Math.min(
    Math.max(Math.floor((NAMES_IN_ALL * step) / Math.max(1, sample.length)), FEWEST_NAMES),
    MAX_NAMES,
  );
  const looked: number[] = [];
  for (let at = 0; at < sample.length; at += step) looked.push(sample[Math.floor(at)] ?? 0);
  const shortened: ShortenedName[][] = [];
  source.forEachSampled(looked, (names) => shortened.push(withoutEachWord(names, most)));
  const owners = ownersOf(source, shortened, looked);
  for (const [at, entity] of looked.entries()) {
    const { ofItself, ofOthers } = wordsToLeaveOut(shortened[at] ?? [], entity, owners);
    for (const word of ofItself) same.set(word, (same.get(word) ?? 0) + 1);
    for (const word of ofOthers) if (!ofItself.has(word)) other.set(word, (other.get(word) ?? 0) + 1);
  }
  const sames = sumOf(same);
  const others = sumOf(other);
  const share = (others + 0.5 * USUAL_DOUBT) / (sames + others + USUAL_DOUBT);
  const usuallyApart = sames === 0 ? 0.5 : rounded(Math.min(Math.max(share, MIN_USUAL), MAX_USUAL));
  const apart = [...new Set([...same.keys(), ...other.keys()])]
    .map((word) => {
      const different = other.get(word) ?? 0;
      const all = different + (same.get(word) ?? 0);
      return {
        word,
        all,
        share: rounded((different + DOUBT * usuallyApart) / (all + DOUBT)),
      };
    })
    .sort((a, b) => b.all - a.all || byCodeUnits(a.word, b.word))
    .slice(0, MAX_LISTED)
    .map((found) => [found.word, found.share] as const);
  return { apart, usuallyApart };
}

/** A name of an entity without one of its words. */
interface ShortenedName {
  readonly word: string;
  readonly folded: string;
}

/** The first `most` names of an entity, without each of their words. */
function withoutEachWord({ count, isTransliteration, wordsOf }: EntityNames, most: number): ShortenedName[] {
  const shortened: ShortenedName[] = [];
  for (let row = 0; row < count && row < most; row++) {
    if (isTransliteration(row)) continue;
    const words = wordsOf(row);
    if (words.length < 2 || words.length > MAX_WORDS_OF_NAME) continue;
    for (const [at, word] of words.entries())
      shortened.push({ word, folded: words.filter((_, i) => i !== at).join(' ') });
  }
  return shortened;
}

/** Shortened name → those of the sampled entities that ask for it and have it as a name themselves; without those that no entity has. */
function ownersOf(
  source: EstimationSource,
  shortened: readonly (readonly ShortenedName[])[],
  looked: readonly number[],
): ReadonlyMap<string, ReadonlySet<number>> {
  const askers = new Map<string, Set<number>>();
  for (const [at, names] of shortened.entries()) {
    for (const { folded } of names) {
      const known = askers.get(folded);
      if (known === undefined) askers.set(folded, new Set([looked[at] ?? 0]));
      else known.add(looked[at] ?? 0);
    }
  }
  const owners = new Map<string, Set<number>>();
  source.forEachNamed(askers.keys(), (folded, entity) => {
    let own = owners.get(folded);
    if (own === undefined) {
      own = new Set();
      owners.set(folded, own);
    }
    if (askers.get(folded)?.has(entity) === true) own.add(entity);
  });
  return owners;
}

/** Of one entity: the words without which one of its names is another of its own, and those without which it is the name of another entity. */
function wordsToLeaveOut(
  shortened: readonly ShortenedName[],
  entity: number,
  owners: ReadonlyMap<string, ReadonlySet<number>>,
): Readonly<Record<'ofItself' | 'ofOthers', ReadonlySet<string>>> {
  const ofItself = new Set<string>();
  const ofOthers = new Set<string>();
  for (const { word, folded } of shortened) {
    const own = owners.get(folded);
    if (own === undefined) continue;
    (own.has(entity) ? ofItself : ofOthers).add(word);
  }
  return { ofItself, ofOthers };
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

function rounded(share: number): number {
  return Math.round(1000 * share) / 1000;
}
