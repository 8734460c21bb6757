import type { ExpressionValue } from '../../expressions/expression-value.js';
import { DateValue, ErrorValue } from '../../grid/cell-value.js';
import { facetText, jsonOfValue } from '../facet-text.js';
import type { ListFacetConfig } from '../engine-config.js';
import { evaluateEveryRow, type Facet, type FacetContext } from './facet.js';

/** More choices than this are counted but not listed. */
const DEFAULT_CHOICE_LIMIT = 2000;

const BLANK = -1;
const ERROR = -2;

/** One line of the list: everything that has the same text. */
interface Choice {
  readonly text: string;
  /** The first that was met. */
  readonly value: ExpressionValue;
  isSelected: boolean;
}

/** Values of one kind and text: the number 1 and the text `1` are one choice, but only one of them may be what was chosen. */
interface Variant {
  readonly choice: number;
  readonly isSelected: boolean;
}

/**
 * Rows by what an expression gives: each different text is one choice. An array counts for each of its different elements once.
 * Throws what `evaluateEveryRow` throws.
 */
export function listFacet(config: ListFacetConfig, context: FacetContext, choiceLimit = DEFAULT_CHOICE_LIMIT): Facet {
  const selectedKeys = new Set(config.selection.map(({ v }) => keyOfJson(v.v)));
  const choices: Choice[] = [];
  const choiceOfText = new Map<string, number>();
  const variants: Variant[] = [];
  const variantOfKey = new Map<string, number>();
  const placeOf = (value: ExpressionValue): number => {
    const text = facetText(value);
    const key = keyOfValue(value, text);
    const known = variantOfKey.get(key);
    if (known !== undefined) return known;
    const isSelected = selectedKeys.has(key);
    let choice = choiceOfText.get(text);
    if (choice === undefined) choiceOfText.set(text, (choice = choices.push({ text, value, isSelected }) - 1));
    else if (isSelected) (choices[choice] ?? { isSelected }).isSelected = true;
    const place = variants.push({ choice, isSelected }) - 1;
    variantOfKey.set(key, place);
    return place;
  };

  // One place for each row; several are kept aside, under -3 and below.
  const placeOfRow = new Int32Array(context.bound.grid.rowCount);
  const several: (readonly number[])[] = [];
  evaluateEveryRow(context, config.columnName, config.expression, (rowIndex, value) => {
    if (!Array.isArray(value)) {
      placeOfRow[rowIndex] = classOf(value) ?? placeOf(value);
      return;
    }
    const elements: readonly ExpressionValue[] = value;
    const distinct = [...new Set(elements.map((element) => classOf(element) ?? placeOf(element)))];
    placeOfRow[rowIndex] = -2 - several.push(distinct.length === 0 ? [BLANK] : distinct);
  });
  const placesOf = (rowIndex: number): readonly number[] => {
    const place = placeOfRow[rowIndex] ?? BLANK;
    return place >= ERROR ? [place] : (several[-3 - place] ?? []);
  };

  return {
    passes: rowsThatPass(),
    asksForWholeRecord: config.invert,
    summary: (counted) => {
      const counts = new Uint32Array(choices.length);
      let blanks = 0;
      let errors = 0;
      for (let rowIndex = 0; rowIndex < placeOfRow.length; rowIndex += 1) {
        if (counted !== undefined && counted[rowIndex] !== 1) continue;
        for (const place of placesOf(rowIndex)) {
          if (place === BLANK) blanks += 1;
          else if (place === ERROR) errors += 1;
          else {
            const choice = variants[place]?.choice ?? 0;
            counts[choice] = (counts[choice] ?? 0) + 1;
          }
        }
      }
      const members = { name: config.name, columnName: config.columnName, expression: config.expression, invert: config.invert };
      const listed = choices.flatMap((choice, place) => {
        const count = counts[place] ?? 0;
        return count > 0 || choice.isSelected ? [{ v: { v: jsonOfValue(choice.value), l: choice.text }, c: count, s: choice.isSelected }] : [];
      });
      const gone = config.selection
        .filter(({ v }) => !variantOfKey.has(keyOfJson(v.v)))
        .map(({ v }) => ({ v: { v: v.v, l: v.l ?? textOfJson(v.v) }, c: 0, s: true }));
      const all = [...listed, ...gone];
      if (all.length > choiceLimit) return { ...members, error: 'Too many choices', choiceCount: all.length };
      return {
        ...members,
        choices: all,
        ...(!config.omitBlank && (config.selectBlank || blanks > 0) ? { blankChoice: { s: config.selectBlank, c: blanks } } : {}),
        ...(!config.omitError && (config.selectError || errors > 0) ? { errorChoice: { s: config.selectError, c: errors } } : {}),
      };
    },
  };

  function rowsThatPass(): Uint8Array | undefined {
    if (config.selection.length === 0 && !config.selectBlank && !config.selectError) return undefined;
    const passes = new Uint8Array(placeOfRow.length);
    for (let rowIndex = 0; rowIndex < passes.length; rowIndex += 1) {
      const isMatch = placesOf(rowIndex).some((place) => {
        if (place === BLANK) return config.selectBlank;
        if (place === ERROR) return config.selectError;
        return variants[place]?.isSelected === true;
      });
      passes[rowIndex] = isMatch === config.invert ? 0 : 1;
    }
    return passes;
  }
}

function classOf(value: ExpressionValue): typeof BLANK | typeof ERROR | undefined {
  if (value === null || value === '') return BLANK;
  return value instanceof ErrorValue ? ERROR : undefined;
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

/** What a client sent as a choice, as a text: lists and objects, which no row has, as JSON. */
function textOfJson(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
