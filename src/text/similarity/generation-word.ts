import { lexiconByKey } from '../lexicon.js';

let generations: ReadonlyMap<string, 1 | 2> | undefined; // until it is asked for

/**
 * Generation in a folded word: 1 for the elder ("Sr.", "père"), 2 for the younger ("Jr.", "II", "the Younger");
 * `undefined` for other words.
 */
export function generationOf(word: string): 1 | 2 | undefined {
  generations ??= new Map(
    [...lexiconByKey('generations')].flatMap(([which, words]) =>
      words.map((one) => [one, which === '1' ? 1 : 2] as const),
    ),
  );
  return generations.get(word);
}
