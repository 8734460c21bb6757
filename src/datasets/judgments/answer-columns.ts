/**
 * The columns that matching adds to a table. `matched id` is filled only for automatic matches; the first candidate
 * follows in any case for a person to judge, then the others. `matched by` is filled for automatic matches: a person
 * who fills in or corrects the matched id leaves it unchanged, so that the two are distinguishable. `none probability`
 * is the probability that the dataset lacks the entity; it is empty unless it was learned from the file.
 */
export const ANSWER_COLUMNS = [
  'matched id',
  'candidate id',
  'candidate name',
  'candidate type',
  'score',
  'probability',
  'none probability',
  'further candidates',
  'problem',
  'matched by',
] as const;

/** Value of `matched by` for automatic matches. */
export const MATCHED_BY_SERVICE = 'sameas';
/** Its key in JSON lines. */
export const MATCHED_BY_KEY = 'matchedBy';

/** Positions, from 0, of the answers in a table that was matched before. */
export interface AnswerColumns {
  readonly matchedId: number;
  readonly candidateId: number;
  readonly candidateName: number;
  /** Undefined in tables written before this column existed. */
  readonly matchedBy: number | undefined;
  /** All columns that matching has added, also in earlier runs. */
  readonly all: readonly number[];
}

/** Headings for the answers that differ from all present ones, so that columns of an earlier run stay. */
export function freeAnswerHeadings(headings: readonly string[]): readonly string[] {
  return ANSWER_COLUMNS.map((heading) => {
    let free: string = heading;
    for (let n = 2; headings.includes(free); n++) free = `${heading} ${String(n)}`;
    return free;
  });
}

/** The answers of the last run in a table, if any. */
export function findAnswerColumns(headings: readonly string[]): AnswerColumns | undefined {
  const last = (wanted: string): number =>
    headings.reduce((found, heading, i) => (isNumbered(heading, wanted) ? i : found), -1);
  const [matchedId, candidateId, candidateName, matchedBy] = [
    last('matched id'),
    last('candidate id'),
    last('candidate name'),
    last('matched by'),
  ];
  if (matchedId < 0 || candidateName < 0 || candidateId < 0) return undefined;
  return {
    matchedId,
    candidateId,
    candidateName,
    matchedBy: matchedBy < 0 ? undefined : matchedBy,
    all: headings.flatMap((heading, i) => (ANSWER_COLUMNS.some((wanted) => isNumbered(heading, wanted)) ? [i] : [])),
  };
}

/** `matched id`, `matched id 2` … */
function isNumbered(heading: string, wanted: string): boolean {
  return heading === wanted || (heading.startsWith(`${wanted} `) && /^\d+$/.test(heading.slice(wanted.length + 1)));
}
