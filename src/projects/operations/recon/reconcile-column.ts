import { z } from 'zod';
import { sentence } from '../../../foundation/message.js';
import { levenshteinDistance } from '../../../text/similarity/edit-distance.js';
import { requireRows, type RowSelection } from '../../browsing/select-rows.js';
import { cellText, type CellValue, DateValue, ErrorValue, isBlank, isEmpty, type Cell } from '../../grid/cell-value.js';
import { type Column, findColumn } from '../../grid/column-model.js';
import { type Grid, readGroups } from '../../grid/grid.js';
import type { Recon, ReconFeatures } from '../../grid/recon.js';
import { columnsOfEngine, defineOperation, columnMembers, failedOperation, requireColumn } from '../operation.js';
import { askInBatches, type ReconAnswer, type ReconciliationService, type ReconQuery } from './reconciliation-port.js';
import { changeRecons, matchedTo, newRecon } from './change-recons.js';

const LITTLE_WORDS = new Set(['the', 'a', 'and', 'of', 'on', 'in', 'at', 'by']);

/** Candidates of one cell, and cells of one request. */
const MAX_CANDIDATES = 1_000;
const MAX_BATCH = 10_000;

const configSchema = z.looseObject({
  mode: z.string().default('standard-service'),
  service: z.string({ error: 'Missing service' }),
  identifierSpace: z.string().nullish(),
  schemaSpace: z.string().nullish(),
  type: z.looseObject({ id: z.string(), name: z.string().nullish() }).nullish(),
  autoMatch: z.boolean().default(true),
  columnDetails: z
    .array(
      z.looseObject({
        column: z.string(),
        property: z.looseObject({ id: z.string() }).nullish(),
        propertyID: z.string().nullish(),
      }),
    )
    .nullish()
    .transform((details) => details ?? []),
  limit: z.number().int().nonnegative().max(MAX_CANDIDATES).nullish(),
  batchSize: z.number().int().positive().max(MAX_BATCH).nullish(),
});

type Config = z.output<typeof configSchema>;

const schema = z.object({ ...columnMembers, config: configSchema });

/** Queries with the same text and the same property values are sent once, and their cells share one recon. */
export const recon = defineOperation({
  id: 'core/recon',
  does: 'Asks a reconciliation service for candidates of each value of a column. Queued, because it takes time. Where the service fails, cells keep the judgment they had, and say what went wrong.',
  schema,
  isLong: true,
  asks: ({ config }) => ({ service: config.service }),
  columns: ({ columnName, config, engineConfig }) => ({
    needs: [columnName, ...config.columnDetails.map(({ column }) => column), ...columnsOfEngine(engineConfig)],
    creates: [],
    removes: [],
  }),
  plan: async ({ engineConfig, columnName, config }, context) => {
    if (context.reconciliation === undefined)
      throw failedOperation('Reconciling is not possible here: no service is connected.');
    if (config.mode !== 'standard-service')
      throw failedOperation(`Reconciling in the mode "${config.mode}" is not supported; use "standard-service".`);
    const { grid } = context.bound;
    const column = requireColumn(grid, columnName);
    const selection = requireRows(engineConfig, context);
    const service = await context.reconciliation.service(config.service);
    const { queries, keyOfRow } = queriesOf({ grid, selection, column }, config);

    const recons = await reconsOf(queries, { service, config, historyEntryId: context.historyEntryId }, (done) => {
      context.percent(done);
      context.progress();
    });
    const withFault = faultKeeper(context.historyEntryId);
    const { grid: after } = changeRecons(
      context,
      { columnName, engineConfig, reconConfig: storedConfig(config, service) },
      ({ cell, rowIndex }) => {
        const answered = recons.get(keyOfRow.get(rowIndex) ?? '');
        return answered?.error == null || cell.recon === null ? answered : withFault(cell.recon, answered.error);
      },
    );
    const type = config.type?.id;
    return {
      grid: after,
      description:
        type === undefined || type === ''
          ? sentence('Reconcile cells in column {column}', { column: columnName })
          : sentence('Reconcile cells in column {column} to type {type}', { column: columnName, type }),
    };
  },
});

/** Old judgment and candidates stay when the service has none; only the error is added. */
function faultKeeper(historyEntryId: number): (before: Recon, error: string) => Recon {
  const kept = new Map<number, Recon>();
  return (before, error) => {
    let recon = kept.get(before.id);
    if (recon === undefined)
      kept.set(before.id, (recon = { ...before, id: newRecon(before, historyEntryId).id, error }));
    return recon;
  };
}

interface ReconciledRows {
  readonly grid: Grid;
  readonly selection: RowSelection;
  readonly column: Column;
}

interface QueriesOfRows {
  /** By a common key of equal queries. */
  readonly queries: ReadonlyMap<string, ReconQuery>;
  /** Of rows whose cell is not blank. */
  readonly keyOfRow: ReadonlyMap<number, string>;
}

