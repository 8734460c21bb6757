import { largestOf } from '../../src/foundation/largest-of.js';
import type { CandidateIndex, RetrievedLabel } from '../../src/search/candidate-index.js';
import type { LabelTable } from '../../src/search/label-table.js';
import { analyseInLatin } from '../../src/text/analyse-label.js';
import type { AnalysedLabel } from '../../src/text/analysed-label.js';

/*
 * The oracle of the search: compares every label with every query by code independent of the planner's. Slow and simple
 * on purpose, so that it can be trusted.
 */

/**
 * A candidate index that visits every row. Cost of a query: microseconds for each label and each word of the
 * vocabulary.
 */
export function createBruteForceIndex(labels: LabelTable): CandidateIndex {
  const similarityTo = createLabelSimilarity(labels);
  return {
    name: 'compiled',
    labels,
    retrieve: ({ label, wanted, accepts }) => {
      const latin = analyseInLatin(label.original);
      const similarities = (latin === undefined ? [label] : [label, latin]).map(similarityTo);
      const rows: RetrievedLabel[] = [];
      for (let row = 0; row < labels.rowCount; row++) {
        const entity = labels.entityOf(row);
        if (accepts !== undefined && !accepts(entity)) continue;
        const selection = largestOf(similarities.map((similarity) => similarity(row)));
        if (selection > 0) rows.push({ row, entity, selection });
      }
      rows.sort((a, b) => b.selection - a.selection || a.row - b.row);
      return {
        labels: rows.slice(0, wanted),
        statistics: { postingsVisited: labels.rowCount, secondPhase: false, thirdPhase: false, effortLowered: false },
      };
    },
  };
}

const WORD_SHARE = 0.6;
/** Compared words of a query; no name has more. */
const MAX_WORDS_COMPARED = 64;
/** Maximum similarity of labels that are not equal to the query. */
const MAX_UNEQUAL = 0.999;

interface RelatedWord {
  readonly word: string;
  readonly similarity: number;
}

/**
 * Similarity of a row of the label table to one query, 0–1; 1 only for an equal folded form. Cost: microseconds; words
 * are cached.
 */
type RowSimilarity = (row: number) => number;

/**
 * Compares labels with queries by common words and letters. Simple and without any index; only for selection.
 * `relatedWords` returns other words for one of the query, such as expansions of an abbreviation.
 */
function createLabelSimilarity(
  labels: LabelTable,
  relatedWords: (word: string) => readonly RelatedWord[] = () => [],
): (query: AnalysedLabel) => RowSimilarity {
  const { vocabulary } = labels;
  const gramsOfRow: string[][] = [];

  return (query) => {
    const queryGrams = trigrams(query.folded);
    const tokens = query.tokens.slice(0, MAX_WORDS_COMPARED);
    const weights = tokens.map((token) => vocabulary.weightOf(vocabulary.idOf(token)));
    // Similarity of each word of the index to each word of the query; NaN until computed.
    const similarities = tokens.map(() => new Float64Array(vocabulary.size).fill(NaN));
    tokens.forEach((token, place) => {
      for (const { word, similarity } of relatedWords(token)) {
        const id = vocabulary.idOf(word);
        if (id >= 0) similarities[place]?.fill(Math.max(similarity, wordSimilarity(token, word)), id, id + 1);
      }
    });

    const similarityOf = (place: number, word: number): number => {
      const known = similarities[place]?.[word] ?? 0;
      if (!Number.isNaN(known)) return known;
      const similarity = wordSimilarity(tokens[place] ?? '', vocabulary.tokenOf(word));
      similarities[place]?.fill(similarity, word, word + 1);
      return similarity;
    };

    function softOverlap(labelWords: Uint32Array): number {
      let matched = 0;
      let all = 0;
      const bestOfLabel = new Float64Array(labelWords.length);
      for (const [place, weight] of weights.entries()) {
        let best = 0;
        for (let k = 0; k < labelWords.length; k++) {
          const similarity = similarityOf(place, labelWords[k] ?? 0);
          best = Math.max(best, similarity);
          bestOfLabel[k] = Math.max(bestOfLabel[k] ?? 0, similarity);
        }
        matched += best * weight;
        all += weight;
      }
      for (let k = 0; k < labelWords.length; k++) {
        const weight = vocabulary.weightOf(labelWords[k] ?? 0);
        matched += (bestOfLabel[k] ?? 0) * weight;
        all += weight;
      }
      return all === 0 ? 0 : matched / all;
    }

    return (row) => {
      const folded = labels.foldedOf(row);
      if (folded === query.folded) return 1;
      const grams = (gramsOfRow[row] ??= trigrams(folded));
      return Math.min(
        MAX_UNEQUAL,
        WORD_SHARE * softOverlap(labels.tokenIdsOf(row)) + (1 - WORD_SHARE) * dice(queryGrams, grams),
      );
    };
  };
}

function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? 0.6 : 0;
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (longer.startsWith(shorter)) return 0.5 + (0.5 * shorter.length) / longer.length;
  // Words below one half are unrelated.
  if (longer.length > 2 * shorter.length || longer.length > LONGEST_WORD) return 0;
  const ratio = 1 - fullEditDistance(a, b) / longer.length;
  return ratio < 0.5 ? 0 : ratio;
}

const LONGEST_WORD = 60;
const table = new Uint8Array((LONGEST_WORD + 1) ** 2);

/** Edit distance with transpositions, by the full table. */
function fullEditDistance(a: string, b: string): number {
  const width = b.length + 1;
  for (let j = 0; j < width; j++) table[j] = j;
  for (let i = 1; i <= a.length; i++) {
    table[i * width] = i;
    for (let j = 1; j < width; j++) {
      const at = i * width + j;
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(
        (table[at - width] ?? 0) + 1,
        (table[at - 1] ?? 0) + 1,
        (table[at - width - 1] ?? 0) + (same ? 0 : 1),
      );
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      ) {
        cost = Math.min(cost, (table[at - 2 * width - 2] ?? 0) + 1);
      }
      table[at] = cost;
    }
  }
  return table[a.length * width + b.length] ?? 0;
}

/** Distinct trigrams without spaces, with a mark at either end, in order. */
function trigrams(folded: string): string[] {
  if (folded === '') return [];
  const text = ` ${folded.replaceAll(' ', '')} `;
  const grams = new Set<string>();
  for (let i = 0; i + 3 <= text.length; i++) grams.add(text.slice(i, i + 3));
  if (grams.size === 0) grams.add(text);
  return [...grams].sort();
}

function dice(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 0;
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const left = a[i] ?? '';
    const right = b[j] ?? '';
    if (left === right) {
      shared++;
      i++;
      j++;
    } else if (left < right) i++;
    else j++;
  }
  return (2 * shared) / (a.length + b.length);
}
