import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inEnglish } from '../../../src/foundation/sentence.js';
import { guardedFetch } from '../../../src/foundation/guarded-fetch.js';
import { createReconciliationPort } from '../../../src/assembly/projects/outside-services.js';
import { startService, type RunningService } from '../../../src/assembly/start-service.js';
import { readRows, type Grid } from '../../../src/projects/grid/grid.js';
import type { PlannedChange } from '../../../src/projects/operations/operation.js';
import { parseOperation } from '../../../src/projects/operations/parse-recipe.js';
import { readSettings } from '../../../src/settings/read-settings.js';
import { compile, operationContext } from '../../projects/operation-context.js';
import { gridOfTable, tableOfGrid } from '../../projects/table-grid.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const folder = temporaryFolder();
let service: RunningService;

beforeAll(async () => {
  const file = folder.write(
    'towns.csv',
    [
      'id,name,type,country,inhabitants',
      't1,Springfield,town,US,114000',
      't2,Shelbyville,town,US,20000',
      't3,Ogdenville,town,CA,3000',
      'c1,Capital City,city,US,900000',
      '',
    ].join('\n'),
  );
  service = await startService({
    source: { files: [file] },
    settings: readSettings({ flags: { port: '0', workers: '0' }, env: {}, processors: 2 }),
    observe: () => undefined,
  });
}, 240_000);

afterAll(async () => {
  await service.close();
  folder.remove();
});

const reconciliation = createReconciliationPort(async (url, form) => {
  const { body } = await guardedFetch({ url, ...(form === undefined ? {} : { form }) }, 'all', {
    timeoutMs: 5000,
    maxBytes: 1e6,
  });
  return body;
});

async function run(grid: Grid, operation: unknown): Promise<PlannedChange> {
  return await parseOperation(operation, compile).plan(operationContext(grid, { reconciliation, historyEntryId: 77 }));
}

const recon = (more: object = {}): unknown => ({
  op: 'core/recon',
  columnName: 'town',
  config: {
    mode: 'standard-service',
    service: service.url,
    identifierSpace: '',
    schemaSpace: '',
    type: null,
    autoMatch: true,
    columnDetails: [],
    limit: 0,
    ...more,
  },
});

const reconsOf = (grid: Grid): readonly unknown[] =>
  [...readRows(grid)].map((row) => {
    const cell = row.cell(0);
    return cell?.recon == null ? null : [cell.recon.judgment, cell.recon.match?.id ?? null];
  });

const towns = gridOfTable(
  ['town', 'land'],
  [
    ['Springfield', 'US'],
    ['Shelbyvile', 'US'],
    ['Springfield', null],
    [null, 'x'],
    ['Nowhere at all', 'US'],
  ],
);

describe('reconciling a column', () => {
  it('matches what is certain, keeps candidates for the rest, and counts', async () => {
    const { grid, description } = await run(towns, recon());
    expect(inEnglish(description)).toBe('Reconcile cells in column town');
    expect(reconsOf(grid)[0]).toEqual(['matched', 't1']);
    expect(reconsOf(grid)[3]).toBeNull();
    expect(reconsOf(grid)[4]).toEqual(['none', null]);
    const cells = [...readRows(grid)].map((row) => row.cell(0));
    expect(cells[1]?.recon?.candidates[0]?.id).toBe('t2');
    // The same question is asked once, and its cells share the answer.
    expect(cells[0]?.recon?.id).toBe(cells[2]?.recon?.id);
    expect(cells[0]?.recon).toMatchObject({
      judgmentAction: 'auto',
      judgmentHistoryEntry: 77,
      features: { nameMatch: true, nameLevenshtein: 0 },
    });
    expect(grid.model.columns[0]).toMatchObject({
      reconConfig: { service: service.url },
      reconStats: { nonBlanks: 4 },
    });
  });

  it('asks with the details of the row that begins the record where a row has none of its own', async () => {
    const table = gridOfTable(
      ['key', 'town', 'land'],
      [
        ['1', 'Springfield', 'US'],
        [null, 'Ogdenville', null],
        [null, 'Ogdenville', 'CA'],
        ['2', 'Ogdenville', null],
      ],
    );
    const { grid } = await run(
      table,
      recon({ columnDetails: [{ column: 'land', property: { id: 'country', name: 'Country' } }] }),
    );
    const scores = [...readRows(grid)].map((row) => row.cell(1)?.recon?.candidates[0]?.score ?? 0);
    expect(scores[1]).toBeLessThan(scores[2] ?? 0);
    expect(scores[1]).toBeLessThan(scores[3] ?? 0);
  });

  it('judges nothing by itself when it is told not to', async () => {
    const { grid } = await run(towns, recon({ autoMatch: false }));
    expect(reconsOf(grid)[0]).toEqual(['none', null]);
  });

  it('sends type and properties', async () => {
    const { grid, description } = await run(
      towns,
      recon({
        type: { id: 'city', name: 'City' },
        columnDetails: [{ column: 'land', property: { id: 'country', name: 'country' } }],
      }),
    );
    expect(inEnglish(description)).toBe('Reconcile cells in column town to type city');
    expect(grid.rowCount).toBe(5);
  });

  it('says so when the service is not there, and changes nothing', async () => {
    await expect(run(towns, recon({ service: 'http://127.0.0.1:1/' }))).rejects.toMatchObject({
      code: 'service-unreachable',
    });
    await expect(parseOperation(recon(), compile).plan(operationContext(towns))).rejects.toMatchObject({
      code: 'operation-failed',
    });
  });
});