function queriesOf({ grid, selection, column }: ReconciledRows, config: Config): QueriesOfRows {
  const details = config.columnDetails.flatMap(({ column: name, property, propertyID }) => {
    const pid = property?.id ?? propertyID;
    const cellIndex = findColumn(grid.model, name)?.cellIndex;
    return pid == null || cellIndex === undefined ? [] : [{ pid, cellIndex }];
  });
  const queries = new Map<string, ReconQuery>();
  const keyOfRow = new Map<number, string>();
  const [keyColumn] = grid.model.columns;
  // Of the row with the key of the record, whose details its other rows inherit where they have none of their own.
  let ofRecord: readonly ReturnType<typeof propertyValue>[] = [];
  for (const reader of readGroups(grid)) {
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      const rowIndex = reader.firstRow + position;
      const own = details.map(({ cellIndex }) => propertyValue(reader.chunk(cellIndex).cell(position)));
      const continues = keyColumn !== undefined && reader.chunk(keyColumn.cellIndex).isBlank(position);
      if (!continues) ofRecord = own;
      if (!selection.has(rowIndex)) continue;
      const value = reader.chunk(column.cellIndex).value(position);
      if (isBlank(value)) continue;
      const query: ReconQuery = {
        query: cellText(value),
        limit: config.limit ?? 0,
        ...(config.type == null || config.type.id === '' ? {} : { type: config.type.id }),
        properties: details.flatMap(({ pid }, i) => {
          const v = own[i] ?? ofRecord[i];
          return v === undefined ? [] : [{ pid, v }];
        }),
      };
      const key = JSON.stringify(query);
      queries.set(key, query);
      keyOfRow.set(rowIndex, key);
    }
  }
  return { queries, keyOfRow };
}

/** The service, and its terms, with the entry of the history. */
interface Asking {
  readonly service: ReconciliationService;
  readonly config: Config;
  readonly historyEntryId: number;
}

/** The recons of queries, by their keys. `percent` receives the progress, 0 to 100. Throws as `askInBatches`. */
async function reconsOf(
  queries: QueriesOfRows['queries'],
  asking: Asking,
  percent: (done: number) => void,
): Promise<ReadonlyMap<string, Recon>> {
  const { service, config } = asking;
  const recons = new Map<string, Recon>();
  const open = [...queries];
  for await (const answers of askInBatches(service, [...queries.values()], config.batchSize ?? service.batchSize)) {
    for (const answer of answers) {
      const [key, query] = open[recons.size] ?? [];
      if (key !== undefined && query !== undefined) recons.set(key, reconOf(answer, query, asking));
    }
    percent(Math.round((100 * recons.size) / queries.size));
  }
  return recons;
}

function reconOf(answer: ReconAnswer, query: ReconQuery, { service, config, historyEntryId }: Asking): Recon {
  const empty = newRecon(
    { service: config.service, identifierSpace: service.identifierSpace, schemaSpace: service.schemaSpace },
    historyEntryId,
  );
  if ('error' in answer) return { ...empty, error: answer.error };
  const candidates = answer.candidates.map(({ id, name, types, score }) => ({ id, name, types, score }));
  const [best] = candidates;
  const updated = { ...empty, candidates, features: featuresOf(query, best) };
  return config.autoMatch && best !== undefined && answer.candidates[0]?.match === true
    ? matchedTo(updated, best, historyEntryId, 'auto')
    : updated;
}

function featuresOf({ query, type }: ReconQuery, best: Recon['candidates'][number] | undefined): ReconFeatures {
  if (best === undefined) return { typeMatch: null, nameMatch: null, nameLevenshtein: null, nameWordDistance: null };
  return {
    typeMatch: type === undefined ? false : best.types.includes(type),
    nameMatch: query.toLowerCase() === best.name.toLowerCase(),
    nameLevenshtein: levenshteinDistance(query.toLowerCase(), best.name.toLowerCase()),
    nameWordDistance: wordDistance(query, best.name),
  };
}

/** A matched cell stands for its entity, any other for its value; undefined for an empty one. */
function propertyValue(cell: Cell | null): unknown {
  if (cell === null || isEmpty(cell.value) || cell.value instanceof ErrorValue) return undefined;
  if (cell.recon?.judgment === 'matched' && cell.recon.match !== null)
    return { id: cell.recon.match.id, name: cell.recon.match.name };
  return plainValue(cell.value);
}

function plainValue(value: CellValue): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof DateValue ? value.toIso() : value;
}

function storedConfig(
  config: Config,
  service: ReconciliationService,
): { readonly mode: string; readonly service: string; readonly identifierSpace: string; readonly schemaSpace: string } {
  const { type, ...others } = config;
  return {
    ...others,
    ...(type == null ? {} : { type }),
    identifierSpace: config.identifierSpace ?? service.identifierSpace,
    schemaSpace: config.schemaSpace ?? service.schemaSpace,
  };
}

/** The share of common words of both names, from 0 to 1, without stop words. */
function wordDistance(one: string, other: string): number {
  const [words, otherWords] = [breakIntoWords(one), breakIntoWords(other)];
  const common = [...words].filter((word) => otherWords.has(word)).length;
  const longest = Math.max(words.size, otherWords.size);
  return longest === 0 ? 0 : common / longest;
}

function breakIntoWords(text: string): ReadonlySet<string> {
  return new Set(
    text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '' && !LITTLE_WORDS.has(word)),
  );
}
