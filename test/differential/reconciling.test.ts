import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  openRefineClient,
  type OpenRefineClient,
  type OpenRefineColumn,
  type Operation,
} from '../support/openrefine-client.js';
import { openRefineFor } from '../support/recorded-openrefine.js';
import type { RunningOpenRefine } from '../support/start-openrefine.js';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';

/*
 * The same reconciling recipes, carried out by OpenRefine and by this service, both of which ask the same list for candidates: by the address of the service,
 * OpenRefine from outside and this service itself. Columns, cells, judgments, candidates, counts and exported facts must be the same.
 */

const folder = temporaryFolder();
const LIST = folder.write(
  'towns.csv',
  [
    'id,name,type,other names,country,inhabitants,founded,height m,twins',
    't1,Springfield,town,Spring Field,n1,114000,1819-04-12,181.5,t2|t3',
    't2,Shelbyville,town,,n1,20000,1825,240,t1',
    't3,Ogdenville,town,Ogden,n2,3000,1850-01-01,1310.25,',
    't4,Springfield,town,,n2,900,1901,12,t1|t2|t3',
    'c1,Capital City,city,The Capital,n1,900000,1790-07-16,10,',
    'n1,Norland,country,,,,,,',
    'n2,Sudland,country,,,,,,',
    '',
  ].join('\n'),
);

const TABLE = [
  'key,town,land,note',
  '1,Springfield,Norland,a',
  ',Shelbyvile,Norland,b',
  '2,Springfield,Sudland,c',
  ',,,d',
  ',Ogden,,e',
  '3,Nowhere at all,Norland,f',
  '4,Capital Citty,,g',
  ',,,',
  '5,Shelbyville,Norland,h',
  '6,Nowhere at all,,i',
  '7,t3,,j',
  '',
].join('\n');

const PAGES = 'PAGES';
const fetching = (more: object): Operation => ({
  op: 'core/column-addition-by-fetching-urls',
  engineConfig,
  baseColumnName: 'note',
  urlExpression: `grel:"${PAGES}" + value`,
  onError: 'set-to-blank',
  newColumnName: 'page',
  columnInsertIndex: 4,
  delay: 0,
  cacheResponses: true,
  ...more,
});

const engineConfig = { facets: [], mode: 'row-based' };
const onTown = { columnName: 'town', engineConfig };
const SERVICE = 'SERVICE';
const spaces = { identifierSpace: 'IDENTIFIER_SPACE', schemaSpace: 'SCHEMA_SPACE' };

type Recipe = readonly Operation[];

const recon = (more: object = {}): Operation => ({
  op: 'core/recon',
  ...onTown,
  config: {
    mode: 'standard-service',
    service: SERVICE,
    ...spaces,
    type: { id: 'town', name: 'Town' },
    autoMatch: true,
    batchSize: 10,
    columnDetails: [],
    limit: 0,
    ...more,
  },
});

const facts = (baseColumnName: string, names: readonly string[]): Recipe =>
  names.map((name) => ({
    op: 'core/column-addition',
    engineConfig,
    baseColumnName,
    newColumnName: name,
    columnInsertIndex: 1,
    expression: `grel:${name}`,
    onError: 'store-error',
  }));

const FACTS = facts('town', [
  'cell.recon.match.id',
  'cell.recon.match.name',
  'cell.recon.match.type.join("|")',
  'cell.recon.match.score',
  'cell.recon.best.id',
  'cell.recon.best.score',
  'cell.recon.judgment',
  'cell.recon.judgmentAction',
  'cell.recon.judgmentBatchSize',
  'cell.recon.judgmentHistoryEntry > 1000',
  'cell.recon.matchRank',
  'cell.recon.matched',
  'cell.recon.new',
  'cell.recon.service.length() > 0',
  'cell.recon.features.typeMatch',
  'cell.recon.features.nameMatch',
  'cell.recon.features.nameLevenshtein',
  'cell.recon.features.nameWordDistance',
  'forEach(cell.recon.candidates, c, c.id + "=" + c.name + "/" + c.type.join("+")).join("|")',
  'recon.match.id',
  'cell.errorMessage',
]);

