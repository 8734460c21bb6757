import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { runProjectTask } from '../../../src/assembly/projects/run-project-task.js';
import { SameasError } from '../../../src/foundation/sameas-error.js';
import type { ProjectTools } from '../../../src/projects/commands/command-call.js';
import type { WorkerCommandName } from '../../../src/projects/commands/command-table.js';
import { runRecipe } from '../../../src/projects/commands/recipe-commands.js';
import { grelLanguage } from '../../../src/projects/expressions/grel/grel-language.js';
import { regexOf } from '../../../src/projects/expressions/grel/regex/regex-value.js';
import { DateValue, ErrorValue, type CellValue } from '../../../src/projects/grid/cell-value.js';
import type { Cell } from '../../../src/projects/grid/cell-value.js';
import { GridWriter } from '../../../src/projects/grid/grid-writer.js';
import { readRows } from '../../../src/projects/grid/grid.js';
import type { Recon } from '../../../src/projects/grid/recon.js';
import type { ReconciliationPort } from '../../../src/projects/operations/recon/reconciliation-port.js';
import { OPERATION_TABLE } from '../../../src/projects/operations/operation-table.js';
import type { OpenProject } from '../../../src/projects/store/open-project.js';
import { parentInMemory, temporaryFolder } from '../../support/temporary-files.js';
import { storeIn } from '../store/sample-project.js';

/*
 * Every operation with random members on random tables: it ends in a result or in an error of ours; undo gives back the table from before, to the last cell,
 * mark and judgment, and redo the one from after, also when both are read from disk anew. fast-check prints the seed of a failure.
 */

const temporary = temporaryFolder(parentInMemory());
afterAll(() => temporary.remove());
const { store, folder } = storeIn(join(temporary.path, 'data'));

/** Tables tried for each operation; more with `PROPERTY_RUNS`. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? '2');

const NAMES = ['a', 'b', 'a 1', 'käse', 'b : x'] as const;
/** One name in ten is of no column. */
const column = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...NAMES.slice(0, 3)) },
  { weight: 1, arbitrary: fc.constantFrom('käse', 'b : x', 'nowhere', '') },
);
const fresh = fc.oneof(fc.constantFrom('new', 'new 1', 'ü', ''), column);

const someText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'x',
    'y',
    'a;b',
    'a;;b;',
    ' a , b',
    '1',
    '2.5',
    'true',
    '2020-01-01',
    'tab\there',
    'two\nlines',
    'Ulm',
    'ULM',
    '𝔘lm',
    '\u0000',
    '"quoted"',
    '=1+1',
  ),
  fc.string({ maxLength: 8, unit: 'grapheme' }),
);
const value: fc.Arbitrary<CellValue> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 8, arbitrary: someText },
  { weight: 2, arbitrary: fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }) },
  { weight: 2, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.boolean() },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: -62_000_000_000_000, max: 253_000_000_000_000 })
      .map((epochMs) => new DateValue(epochMs)),
  },
  { weight: 1, arbitrary: fc.constantFrom('', 'Unable to parse').map((message) => new ErrorValue(message)) },
);

const candidate = fc.record({
  id: fc.constantFrom('Q1', 'Q2', ''),
  name: fc.constantFrom('Ulm', 'x'),
  types: fc.constantFrom([], ['town']),
  score: fc.constantFrom(0, 50.5, 100),
});
const reconOf = fc
  .tuple(
    fc.integer({ min: 1, max: 5 }),
    fc.constantFrom('none', 'matched', 'new'),
    fc.array(candidate, { maxLength: 2 }),
    candidate,
  )
  .map(([id, judgment, candidates, match]): Recon => ({
    id,
    service: 'http://localhost/',
    identifierSpace: 'http://id/',
    schemaSpace: 'http://schema/',
    judgment,
    judgmentAction: 'mass',
    judgmentHistoryEntry: 1,
    judgmentBatchSize: 1,
    match: judgment === 'matched' ? match : null,
    matchRank: -1,
    candidates,
    features: { typeMatch: null, nameMatch: true, nameLevenshtein: 1, nameWordDistance: 0.5 },
    error: null,
  }));
