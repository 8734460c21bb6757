import { SameasError } from '../../foundation/sameas-error.js';
import { readGroups, type Grid, type Row } from '../grid/grid.js';
import type { EngineConfig, FacetConfig } from './engine-config.js';
import { faultyFacet, type Facet, type FacetContext } from './facets/facet.js';
import { listFacet, textFacet } from './facets/list-facet.js';
import { rangeFacet, timeRangeFacet, scatterplotFacet } from './facets/number-facets.js';
import type { RecordIndex } from './record-index.js';

export interface RowSelection {
  readonly mode: EngineConfig['mode'];
  /** One byte for each row of the grid, 1 = selected; undefined for every row. */
  readonly rows: Uint8Array | undefined;
  readonly rowCount: number;
  readonly has: (rowIndex: number) => boolean;
}

/**
 * The rows that pass every facet; in record mode all rows of the records that pass. A failed facet lets every row
 * through, as in the list of facets, which shows its error; `requireRows` is for where that would be wrong.
 */
export function selectRows(engine: EngineConfig, context: FacetContext): RowSelection {
  return combine(engine, context, computeEach(engine, context));
}

/** The answer of compute-facets: every facet with the counts of the rows that pass all the others. */
export function computeFacets(
  engine: EngineConfig,
  context: FacetContext,
  choiceLimit?: number,
): Readonly<Record<string, unknown>> {
  const facets = computeEach(engine, context, choiceLimit);
  const records = engine.mode === 'record-based' ? context.bound.records() : undefined;
  return {
    facets: facets.map((facet) =>
      facet.summary(
        combine(
          engine,
          context,
          facets.filter((other) => other !== facet),
        ).rows,
        records,
      ),
    ),
    'engine-mode': engine.mode,
    // Clients before 2.8 read this name.
    mode: engine.mode,
  };
}

/**
 * The selection for an operation or an export: here a failed facet stops the work, for letting every row through would
 * change unselected rows. Throws `operation-failed` with the facet's own sentence.
 */
export function requireRows(engine: EngineConfig, context: FacetContext): RowSelection {
  const facets = computeEach(engine, context);
  const faulty = facets.find(({ error }) => error !== undefined);
  if (faulty?.error !== undefined)
    throw new SameasError('operation-failed', `A facet of the engine cannot be computed: ${faulty.error}`);
  return combine(engine, context, facets);
}

/** The selected rows in order, each with its group's reader. */
export function* selectedRows(grid: Grid, selection: RowSelection): Generator<Row> {
  for (const reader of readGroups(grid)) {
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      if (selection.has(reader.firstRow + position)) yield reader.row(position);
    }
  }
}

function computeEach(engine: EngineConfig, context: FacetContext, choiceLimit?: number): readonly Facet[] {
  return engine.facets.map((config) => {
    try {
      return createFacet(config, context, choiceLimit);
    } catch (thrown) {
      if (!(thrown instanceof Error)) throw thrown;
      return faultyFacet(membersOf(config), thrown.message);
    }
  });
}

function membersOf(config: FacetConfig): Readonly<Record<string, unknown>> {
  if (config.type === 'scatterplot') return { ...config };
  const { name, columnName } = config;
  switch (config.type) {
    case 'text':
      return { name, columnName };
    case 'list':
      return { name, columnName, expression: config.expression, invert: config.invert };
    case 'range':
    case 'timerange':
      return { name, columnName, expression: config.expression };
  }
}

function createFacet(config: FacetConfig, context: FacetContext, choiceLimit: number | undefined): Facet {
  switch (config.type) {
    case 'list':
      return listFacet(config, context, choiceLimit);
    case 'text':
      return textFacet(config, context);
    case 'range':
      return rangeFacet(config, context);
    case 'timerange':
      return timeRangeFacet(config, context);
    case 'scatterplot':
      return scatterplotFacet(config, context);
  }
}

function combine(engine: EngineConfig, context: FacetContext, facets: readonly Facet[]): RowSelection {
  const selective = facets.filter(({ passes }) => passes !== undefined);
  const total = context.bound.grid.rowCount;
  if (selective.length === 0) return { mode: engine.mode, rows: undefined, rowCount: total, has: () => true };
  const rows =
    engine.mode === 'row-based'
      ? rowsPassing(selective, total)
      : recordsPassing(selective, total, context.bound.records());
  let rowCount = 0;
  for (const isIn of rows) rowCount += isIn;
  return { mode: engine.mode, rows, rowCount, has: (rowIndex) => rows[rowIndex] === 1 };
}

function rowsPassing(facets: readonly Facet[], rowCount: number): Uint8Array {
  const rows = new Uint8Array(rowCount).fill(1);
  for (const { passes } of facets) {
    for (let index = 0; index < rowCount; index += 1) if (passes?.[index] !== 1) rows[index] = 0;
  }
  return rows;
}

function recordsPassing(facets: readonly Facet[], rowCount: number, records: RecordIndex): Uint8Array {
  const rows = new Uint8Array(rowCount);
  for (let index = 0; index < records.recordCount; index += 1) {
    const record = records.record(index);
    if (record === undefined) continue;
    const { fromRowIndex, toRowIndex } = record;
    const isIn = facets.every(({ passes, asksForWholeRecord }) => {
      const own = passes?.subarray(fromRowIndex, toRowIndex);
      return asksForWholeRecord ? own?.every((one) => one === 1) : own?.includes(1);
    });
    if (isIn) rows.fill(1, fromRowIndex, toRowIndex);
  }
  return rows;
}
