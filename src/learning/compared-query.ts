/** Least scores, 0–100, of the levels of a name, weakest first; a name that scores less than the second is no evidence for anything. */
export const NAME_LEVEL_SCORES = [0, 30, 50, 70, 85, 95, 100] as const;

/** A name's level: a position in `NAME_LEVEL_SCORES`. */
export function nameLevelOf(score: number): number {
  let level = 0;
  while (level + 1 < NAME_LEVEL_SCORES.length && score >= (NAME_LEVEL_SCORES[level + 1] ?? Infinity)) level++;
  return level;
}

/** Classes of names within which chance agreement of properties is counted: less than 70, 70 and more, 95 and more. */
export const NAME_CLASSES = 3;

/** The class of a level of names: 0 for those that are least alike. */
export function nameClassOf(level: number): number {
  return level >= 5 ? 2 : level >= 3 ? 1 : 0;
}

/** A candidate as it is compared with its query. */
export interface ComparedCandidate {
  /** Its level by name alone. */
  readonly nameLevel: number;
  /** How probable the service holds it to be by its name alone, 0–1, where that is unambiguous; `undefined`: only its level counts. */
  readonly anchor: number | undefined;
  /** For each property in the order of the model, a level of comparison-level.ts. */
  readonly levels: Uint8Array;
  /** Position of the first candidate of the query whose record is the same but for its identifier. Its own position for most. */
  readonly twin: number;
}

/** A query with everything that could be meant by it. */
export type ComparedQuery = readonly ComparedCandidate[];