describe('judgments', () => {
  const base = { columnName: 'town', engineConfig: { mode: 'row-based', facets: [] } };

  it('follow the best candidates, are discarded, and are cleared', async () => {
    const { grid } = await run(towns, recon({ autoMatch: false }));
    const matched = await run(grid, { op: 'core/recon-match-best-candidates', ...base });
    expect(reconsOf(matched.grid).slice(0, 4)).toEqual([['matched', 't1'], ['matched', 't2'], ['matched', 't1'], null]);
    expect(matched.grid.model.columns[0]?.reconStats?.matchedTopics).toBeGreaterThanOrEqual(3);
    const discarded = await run(matched.grid, { op: 'core/recon-discard-judgments', ...base });
    expect(reconsOf(discarded.grid)[0]).toEqual(['none', null]);
    const cleared = await run(matched.grid, { op: 'core/recon-discard-judgments', clearData: true, ...base });
    expect(reconsOf(cleared.grid)).toEqual([null, null, null, null, null]);
  });

  it('make new items, one for all cells alike or one for each', async () => {
    const ids = async (shareNewTopics: boolean): Promise<readonly (number | undefined)[]> => {
      const { grid } = await run(towns, {
        op: 'core/recon-mark-new-topics',
        shareNewTopics,
        service: 's',
        identifierSpace: 'i',
        schemaSpace: 'p',
        ...base,
      });
      return [...readRows(grid)].map((row) => row.cell(0)?.recon?.id);
    };
    const shared = await ids(true);
    expect(shared[0]).toBe(shared[2]);
    const single = await ids(false);
    expect(single[0]).not.toBe(single[2]);
  });

  it('are given to cells alike, to chosen cells, and to values that are identifiers', async () => {
    const match = { id: 't3', name: 'Ogdenville', types: ['town'], score: 80 };
    const judged = {
      op: 'core/recon-judge-similar-cells',
      similarValue: 'Springfield',
      judgment: 'matched',
      match,
      ...base,
    };
    const reconciled = await run(towns, recon({ autoMatch: false }));
    const similar = await run(reconciled.grid, judged);
    expect(reconsOf(similar.grid)).toEqual([
      ['matched', 't3'],
      ['none', null],
      ['matched', 't3'],
      null,
      ['none', null],
    ]);
    expect(inEnglish(similar.description)).toBe(
      'Match item Ogdenville (t3) for 2 cells containing "Springfield" in column town',
    );
    const cleared = await run(similar.grid, {
      op: 'core/recon-clear-similar-cells',
      similarValue: 'Springfield',
      ...base,
    });
    expect(reconsOf(cleared.grid)).toEqual([null, ['none', null], null, null, ['none', null]]);
    const never = await run(towns, judged);
    expect(reconsOf(never.grid)).toEqual([null, null, null, null, null]);
    const specific = await run(towns, { op: 'core/recon-match-specific-topic-to-cells', match, ...base });
    expect(reconsOf(specific.grid).filter((one) => one !== null)).toHaveLength(4);
    const identifiers = gridOfTable(['town'], [['http://example.org/t1'], ['t2']]);
    const used = await run(identifiers, {
      op: 'core/recon-use-values-as-identifiers',
      service: 's',
      identifierSpace: 'http://example.org/',
      schemaSpace: 'p',
      ...base,
    });
    expect(reconsOf(used.grid)).toEqual([
      ['matched', 't1'],
      ['matched', 't2'],
    ]);
  });

  it('are copied to cells alike in other columns', async () => {
    const two = gridOfTable(
      ['town', 'also'],
      [
        ['Springfield', 'Shelbyville'],
        ['Shelbyville', 'Springfield'],
      ],
    );
    const { grid } = await run(two, recon());
    const copied = await run(grid, {
      op: 'core/recon-copy-across-columns',
      fromColumnName: 'town',
      toColumnNames: ['also'],
      judgments: ['matched'],
      applyToJudgedCells: true,
    });
    expect([...readRows(copied.grid)].map((row) => row.cell(1)?.recon?.match?.id)).toEqual(['t2', 't1']);
  });
});

describe('data extension', () => {
  it('brings values of properties as new columns', async () => {
    const { grid } = await run(towns, recon());
    const extended = await run(grid, {
      op: 'core/extend-reconciled-data',
      baseColumnName: 'town',
      endpoint: service.url,
      identifierSpace: '',
      schemaSpace: '',
      extension: {
        properties: [
          { id: 'country', name: 'country' },
          { id: 'inhabitants', name: 'inhabitants' },
        ],
      },
      columnInsertIndex: 1,
      engineConfig: { mode: 'row-based', facets: [] },
    });
    expect(inEnglish(extended.description)).toBe('Extend data at index 1 based on column town');
    const { columns, rows } = tableOfGrid(extended.grid);
    expect(columns).toEqual(['town', 'Country', 'Inhabitants', 'land']);
    expect(rows[0]).toEqual(['Springfield', 'US', 114000, 'US']);
    expect(rows[4]).toEqual(['Nowhere at all', null, null, 'US']);
  });
});
