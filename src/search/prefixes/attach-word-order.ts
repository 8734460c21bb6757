import { section, type Sections } from '../../foundation/sections.js';
import { ORDERED_WORDS } from './build-prefix-sections.js';
import { visitByRank, type Stretch } from './rank-tree.js';

/** Occurrences of words in labels, sorted by the words that follow. */
interface WordOrder {
  /**
   * Positions whose words begin with `words`, all equal but the last, which may be any from `first` up to `end`. Beyond
   * three words the stretch has others as well: check with `matches`.
   */
  readonly stretchOf: (words: readonly number[], first: number, end: number) => Stretch;
  /**
   * In the stretch of `words` and then `last`, the end of the labels that end there; its beginning if the order does
   * not tell.
   */
  readonly endOfWhole: (words: readonly number[], last: number) => number;
  /** Whether the words at this position are `words` and then one from `first` up to `end`. */
  readonly matches: (position: number, words: readonly number[], first: number, end: number) => boolean;
  readonly rowAt: (position: number) => number;
  /**
   * Visits the rows of the stretches, best rank first, while `visit` returns true. `worthwhile` is a quick test of a
   * row: if the first thousands fail, the rest is scanned once instead of sorted.
   */
  readonly visitByRank: (
    stretches: readonly Stretch[],
    worthwhile: (row: number, position: number) => boolean,
    visit: (row: number) => boolean,
  ) => void;
}

/** Taking the next best costs as much as scanning some fifty positions; after this many the stretch is scanned. */
const MAX_IN_ORDER = 2000;

/** The order `prefixes.starts` (labels from their first word) or `prefixes.words` (from each later word). */
export function attachWordOrder(sections: Sections, name: 'prefixes.starts' | 'prefixes.words'): WordOrder {
  const rows = section(sections, `${name}.rows`, 'Uint32Array');
  const places = name === 'prefixes.words' ? section(sections, `${name}.places`, 'Uint16Array') : undefined;
  const offsets = section(sections, `${name}.offsets`, 'Uint32Array');
  const tree = section(sections, `${name}.tree`, 'Uint32Array');
  const ranks = section(sections, 'prefixes.rowRank', 'Uint32Array');
  const formOfRow = section(sections, 'labels.form', 'Uint32Array');
  const firstWordOfForm = section(sections, 'labels.formWords.offsets', 'Uint32Array');
  const wordsOfForms = section(sections, 'labels.formWords.words', 'Uint32Array');
  const rankAt = (position: number): number => ranks[rows[position] ?? 0] ?? 0;

  /** The word `ahead` words after the one at `position`; -1 after the end of the label. */
  function wordAt(position: number, ahead: number): number {
    const form = formOfRow[rows[position] ?? 0] ?? 0;
    const at = (firstWordOfForm[form] ?? 0) + (places?.[position] ?? 0) + ahead;
    return at < (firstWordOfForm[form + 1] ?? 0) ? (wordsOfForms[at] ?? 0) : -1;
  }

  function boundary(low: number, high: number, ahead: number, word: number): number {
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (wordAt(middle, ahead) < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function stretchOf(words: readonly number[], first: number, end: number): Stretch {
    const wordAhead = (ahead: number): Stretch => {
      const word = words[ahead];
      return word === undefined ? [first, end] : [word, word + 1];
    };
    const [firstWord, endWord] = wordAhead(0);
    let low = offsets[firstWord] ?? rows.length;
    let high = offsets[endWord] ?? rows.length;
    for (let ahead = 1; ahead <= words.length && ahead < ORDERED_WORDS; ahead++) {
      const [from, to] = wordAhead(ahead);
      [low, high] = [boundary(low, high, ahead, from), boundary(low, high, ahead, to)];
    }
    return [low, high];
  }

  function endOfWhole(words: readonly number[], last: number): number {
    const [low, high] = stretchOf(words, last, last + 1);
    const ahead = words.length + 1;
    return ahead < ORDERED_WORDS ? boundary(low, high, ahead, 0) : low;
  }

  function matches(position: number, words: readonly number[], first: number, end: number): boolean {
    for (const [ahead, word] of words.entries()) if (wordAt(position, ahead) !== word) return false;
    const last = wordAt(position, words.length);
    return last >= first && last < end;
  }

  return {
    stretchOf,
    endOfWhole,
    matches,
    rowAt: (position) => rows[position] ?? 0,
    visitByRank: (stretches, worthwhile, visit) => {
      let visited = 0;
      let lastRank = -1;
      let wanting = true;
      visitByRank(tree, stretches, rankAt, (position, rank) => {
        const row = rows[position] ?? 0;
        lastRank = rank;
        if (worthwhile(row, position)) wanting = visit(row);
        return wanting && ++visited < MAX_IN_ORDER;
      });
      if (!wanting || visited < MAX_IN_ORDER) return;
      const left: { readonly row: number; readonly rank: number }[] = [];
      for (const [first, end, advance = 1] of stretches) {
        for (let position = first; position < end; position++) {
          const [row, rank] = [rows[position] ?? 0, rankAt(position) / advance];
          if (rank > lastRank && worthwhile(row, position)) left.push({ row, rank });
        }
      }
      left.sort((a, b) => a.rank - b.rank);
      for (const { row } of left) if (!visit(row)) return;
    },
  };
}