const cell = fc
  .tuple(value, fc.option(reconOf, { freq: 5 }))
  .map(([content, recon]): Cell | null => (content === null && recon === null ? null : { value: content, recon }));
const row = fc.record({ cells: fc.array(cell, { maxLength: 3 }), starred: fc.boolean(), flagged: fc.boolean() });
const rows = fc.array(row, { maxLength: 12 });

const expression = fc.constantFrom(
  'value',
  'grel:value.trim()',
  'value.toNumber()',
  'value + 1',
  'cell',
  'cells.a',
  'row.index',
  'null',
  '""',
  'value.toDate()',
  'cell.recon.match.id',
  'value.split(";")',
  '1/0',
  'value.toDate().datePart("year")',
  'row.record.cells.b.value.join("|")',
  'forEach(cells',
  'nonsense:value',
);
const switches = fc.record({
  omitBlank: fc.boolean(),
  omitError: fc.boolean(),
  selectBlank: fc.boolean(),
  selectError: fc.boolean(),
  invert: fc.boolean(),
});
const facet = fc.oneof(
  fc
    .record({
      type: fc.constant('list'),
      name: fc.constant('f'),
      columnName: column,
      expression,
      selection: fc.array(
        someText.map((v) => ({ v: { v, l: v } })),
        { maxLength: 2 },
      ),
    })
    .chain((one) => switches.map((more) => ({ ...one, ...more }))),
  fc.record({
    type: fc.constant('text'),
    name: fc.constant('f'),
    columnName: column,
    query: fc.constantFrom('', 'a', '[', '.+'),
    mode: fc.constantFrom('text', 'regex'),
    caseSensitive: fc.boolean(),
    invert: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('range'),
    name: fc.constant('f'),
    columnName: column,
    expression,
    from: fc.double(),
    to: fc.double(),
    selectNumeric: fc.boolean(),
    selectNonNumeric: fc.boolean(),
    selectBlank: fc.boolean(),
    selectError: fc.boolean(),
  }),
);
const engineConfig = fc.oneof(
  { weight: 3, arbitrary: fc.record({ mode: fc.constantFrom('row-based', 'record-based'), facets: fc.constant([]) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      mode: fc.constantFrom('row-based', 'record-based'),
      facets: fc.array(facet, { maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, { facets: [{ type: 'unknown' }] }) },
);
const onError = fc.constantFrom('keep-original', 'set-to-blank', 'store-error');
const flag = fc.boolean();
const place = fc.integer({ min: -1, max: 5 });
const count = fc.integer({ min: -1, max: 4 });
const names = fc.array(column, { maxLength: 4 });
const split = {
  mode: fc.constantFrom('separator', 'lengths', 'plain', 'regex'),
  separator: fc.constantFrom(';', ',', '', ' *, *', '(', 'lm'),
  regex: flag,
  fieldLengths: fc.array(fc.nat(3), { maxLength: 3 }),
};
const spaces = {
  service: fc.constantFrom('http://localhost/', ''),
  identifierSpace: fc.constantFrom('http://id/', ''),
  schemaSpace: fc.constant('http://schema/'),
};
const judged = { engineConfig, columnName: column };

/** For each operation its members. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  'core/text-transform': { engineConfig, columnName: column, expression, onError, repeat: flag, repeatCount: count },
  'core/mass-edit': {
    engineConfig,
    columnName: column,
    expression,
    edits: fc.array(
      fc.record({
        from: fc.array(someText, { maxLength: 2 }),
        fromBlank: flag,
        fromError: flag,
        to: fc.oneof(someText, fc.double(), flag, fc.constant(null)),
        type: fc.constantFrom('text', 'date', null),
      }),
      { maxLength: 3 },
    ),
  },
  'core/fill-down': { engineConfig, columnName: column },
  'core/blank-down': { engineConfig, columnName: column },
  'core/multivalued-cell-split': { columnName: column, keyColumnName: column, ...split },
  'core/multivalued-cell-join': { columnName: column, keyColumnName: column, separator: fc.constantFrom(';', '') },
  'core/column-addition': {
    engineConfig,
    baseColumnName: column,
    expression,
    onError,
    newColumnName: fresh,
    columnInsertIndex: place,
  },
  'core/column-addition-by-fetching-urls': {
    engineConfig,
    baseColumnName: column,
    urlExpression: expression,
    onError,
    newColumnName: fresh,
    columnInsertIndex: place,
    delay: fc.constant(0),
    cacheResponses: flag,
  },
  'core/column-removal': { columnName: column },
  'core/column-multi-removal': { columnNames: names },
  'core/column-rename': { oldColumnName: column, newColumnName: fresh },
  'core/column-move': { columnName: column, index: place },
  'core/column-move-first': { columnName: column },
  'core/column-move-last': { columnName: column },
  'core/column-move-left': { columnName: column },
  'core/column-move-right': { columnName: column },
  'core/column-reorder': { columnNames: names, isPureReorder: flag },
  'core/column-split': {
    engineConfig,
    columnName: column,
    guessCellType: flag,
    removeOriginalColumn: flag,
    maxColumns: count,
    ...split,
  },
  'core/row-removal': { engineConfig },
  'core/row-keep-matched': { engineConfig },
  'core/row-star': { engineConfig, starred: flag },
  'core/row-flag': { engineConfig, flagged: flag },
  'core/row-reorder': {
    mode: fc.constantFrom('row-based', 'record-based'),
    sorting: fc.record({
      criteria: fc.array(
        fc.record({
          column,
          valueType: fc.constantFrom('string', 'number', 'date', 'boolean'),
          reverse: flag,
          caseSensitive: flag,
          blankPosition: fc.constantFrom(-1, 2),
          errorPosition: fc.constantFrom(-2, 1),
        }),
        { maxLength: 2 },
      ),
    }),
  },
  'core/row-addition': {
    addedRows: fc.array(fc.record({ starred: flag, flagged: flag, cells: fc.constantFrom([], [null], [{ v: 1 }]) }), {
      maxLength: 3,
    }),
    index: place,
  },
  'core/row-duplicate-removal': { engineConfig, criteria: names },
  'core/transpose-columns-into-rows': {
    startColumnName: column,
    columnCount: count,
    ignoreBlankCells: flag,
    fillDown: flag,
    combinedColumnName: fc.option(fresh),
    prependColumnName: flag,
    separator: fc.constantFrom(null, ': '),
    keyColumnName: fresh,
    valueColumnName: fresh,
  },
  'core/transpose-rows-into-columns': { columnName: column, rowCount: count },
  'core/key-value-columnize': { keyColumnName: column, valueColumnName: column, noteColumnName: fc.option(column) },
  'core/recon': {
    ...judged,
    config: fc.record({
      mode: fc.constantFrom('standard-service', 'extend'),
      ...spaces,
      type: fc.constantFrom(null, { id: 'town', name: 'Town' }),
      autoMatch: flag,
      columnDetails: fc.array(fc.record({ column, property: fc.constant({ id: 'p', name: 'P' }) }), { maxLength: 1 }),
      limit: fc.constantFrom(0, 1),
      batchSize: fc.constantFrom(1, 10),
    }),
  },
  'core/recon-match-best-candidates': judged,
  'core/recon-mark-new-topics': { ...judged, ...spaces, shareNewTopics: flag },
  'core/recon-discard-judgments': { ...judged, clearData: flag },
  'core/recon-judge-similar-cells': {
    ...judged,
    similarValue: someText,
    judgment: fc.constantFrom('none', 'matched', 'new'),
    match: fc.option(candidate),
    shareNewTopics: flag,
  },
  'core/recon-match-specific-topic-to-cells': { ...judged, match: candidate, identifierSpace: spaces.identifierSpace },
  'core/recon-clear-similar-cells': { ...judged, similarValue: someText },
  'core/recon-use-values-as-identifiers': { ...judged, ...spaces },
  'core/recon-copy-across-columns': {
    engineConfig,
    fromColumnName: column,
    toColumnNames: names,
    judgments: fc.constantFrom(['matched'], ['none', 'new', 'matched']),
    applyToJudgedCells: flag,
  },
  'core/extend-reconciled-data': {
    engineConfig,
    baseColumnName: column,
    endpoint: fc.constant('http://localhost/'),
    extension: fc.record({
      properties: fc.array(fc.record({ id: fc.constantFrom('p', 'q'), name: fresh }), { maxLength: 2 }),
    }),
    columnInsertIndex: place,
  },
};

const operationsOf = (id: string): fc.Arbitrary<object> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.record(MEMBERS[id] ?? {}).map((members) => ({ op: id, ...members })) },
    // A member is missing, or of another kind.
    {
      weight: 1,
      arbitrary: fc.record(MEMBERS[id] ?? {}, { requiredKeys: [] }).map((members) => ({ op: id, ...members })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.record(MEMBERS[id] ?? {}),
          fc.constantFrom(...Object.keys(MEMBERS[id] ?? { x: 0 })),
          fc.constantFrom(null, 7, 'x', [], {}, -1.5),
        )
        .map(([members, name, wrong]) => ({ op: id, ...members, [name]: wrong })),
    },
  );

/** Answers everything with something. */
const reconciliation: ReconciliationPort = {
  mayAsk: () => true,
  service: (url) =>
    Promise.resolve({
      url,
      identifierSpace: 'http://id/',
      schemaSpace: 'http://schema/',
      batchSize: 3,
      reconcile: (queries) =>
        Promise.resolve(
          queries.map(({ query }) =>
            query.length % 3 === 0
              ? { error: 'too vague' }
              : {
                  candidates: [
                    { id: `Q${query.length}`, name: query, types: ['town'], score: 80, match: query.length % 2 === 0 },
                  ],
                },
          ),
        ),
      extend: (ids, properties) =>
        Promise.resolve({
          properties: properties.map(({ id }) => ({
            id,
            name: id,
            ...(id === 'q' ? { type: { id: 'town', name: 'Town' } } : {}),
          })),
          values: new Map(
            ids.map((id) => [
              id,
              new Map([
                ['p', [{ kind: 'plain', value: 5n } as const, { kind: 'date', iso: '2020-01-01' } as const]],
                ['q', [{ kind: 'entity', id: 'Q9', name: 'Nine' } as const]],
              ]),
            ]),
          ),
        }),
    }),
};

const tools: ProjectTools = {
  store,
  preferencesFile: folder.preferencesFile,
  languages: [grelLanguage],
  translateRegex: (pattern, { ignoreCase }) => regexOf(pattern, ignoreCase),
  reconciliation,
  urlFetch: {
    fetchText: (url) =>
      url.length % 2 === 0 ? Promise.resolve(`page ${url}`) : Promise.reject(new Error('HTTP error 404')),
  },
  progress: () => undefined,
  percent: () => undefined,
};

type Rows = readonly {
  readonly cells: readonly (Cell | null)[];
  readonly starred: boolean;
  readonly flagged: boolean;
}[];

function makeProject(content: Rows): OpenProject {
  const begun = store.begin(folder.work);
  const writer = new GridWriter(begun.writer);
  for (const { cells, starred, flagged } of content) writer.append(cells, { starred, flagged });
  const grid = writer.finish({
    columns: NAMES.slice(0, 3).map((name, cellIndex) => ({ cellIndex, originalName: name, name })),
    columnGroups: [],
    nextCellIndex: 3,
  });
  return begun.commit(grid, { name: 'Random', rowCount: grid.rowCount });
}

async function command(
  name: WorkerCommandName,
  project: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<string> {
  const workFolder = mkdtempSync(join(folder.work, 'command-'));
  try {
    const reply = await runProjectTask(
      {
        task: 1,
        work: { command: name, parameters: Object.entries({ project, ...parameters }), trailingName: '' },
        files: [],
        workFolder,
      },
      tools,
      workFolder,
    );
    if (reply.kind === 'json') return reply.json;
    if (reply.kind === 'file' || reply.kind === 'long-json') return readFileSync(reply.path, 'utf8');
    throw new Error(`no answer: ${reply.kind}`);
  } finally {
    rmSync(workFolder, { recursive: true });
  }
}

/** All that can be seen of a project, and all that is in it. */
async function everythingOf(id: string): Promise<unknown> {
  const grid = store.open(id).grid();
  return {
    model: grid.model,
    cells: [...readRows(grid)].map((one) => [
      one.starred,
      one.flagged,
      ...grid.model.columns.map(({ cellIndex }) => one.cell(cellIndex)),
    ]),
    tsv: await command('export-rows', id, { format: 'tsv' }),
    models: await command('get-models', id),
    rows: await command('get-rows', id, { limit: '100000', engine: '{"mode":"record-based"}' }),
  };
}

/** Whether it ended in a result; throws what is no error of ours. */
async function tried(id: string, recipe: readonly object[]): Promise<boolean> {
  try {
    await runRecipe(store.open(id), recipe, tools, { runLong: true });
    return true;
  } catch (thrown) {
    if (!(thrown instanceof SameasError)) throw thrown;
    expect(thrown.message).not.toBe('');
    expect(['internal', 'project-damaged']).not.toContain(thrown.code);
    return false;
  }
}

/** The states of a project after each entry of its history, the first before all of them. */
async function heldAgainstUndo(content: Rows, recipe: readonly object[]): Promise<void> {
  const { id } = makeProject(content);
  try {
    const before = await everythingOf(id);
    const isDone = await tried(id, recipe);
    const after = await everythingOf(id);
    const past = store.open(id).history.past;
    if (!isDone && past.length === 0) expect(after).toEqual(before);
    await command('undo-redo', id, { lastDoneID: '0' });
    expect(await everythingOf(id)).toEqual(before);
    const last = past.at(-1);
    if (last === undefined) return;
    await command('undo-redo', id, { lastDoneID: String(last.id) });
    expect(await everythingOf(id)).toEqual(after);
    // One step back and forth alone.
    await command('undo-redo', id, { undoID: String(last.id) });
    await command('undo-redo', id, { lastDoneID: String(last.id) });
    expect(await everythingOf(id)).toEqual(after);
  } finally {
    store.remove(id);
  }
}

const bigTable = (rowCount: number): Rows =>
  Array.from({ length: rowCount }, (_, index) => ({
    cells: [
      index % 3 === 0 ? { value: `k${index}`, recon: null } : null,
      { value: BigInt(index), recon: null },
      { value: `x;${index % 7}`, recon: null },
    ],
    starred: index % 5 === 0,
    flagged: false,
  }));

it('every operation has its random members here', () => {
  expect(Object.keys(MEMBERS)).toEqual(OPERATION_TABLE.map(({ id }) => id));
});

describe('undo gives back what was, and redo what became of it', () => {
  it.each(Object.keys(MEMBERS))(
    'after %s',
    async (id) => {
      await fc.assert(
        fc.asyncProperty(rows, operationsOf(id), async (content, operation) => heldAgainstUndo(content, [operation])),
        { numRuns: RUNS },
      );
    },
    240_000,
  );

  it('after recipes of many operations', async () => {
    const recipe = fc.array(fc.constantFrom(...Object.keys(MEMBERS)).chain(operationsOf), {
      minLength: 2,
      maxLength: 6,
    });
    await fc.assert(fc.asyncProperty(rows, recipe, heldAgainstUndo), { numRuns: 2 * RUNS });
  }, 240_000);

  it('after operations on more rows than one group has', async () => {
    const content = bigTable(4200);
    await heldAgainstUndo(content, [
      {
        op: 'core/multivalued-cell-split',
        columnName: 'a 1',
        keyColumnName: 'a',
        mode: 'separator',
        separator: ';',
        regex: false,
      },
      { op: 'core/fill-down', columnName: 'b' },
      {
        op: 'core/row-reorder',
        mode: 'record-based',
        sorting: { criteria: [{ column: 'a', valueType: 'string', reverse: true }] },
      },
      { op: 'core/transpose-rows-into-columns', columnName: 'a 1', rowCount: 2 },
    ]);
  }, 240_000);
});
