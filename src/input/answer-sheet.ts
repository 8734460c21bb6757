import { ANSWER_COLUMNS, freeAnswerHeadings } from '../datasets/judgments/judgment-columns.js';
import { type WrittenCell, safeSheetName } from '../formats/spreadsheets/written-sheet.js';
import { writeXlsx } from '../formats/spreadsheets/write-xlsx.js';
import { answerCells } from './answer-file-forms.js';
import type { AnsweredRow } from './answered-row.js';

interface AnswerSheet {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (WrittenCell | null)[])[];
}

/** A number in plain notation: spreadsheet programs display longer ones differently, and `007` is text. */
const PLAIN_NUMBER = /^(?!-0$)-?(?:0|[1-9]\d{0,10})(?:\.\d{0,5}[1-9])?$/;
const NUMBERS: ReadonlySet<string> = new Set(['score', 'probability', 'none probability']);

/** The rows in order, with answers after their cells. Plain numbers are numbers; ids are always text. */
export function answerSheet(headings: readonly string[], answered: readonly AnsweredRow[]): AnswerSheet {
  return {
    header: [...headings, ...freeAnswerHeadings(headings)],
    rows: answered.map((one) => [
      ...one.row.cells.map((text) => cellOf(text, PLAIN_NUMBER.test(text))),
      ...answerCells(one).map((text, i) => cellOf(text, text !== '' && NUMBERS.has(ANSWER_COLUMNS[i] ?? ''))),
    ]),
  };
}

/** The bytes of a workbook (xlsx) with that sheet. Cost: about a second for 20,000 rows. */
export function writeAnswerSheet({ header, rows }: AnswerSheet): Buffer {
  const pieces: Uint8Array[] = [];
  writeXlsx({ name: safeSheetName('Matched'), header, rows }, (piece) => pieces.push(piece));
  return Buffer.concat(pieces);
}

function cellOf(text: string, isNumber: boolean): WrittenCell | null {
  if (text === '') return null;
  return isNumber ? { kind: 'number', value: Number(text) } : { kind: 'text', text };
}
