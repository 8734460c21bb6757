/**
 * The columns that a table gains when its names are matched. `matched id` is filled only where the service would match by itself; the first candidate
 * stands beside it in any case, for a person to judge, and the others after it.
 */
export const ANSWER_COLUMNS = ['matched id', 'candidate id', 'candidate name', 'candidate type', 'score', 'probability', 'further candidates', 'problem'] as const;

/** Where the answers stand in a table that has been matched; positions count from 0. */
export interface AnswerColumns {
  readonly matchedId: number;
  readonly candidateName: number;
  /** All columns that matching has added, those of earlier runs too. */
  readonly all: readonly number[];
}

/** The headings for the answers under which nothing is hidden: a column of the same name that is there already, from an earlier run, say, keeps it. */
export function answerHeadingsBeside(headings: readonly string[]): readonly string[] {
  return ANSWER_COLUMNS.map((heading) => {
    let free: string = heading;
    for (let n = 2; headings.includes(free); n++) free = `${heading} ${String(n)}`;
    return free;
  });
}

/** The answers of the last run in a table that has any. */
export function findAnswerColumns(headings: readonly string[]): AnswerColumns | undefined {
  const last = (wanted: string): number => headings.reduce((found, heading, i) => (isNumbered(heading, wanted) ? i : found), -1);
  const [matchedId, candidateName] = [last('matched id'), last('candidate name')];
  if (matchedId < 0 || candidateName < 0 || last('candidate id') < 0) return undefined;
  return { matchedId, candidateName, all: headings.flatMap((heading, i) => (ANSWER_COLUMNS.some((wanted) => isNumbered(heading, wanted)) ? [i] : [])) };
}

/** `matched id`, `matched id 2` … */
function isNumbered(heading: string, wanted: string): boolean {
  return heading === wanted || (heading.startsWith(`${wanted} `) && /^\d+$/.test(heading.slice(wanted.length + 1)));
}
