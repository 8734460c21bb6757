import type { ExpressionValue } from '../../expressions/expression-value.js';
import { cellText, DateValue, ErrorValue } from '../../grid/cell-value.js';
import { baseColumnOf } from '../bind-rows.js';
import { readGroups } from '../../grid/grid.js';
import type { ListFacetConfig, TextFacetConfig } from '../engine-config.js';
import { jsonOfValue, facetText } from '../value-json.js';
import { evaluateEveryRow, faultyFacet, type Facet, type FacetContext } from './facet.js';

interface Choice {
  readonly text: string;
  /** The first one found. */
  readonly value: ExpressionValue;
  /** Whether it is shown as chosen: one of its values or its text was chosen. */
  readonly isMarked: boolean;
}

interface ChoiceCounts {
  readonly choices: Uint32Array;
  readonly blanks: number;
  readonly errors: number;
}

interface SelectedOthers {
  readonly selectBlank: boolean;
  readonly selectError: boolean;
}

/** Values of one kind and text: the number 1 and the text `1` are one choice, but only one of them may be chosen. */
interface Variant {
  readonly choice: number;
  readonly isSelected: boolean;
}

/** Instead of a variant. */
const BLANK = -1;
const ERROR = -2;
/** Rows with several variants are stored apart, under this number and below. */
const SEVERAL = -3;

class RowChoices {
  readonly #selectedKeys: ReadonlySet<string>;
  readonly #selectedTexts: ReadonlySet<string>;
  readonly #choices: { text: string; value: ExpressionValue; isMarked: boolean }[] = [];
  readonly #choiceOfText = new Map<string, number>();
  readonly #variants: Variant[] = [];
  /** By key and text: the numbers 1 and 1.0 have one key, and two texts. */
  readonly #variantOfKey = new Map<string, number>();
  readonly #keys = new Set<string>();
  /** Variant of each row, or a negative number instead. */
  readonly #placeOfRow: Int32Array;
  readonly #several: (readonly number[])[] = [];

  /** `selected`: chosen values as parsed JSON. */
  constructor(rowCount: number, selected: readonly unknown[]) {
    this.#placeOfRow = new Int32Array(rowCount);
    this.#selectedKeys = new Set(selected.map(keyOfJson));
    this.#selectedTexts = new Set(selected.filter(isSingle).map(textOfJson));
  }

  /** In the order of discovery. */
  get choices(): readonly Choice[] {
    return this.#choices;
  }

  /** Whether any row has this value of JSON, or another of its text. */
  has(value: unknown): boolean {
    return this.#keys.has(keyOfJson(value)) || (isSingle(value) && this.#choiceOfText.has(textOfJson(value)));
  }

  /**
   * Adds a row's value; an array counts for each of its different elements, an empty one for nothing, not even a blank.
   */
  add(rowIndex: number, value: ExpressionValue): void {
    if (!Array.isArray(value)) {
      this.#placeOfRow[rowIndex] = this.#placeOf(value);
      return;
    }
    const elements: readonly ExpressionValue[] = value;
    const distinct = [...new Set(elements.map((element) => this.#placeOf(element)))];
    this.#placeOfRow[rowIndex] = SEVERAL + 1 - this.#several.push(distinct);
  }

  isSelected(rowIndex: number, { selectBlank, selectError }: SelectedOthers): boolean {
    return this.#placesOf(rowIndex).some((place) =>
      place === BLANK ? selectBlank : place === ERROR ? selectError : this.#variants[place]?.isSelected === true,
    );
  }

  /** `counted`: 1 for each counted row; default all. */
  count(counted: Uint8Array | undefined): ChoiceCounts {
    const choices = new Uint32Array(this.#choices.length);
    let blanks = 0;
    let errors = 0;
    for (let rowIndex = 0; rowIndex < this.#placeOfRow.length; rowIndex += 1) {
      if (counted !== undefined && counted[rowIndex] !== 1) continue;
      for (const place of this.#placesOf(rowIndex)) {
        if (place === BLANK) blanks += 1;
        else if (place === ERROR) errors += 1;
        else {
          const choice = this.#variants[place]?.choice ?? 0;
          choices[choice] = (choices[choice] ?? 0) + 1;
        }
      }
    }
    return { choices, blanks, errors };
  }

  #placesOf(rowIndex: number): readonly number[] {
    const place = this.#placeOfRow[rowIndex] ?? BLANK;
    return place > SEVERAL ? [place] : (this.#several[SEVERAL - place] ?? []);
  }

  #placeOf(value: ExpressionValue): number {
    if (value === null || value === '') return BLANK;
    if (value instanceof ErrorValue) return ERROR;
    const text = facetText(value);
    const key = keyOfValue(value, text);
    const known = this.#variantOfKey.get(`${key} ${text}`);
    if (known !== undefined) return known;
    const isSelected = this.#selectedKeys.has(key);
    const place =
      this.#variants.push({
        choice: this.#choiceOf(text, value, isSelected || this.#selectedTexts.has(text)),
        isSelected,
      }) - 1;
    this.#variantOfKey.set(`${key} ${text}`, place);
    this.#keys.add(key);
    return place;
  }

  #choiceOf(text: string, value: ExpressionValue, isMarked: boolean): number {
    const known = this.#choiceOfText.get(text);
    const choice = known === undefined ? undefined : this.#choices[known];
    if (known !== undefined && choice !== undefined) {
      choice.isMarked ||= isMarked;
      return known;
    }
    const place = this.#choices.push({ text, value, isMarked }) - 1;
    this.#choiceOfText.set(text, place);
    return place;
  }
}

