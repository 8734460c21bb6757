import type { AnswerSheet } from './answer-sheet.js';
import type { TableContent } from './open-questions.js';
import type { TextOfSpreadsheet } from './spreadsheet-as-text.js';

/** How spreadsheets are read and written without keeping anybody waiting. */
export interface Spreadsheets {
  /** Errors: those of `spreadsheetAsText`; `table-too-large` for one that takes too much time or memory, `too-many-requests`. */
  readonly read: (sent: TableContent) => Promise<TextOfSpreadsheet>;
  /** The bytes of a workbook (xlsx). Errors: `too-many-requests`. */
  readonly write: (sheet: AnswerSheet) => Promise<Uint8Array>;
}
