import { isJsonObject } from '../../foundation/is-json-object.js';
import { SameasError } from '../../foundation/sameas-error.js';

/** The two defaults of an option: without any options, and among other options. */
interface Defaults<T> {
  readonly guessed: T;
  readonly coded: T;
}

/** A default that is the same on both paths. */
export function always<T>(value: T): Defaults<T> {
  return { guessed: value, coded: value };
}

/**
 * The options of one import. Reading one also notes it as being in force; the project remembers `inForce`. A null
 * member counts as missing. Every reader throws `import-option-invalid` for a value of another kind.
 */
export class ImportOptions {
  /** Whether there are options; without them, everything possible is guessed. */
  readonly areGiven: boolean;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #inForce: Record<string, unknown> = {};

  /** `legacyFields` replace missing `options`. */
  constructor(options: unknown, legacyFields: Readonly<Record<string, string>> = {}) {
    if (options !== undefined && options !== null && !isJsonObject(options))
      throw invalid('options', 'an object', options);
    this.areGiven = options !== undefined && options !== null;
    this.#values = { ...fromLegacyFields(legacyFields), ...(isJsonObject(options) ? withoutNulls(options) : {}) };
  }

  get inForce(): Readonly<Record<string, unknown>> {
    return this.#inForce;
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  /** Notes the guessed value of a missing option. */
  note(name: string, value: unknown): void {
    this.#inForce[name] = value;
  }

  flag(name: string, defaults: Defaults<boolean>): boolean {
    const value = this.#values[name];
    if (value === undefined) return this.#noted(name, this.#default(defaults));
    if (typeof value === 'boolean') return this.#noted(name, value);
    if (value === 'true' || value === 'false') return this.#noted(name, value === 'true');
    throw invalid(name, 'true or false', value);
  }

  whole(name: string, defaults: Defaults<number>): number {
    const value = this.#values[name];
    if (value === undefined) return this.#noted(name, this.#default(defaults));
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number)) return this.#noted(name, number);
    throw invalid(name, 'a whole number', value);
  }

  /** Undefined when it is missing. */
  text(name: string): string | undefined {
    const value = this.#values[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw invalid(name, 'a text', value);
    return this.#noted(name, value);
  }

  /** A list of texts, also separated by commas. Undefined when it is missing or empty. */
  texts(name: string): readonly string[] | undefined {
    const value = this.#values[name];
    if (value === undefined || value === '') return undefined;
    const list: unknown = typeof value === 'string' ? value.split(',') : value;
    if (!Array.isArray(list)) throw invalid(name, 'a list of texts', value);
    const texts = list.map((item: unknown) =>
      typeof item === 'string' || typeof item === 'number' ? String(item) : fail(name, value),
    );
    return texts.length === 0 ? undefined : this.#noted(name, texts);
  }

  /** A list of anything. Undefined when it is missing. */
  list(name: string): readonly unknown[] | undefined {
    const value = this.#values[name];
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw invalid(name, 'a list', value);
    const items: readonly unknown[] = value;
    return this.#noted(name, items);
  }

  #default<T>({ guessed, coded }: Defaults<T>): T {
    return this.areGiven ? coded : guessed;
  }

  #noted<T>(name: string, value: T): T {
    this.#inForce[name] = value;
    return value;
  }
}

/** The error for an option that is not `expected`. */
export function invalid(name: string, expected: string, value: unknown): SameasError {
  const shown = JSON.stringify(value) ?? String(value);
  return new SameasError(
    'import-option-invalid',
    `The import option "${name}" must be ${expected}, not ${shown.length > 60 ? `${shown.slice(0, 59)}…` : shown}.`,
    {
      advice: 'Mend the option, or leave it out.',
      facts: { option: name },
    },
  );
}

function fail(name: string, value: unknown): never {
  throw invalid(name, 'a list of texts', value);
}

function withoutNulls(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null && value !== undefined));
}

/** Field of the time before options → the option that it became. */
const LEGACY_OPTIONS: Readonly<Record<string, string>> = {
  separator: 'separator',
  ignore: 'ignoreLines',
  'header-lines': 'headerLines',
  skip: 'skipDataLines',
  limit: 'limit',
  'guess-value-type': 'guessCellValueTypes',
};

function fromLegacyFields(fields: Readonly<Record<string, string>>): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [field, option] of Object.entries(LEGACY_OPTIONS)) {
    const value = fields[field];
    if (value !== undefined && value !== '') options[option] = value;
  }
  const ignoresQuotes = fields['ignore-quotes'];
  if (ignoresQuotes !== undefined && ignoresQuotes !== '') options['processQuotes'] = ignoresQuotes !== 'true';
  return options;
}

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
