import type { DetectedEncoding } from '../../formats/detect-encoding.js';
import { type SeparatedDialect, splitSeparated } from '../../formats/separated/split-separated.js';
import { fileHead, fileText } from '../../formats/text-file.js';
import { type ImportTarget, type SourceFile, asImportError } from './import-request.js';
import { type ImportOptions, always, invalid, readTableOptions } from './import-options.js';
import { type SourceColumns, TableBuilder } from './table-builder.js';
import type { Grid } from '../grid/grid.js';
import { detectDialect, sampleRows } from '../../formats/delimited/read-delimited.js';

export interface TextFile extends SourceFile {
  readonly encoding: DetectedEncoding;
}

/** Tables whose cells are separated by a character or a word → a grid. Throws errors of an import. */
export function importSeparated(
  files: readonly TextFile[],
  options: ImportOptions,
  sources: SourceColumns,
  target: ImportTarget,
): Grid {
  const tableOptions = readTableOptions(options, { headerLines: always(1), trimsWhenGuessed: true });
  const dialect = readDialect(files, options, target.limits.maxCellLength);
  const table = new TableBuilder(target, tableOptions, sources);
  for (const file of files) {
    table.beginFile(file);
    try {
      splitSeparated(fileText(file.path, file.encoding), dialect, (cells) => table.takeTexts(cells));
    } catch (thrown) {
      throw asImportError(file.name, thrown);
    }
    table.endFile();
  }
  return table.finish();
}

function readDialect(files: readonly TextFile[], options: ImportOptions, maxCellLength: number): SeparatedDialect {
  const separator = unescapedSeparator(options.text('separator') ?? '') || guessed(files, options);
  const processQuotes = options.flag('processQuotes', { guessed: separator !== '\t', coded: true });
  // Empty counts as left out.
  const quote = (options.text('quoteCharacter') ?? '') || '"';
  options.note('quoteCharacter', quote);
  if (processQuotes && quote.length !== 1) throw invalid('quoteCharacter', 'a single character', quote);
  if (processQuotes && separator.includes(quote))
    throw invalid('separator', 'something that does not hold the quotation mark', separator);
  return {
    separator,
    quote: processQuotes ? quote : undefined,
    unescapes: separator === '\t' && !processQuotes,
    isStrict: options.flag('strictQuotes', always(false)),
    maxCellLength,
  };
}

function guessed(files: readonly TextFile[], options: ImportOptions): string {
  const first = files[0];
  const found = first === undefined ? undefined : guessSeparator(fileHead(first.path, first.encoding, SAMPLE_LENGTH));
  const separator = found ?? (first !== undefined && /\.csv\b/i.test(first.name) ? ',' : '\t');
  options.note('separator', separator === '\t' ? '\\t' : separator);
  return separator;
}

const ESCAPES: Readonly<Record<string, string>> = {
  t: '\t',
  n: '\n',
  r: '\r',
  f: '\f',
  b: '\b',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

/** `\t` of two characters means tab; also `\u0009`. */
function unescapedSeparator(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, letter: string | undefined) =>
    code !== undefined ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[letter ?? ''] ?? letter ?? ''),
  );
}

/** Examined characters of a file. */
export const SAMPLE_LENGTH = 64 * 1024;
const SAMPLE_LINES = 100;

/** Usual separators; other characters must come at least twice in a line to count as one. */
const USUAL = ['\t', ',', ';', '|'];
/** Signs as regular as separators in plain words and addresses. */
const NEVER = /[\p{L}\p{N}\p{M}\s"'.\-_/()@&=?%+*<>{}[\]\\]/u;
/** Most standard deviation of the number in a line by their mean. */
const MAX_SPREAD = 0.1;

/**
 * The character that comes about as often in each of the first hundred lines, outside of quotation marks; undefined
 * without one. Usual ones first, then the most regular, then the most frequent.
 */
export function guessSeparator(head: string): string | undefined {
  const lines = firstLines(head);
  const counts = new Map<string, number[]>();
  lines.forEach((line, index) => {
    let isQuoted = false;
    for (const character of line) {
      if (character === '"') isQuoted = !isQuoted;
      else if (!isQuoted && (character === '\t' || !NEVER.test(character))) {
        const perLine = counts.get(character) ?? new Array<number>(lines.length).fill(0);
        perLine[index] = (perLine[index] ?? 0) + 1;
        counts.set(character, perLine);
      }
    }
  });
  const regular = [...counts]
    .map(([separator, perLine]) => ({ separator, isUsual: USUAL.includes(separator), ...spread(perLine) }))
    .filter(({ isUsual, mean, spread }) => spread < MAX_SPREAD && mean >= (isUsual ? 0.9 : 2))
    .sort(
      (one, other) => Number(other.isUsual) - Number(one.isUsual) || one.spread - other.spread || other.mean - one.mean,
    );
  if (regular[0] !== undefined) return regular[0].separator;
  const dialect = detectDialect(head, {});
  const widths = sampleRows(head, dialect).map((row) => row.length);
  const wide = widths.filter((width) => width > 1).length;
  return USUAL.includes(dialect.delimiter) && wide > 1 && wide >= widths.length * 0.8 ? dialect.delimiter : undefined;
}

/** Whole lines; a last one that may be cut off only when it is the only one. */
export function firstLines(head: string): readonly string[] {
  const lines = head.split(/\r\n|\n|\r/);
  if (lines.length > 1) lines.pop();
  return lines.filter((line) => line.trim() !== '').slice(0, SAMPLE_LINES);
}

function spread(counts: readonly number[]): { readonly mean: number; readonly spread: number } {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length;
  return { mean, spread: mean === 0 ? Infinity : Math.sqrt(variance) / mean };
}
