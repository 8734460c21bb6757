import type { DetectedEncoding } from '../../formats/detect-encoding.js';
import { splitSeparated, type SeparatedDialect } from '../../formats/separated/split-separated.js';
import { fileHead, fileText } from '../../formats/text-file.js';
import { guessSeparator, SAMPLE_LENGTH } from './guess-separator.js';
import { asImportError } from './import-errors.js';
import { always, invalid, type ImportOptions } from './import-options.js';
import type { ImportTarget, SourceFile } from './import-request.js';
import { TableBuilder, type SourceColumns } from './table-builder.js';
import { readTableOptions } from './table-options.js';
import type { Grid } from '../grid/grid.js';

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