const onlyJudged = (choice: string): object => ({
  mode: 'row-based',
  facets: [
    {
      type: 'list',
      name: 'judgment',
      columnName: 'town',
      expression: 'forNonBlank(cell.recon.judgment, v, v, if(isNonBlank(value), "(unreconciled)", "(blank)"))',
      omitBlank: false,
      omitError: false,
      invert: false,
      selectBlank: false,
      selectError: false,
      selection: [{ v: { v: choice, l: choice } }],
    },
  ],
});

const matchOgden = { id: 't3', name: 'Ogdenville', types: ['town'], score: 80 };
const extend = (properties: readonly object[], more: object = {}): Operation => ({
  op: 'core/extend-reconciled-data',
  engineConfig,
  baseColumnName: 'town',
  endpoint: SERVICE,
  ...spaces,
  extension: { properties },
  columnInsertIndex: 2,
  ...more,
});

const RECIPES: Readonly<Record<string, Recipe>> = {
  'a column is reconciled': [recon()],
  'a column is reconciled, and its facts become columns': [recon(), ...FACTS],
  'a column is reconciled without a type, and nothing is judged by itself': [
    recon({ type: null, autoMatch: false }),
    ...FACTS,
  ],
  'a column is reconciled with the country as a detail': [
    recon({
      columnDetails: [
        {
          column: 'land',
          propertyID: 'country',
          propertyName: 'Country',
          property: { id: 'country', name: 'Country' },
        },
      ],
    }),
    ...FACTS,
  ],
  'a column is reconciled with few candidates': [recon({ limit: 1, autoMatch: false }), ...FACTS],
  'a column is reconciled in small batches': [recon({ batchSize: 2 })],
  'only a part of the rows is reconciled': [
    {
      ...recon(),
      engineConfig: {
        mode: 'row-based',
        facets: [
          {
            type: 'text',
            name: 'town',
            columnName: 'town',
            query: 'spring',
            mode: 'text',
            caseSensitive: false,
            invert: false,
          },
        ],
      },
    },
    ...FACTS,
  ],
  'records are reconciled that pass a facet': [
    {
      ...recon(),
      engineConfig: {
        mode: 'record-based',
        facets: [
          {
            type: 'text',
            name: 'town',
            columnName: 'town',
            query: 'ogden',
            mode: 'text',
            caseSensitive: false,
            invert: false,
          },
        ],
      },
    },
  ],
  'the best candidates are matched': [
    recon({ autoMatch: false }),
    { op: 'core/recon-match-best-candidates', ...onTown },
    ...FACTS,
  ],
  'what is not matched becomes new, one for each': [
    recon(),
    { op: 'core/recon-mark-new-topics', ...onTown, engineConfig: onlyJudged('none'), shareNewTopics: false },
    ...FACTS,
  ],
  'what is not matched becomes new, one for all alike': [
    recon(),
    { op: 'core/recon-mark-new-topics', ...onTown, engineConfig: onlyJudged('none'), shareNewTopics: true },
    ...FACTS,
  ],
  'judgments are discarded': [recon(), { op: 'core/recon-discard-judgments', ...onTown, clearData: false }, ...FACTS],
  'judgments and candidates are discarded': [
    recon(),
    { op: 'core/recon-discard-judgments', ...onTown, clearData: true },
    ...FACTS,
  ],
  'cells alike are matched': [
    recon(),
    {
      op: 'core/recon-judge-similar-cells',
      ...onTown,
      similarValue: 'Nowhere at all',
      judgment: 'matched',
      match: matchOgden,
      shareNewTopics: false,
    },
    ...FACTS,
  ],
  'cells alike become new, each for itself': [
    recon(),
    {
      op: 'core/recon-judge-similar-cells',
      ...onTown,
      similarValue: 'Nowhere at all',
      judgment: 'new',
      shareNewTopics: false,
    },
    ...FACTS,
  ],
  'cells alike become one new item': [
    recon(),
    {
      op: 'core/recon-judge-similar-cells',
      ...onTown,
      similarValue: 'Springfield',
      judgment: 'new',
      shareNewTopics: true,
    },
    ...FACTS,
  ],
  'the judgment of cells alike is discarded': [
    recon({ autoMatch: false }),
    { op: 'core/recon-match-best-candidates', ...onTown },
    {
      op: 'core/recon-judge-similar-cells',
      ...onTown,
      similarValue: 'Springfield',
      judgment: 'none',
      shareNewTopics: false,
    },
    ...FACTS,
  ],
  'cells alike are cleared': [
    recon(),
    { op: 'core/recon-clear-similar-cells', ...onTown, similarValue: 'Springfield' },
    ...FACTS,
  ],
  'all cells are matched to one entity': [
    recon(),
    { op: 'core/recon-match-specific-topic-to-cells', ...onTown, match: matchOgden, ...spaces },
    ...FACTS,
  ],
  'cells that were never reconciled are matched to one entity': [
    { op: 'core/recon-match-specific-topic-to-cells', ...onTown, match: matchOgden, ...spaces },
    ...FACTS,
  ],
  'values are identifiers': [
    { op: 'core/recon-use-values-as-identifiers', ...onTown, service: SERVICE, ...spaces },
    ...FACTS,
  ],
  'judgments are copied to another column': [
    {
      op: 'core/column-addition',
      engineConfig,
      baseColumnName: 'town',
      newColumnName: 'also',
      columnInsertIndex: 2,
      expression: 'grel:value',
      onError: 'set-to-blank',
    },
    recon(),
    {
      op: 'core/recon-copy-across-columns',
      engineConfig,
      fromColumnName: 'town',
      toColumnNames: ['also', 'note'],
      judgments: ['matched', 'new'],
      applyToJudgedCells: true,
    },
    ...facts('also', ['cell.recon.match.id', 'cell.recon.judgment']),
  ],
  'a copied cell brings its judgment along': [
    recon(),
    {
      op: 'core/column-addition',
      engineConfig,
      baseColumnName: 'town',
      newColumnName: 'copy',
      columnInsertIndex: 2,
      expression: 'grel:cell',
      onError: 'set-to-blank',
    },
    {
      op: 'core/column-addition',
      engineConfig,
      baseColumnName: 'note',
      newColumnName: 'far copy',
      columnInsertIndex: 2,
      expression: 'grel:cells.town',
      onError: 'set-to-blank',
    },
    { op: 'core/fill-down', engineConfig, columnName: 'town' },
    { op: 'core/blank-down', engineConfig, columnName: 'copy' },
  ],
  'values of properties become columns': [
    recon({ autoMatch: false }),
    { op: 'core/recon-match-best-candidates', ...onTown },
    extend([
      { id: 'inhabitants', name: 'Inhabitants' },
      { id: 'founded', name: 'Founded' },
      { id: 'height_m', name: 'Height' },
      { id: 'other_names', name: 'Other names' },
    ]),
    ...FACTS.slice(0, 2),
  ],
  'values of properties that are entities become reconciled columns': [
    recon({ autoMatch: false }),
    { op: 'core/recon-match-best-candidates', ...onTown },
    extend([
      { id: 'country', name: 'Country' },
      { id: 'twins', name: 'Twins' },
    ]),
    ...facts('Twins', [
      'cell.recon.match.id',
      'cell.recon.judgment',
      'cell.recon.judgmentAction',
      'cell.recon.judgmentBatchSize',
      'cell.recon.best.id',
      'cell.recon.match.name',
    ]),
  ],
  'one value of each property is asked for, in rows of records': [
    recon({ autoMatch: false }),
    { op: 'core/recon-match-best-candidates', ...onTown },
    extend(
      [
        { id: 'twins', name: 'Twins', settings: { limit: '1' } },
        { id: 'country', name: 'Country' },
      ],
      { columnInsertIndex: 0 },
    ),
  ],
  'a reconciled column is reconciled again': [
    recon(),
    { op: 'core/recon-mark-new-topics', ...onTown, shareNewTopics: true },
    recon({ type: null, limit: 2 }),
    ...FACTS,
  ],
  'pages are fetched': [
    fetching({}),
    {
      op: 'core/column-addition',
      engineConfig,
      baseColumnName: 'page',
      newColumnName: 'name',
      columnInsertIndex: 5,
      expression: 'grel:value.parseJson().name',
      onError: 'set-to-blank',
    },
  ],
  'pages are fetched for some rows, and errors stay': [
    fetching({
      onError: 'store-error',
      cacheResponses: false,
      httpHeadersJson: [{ name: 'user-agent', value: 'tests' }],
      engineConfig: {
        mode: 'row-based',
        facets: [
          {
            type: 'text',
            name: 'land',
            columnName: 'land',
            query: 'nor',
            mode: 'text',
            caseSensitive: false,
            invert: false,
          },
        ],
      },
    }),
    {
      op: 'core/text-transform',
      engineConfig,
      columnName: 'page',
      expression: 'grel:if(isError(value), "error", value.length())',
      onError: 'store-error',
      repeat: false,
      repeatCount: 10,
    },
  ],
  'pages in another character set are fetched, from addresses in arrays, under a name that is taken': [
    fetching({ urlExpression: `grel:"${PAGES}latin" + value`, newColumnName: 'latin' }),
    fetching({ urlExpression: `grel:["${PAGES}a"]`, newColumnName: 'none' }),
    fetching({ urlExpression: `grel:"${PAGES}b"`, newColumnName: 'alike' }),
  ],
  'what was reconciled is changed, and moved, and sorted': [
    recon(),
    {
      op: 'core/text-transform',
      ...onTown,
      expression: 'grel:value + "!"',
      onError: 'keep-original',
      repeat: false,
      repeatCount: 10,
    },
    {
      op: 'core/mass-edit',
      ...onTown,
      expression: 'value',
      edits: [{ from: ['Springfield!'], to: 'Springfeld' }, { from: ['Ogden!'] }],
    },
    {
      op: 'core/row-reorder',
      mode: 'row-based',
      sorting: {
        criteria: [
          {
            column: 'town',
            valueType: 'string',
            reverse: true,
            caseSensitive: false,
            blankPosition: 2,
            errorPosition: 1,
          },
        ],
      },
    },
    { op: 'core/column-move', columnName: 'town', index: 0 },
    ...FACTS,
  ],
  'reconciled cells are split into rows': [
    recon(),
    {
      op: 'core/multivalued-cell-split',
      columnName: 'town',
      keyColumnName: 'key',
      mode: 'separator',
      separator: ' ',
      regex: false,
    },
    ...FACTS,
  ],
  'reconciled columns become rows': [
    recon(),
    {
      op: 'core/transpose-columns-into-rows',
      startColumnName: 'town',
      columnCount: 2,
      ignoreBlankCells: true,
      fillDown: false,
      combinedColumnName: 'all',
      prependColumnName: false,
      separator: ':',
    },
    ...facts('all', ['cell.recon.match.id', 'cell.recon.judgment']),
  ],
  'several columns are details': [
    recon({
      columnDetails: [
        ['land', 'country'],
        ['note', 'founded'],
      ].map(([column, id]) => ({ column, propertyID: id, propertyName: id, property: { id, name: id } })),
    }),
    ...FACTS,
  ],
  'a type that there is not is asked for': [recon({ type: { id: 'nothing', name: 'Nothing' } }), ...FACTS],
  'the same values become columns twice': [
    recon(),
    extend([{ id: 'country', name: 'Country' }]),
    extend([
      { id: 'country', name: 'Country' },
      { id: 'country', name: 'Again' },
    ]),
  ],
  'values are asked for with settings, for some rows, and put at the end': [
    recon(),
    extend(
      [
        { id: 'twins', name: 'Twins', settings: { limit: '2', references: 'name' } },
        { id: 'country', name: 'Country', settings: { references: 'id' } },
        { id: 'nothing', name: 'Nothing' },
      ],
      {
        columnInsertIndex: 4,
        engineConfig: {
          mode: 'row-based',
          facets: [
            {
              type: 'text',
              name: 'land',
              columnName: 'land',
              query: 'nor',
              mode: 'text',
              caseSensitive: false,
              invert: false,
            },
          ],
        },
      },
    ),
  ],
  'nothing is left to be reconciled': [
    { ...recon(), engineConfig: onlyJudged('no such judgment') },
    { op: 'core/recon-match-best-candidates', ...onTown },
  ],
  'everything from reconciling to export': [
    {
      op: 'core/text-transform',
      engineConfig,
      columnName: 'town',
      expression: 'grel:value.trim()',
      onError: 'keep-original',
      repeat: false,
      repeatCount: 10,
    },
    recon(),
    {
      op: 'core/recon-match-best-candidates',
      ...onTown,
      engineConfig: {
        mode: 'row-based',
        facets: [
          {
            type: 'range',
            name: 'score',
            columnName: 'town',
            expression: 'cell.recon.best.score',
            from: 60,
            to: 101,
            selectNumeric: true,
            selectNonNumeric: false,
            selectBlank: false,
            selectError: false,
          },
        ],
      },
    },
    { op: 'core/recon-mark-new-topics', ...onTown, engineConfig: onlyJudged('none'), shareNewTopics: true },
    {
      op: 'core/recon-discard-judgments',
      ...onTown,
      engineConfig: {
        mode: 'row-based',
        facets: [
          {
            type: 'text',
            name: 'note',
            columnName: 'note',
            query: 'c',
            mode: 'text',
            caseSensitive: false,
            invert: false,
          },
        ],
      },
      clearData: false,
    },
    {
      op: 'core/recon-judge-similar-cells',
      ...onTown,
      similarValue: 'Capital Citty',
      judgment: 'matched',
      match: { id: 'c1', name: 'Capital City', types: ['city'], score: 99 },
      shareNewTopics: false,
    },
    extend([
      { id: 'country', name: 'Country' },
      { id: 'inhabitants', name: 'Inhabitants' },
    ]),
    { op: 'core/recon-use-values-as-identifiers', engineConfig, columnName: 'note', service: SERVICE, ...spaces },
    ...FACTS,
    { op: 'core/row-removal', engineConfig: onlyJudged('new') },
  ],
};