/** Numbers are equal as floating numbers, whatever their kind; everything else by kind and text. */
function keyOfValue(value: ExpressionValue, text: string): string {
  if (typeof value === 'bigint' || typeof value === 'number') return `number ${Number(value)}`;
  if (typeof value === 'boolean') return `boolean ${value}`;
  return value instanceof DateValue ? `text ${value.toIso()}` : `text ${text}`;
}

function keyOfJson(value: unknown): string {
  if (typeof value === 'number') return `number ${value}`;
  if (typeof value === 'boolean') return `boolean ${value}`;
  return typeof value === 'string' ? `text ${value}` : `json ${textOfJson(value)}`;
}

/** Whether a value of JSON can occur in a row. */
function isSingle(value: unknown): boolean {
  return value !== null && typeof value !== 'object';
}

/** A client's choice as a text: lists and objects, which no row has, as JSON. */
function textOfJson(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** More choices are counted but not listed. */
const DEFAULT_CHOICE_LIMIT = 2000;

/**
 * Rows by the value of an expression: each different text is one choice. An array counts for each of its different
 * elements once, an empty one for nothing. Throws as `evaluateEveryRow`.
 */
export function listFacet(config: ListFacetConfig, context: FacetContext, choiceLimit = DEFAULT_CHOICE_LIMIT): Facet {
  const { rowCount } = context.bound.grid;
  const rows = new RowChoices(
    rowCount,
    config.selection.map(({ v }) => v.v),
  );
  evaluateEveryRow(context, config.columnName, config.expression, (rowIndex, value) => rows.add(rowIndex, value));
  return {
    passes: rowsThatPass(rows, config, rowCount),
    asksForWholeRecord: config.invert,
    summary: (counted) => summaryOf(rows, config, { counted, choiceLimit }),
  };
}

function rowsThatPass(rows: RowChoices, config: ListFacetConfig, rowCount: number): Uint8Array | undefined {
  if (config.selection.length === 0 && !config.selectBlank && !config.selectError) return undefined;
  const passes = new Uint8Array(rowCount);
  for (let rowIndex = 0; rowIndex < rowCount; rowIndex += 1)
    passes[rowIndex] = rows.isSelected(rowIndex, config) === config.invert ? 0 : 1;
  return passes;
}

function summaryOf(
  rows: RowChoices,
  config: ListFacetConfig,
  { counted, choiceLimit }: { readonly counted: Uint8Array | undefined; readonly choiceLimit: number },
): ReturnType<Facet['summary']> {
  const { name, columnName, expression, invert, selection } = config;
  const members = { name, columnName, expression, invert };
  const { choices, blanks, errors } = rows.count(counted);
  const listed = rows.choices.flatMap(({ text, value, isMarked }, place) => {
    const count = choices[place] ?? 0;
    return count > 0 || isMarked ? [{ v: { v: jsonOfValue(value), l: text }, c: count, s: isMarked }] : [];
  });
  // Chosen values of no row are listed, so that they can be unchosen.
  const gone = selection
    .filter(({ v }) => !rows.has(v.v))
    .map(({ v }) => ({ v: { v: v.v, l: v.l ?? textOfJson(v.v) }, c: 0, s: true }));
  const all = [...listed, ...gone];
  if (all.length > choiceLimit) return { ...members, error: 'Too many choices', choiceCount: all.length };
  return {
    ...members,
    choices: all,
    ...(!config.omitBlank && (config.selectBlank || blanks > 0)
      ? { blankChoice: { s: config.selectBlank, c: blanks } }
      : {}),
    ...(!config.omitError && (config.selectError || errors > 0)
      ? { errorChoice: { s: config.selectError, c: errors } }
      : {}),
  };
}

/** Rows whose cell contains a text, or a match of a regular expression. A missing cell matches only when inverted. */
export function textFacet(config: TextFacetConfig, context: FacetContext): Facet {
  const { name, columnName, mode, caseSensitive, invert } = config;
  const query = config.query ?? '';
  const members = { name, columnName, query: config.query ?? null, mode, caseSensitive, invert };
  const { grid } = context.bound;
  const { cellIndex } = baseColumnOf(grid, columnName);
  if (query === '') return { passes: undefined, asksForWholeRecord: false, summary: () => members };
  if (cellIndex === undefined) return faultyFacet(members, `No column named ${columnName}`);

  let test: (text: string) => boolean;
  if (mode === 'regex') {
    try {
      const regex = context.compileRegex(query, { ignoreCase: !caseSensitive });
      test = (text) => regex.test(text);
    } catch (thrown) {
      return faultyFacet(members, thrown instanceof Error ? thrown.message : String(thrown));
    }
  } else if (caseSensitive) test = (text) => text.includes(query);
  else {
    const folded = query.toLowerCase();
    test = (text) => text.toLowerCase().includes(folded);
  }

  const passes = new Uint8Array(grid.rowCount);
  for (const reader of readGroups(grid)) {
    const chunk = reader.chunk(cellIndex);
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      const value = chunk.value(position);
      const isMatch = value !== null && test(cellText(value));
      passes[reader.firstRow + position] = isMatch === invert ? 0 : 1;
    }
    context.progress();
  }
  return { passes, asksForWholeRecord: false, summary: () => members };
}
