import { section, type Sections } from '../../foundation/sections.js';
import { attachStringTable } from '../../foundation/string-table.js';
import type { Vocabulary } from '../label-table.js';
import { wordWeight } from './word-weight.js';

/** Power of two; enough for the words of the candidates of a few queries. */
const MAX_REMEMBERED = 1 << 13;

/** The vocabulary in alphabetical order, which only this chapter may rely on. */
export interface SortedVocabulary extends Vocabulary {
  /**
   * Numbers of the words with `prefix`: first, and one past the last; searched in `within` if given. Cost: two binary
   * searches.
   */
  readonly rangeOf: (prefix: string, within?: readonly [number, number]) => readonly [number, number];
  /** Length of a word in UTF-16 code units. */
  readonly lengthOf: (id: number) => number;
}

/** Recently decoded words are in a small table of fixed size, because the same ones are repeated. */
export function attachVocabulary(sections: Sections): SortedVocabulary {
  const texts = attachStringTable(sections, 'words.text');
  const entityFrequency = section(sections, 'words.entityFrequency', 'Uint32Array');
  const weights = section(sections, 'words.weight', 'Float32Array');
  const unknownWeight =
    sections.get('words.unknownWeight')?.[0] ??
    Math.fround(wordWeight(section(sections, 'labels.entityRows', 'Uint32Array').length - 1, 1));
  const remembered = Math.min(MAX_REMEMBERED, 2 ** Math.ceil(Math.log2(Math.max(1, texts.size))));
  const rememberedIds = new Int32Array(remembered).fill(-1);
  const rememberedTexts = new Array<string>(remembered).fill('');

  function tokenOf(id: number): string {
    const slot = id & (remembered - 1);
    if (rememberedIds[slot] === id) return rememberedTexts[slot] ?? '';
    const text = texts.get(id);
    rememberedIds[slot] = id;
    rememberedTexts[slot] = text;
    return text;
  }

  /**
   * The first word not before `prefix` (or, with `past`, neither before it nor with it as prefix), between `low` and
   * `high`.
   */
  function boundary(prefix: string, past: boolean, low: number, high: number): number {
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = texts.compareToPrefix(middle, prefix);
      if (order < 0 || (past && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function rangeOf(prefix: string, [from, to]: readonly [number, number] = [0, texts.size]): readonly [number, number] {
    const first = boundary(prefix, false, from, to);
    // Few words begin with a whole word, so that the end is searched from the beginning in doubling steps.
    let step = 1;
    while (first + step < to && texts.startsWith(first + step - 1, prefix)) step *= 2;
    return [first, boundary(prefix, true, first + (step >> 1), Math.min(first + step, to))];
  }

  return {
    size: texts.size,
    idOf: texts.find,
    tokenOf,
    entityFrequency: (id) => entityFrequency[id] ?? 0,
    weightOf: (id) => (id < 0 ? unknownWeight : (weights[id] ?? unknownWeight)),
    rangeOf,
    lengthOf: texts.lengthOf,
  };
}