/** Where this service gives something else on purpose, and why. */
const DIFFERENCES: Readonly<Record<string, { readonly why: string; readonly asHere: (expected: Outcome) => Outcome }>> =
  {
    'a column is reconciled without a type, and nothing is judged by itself': {
      why: 'The sentence leaves out a type that there is not.',
      asHere: (expected) => withSentences(expected, ' to type null', ''),
    },
    'a reconciled column is reconciled again': {
      why: 'The sentence leaves out a type that there is not.',
      asHere: (expected) => withSentences(expected, ' to type null', ''),
    },
    'judgments are copied to another column': {
      why: 'The columns that judgments are copied to are counted, and keep in mind by which service they were reconciled, as in newer releases.',
      asHere: (expected) => {
        const source = columnOf(expected, 'town').reconConfig;
        const sentences = withSentences(expected, 'alsonote', 'also, note');
        const also = withColumn(sentences, {
          ...columnOf(expected, 'also'),
          reconConfig: source,
          reconStats: { nonBlanks: 9, newTopics: 0, matchedTopics: 3 },
        });
        return withColumn(also, {
          ...columnOf(expected, 'note'),
          reconConfig: source,
          reconStats: { nonBlanks: 10, newTopics: 0, matchedTopics: 0 },
        });
      },
    },
    'values of properties become columns': {
      why: 'A column of plain values is not called reconciled.',
      asHere: withPlainColumns,
    },
    'values are asked for with settings, for some rows, and put at the end': {
      why: 'A column of plain values is not called reconciled.',
      asHere: withPlainColumns,
    },
    'everything from reconciling to export': {
      why: 'A column of plain values is not called reconciled.',
      asHere: withPlainColumns,
    },
  };

