import { z } from 'zod';
import { inEnglish } from '../foundation/sentence.js';
import type { AnsweredRow, RowCandidate } from '../input/answered-row.js';
import { shortenText } from '../describe/describe-entity.js';
import { DECISIONS, decisionOf, ROW_REASONS, summariseAnswer } from '../input/row-summary.js';

/** Rows whose answers are in one message; the others are counted. */
const MAX_ROWS = 300;
const MAX_CHARACTERS = 80;

/** Decision of the service: an entity is meant, one of several may be, or none of the dataset. */
export const verdictSchema = z
  .enum(DECISIONS)
  .describe(
    'match: the first candidate is meant, use its id. ambiguous: one of the candidates may be meant, do not choose without further evidence. none: probably nothing in the dataset is meant.',
  );

const rowSchema = z.object({
  line: z.int().describe('Line of the table, from 1.'),
  name: z.string(),
  verdict: z.union([verdictSchema, z.literal('error')]),
  id: z.string().optional().describe('The id that is meant; only where the verdict is match.'),
  candidate: z
    .object({ id: z.string(), name: z.string(), probability: z.number() })
    .optional()
    .describe('The likeliest candidate; absent where the verdict is none.'),
  why: z.string(),
});

export const matchedRowsSchema = z.object({
  rows: z.int(),
  matched: z.int(),
  ambiguous: z.int(),
  none: z.int(),
  errors: z.int(),
  answers: z.array(rowSchema),
  more: z.string().optional().describe('What did not fit into the answer.'),
});

/** The answers to the rows of a table in the words of tools. */
export function matchedRows(answered: readonly AnsweredRow[]): z.infer<typeof matchedRowsSchema> {
  const answers = answered.map(answerTo);
  const count = (verdict: string): number => answers.filter((answer) => answer.verdict === verdict).length;
  return {
    rows: answers.length,
    matched: count('match'),
    ambiguous: count('ambiguous'),
    none: count('none'),
    errors: count('error'),
    answers: answers.slice(0, MAX_ROWS),
    ...(answers.length > MAX_ROWS && {
      more: `the answers to ${String(answers.length - MAX_ROWS)} rows: send them as a table of their own`,
    }),
  };
}

function answerTo({ row, candidates, problem }: AnsweredRow): z.infer<typeof rowSchema> {
  const head = { line: row.line, name: shortenText(row.text, MAX_CHARACTERS) };
  if (problem !== undefined) return { ...head, verdict: 'error', why: inEnglish(problem) };
  const { verdict, why } = verdictOf(candidates);
  const [first] = candidates;
  return {
    ...head,
    verdict,
    ...(verdict === 'match' && first !== undefined && { id: first.id }),
    ...(verdict !== 'none' &&
      first !== undefined && {
        candidate: {
          id: first.id,
          name: shortenText(first.name, MAX_CHARACTERS),
          probability: first.probability,
        },
      }),
    why,
  };
}

/** The service's own decision in one of three words, and its reason as the pages for people say it. */
export function verdictOf(candidates: readonly RowCandidate[]): {
  readonly verdict: z.infer<typeof verdictSchema>;
  readonly why: string;
} {
  const { reason } = summariseAnswer({ candidates, problem: undefined });
  return { verdict: decisionOf(reason), why: ROW_REASONS[reason] };
}
