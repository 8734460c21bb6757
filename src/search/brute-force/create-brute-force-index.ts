import type { AnalysedLabel } from '../../text/analysed-label.js';
import { analyseInLatin } from '../../text/analyse-label.js';
import type { CandidateIndex, RetrievedLabel } from '../candidate-index.js';
import type { LabelTable } from '../label-table.js';

/*
 * The oracle of the tests: every label is compared with every query, by means that have nothing in common with the
 * planner's. Slow on purpose, and plain, so that it can be trusted.
 */

const WORD_SHARE = 0.6;
/** Words of a query that are compared; nobody names a thing with more. */
const MOST_WORDS_COMPARED = 64;

/** A candidate index that looks at every row. Cost of a query: microseconds for each label and each word there is. */
export function createBruteForceIndex(labels: LabelTable): CandidateIndex {
  const { vocabulary } = labels;
  const words = Array.from({ length: vocabulary.size }, (_, id) => vocabulary.tokenOf(id));
  const folded = Array.from({ length: labels.rowCount }, (_, row) => labels.foldedOf(row));
  const grams = folded.map(trigrams);

  function similarities(label: AnalysedLabel): Float64Array {
    const queryGrams = trigrams(label.folded);
    const tokens = label.tokens.slice(0, MOST_WORDS_COMPARED);
    const weights = tokens.map((token) => vocabulary.weightOf(vocabulary.idOf(token)));
    // How much each word of the index resembles each word of the query.
    const resemblance = tokens.map((token) => Float64Array.from(words, (word) => wordSimilarity(token, word)));
    return Float64Array.from(folded, (form, row) => {
      if (form === label.folded) return 1;
      const byWords = softOverlap(resemblance, weights, labels.tokenIdsOf(row), vocabulary.weightOf);
      return Math.min(0.999, WORD_SHARE * byWords + (1 - WORD_SHARE) * dice(queryGrams, grams[row] ?? []));
    });
  }

  return {
    labels,
    retrieve: ({ label, wanted, accepts }) => {
      const scores = similarities(label);
      const latin = analyseInLatin(label.original);
      if (latin !== undefined) {
        for (const [row, score] of similarities(latin).entries()) {
          if (score > (scores[row] ?? 0)) scores[row] = score;
        }
      }
      const rows: RetrievedLabel[] = [];
      for (let row = 0; row < labels.rowCount; row++) {
        const entity = labels.entityOf(row);
        const selection = scores[row] ?? 0;
        if (selection > 0 && (accepts === undefined || accepts(entity))) rows.push({ row, entity, selection });
      }
      rows.sort((a, b) => b.selection - a.selection || a.row - b.row);
      return {
        labels: rows.slice(0, wanted),
        statistics: { postingsVisited: labels.rowCount, secondPhase: false, thirdPhase: false, effortLowered: false },
      };
    },
  };
}

/** Weighted share of the words on both sides that have a counterpart, as far as their counterparts resemble them. */
function softOverlap(
  resemblance: readonly Float64Array[],
  weights: readonly number[],
  labelWords: Uint32Array,
  weightOf: (word: number) => number,
): number {
  let matched = 0;
  let all = 0;
  const bestOfLabel = new Float64Array(labelWords.length);
  for (const [i, weight] of weights.entries()) {
    let best = 0;
    for (let k = 0; k < labelWords.length; k++) {
      const similarity = resemblance[i]?.[labelWords[k] ?? 0] ?? 0;
      best = Math.max(best, similarity);
      bestOfLabel[k] = Math.max(bestOfLabel[k] ?? 0, similarity);
    }
    matched += best * weight;
    all += weight;
  }
  for (let k = 0; k < labelWords.length; k++) {
    const weight = weightOf(labelWords[k] ?? 0);
    matched += (bestOfLabel[k] ?? 0) * weight;
    all += weight;
  }
  return all === 0 ? 0 : matched / all;
}

function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? 0.6 : 0;
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (longer.startsWith(shorter)) return 0.5 + (0.5 * shorter.length) / longer.length;
  // Below one half two words have nothing to do with each other.
  if (longer.length > 2 * shorter.length || longer.length > LONGEST_WORD) return 0;
  const ratio = 1 - fullEditDistance(a, b) / longer.length;
  return ratio < 0.5 ? 0 : ratio;
}

const LONGEST_WORD = 60;
const table = new Uint8Array((LONGEST_WORD + 1) ** 2);

/** Edit distance with swaps of neighbours, by the full table. */
function fullEditDistance(a: string, b: string): number {
  const width = b.length + 1;
  for (let j = 0; j < width; j++) table[j] = j;
  for (let i = 1; i <= a.length; i++) {
    table[i * width] = i;
    for (let j = 1; j < width; j++) {
      const at = i * width + j;
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min((table[at - width] ?? 0) + 1, (table[at - 1] ?? 0) + 1, (table[at - width - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)) {
        cost = Math.min(cost, (table[at - 2 * width - 2] ?? 0) + 1);
      }
      table[at] = cost;
    }
  }
  return table[a.length * width + b.length] ?? 0;
}

/** Distinct triples of characters without spaces, with a mark at either end. */
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
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
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
