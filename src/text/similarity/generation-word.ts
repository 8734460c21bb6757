/** What tells a father and a son of one name apart, in several languages; a Roman number for the father alone is too short to be told from an initial. */
const GENERATIONS: ReadonlyMap<string, 1 | 2> = new Map([
  ...['sr', 'snr', 'sen', 'senior', 'elder', 'pere', 'aine', 'altere'].map((word) => [word, 1] as const),
  ...['jr', 'jnr', 'jun', 'junior', 'ii', 'younger', 'jeune', 'fils', 'filho', 'hijo', 'jungere'].map((word) => [word, 2] as const),
]);

/** Of two of one name, which one a folded word says: 1 for the elder ("Sr.", "père"), 2 for the younger ("Jr.", "II", "the Younger"); `undefined` for other words. */
export function generationOf(word: string): 1 | 2 | undefined {
  return GENERATIONS.get(word);
}
