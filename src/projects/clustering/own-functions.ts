import { SameasError } from '../../foundation/sameas-error.js';
import type { FacetContext } from '../browsing/facets/facet.js';
import {
  ExpressionSyntaxError,
  type CompiledExpression,
  type RowBindings,
} from '../expressions/expression-language.js';
import type { ExpressionValue } from '../expressions/expression-value.js';
import { parseExpression } from '../expressions/parse-expression.js';
import { valueText } from '../expressions/value-text.js';
import { ErrorValue } from '../grid/cell-value.js';

/** Reads programs in any of the languages. */
export type Compile = FacetContext['compile'];

/** Texts given to an expression at once. */
const BATCH = 1000;

/**
 * Text → key, by an expression with the text in `value`. Errors are keys, as in OpenRefine. Throws `parameter-invalid`.
 */
export function ownKeys(
  expression: string,
  texts: readonly string[],
  compile: Compile,
  progress: () => void,
): ReadonlyMap<string, string> {
  const compiled = compiledOf(expression, compile);
  const keys = new Map<string, string>();
  for (let start = 0; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH);
    const values = compiled.evaluate(batch.map(bindingsOf));
    batch.forEach((text, place) => keys.set(text, ownKey(values[place] ?? null)));
    progress();
  }
  return keys;
}

const ownKey = (value: ExpressionValue): string => (value === null ? 'null' : valueText(value));

/**
 * The distance of two texts by a GREL expression with them in `value1` and `value2`. Throws `parameter-invalid`, also
 * when a pair of texts gives no number.
 */
export function ownDistance(expression: string, compile: Compile): (one: string, other: string) => number {
  const { languageId, program } = parseExpression(expression);
  if (languageId !== 'grel') throw invalid('the texts are "value1" and "value2" in GREL alone');
  compiledOf(program, compile);
  const compiled = compiledOf(`with(value[0], value1, with(value[1], value2, ${program}))`, compile);
  return (one, other) => {
    const [value = null] = compiled.evaluate([bindingsOf([one, other])]);
    if (value instanceof ErrorValue) throw invalid(value.message);
    const distance = typeof value === 'string' && value.trim() === '' ? NaN : Number(value ?? NaN);
    if (Number.isNaN(distance)) throw invalid(`it gives no number for "${one}" and "${other}"`);
    return distance;
  };
}

function compiledOf(expression: string, compile: Compile): CompiledExpression {
  try {
    return compile(expression);
  } catch (thrown) {
    if (thrown instanceof ExpressionSyntaxError) throw invalid(thrown.message);
    throw thrown;
  }
}

function invalid(sentence: string): SameasError {
  return new SameasError('parameter-invalid', `The expression of "clusterer" cannot be used: ${sentence}.`, {
    advice: 'A keyer finds the text in "value"; a distance finds two in "value1" and "value2" and gives a number.',
    facts: { parameter: 'clusterer' },
  });
}

/** A text for an expression without a row or project. */
function bindingsOf(value: ExpressionValue): RowBindings {
  return { value, cell: null, columnName: '', row: NO_ROW, project: NO_PROJECT };
}

const NO_ROW: RowBindings['row'] = {
  index: 0,
  starred: false,
  flagged: false,
  columnNames: [],
  cell: () => undefined,
  record: () => ({ index: 0, fromRowIndex: 0, toRowIndex: 0, cells: () => undefined }),
};
const noProject = (): never => {
  throw new Error('An expression for clusters sees texts alone');
};
const NO_PROJECT: RowBindings['project'] = { id: '', name: '', cross: noProject, facetCount: noProject };
