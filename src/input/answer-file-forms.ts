import { inEnglish } from '../foundation/sentence.js';
import { MATCHED_BY_KEY, MATCHED_BY_SERVICE, freeAnswerHeadings } from '../datasets/judgments/judgment-columns.js';
import { fieldWriter } from '../formats/separated/field-writer.js';
import type { AnsweredRow } from './answered-row.js';
import { decisionOf, summariseAnswer } from './row-summary.js';
import type { TableStyle } from './open-input.js';

interface AnswerFileForm {
  /** Text above the rows with its line break; may be empty. */
  readonly head: (headings: readonly string[]) => string;
  /** One row with its line break. */
  readonly line: (headings: readonly string[], answered: AnsweredRow) => string;
}

const SCORE_DIGITS = 2;

/** Cells of a row under `ANSWER_COLUMNS`; empty without a candidate. */
export function answerCells({ candidates, none, problem, isJudged = false }: AnsweredRow): readonly string[] {
  const [first, ...further] = candidates;
  const answer =
    first === undefined
      ? ['', '', '', '', '', '', none?.toFixed(3) ?? '', '']
      : [
          first.match ? first.id : '',
          first.id,
          first.name,
          first.type.map(({ id }) => id).join('|'),
          first.score.toFixed(SCORE_DIGITS),
          first.probability.toFixed(3),
          none?.toFixed(3) ?? '',
          further.map(({ id, name, score }) => `${id} ${name} (${score.toFixed(SCORE_DIGITS)})`).join('|'),
        ];
  return [
    ...answer,
    problem === undefined ? '' : inEnglish(problem),
    first?.match === true && !isJudged ? MATCHED_BY_SERVICE : '',
  ];
}

function separated(separator: string, mark = ''): AnswerFileForm {
  const field = fieldWriter({ separator, lineSeparator: '\n', quoteAll: false, guardFormulas: false });
  const line = (texts: readonly string[]): string =>
    `${texts.map((text, place) => field(text, place === 0)).join(separator)}\n`;
  return {
    head: (headings) => mark + line([...headings, ...freeAnswerHeadings(headings)]),
    line: (_, answered) => line([...answered.row.cells, ...answerCells(answered)]),
  };
}

/** All data of a row, one object a line: its cells by heading, its query, and the candidates with all features. */
const jsonLines: AnswerFileForm = {
  head: () => '',
  line: (headings, { row, candidates, none, problem }) => {
    const cells = Object.fromEntries(headings.map((heading, i) => [heading, row.cells[i] ?? '']));
    return `${JSON.stringify({ line: row.line, query: row.text, row: cells, decision: problem === undefined ? decisionOf(summariseAnswer({ candidates }).reason) : 'error', ...(candidates[0]?.match === true ? { [MATCHED_BY_KEY]: MATCHED_BY_SERVICE } : {}), candidates, ...(none === undefined ? {} : { noneProbability: Math.round(none * 1e4) / 1e4 }), ...(problem === undefined ? {} : { problem: inEnglish(problem) }) })}\n`;
  },
};

/**
 * The form for writing a table again: CSV with semicolons keeps them, and a table with a byte order mark or in a legacy
 * encoding becomes UTF-8 with a mark, which the programs of such tables need.
 */
export function formLike({ delimiter, needsMark }: TableStyle, form: AnswerFileFormName): AnswerFileForm {
  return form === 'csv' && (delimiter === ';' || needsMark)
    ? separated(delimiter === ';' ? ';' : ',', needsMark ? '\uFEFF' : '')
    : ANSWER_FILE_FORMS[form];
}

/** By file extension. */
export const ANSWER_FILE_FORMS = {
  csv: separated(','),
  tsv: separated('\t'),
  jsonl: jsonLines,
} as const satisfies Readonly<Record<string, AnswerFileForm>>;

export type AnswerFileFormName = keyof typeof ANSWER_FILE_FORMS;