/** Columns that are reconciled to no type and never counted. */
function withPlainColumns(outcome: Outcome): Outcome {
  const isPlain = ({ reconConfig, reconStats }: Column): boolean =>
    reconStats === null && typeof reconConfig === 'object' && reconConfig !== null && !('type' in reconConfig);
  return {
    ...outcome,
    columns: outcome.columns.map((column) => (isPlain(column) ? { ...column, reconConfig: null } : column)),
  };
}

type Column = Pick<OpenRefineColumn, 'name'> & { readonly reconConfig: unknown; readonly reconStats: unknown };

interface Outcome {
  readonly columns: readonly Column[];
  readonly rows: readonly object[];
  readonly csv: string;
  readonly history: readonly string[];
}

function columnOf({ columns }: Outcome, name: string): Column {
  const column = columns.find((one) => one.name === name);
  if (column === undefined) throw new Error(`OpenRefine made no column ${name}`);
  return column;
}

const withColumn = (outcome: Outcome, column: Column): Outcome => ({
  ...outcome,
  columns: outcome.columns.map((one) => (one.name === column.name ? column : one)),
});
const withSentences = (outcome: Outcome, part: string, ours: string): Outcome => ({
  ...outcome,
  history: outcome.history.map((sentence) => sentence.replace(part, ours)),
});
const asHere = (name: string, expected: Outcome): Outcome => DIFFERENCES[name]?.asHere(expected) ?? expected;

