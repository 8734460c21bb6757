import { NAME_WEIGHTS } from './name-weights.js';
import type { WordingModel } from '../model/scoring-model.js';

/** Word → words it is exchanged for → how alike that makes them, 0–1: the more entities do it, the more. */
export function exchangesByWord(wording: WordingModel): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const byWord = new Map<number, Map<number, number>>();
  const add = (from: number, to: number, alike: number): void => {
    let known = byWord.get(from);
    if (known === undefined) {
      known = new Map<number, number>();
      byWord.set(from, known);
    }
    known.set(to, alike);
  };
  for (const [a, b, believed] of wording.exchanged) {
    const alike = NAME_WEIGHTS.exchanged * believed;
    add(a, b, alike);
    add(b, a, alike);
  }
  return byWord;
}
