import { describe, expect, it } from '@jest/globals';
import { commandParameters } from '../../../src/projects/commands/command-parameters.js';
import { COMMAND_TABLE } from '../../../src/projects/commands/command-table.js';
import {
  ONE_OPERATION_TABLE,
  operationOfCommand,
  type OneOperationCommand,
} from '../../../src/projects/commands/one-operation-table.js';
import { renameColumns } from '../../../src/projects/commands/recipe-commands.js';
import { OPERATION_TABLE } from '../../../src/projects/operations/operation-table.js';

const everyRow = { facets: [], mode: 'row-based' };
const operation = (command: OneOperationCommand, parameters: Readonly<Record<string, string>>): unknown =>
  operationOfCommand(command, commandParameters(new Map(Object.entries(parameters))));

describe('the commands that run one operation', () => {
  it('each name an operation that there is, and a command', () => {
    expect(
      Object.values(ONE_OPERATION_TABLE)
        .map(({ op }) => op)
        .filter((op) => !OPERATION_TABLE.some(({ id }) => id === op)),
    ).toEqual([]);
    expect(
      Object.keys(ONE_OPERATION_TABLE).filter((name) => !COMMAND_TABLE.some((command) => command.name === name)),
    ).toEqual([]);
  });

  it.each<[OneOperationCommand, Readonly<Record<string, string>>, unknown]>([
    [
      'text-transform',
      { columnName: 'a', expression: 'grel:value', onError: 'whatever', repeat: 'true', repeatCount: '3', engine: '' },
      {
        op: 'core/text-transform',
        columnName: 'a',
        expression: 'grel:value',
        onError: 'keep-original',
        repeat: true,
        repeatCount: 3,
        engineConfig: everyRow,
      },
    ],
    ['annotate-rows', { starred: 'true' }, { op: 'core/row-star', starred: true, engineConfig: everyRow }],
    [
      'annotate-rows',
      { flagged: 'false', expression: '' },
      { op: 'core/row-flag', flagged: false, engineConfig: everyRow },
    ],
    [
      'add-rows',
      { rows: '{}', index: '0' },
      { op: 'core/row-addition', addedRows: [{}], index: 0, engineConfig: everyRow },
    ],
    [
      'add-rows',
      { addedRows: '[{},{"starred":true}]' },
      { op: 'core/row-addition', addedRows: [{}, { starred: true }], engineConfig: everyRow },
    ],
    [
      'add-column-by-fetching-urls',
      { httpHeaders: '[{"name":"a","value":"b"}]', onError: 'store-error' },
      {
        op: 'core/column-addition-by-fetching-urls',
        httpHeadersJson: [{ name: 'a', value: 'b' }],
        onError: 'store-error',
        engineConfig: everyRow,
      },
    ],
    [
      'join-multi-value-cells',
      { columnName: 'a', keyColumnName: 'k', separator: '' },
      { op: 'core/multivalued-cell-join', columnName: 'a', keyColumnName: 'k', separator: '', engineConfig: everyRow },
    ],
    [
      'fill-down',
      { columnName: 'a', engine: '{"mode":"record-based"}' },
      { op: 'core/fill-down', columnName: 'a', engineConfig: { facets: [], mode: 'record-based' } },
    ],
    [
      'fill-down',
      { columnName: 'a', engine: '{"facets":[{"type":"unknown"}]}' },
      { op: 'core/fill-down', columnName: 'a', engineConfig: everyRow },
    ],
  ])('%s %j', (command, parameters, expected) => {
    expect(operation(command, parameters)).toEqual(expected);
  });
});

it('a recipe can be told other names of columns', () => {
  const recipe = [
    {
      op: 'core/mass-edit',
      columnName: 'a',
      expression: 'a',
      edits: [{ from: ['a'], to: 'b' }],
      engineConfig: { mode: 'row-based', facets: [{ type: 'list', columnName: 'a', name: 'a' }] },
    },
    { op: 'core/column-reorder', columnNames: ['b', 'a'] },
    { op: 'core/row-reorder', sorting: { criteria: [{ column: 'a' }] } },
  ];
  expect(renameColumns(recipe, new Map([['a', 'x']]))).toEqual([
    {
      op: 'core/mass-edit',
      columnName: 'x',
      expression: 'a',
      edits: [{ from: ['a'], to: 'b' }],
      engineConfig: { mode: 'row-based', facets: [{ type: 'list', columnName: 'x', name: 'a' }] },
    },
    { op: 'core/column-reorder', columnNames: ['b', 'x'] },
    { op: 'core/row-reorder', sorting: { criteria: [{ column: 'x' }] } },
  ]);
});
