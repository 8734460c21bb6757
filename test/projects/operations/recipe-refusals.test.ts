import { describe, expect, it } from '@jest/globals';
import { checkRecipeColumns, parseRecipe } from '../../../src/projects/operations/parse-recipe.js';
import { compile } from '../operation-context.js';

/*
 * A recipe is refused as a whole, by the sentence that clients know and with the place of the fault, before its first operation runs.
 */

const rename = (from: string, to: string): object => ({
  op: 'core/column-rename',
  oldColumnName: from,
  newColumnName: to,
});
const transform = (more: object = {}): object => ({
  op: 'core/text-transform',
  columnName: 'a',
  expression: 'value',
  onError: 'keep-original',
  ...more,
});
const model = {
  columns: ['a', 'b'].map((name, cellIndex) => ({ cellIndex, originalName: name, name })),
  columnGroups: [],
  nextCellIndex: 2,
};

function refusal(recipe: unknown): unknown {
  try {
    checkRecipeColumns(parseRecipe(recipe, compile), model);
    return 'not refused';
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : thrown;
  }
}

describe('a recipe is refused', () => {
  it.each<[string, unknown, string]>([
    ['that is no list', { op: 'core/row-removal' }, "The parameter 'operations' is not a JSON array of operations"],
    [
      'with an unknown operation in its middle',
      [transform(), { op: 'core/no-such-thing' }, transform()],
      'Operation #2: Unknown operation core/no-such-thing',
    ],
    [
      'with an operation of an extension',
      [transform(), { op: 'wikidata/save-schema' }],
      'Operation #2: Unknown operation wikidata/save-schema',
    ],
    ['with nothing for an operation', [null], "Operation #1: The operation is 'null'"],
    ['with an operation without a name', [{}], "Operation #1: Missing operation name: the member 'op'"],
    ['without a column name', [{ op: 'core/fill-down' }], 'Operation #1: Missing column name'],
    [
      'without a base column',
      [
        {
          op: 'core/column-addition',
          newColumnName: 'c',
          expression: 'value',
          onError: 'set-to-blank',
          columnInsertIndex: 0,
        },
      ],
      'Operation #1: Missing base column name',
    ],
    [
      'without the name of a new column',
      [
        {
          op: 'core/column-addition',
          baseColumnName: 'a',
          expression: 'value',
          onError: 'set-to-blank',
          columnInsertIndex: 0,
        },
      ],
      'Operation #1: Missing new column name',
    ],
    [
      'with a place for a column that there is not',
      [
        {
          op: 'core/column-addition',
          baseColumnName: 'a',
          newColumnName: 'c',
          expression: 'value',
          onError: 'set-to-blank',
          columnInsertIndex: -1,
        },
      ],
      'Operation #1: Invalid column insert index',
    ],
    ['without an expression', [transform({ expression: undefined })], 'Operation #1: Missing expression'],
    ['without a word on errors', [transform({ onError: undefined })], "Operation #1: Missing 'on error' behaviour"],
    ['with another word on errors', [transform({ onError: 'ignore' })], "Operation #1: Missing 'on error' behaviour"],
    [
      'with an expression that cannot be read',
      [transform({ expression: 'value.trim(' })],
      "Operation #1: Invalid expression 'value.trim(': Parsing error",
    ],
    [
      'with a facet of an unknown type',
      [transform({ engineConfig: { mode: 'row-based', facets: [{ type: 'cloud' }] } })],
      'Operation #1: The member "engineConfig.facets.0.type" must be "list" or "text" or "range" or "timerange" or "scatterplot"',
    ],
    [
      'with an unknown mode',
      [transform({ engineConfig: { mode: 'column-based', facets: [] } })],
      'Operation #1: The member "engineConfig.mode" must be "row-based" or "record-based"',
    ],
    ['with a list for a truth', [transform({ repeat: [] })], 'Operation #1: The member "repeat" must be true or false'],
    [
      'with a part of a number',
      [transform({ repeatCount: 1.5 })],
      'Operation #1: The member "repeatCount" must be a whole number',
    ],
    [
      'with a number that is too large',
      [transform({ repeatCount: 1e99 })],
      'Operation #1: The member "repeatCount" must be at most 9007199254740991',
    ],
    [
      'with a length below nothing',
      [{ op: 'core/column-split', columnName: 'a', mode: 'lengths', fieldLengths: [2, -1] }],
      'Operation #1: The member "fieldLengths.1" must be at least 0',
    ],
    [
      'with rows of none',
      [{ op: 'core/transpose-rows-into-columns', columnName: 'a', rowCount: 0 }],
      'Operation #1: The member "rowCount" cannot be read: The row count must be at least 1',
    ],
    [
      'with a word for a number',
      [transform({ repeatCount: 'twice' })],
      'Operation #1: The member "repeatCount" must be a number',
    ],
    [
      'over a column that is not there',
      [transform({ columnName: 'c' })],
      "Column 'c' is referenced in the list of operations but is absent from the project",
    ],
    [
      'over a column of a facet that is not there',
      [
        transform({
          engineConfig: { mode: 'row-based', facets: [{ type: 'text', name: 'c', columnName: 'c', query: '' }] },
        }),
      ],
      "Column 'c' is referenced in the list of operations but is absent from the project",
    ],
    [
      'over a column that was renamed',
      [rename('a', 'c'), transform()],
      "Inconsistent list of operations: column 'a' used after being deleted or renamed",
    ],
    ['for a new name that is taken', [rename('a', 'b')], "Column 'b' already exists in the project"],
  ])('%s', (_, recipe, sentence) => {
    expect(String(refusal(recipe)).slice(0, sentence.length)).toBe(sentence);
  });

  it('by no means when all is there', () => {
    expect(refusal([rename('a', 'c'), rename('b', 'a'), transform()])).toBe('not refused');
    expect(refusal([{ ...transform(), op: 'text-transform', description: 'says anything', somethingElse: 1 }])).toBe(
      'not refused',
    );
  });

  it('not for numbers and truths that stand as text', () => {
    const [operation] = parseRecipe([transform({ repeat: 'TRUE', repeatCount: ' 3 ' })], compile);
    expect(operation?.json).toMatchObject({ repeat: true, repeatCount: 3 });
    const insert = {
      op: 'core/column-addition',
      baseColumnName: 'a',
      newColumnName: 'c',
      expression: 'value',
      onError: 'set-to-blank',
      columnInsertIndex: '1',
    };
    expect(parseRecipe([insert], compile)[0]?.json).toMatchObject({ columnInsertIndex: 1, newColumnName: 'c' });
  });
});
