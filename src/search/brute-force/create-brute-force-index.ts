import type { AnalysedLabel } from '../../text/analysed-label.js';
import { analyseLabel } from '../../text/analyse-label.js';
import { hasLettersBeyondLatin, transliterate } from '../../text/transliterate.js';
import type { CandidateIndex, RetrievedLabel } from '../candidate-index.js';
import type { LabelTable } from '../label-table.js';

/*
 * The oracle of the tests: every label is compared with every query, by means that have nothing in common with the
 * planner's. Slow on purpose, and plain, so that it can be trusted.
 */

const WORD_SHARE = 0.6;

/** A candidate index that looks at every row. Cost of a query: microseconds for each label there is. */
export function createBruteForceIndex(labels: LabelTable): CandidateIndex {
  const weightOf = (word: string): number => labels.vocabulary.weightOf(labels.vocabulary.idOf(word));
  const words: (readonly string[])[] = [];
  const grams: (readonly string[])[] = [];
  for (let row = 0; row < labels.rowCount; row++) {
    words.push(labels.tokensOf(row));
    grams.push(trigrams(labels.foldedOf(row)));
  }

  function similarities(label: AnalysedLabel): Float64Array {
    const queryGrams = trigrams(label.folded);
    return Float64Array.from(words, (labelWords, row) => {
      if (labels.foldedOf(row) === label.folded) return 1;
      const byWords = softOverlap(label.tokens, labelWords, weightOf);
      const byGrams = dice(queryGrams, grams[row] ?? []);
      return Math.min(0.999, WORD_SHARE * byWords + (1 - WORD_SHARE) * byGrams);
    });
  }

  return {
    labels,
    retrieve: ({ label, wanted, accepts }) => {
      const scores = similarities(label);
      if (hasLettersBeyondLatin(label.original)) {
        for (const [row, score] of similarities(analyseLabel(transliterate(label.original))).entries()) {
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
        statistics: { postingsVisited: labels.rowCount, secondPhase: false, effortLowered: false },
      };
    },
  };
}

/** Weighted share of the words on both sides that have a counterpart, as far as their counterparts resemble them. */
function softOverlap(a: readonly string[], b: readonly string[], weightOf: (word: string) => number): number {
  const [ofA, allA] = covered(a, b, weightOf);
  const [ofB, allB] = covered(b, a, weightOf);
  return allA + allB === 0 ? 0 : (ofA + ofB) / (allA + allB);
}

function covered(words: readonly string[], others: readonly string[], weightOf: (word: string) => number): readonly [number, number] {
  let matched = 0;
  let all = 0;
  for (const word of words) {
    const weight = weightOf(word);
    let best = 0;
    for (const other of others) best = Math.max(best, wordSimilarity(word, other));
    matched += best * weight;
    all += weight;
  }
  return [matched, all];
}

function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? 0.6 : 0;
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (longer.startsWith(shorter)) return 0.5 + (0.5 * shorter.length) / longer.length;
  const ratio = 1 - fullEditDistance(a, b) / longer.length;
  return ratio < 0.5 ? 0 : ratio;
}

/** Edit distance with swaps of neighbours, by the full table. */
function fullEditDistance(a: string, b: string): number {
  const table: number[][] = [];
  for (let i = 0; i <= a.length; i++) {
    const row: number[] = [];
    for (let j = 0; j <= b.length; j++) {
      let cost = i === 0 || j === 0 ? i + j : Infinity;
      if (i > 0) cost = Math.min(cost, (table[i - 1]?.[j] ?? Infinity) + 1);
      if (j > 0) cost = Math.min(cost, (row[j - 1] ?? Infinity) + 1);
      if (i > 0 && j > 0) cost = Math.min(cost, (table[i - 1]?.[j - 1] ?? Infinity) + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (table[i - 2]?.[j - 2] ?? Infinity) + 1);
      row.push(cost);
    }
    table.push(row);
  }
  return table[a.length]?.[b.length] ?? 0;
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
