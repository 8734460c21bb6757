import { writeAnswerSheet } from '../../src/questions/answer-sheet.js';
import { spreadsheetAsText } from '../../src/questions/spreadsheet-as-text.js';
import type { Spreadsheets } from '../../src/questions/spreadsheets.js';

/** Spreadsheets read and written on this thread. */
export const spreadsheetsHere: Spreadsheets = {
  read: spreadsheetAsText,
  write: (sheet) => Promise.resolve(writeAnswerSheet(sheet)),
};
