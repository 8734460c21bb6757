import { always, type ImportOptions } from './import-options.js';

export interface TableOptions {
  /** Rows dropped before the header; 0 or less for none. */
  readonly ignoreLines: number;
  /** Rows that hold names. */
  readonly headerLines: number;
  /** Rows dropped after the header. */
  readonly skipDataLines: number;
  /** Rows kept of each file; 0 or less for all. */
  readonly limit: number;
  readonly storeBlankRows: boolean;
  readonly storeBlankColumns: boolean;
  readonly storeBlankCellsAsNulls: boolean;
  readonly trimStrings: boolean;
  readonly guessCellValueTypes: boolean;
  /** Instead of a header. */
  readonly columnNames: readonly string[] | undefined;
}

interface TableDefaults {
  readonly headerLines: { readonly guessed: number; readonly coded: number };
  /** Trims when there are no options. */
  readonly trimsWhenGuessed: boolean;
}

/** Throws `import-option-invalid`. */
export function readTableOptions(options: ImportOptions, defaults: TableDefaults): TableOptions {
  const columnNames = options.texts('columnNames')?.map((name) => name.trim());
  return {
    ignoreLines: options.whole('ignoreLines', always(-1)),
    headerLines:
      columnNames === undefined ? options.whole('headerLines', defaults.headerLines) : noted(options, 'headerLines', 1),
    skipDataLines: options.whole('skipDataLines', always(0)),
    limit: options.whole('limit', always(-1)),
    storeBlankRows: options.flag('storeBlankRows', always(true)),
    storeBlankColumns: options.flag('storeBlankColumns', always(true)),
    storeBlankCellsAsNulls: options.flag('storeBlankCellsAsNulls', always(true)),
    trimStrings: options.flag('trimStrings', { guessed: defaults.trimsWhenGuessed, coded: false }),
    guessCellValueTypes: options.flag('guessCellValueTypes', always(false)),
    columnNames,
  };
}

function noted<T>(options: ImportOptions, name: string, value: T): T {
  options.note(name, value);
  return value;
}
