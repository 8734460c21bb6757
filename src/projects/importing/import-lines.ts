import { sentence } from '../../foundation/message.js';
import type { SameasError } from '../../foundation/sameas-error.js';
import { fileHead, fileText } from '../../formats/text-file.js';
import type { Grid } from '../grid/grid.js';
import { damaged, tooLarge, type ImportTarget } from './import-request.js';
import { always, invalid, type ImportOptions, readTableOptions } from './import-options.js';
import { SAMPLE_LENGTH, firstLines, type TextFile } from './import-separated.js';
import { TableBuilder, type SourceColumns } from './table-builder.js';

const LINE_END = '\\r?\\n';
/** A text split by a regular expression has to be in memory as a whole. */
const MAX_PATTERN_LENGTH = 64 * 1024 * 1024;

/** Each line a row of one cell, or several lines a row of several. Throws errors of an import. */
export function importLines(
  files: readonly TextFile[],
  options: ImportOptions,
  sources: SourceColumns,
  target: ImportTarget,
): Grid {
  const tableOptions = readTableOptions(options, { headerLines: always(0), trimsWhenGuessed: false });
  // Lines hold no names, whatever the options say.
  const table = new TableBuilder(
    target,
    tableOptions.columnNames === undefined ? { ...tableOptions, headerLines: 0 } : tableOptions,
    sources,
  );
  const linesPerRow = options.whole('linesPerRow', always(1));
  if (linesPerRow < 1) throw invalid('linesPerRow', 'at least 1', linesPerRow);
  const separator = options.text('separator') ?? LINE_END;
  const { maxCellLength } = target.limits;
  for (const file of files) {
    table.beginFile(file);
    const lines =
      separator === LINE_END || separator === ''
        ? fileLines(fileText(file.path, file.encoding), maxCellLength)
        : partsOf(file, separator);
    let row: string[] = [];
    let wantsMore = true;
    for (const line of lines) {
      if (line.length > maxCellLength) throw lineTooLong(file.name, maxCellLength);
      if (row.push(line) < linesPerRow) continue;
      wantsMore = table.takeTexts(row);
      row = [];
      if (!wantsMore) break;
    }
    if (row.length > 0) table.takeTexts(row);
    table.endFile();
  }
  return table.finish();
}

function lineTooLong(file: string, maxCellLength: number): SameasError {
  return tooLarge(
    sentence('{file} holds a line of more than {n} characters.', { file, n: maxCellLength }),
    sentence('Check that it is a text with lines.'),
    maxCellLength,
  );
}

const LINE_ENDS = /\r\n|\n|\r/;

/**
 * The lines of a text, with empty ones; an end of line at the end of the text begins no line. A line longer than
 * `maxLength` may come in parts that are longer than it.
 */
export function* fileLines(pieces: Iterable<string>, maxLength: number): Generator<string> {
  let rest = '';
  for (const piece of pieces) {
    const text = rest + piece;
    // A return at the end may be half of a line end.
    const cut = text.endsWith('\r') ? text.length - 1 : text.length;
    const lines = text.slice(0, cut).split(LINE_ENDS);
    rest = (lines.pop() ?? '') + text.slice(cut);
    yield* lines;
    if (rest.length > maxLength + 1) {
      yield rest;
      rest = '';
    }
  }
  if (rest !== '') yield* rest.replace(/\r$/, '').split(LINE_ENDS);
}

function* partsOf(file: TextFile, separator: string): Generator<string> {
  let pattern: RegExp;
  try {
    pattern = new RegExp(separator, 'u');
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    throw invalid('separator', 'a regular expression', separator);
  }
  let text = '';
  for (const piece of fileText(file.path, file.encoding)) {
    text += piece;
    if (text.length > MAX_PATTERN_LENGTH)
      throw tooLarge(
        `${file.name} is too long for lines that a regular expression ends.`,
        'Leave out the option "separator".',
        MAX_PATTERN_LENGTH,
      );
  }
  if (text.includes('\0')) throw damaged(file.name, 'it holds NUL characters and is no text.');
  const parts = text.split(pattern);
  if (parts.at(-1) === '') parts.pop();
  for (const part of parts) yield part ?? '';
}

/** Columns at fixed characters of each line; text beyond them is one more column. Throws errors of an import. */
export function importFixedWidth(
  files: readonly TextFile[],
  options: ImportOptions,
  sources: SourceColumns,
  target: ImportTarget,
): Grid {
  const table = new TableBuilder(
    target,
    readTableOptions(options, { headerLines: { guessed: 0, coded: 1 }, trimsWhenGuessed: true }),
    sources,
  );
  const widths = givenWidths(options) ?? guessed(files, options);
  const { maxCellLength } = target.limits;
  for (const file of files) {
    table.beginFile(file);
    for (const line of fileLines(fileText(file.path, file.encoding), maxCellLength)) {
      if (line.length > maxCellLength) throw lineTooLong(file.name, maxCellLength);
      if (!table.takeTexts(cutLine(line, widths))) break;
    }
    table.endFile();
  }
  return table.finish();
}

/** The widths of the columns by the common gaps of the first lines, the last column left out; empty without a gap. */
export function guessColumnWidths(head: string): readonly number[] {
  const lines = firstLines(head);
  const longest = lines.reduce((length, line) => Math.max(length, line.length), 0);
  const widths: number[] = [];
  let start = 0;
  let isGapBefore = false;
  for (let at = 0; at < longest; at += 1) {
    const isGap = lines.every((line) => at >= line.length || line[at] === ' ');
    if (!isGap && isGapBefore && at > 0 && lines.some((line) => line.slice(start, at).trim() !== '')) {
      widths.push(at - start);
      start = at;
    }
    isGapBefore = isGap;
  }
  return widths;
}

function cutLine(line: string, widths: readonly number[]): readonly string[] {
  const cells: string[] = [];
  let start = 0;
  for (const width of widths) {
    if (start >= line.length) break;
    cells.push(line.slice(start, start + width));
    start += width;
  }
  if (start < line.length) cells.push(line.slice(start));
  return cells;
}

function givenWidths(options: ImportOptions): readonly number[] | undefined {
  const given = options.list('columnWidths');
  if (given === undefined || given.length === 0) return undefined;
  const widths = given
    .map((width) => (typeof width === 'string' ? Number(width) : width))
    .filter((width): width is number => typeof width === 'number' && Number.isInteger(width) && width > 0);
  if (widths.length < given.length) throw invalid('columnWidths', 'a list of whole numbers from 1 on', given);
  return widths;
}

function guessed(files: readonly TextFile[], options: ImportOptions): readonly number[] {
  const first = files[0];
  const widths = first === undefined ? [] : guessColumnWidths(fileHead(first.path, first.encoding, SAMPLE_LENGTH));
  options.note('columnWidths', widths);
  return widths;
}
