/**
 * The columns that a table gains when its names are matched. `matched id` is filled only where the service would match by itself; the first candidate
 * stands beside it in any case, for a person to judge, and the others after it. `matched by` is filled where the service has matched: a person who fills in or
 * corrects the matched id leaves it, so that the two can be told apart. `none probability` says how probable it is that nothing in the dataset is meant; it is empty unless the file has
 * taught it.
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

/** Who has matched, where the service has. */
export const MATCHED_BY_SERVICE = 'sameas';
/** The same in JSON lines. */
export const MATCHED_BY_KEY = 'matchedBy';

/** Where the answers stand in a table that has been matched; positions count from 0. */
export interface AnswerColumns {
  readonly matchedId: number;
  readonly candidateId: number;
  readonly candidateName: number;
  /** Who has matched; not in tables of before there was such a column. */
  readonly matchedBy: number | undefined;
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