let refine: RunningOpenRefine;
let service: RunningService;
let pages: Server;
let pagesAddress = '';
let manifest: { readonly identifierSpace: string; readonly schemaSpace: string };

beforeAll(async () => {
  service = await startService([LIST, '--data-dir', folder.path + '/projects', '--url-access', 'all']);
  // One page in three is not there.
  pages = createServer((request, response) => {
    if (request.url?.startsWith('/latin') === true) {
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=ISO-8859-1' })
        .end(Buffer.from(`Größe ${request.url}`, 'latin1'));
      return;
    }
    const isThere = (request.url ?? '').charCodeAt(1) % 3 !== 0;
    response
      .writeHead(isThere ? 200 : 404, { 'Content-Type': 'application/json; charset=utf-8' })
      .end(JSON.stringify({ name: `Größe ${request.url ?? ''}` }));
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  pagesAddress = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`; // a TCP server listens on an address with a port
  manifest = z
    .object({ identifierSpace: z.string(), schemaSpace: z.string() })
    .parse(await (await fetch(service.url)).json());
  refine = await openRefineFor('reconciling');
});

afterAll(async () => {
  pages.close();
  await refine.stop();
  await service.stop();
  folder.remove();
});

const filled = (recipe: Recipe): Recipe =>
  JSON.parse(
    JSON.stringify(recipe)
      .replaceAll(SERVICE, service.url)
      .replaceAll(PAGES, pagesAddress)
      .replaceAll(spaces.identifierSpace, manifest.identifierSpace)
      .replaceAll(spaces.schemaSpace, manifest.schemaSpace),
  ) as Recipe; // the same operations, with addresses filled in

const historySchema = z.object({ past: z.array(z.object({ description: z.string() })) });

async function outcome(
  client: OpenRefineClient,
  origin: string,
  carryOut: (project: string) => Promise<void>,
): Promise<Outcome> {
  const project = await client.createProject('towns', TABLE);
  try {
    await carryOut(project);
    const columns = await client.columns(project);
    const cells = [...(await client.allCells(project)).values()];
    return {
      columns: columns.map(({ name, reconConfig, reconStats }) => ({
        name,
        reconConfig: reconConfig ?? null,
        reconStats: reconStats ?? null,
      })),
      rows: (cells[0] ?? []).map((_, row) =>
        Object.fromEntries(columns.map(({ name }, column) => [name, cells[column]?.[row] ?? null])),
      ),
      csv: await client.exportCsv(project),
      history: historySchema
        .parse(await (await fetch(`${origin}/command/core/get-history?project=${project}`)).json())
        .past.map(({ description }) => description),
    };
  } finally {
    await client.deleteProject(project);
  }
}

describe('reconciling gives here what it gives in OpenRefine', () => {
  it.each(Object.entries(RECIPES))('when %s', async (name, recipe) => {
    const there = openRefineClient(refine.origin);
    const here = openRefineClient(service.origin);
    const expected = await outcome(there, refine.origin, async (project) => {
      await there.replay(project, filled(recipe));
    });
    // Here the whole recipe is sent at once.
    const actual = await outcome(here, service.origin, async (project) => {
      await here.applyOperations(project, filled(recipe));
      await here.waitForProcesses(project);
    });
    expect(actual).toEqual(asHere(name, expected));
  });
});

const anyFacet = {
  mode: 'row-based',
  facets: [
    {
      type: 'text',
      name: 'town',
      columnName: 'town',
      query: 'spring',
      mode: 'text',
      caseSensitive: false,
      invert: false,
    },
  ],
};
const upper: Operation = {
  op: 'core/text-transform',
  ...onTown,
  expression: 'grel:value.toUppercase()',
  onError: 'keep-original',
  repeat: false,
  repeatCount: 10,
};
const length: Operation = {
  op: 'core/column-addition',
  engineConfig,
  baseColumnName: 'town',
  newColumnName: 'length',
  columnInsertIndex: 2,
  expression: 'grel:value.length()',
  onError: 'set-to-blank',
};
const split: Operation = {
  op: 'core/multivalued-cell-split',
  columnName: 'town',
  keyColumnName: 'key',
  mode: 'separator',
  separator: ' ',
  regex: false,
};
const star: Operation = { op: 'core/row-star', engineConfig, starred: true };

/** Operations, and where to go in the history afterwards: 0 is before the first of them. An operation is carried out then and there. */
const JOURNEYS: Readonly<Record<string, readonly [recipe: Recipe, steps: readonly (number | Operation)[]]>> = {
  'everything is undone, and step by step redone': [
    [upper, length, split],
    [0, 1, 2, 3],
  ],
  'it goes back and forth': [
    [upper, length, split],
    [1, 3, 2, 0, 3],
  ],
  'something else is done after a step back': [
    [upper, length, split],
    [1, star],
  ],
  'reconciling and extending are undone': [
    [
      recon(),
      extend([
        { id: 'country', name: 'Country' },
        { id: 'twins', name: 'Twins' },
      ]),
    ],
    [1, 0, 2],
  ],
  'judgments are undone': [
    [
      recon(),
      { op: 'core/recon-mark-new-topics', ...onTown, shareNewTopics: true },
      { op: 'core/recon-discard-judgments', ...onTown, clearData: true },
    ],
    [2, 1, 0, 3],
  ],
  'fetched pages are undone': [[fetching({})], [0, 1]],
  'removed rows come back': [
    [{ op: 'core/row-removal', engineConfig: anyFacet }, star],
    [1, 0, 2],
  ],
  'a removed column comes back, whose name another one has had': [
    [
      { op: 'core/column-removal', columnName: 'town' },
      { op: 'core/column-rename', oldColumnName: 'land', newColumnName: 'town' },
    ],
    [1, 0, 2],
  ],
  'sorted records come back': [
    [
      {
        op: 'core/row-reorder',
        mode: 'record-based',
        sorting: {
          criteria: [
            {
              column: 'key',
              valueType: 'number',
              reverse: true,
              caseSensitive: false,
              blankPosition: 2,
              errorPosition: 1,
            },
          ],
        },
      },
    ],
    [0, 1],
  ],
};

const entriesSchema = z.object({
  past: z.array(z.object({ id: z.number() })),
  future: z.array(z.object({ id: z.number() })),
});

describe('undo and redo give here what they give in OpenRefine', () => {
  it.each(Object.entries(JOURNEYS))('when %s', async (_, [recipe, steps]) => {
    const outcomes = await Promise.all(
      [refine.origin, service.origin].map(async (origin) => {
        const client = openRefineClient(origin);
        const project = await client.createProject('towns', TABLE);
        await client.replay(project, filled(recipe));
        const { past } = entriesSchema.parse(
          await (await fetch(`${origin}/command/core/get-history?project=${project}`)).json(),
        );
        const ids = [0, ...past.map(({ id }) => id)];
        const seen: object[] = [];
        for (const step of steps) {
          if (typeof step === 'number') await client.goTo(project, ids[step] ?? -1);
          else await client.replay(project, [step]);
          const history = entriesSchema.parse(
            await (await fetch(`${origin}/command/core/get-history?project=${project}`)).json(),
          );
          seen.push({
            columns: (await client.columns(project)).map(({ name, reconStats }) => ({
              name,
              reconStats: reconStats ?? null,
            })),
            csv: await client.exportCsv(project),
            past: history.past.length,
            future: history.future.length,
          });
        }
        await client.deleteProject(project);
        return seen;
      }),
    );
    expect(outcomes[1]).toEqual(outcomes[0]);
  });
});
