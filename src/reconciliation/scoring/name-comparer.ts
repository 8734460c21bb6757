import type { LabelTable } from '../../search/label-table.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';
import { createBigramProfile } from '../../text/similarity/bigram-profile.js';
import { isLittleWord, weightShareOf } from '../../text/similarity/common-words.js';
import { isCode, numberOfWord } from '../../text/similarity/number-word.js';
import { compareWords, type WordRelationKind } from '../../text/similarity/word-similarity.js';

/*
 * Compares one query label with many rows of the label table. This is the innermost loop of the service: some thirty
 * rows a query. Advice to the next person: everything about a word is worked out once a query (a "slot"), rows only
 * look slots up, and nothing is put on the heap for a row. Measure with bench/quality before and after.
 */

/** Words of a label beyond this many are left out of the comparison. */
const MAX_WORDS = 48;

/** How a word of the label was found in the query. */
export type WordMatchKind = WordRelationKind | 'joined' | 'acronym';

/** What the comparison of one row found; all sums are of word weights. The object is reused: copy what you keep. */
export interface NameEvidence {
  /** 0–1; 1 only for equal folded forms. */
  similarity: number;
  /** Weight that both have in common. */
  matched: number;
  /** Weight of words (or parts of words) that only the query has. */
  onlyQuery: number;
  /** Weight of words (or parts of words) that only the label has. */
  onlyLabel: number;
  /** Whether both have numbers, codes or ordinals that the other lacks. */
  numbersDiffer: boolean;
  /** Whether one has a number that the other lacks, and not the other way round. */
  numberMissing: boolean;
  /** Dice coefficient of letter pairs, 0–1. */
  letters: number;
  /** Weight matched otherwise than by equal words. */
  inexact: number;
}

/** One word of the label and what it met, for reasons. */
export interface WordMatch {
  readonly kind: WordMatchKind;
  readonly label: string;
  /** `undefined` when the query has no such word. */
  readonly query: string | undefined;
}

export interface NameComparer {
  /** Sets the query; everything after is compared with it. */
  readonly begin: (label: AnalysedLabel) => void;
  /** Compares with one row. The result is valid until the next call. */
  readonly compare: (row: number) => NameEvidence;
  /** The alignment of the row compared last: the words of the label in order, then the words that only the query has. */
  readonly alignment: () => { readonly label: readonly WordMatch[]; readonly queryOnly: readonly string[]; readonly sameOrder: boolean };
}

/** How the parts of the evidence make the similarity; fitted on several kinds of data at once (bench/quality). */
export const NAME_WEIGHTS = {
  onlyQuery: 0.55,
  onlyLabel: 0.75,
  /** Share of the letter pairs in the whole. */
  letters: 0.25,
  numbersDiffer: 0.72,
  numberMissing: 0.93,
};

const EQUAL = 1;

