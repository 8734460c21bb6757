import { sentence } from '../../foundation/message.js';
import { fileHead, fileText } from '../../formats/text-file.js';
import type { Grid } from '../grid/grid.js';
import { firstLines, SAMPLE_LENGTH } from './guess-separator.js';
import { tooLarge } from './import-errors.js';
import { fileLines } from './import-lines.js';
import { invalid, type ImportOptions } from './import-options.js';
import type { ImportTarget } from './import-request.js';
import type { TextFile } from './import-separated.js';
import { TableBuilder, type SourceColumns } from './table-builder.js';
import { readTableOptions } from './table-options.js';

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
      if (line.length > maxCellLength)
        throw tooLarge(
          sentence('{file} holds a line of more than {n} characters.', { file: file.name, n: maxCellLength }),
          sentence('Check that it is a text with lines.'),
          maxCellLength,
        );
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
