import type { LabelTable } from '../../../search/label-table.js';
import type { WordingModel } from './scoring-model.js';
import { innerWords } from '../../alignment/inner-tokens.js';

/** Entities looked at, and names in all: of each entity the more, the fewer entities there are. */
const MOST_ENTITIES = 10_000;
const NAMES_IN_ALL = 60_000;
const FEWEST_NAMES = 6;
const MOST_NAMES = 64;
const MOST_WORDS_OF_NAME = 10;
const MOST_LISTED = 20_000;
/** Entities whose names are believed by half. */
const DOUBT = 4;
/** The same for the share among all words, and the limits of what is believed of a word that nothing is known of. */
const USUAL_DOUBT = 20;
const LEAST_USUAL = 0.4;
const MOST_USUAL = 0.6;
/** How surely a word between words that both names have tells apart, where the dataset says nothing of such words, and the least that is believed. */
const USUAL_BETWEEN = 0.2;
const LEAST_BETWEEN = 0.1;

/**
 * Words that tell entities apart. A name of the dataset that is still one of its names without a word is evidence on that
 * word: for it when it is then the name of another entity ("University Hospital" and "University"), against it when both
 * are names of the same ("The Hague" and "Hague"). Where no entity has two such names, nothing can speak against a word,
 * and one that nothing is known of is taken to be as likely one as the other. Words between others ("Anna Maria Bianchi") are
 * rather left out, and how often they are is counted by itself. Cost: a look into the names for each word
 * of the names of up to ten thousand entities.
 */
export function wordsApart(labels: LabelTable, sample: readonly number[]): Pick<WordingModel, 'apart' | 'usuallyApart' | 'usuallyApartBetween'> {
  const same = new Map<number, number>();
  const other = new Map<number, number>();
  const between = { same: 0, other: 0 };
  const step = Math.max(1, sample.length / MOST_ENTITIES);
  const most = Math.min(Math.max(Math.floor((NAMES_IN_ALL * step) / Math.max(1, sample.length)), FEWEST_NAMES), MOST_NAMES);
  for (let at = 0; at < sample.length; at += step) {
    const entity = sample[Math.floor(at)] ?? 0;
    const { ofItself, ofOthers, within } = wordsToLeaveOut(labels, entity, most);
    for (const word of ofItself) same.set(word, (same.get(word) ?? 0) + 1);
    for (const word of ofOthers) if (!ofItself.has(word)) other.set(word, (other.get(word) ?? 0) + 1);
    for (const word of within) between[ofItself.has(word) ? 'same' : 'other']++;
  }
  const sames = sumOf(same);
  const others = sumOf(other);
  const share = (others + 0.5 * USUAL_DOUBT) / (sames + others + USUAL_DOUBT);
  const usuallyApart = sames === 0 ? 0.5 : rounded(Math.min(Math.max(share, LEAST_USUAL), MOST_USUAL));
  const usuallyApartBetween = sames === 0 ? USUAL_BETWEEN : rounded(Math.min(Math.max((between.other + USUAL_BETWEEN * USUAL_DOUBT) / (between.same + between.other + USUAL_DOUBT), LEAST_BETWEEN), usuallyApart));
  const apart = [...new Set([...same.keys(), ...other.keys()])]
    .map((word) => {
      const different = other.get(word) ?? 0;
      const all = different + (same.get(word) ?? 0);
      return { word, all, shares: [usuallyApart, usuallyApartBetween].map((usual) => rounded((different + DOUBT * usual) / (all + DOUBT))) };
    })
    .sort((a, b) => b.all - a.all || a.word - b.word)
    .slice(0, MOST_LISTED)
    .map((found) => [labels.vocabulary.tokenOf(found.word), found.shares[0] ?? 0, found.shares[1] ?? 0] as const);
  return { apart, usuallyApart, usuallyApartBetween };
}

/**
 * Of one entity: the words without which one of its names is another of its own, those without which it is the name of another entity, and which
 * of both stand between other words.
 */
function wordsToLeaveOut(labels: LabelTable, entity: number, most: number): Readonly<Record<'ofItself' | 'ofOthers' | 'within', ReadonlySet<number>>> {
  const within = new Set<number>();
  const ofItself = new Set<number>();
  const ofOthers = new Set<number>();
  const [first, end] = labels.rowsOf(entity);
  for (let row = first; row < end && row < first + most; row++) {
    const words = labels.tokenIdsOf(row);
    if (labels.isTransliteration(row) || words.length < 2 || words.length > MOST_WORDS_OF_NAME) continue;
    const texts = labels.tokensOf(row);
    for (const [at, word] of Array.from(words).entries()) {
      const rows = labels.rowsWithFolded(texts.filter((_, i) => i !== at).join(' '));
      if (rows.length === 0) continue;
      (rows.some((found) => labels.entityOf(found) === entity) ? ofItself : ofOthers).add(word);
      if (words.length > 2 && innerWords({ text: labels.textOf(row), wordCount: texts.length, wordAt: (i) => texts[i] ?? '' }).includes(at)) within.add(word);
    }
  }
  return { ofItself, ofOthers, within };
}

function sumOf(counts: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

function rounded(share: number): number {
  return Math.round(1000 * share) / 1000;
}