export function createNameComparer(labels: LabelTable): NameComparer {
  const { vocabulary } = labels;
  const profile = createBigramProfile();

  // The query.
  let folded = '';
  const words: string[] = [];
  let wordCount = 0;
  const wordIds = new Int32Array(MAX_WORDS);
  const wordWeights = new Float64Array(MAX_WORDS);
  const wordIsNumber = new Uint8Array(MAX_WORDS);

  // Slots: what is known about a word of some label, against the words of the query.
  const slotOfToken = new Map<number, number>();
  const slotWord: string[] = [];
  const slotWeight: number[] = [];
  const slotIsNumber: number[] = [];
  let similarities = new Float32Array(MAX_WORDS * 256);
  let slotBest: number[] = [];

  // The row compared last.
  const labelSlots = new Int32Array(MAX_WORDS);
  let labelCount = 0;
  const metBy = new Int32Array(MAX_WORDS); // label word → query word, -1 for none
  const kinds: (WordMatchKind | undefined)[] = new Array<WordMatchKind | undefined>(MAX_WORDS);
  const taken = new Uint8Array(MAX_WORDS); // query words
  const evidence: NameEvidence = { similarity: 0, matched: 0, onlyQuery: 0, onlyLabel: 0, numbersDiffer: false, numberMissing: false, letters: 0, inexact: 0 };

  function begin(label: AnalysedLabel): void {
    folded = label.folded;
    words.length = 0;
    wordCount = Math.min(label.tokens.length, MAX_WORDS);
    for (let i = 0; i < wordCount; i++) {
      const word = label.tokens[i] ?? '';
      const id = vocabulary.idOf(word);
      words.push(word);
      wordIds[i] = id;
      wordWeights[i] = vocabulary.weightOf(id) * weightShareOf(word);
      wordIsNumber[i] = numberOfWord(word) !== undefined || isCode(word) ? 1 : 0;
    }
    slotOfToken.clear();
    slotWord.length = 0;
    slotWeight.length = 0;
    slotIsNumber.length = 0;
    slotBest = [];
    profile.set(folded);
  }

  function slotOf(token: number): number {
    const known = slotOfToken.get(token);
    if (known !== undefined) return known;
    const slot = slotWord.length;
    slotOfToken.set(token, slot);
    const word = vocabulary.tokenOf(token);
    slotWord.push(word);
    slotWeight.push(vocabulary.weightOf(token) * weightShareOf(word));
    slotIsNumber.push(numberOfWord(word) !== undefined || isCode(word) ? 1 : 0);
    const base = slot * MAX_WORDS;
    if (base + MAX_WORDS > similarities.length) {
      const larger = new Float32Array(similarities.length * 2);
      larger.set(similarities);
      similarities = larger;
    }
    let best = 0;
    for (let i = 0; i < wordCount; i++) {
      const similarity = wordIds[i] === token ? EQUAL : compareWords(words[i] ?? '', word).similarity;
      similarities[base + i] = similarity;
      if (similarity > best) best = similarity;
    }
    slotBest.push(best);
    return slot;
  }

  function compare(row: number): NameEvidence {
    const tokens = labels.tokenIdsOf(row);
    labelCount = Math.min(tokens.length, MAX_WORDS);
    for (let j = 0; j < labelCount; j++) {
      labelSlots[j] = slotOf(tokens[j] ?? 0);
      metBy[j] = -1;
      kinds[j] = undefined;
    }
    taken.fill(0, 0, wordCount);
    let matched = 0;
    let inexact = 0;
    let lostQuery = 0;
    let lostLabel = 0;
    let open = 0;

    // Equal words first, each as early in the query as it can.
    for (let j = 0; j < labelCount; j++) {
      const slot = labelSlots[j] ?? 0;
      if (slotBest[slot] === EQUAL) {
        const base = slot * MAX_WORDS;
        for (let i = 0; i < wordCount; i++) {
          if (taken[i] === 0 && similarities[base + i] === EQUAL) {
            taken[i] = 1;
            metBy[j] = i;
            kinds[j] = 'equal';
            matched += slotWeight[slot] ?? 0;
            break;
          }
        }
      }
      if (metBy[j] === -1) open++;
    }

    // Then the nearest pairs of the rest.
    while (open > 0) {
      let best = 0;
      let bestWord = -1;
      let bestQuery = -1;
      for (let j = 0; j < labelCount; j++) {
        if (metBy[j] !== -1) continue;
        const slot = labelSlots[j] ?? 0;
        if ((slotBest[slot] ?? 0) <= best) continue;
        const base = slot * MAX_WORDS;
        for (let i = 0; i < wordCount; i++) {
          const similarity = similarities[base + i] ?? 0;
          if (similarity > best && taken[i] === 0) {
            best = similarity;
            bestWord = j;
            bestQuery = i;
          }
        }
      }
      if (bestWord < 0) break;
      const slot = labelSlots[bestWord] ?? 0;
      taken[bestQuery] = 1;
      metBy[bestWord] = bestQuery;
      open--;
      // The word of the query is taken to be the word of the label, so it weighs the same: a typo is not a rare word.
      const weight = slotWeight[slot] ?? 0;
      matched += weight * best;
      inexact += weight * best;
      lostQuery += weight * (1 - best);
      lostLabel += weight * (1 - best);
    }

    if (open > 0) {
      const gained = joinWords() + matchAcronym();
      matched += gained;
      inexact += gained;
    }

    let onlyQuery = lostQuery;
    let numberInQuery = false;
    for (let i = 0; i < wordCount; i++) {
      if (taken[i] !== 0) continue;
      onlyQuery += wordWeights[i] ?? 0;
      if (wordIsNumber[i] === 1) numberInQuery = true;
    }
    let onlyLabel = lostLabel;
    let numberInLabel = false;
    for (let j = 0; j < labelCount; j++) {
      if (metBy[j] !== -1) continue;
      const slot = labelSlots[j] ?? 0;
      onlyLabel += slotWeight[slot] ?? 0;
      if (slotIsNumber[slot] === 1) numberInLabel = true;
    }

    const labelFolded = labels.foldedOf(row);
    evidence.matched = matched;
    evidence.inexact = inexact;
    evidence.onlyQuery = onlyQuery;
    evidence.onlyLabel = onlyLabel;
    evidence.numbersDiffer = numberInQuery && numberInLabel;
    evidence.numberMissing = numberInQuery !== numberInLabel;
    evidence.letters = profile.similarity(labelFolded);
    evidence.similarity = labelFolded === folded ? 1 : combine(evidence);
    return evidence;
  }

  /** "new castle" and "newcastle", either way round; gives the weight matched. */
  function joinWords(): number {
    let gained = 0;
    for (let j = 0; j < labelCount; j++) {
      if (metBy[j] !== -1) continue;
      const word = slotWord[labelSlots[j] ?? 0] ?? '';
      for (let i = 0; i + 1 < wordCount && metBy[j] === -1; i++) {
        if (taken[i] !== 0 || taken[i + 1] !== 0) continue;
        const first = words[i] ?? '';
        const second = words[i + 1] ?? '';
        if (first.length + second.length === word.length && word.startsWith(first) && word.endsWith(second)) {
          taken[i] = 1;
          taken[i + 1] = 1;
          metBy[j] = i;
          kinds[j] = 'joined';
          gained += slotWeight[labelSlots[j] ?? 0] ?? 0;
        }
      }
      if (metBy[j] !== -1 || j + 1 >= labelCount || metBy[j + 1] !== -1) continue;
      const next = slotWord[labelSlots[j + 1] ?? 0] ?? '';
      for (let i = 0; i < wordCount; i++) {
        const single = words[i] ?? '';
        if (taken[i] === 0 && single.length === word.length + next.length && single.startsWith(word) && single.endsWith(next)) {
          taken[i] = 1;
          metBy[j] = i;
          metBy[j + 1] = i;
          kinds[j] = 'joined';
          kinds[j + 1] = 'joined';
          gained += (slotWeight[labelSlots[j] ?? 0] ?? 0) + (slotWeight[labelSlots[j + 1] ?? 0] ?? 0);
          break;
        }
      }
    }
    return gained;
  }

  /** "mit" and "massachusetts institute of technology", either way round; gives the weight matched. */
  function matchAcronym(): number {
    let gained = 0;
    for (let i = 0; i < wordCount; i++) {
      const acronym = words[i] ?? '';
      if (taken[i] !== 0 || acronym.length < 2 || acronym.length > 7) continue;
      const run = acronymRun(acronym, labelCount, (j) => metBy[j] === -1, (j) => slotWord[labelSlots[j] ?? 0] ?? '');
      if (run === undefined) continue;
      taken[i] = 1;
      for (let j = run[0]; j < run[1]; j++) {
        metBy[j] = i;
        kinds[j] = 'acronym';
        gained += 0.7 * (slotWeight[labelSlots[j] ?? 0] ?? 0);
      }
    }
    for (let j = 0; j < labelCount; j++) {
      const slot = labelSlots[j] ?? 0;
      const acronym = slotWord[slot] ?? '';
      if (metBy[j] !== -1 || acronym.length < 2 || acronym.length > 7) continue;
      const run = acronymRun(acronym, wordCount, (i) => taken[i] === 0, (i) => words[i] ?? '');
      if (run === undefined) continue;
      for (let i = run[0]; i < run[1]; i++) taken[i] = 1;
      metBy[j] = run[0];
      kinds[j] = 'acronym';
      gained += 0.8 * (slotWeight[slot] ?? 0);
    }
    return gained;
  }

  function alignment(): ReturnType<NameComparer['alignment']> {
    const label: WordMatch[] = [];
    let sameOrder = true;
    let before = -1;
    for (let j = 0; j < labelCount; j++) {
      const word = slotWord[labelSlots[j] ?? 0] ?? '';
      const i = metBy[j] ?? -1;
      if (i === -1) {
        label.push({ kind: 'none', label: word, query: undefined });
        continue;
      }
      if (i < before) sameOrder = false;
      before = i;
      const query = words[i] ?? '';
      const second = kinds[j] === 'joined' && query.length < word.length ? ` ${words[i + 1] ?? ''}` : '';
      label.push({ kind: kinds[j] ?? compareWords(query, word).kind, label: word, query: query + second });
    }
    return { label, queryOnly: words.filter((_, i) => taken[i] === 0), sameOrder };
  }

  return { begin, compare, alignment };
}

/** First and one past the last of a run of free words whose first letters are the acronym, little words left out or not. */
function acronymRun(acronym: string, count: number, free: (index: number) => boolean, wordAt: (index: number) => string): readonly [number, number] | undefined {
  for (let start = 0; start + 2 <= count; start++) {
    let letter = 0;
    let end = start;
    while (end < count && letter < acronym.length && free(end)) {
      const word = wordAt(end);
      if (word.charCodeAt(0) === acronym.charCodeAt(letter)) letter++;
      else if (letter === 0 || !isLittleWord(word)) break;
      end++;
    }
    if (letter === acronym.length && end - start >= 2) return [start, end];
  }
  return undefined;
}

function combine(evidence: NameEvidence): number {
  const { matched } = evidence;
  const whole = matched + NAME_WEIGHTS.onlyQuery * evidence.onlyQuery + NAME_WEIGHTS.onlyLabel * evidence.onlyLabel;
  const byWords = whole === 0 ? 0 : matched / whole;
  let similarity = (1 - NAME_WEIGHTS.letters) * byWords + NAME_WEIGHTS.letters * evidence.letters;
  if (evidence.numbersDiffer) similarity *= NAME_WEIGHTS.numbersDiffer;
  else if (evidence.numberMissing) similarity *= NAME_WEIGHTS.numberMissing;
  return Math.min(similarity, 0.985);
}
