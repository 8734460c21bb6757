import { z } from 'zod';
import { levenshteinDistance } from '../../../text/similarity/levenshtein-distance.js';
import { requireRows } from '../../browsing/select-rows.js';
import { cellText, DateValue, ErrorValue, isBlank, isEmpty, type CellValue } from '../../grid/cell-value.js';
import type { Cell } from '../../grid/cell.js';
import { findColumn } from '../../grid/column-model.js';
import { readGroups } from '../../grid/grid.js';
import type { Recon, ReconFeatures } from '../../grid/recon.js';
import { columnsOfEngine, defineOperation, engineConfigMember, failedOperation, requireColumn } from '../operation.js';
import { askPatiently } from './ask-patiently.js';
import { changeRecons, matchedTo, newRecon } from './change-recons.js';
import type { ReconAnswer, ReconQuery, ReconciliationService } from './reconciliation-port.js';
import { wordDistance } from './word-distance.js';

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
  limit: z.number().int().nonnegative().nullish(),
  batchSize: z.number().int().positive().nullish(),
});

type Config = z.output<typeof configSchema>;

const schema = z.object({ engineConfig: engineConfigMember, columnName: z.string({ error: 'Missing column name' }), config: configSchema });

/** Queries with the same text and the same property values are asked once, and their cells share one recon. */
export const recon = defineOperation({
  id: 'core/recon',
  does: 'Asks a reconciliation service for candidates of each value of a column. Queued, because it takes time. Where the service fails, cells keep the judgment they had, and say what went wrong.',
  schema,
  isLong: true,
  columns: ({ columnName, config, engineConfig }) => ({ needs: [columnName, ...config.columnDetails.map(({ column }) => column), ...columnsOfEngine(engineConfig)], creates: [], removes: [] }),
  plan: async ({ engineConfig, columnName, config }, context) => {
    if (context.reconciliation === undefined) throw failedOperation('Reconciling is not possible here: no service is connected.');
    if (config.mode !== 'standard-service') throw failedOperation(`Reconciling in the mode "${config.mode}" is not supported; use "standard-service".`);
    const { grid } = context.bound;
    const column = requireColumn(grid, columnName);
    const details = config.columnDetails.flatMap(({ column: name, property, propertyID }) => {
      const pid = property?.id ?? propertyID;
      const cellIndex = findColumn(grid.model, name)?.cellIndex;
      return pid == null || cellIndex === undefined ? [] : [{ pid, cellIndex }];
    });
    const selection = requireRows(engineConfig, context);
    const service = await context.reconciliation.service(config.service);

    const jobs = new Map<string, ReconQuery>();
    const jobOfRow = new Map<number, string>();
    for (const reader of readGroups(grid)) {
      for (let position = 0; position < reader.group.rowCount; position += 1) {
        const rowIndex = reader.firstRow + position;
        if (!selection.has(rowIndex)) continue;
        const value = reader.chunk(column.cellIndex).value(position);
        if (isBlank(value)) continue;
        const query: ReconQuery = {
          query: cellText(value),
          limit: config.limit ?? 0,
          ...(config.type == null || config.type.id === '' ? {} : { type: config.type.id }),
          properties: details.flatMap(({ pid, cellIndex }) => {
            const v = propertyValue(reader.chunk(cellIndex).cell(position));
            return v === undefined ? [] : [{ pid, v }];
          }),
        };
        const key = JSON.stringify(query);
        jobs.set(key, query);
        jobOfRow.set(rowIndex, key);
      }
    }

    const recons = await askInBatches(service, jobs, config, context.historyEntryId, (done) => {
      context.percent(done);
      context.progress();
    });
    const withFault = faultKeeper(context.historyEntryId);
    const { grid: after } = changeRecons(context, { columnName, engineConfig, reconConfig: storedConfig(config, service) }, ({ cell, rowIndex }) => {
      const answered = recons.get(jobOfRow.get(rowIndex) ?? '');
      return answered?.error == null || cell.recon === null ? answered : withFault(cell.recon, answered.error);
    });
    const type = config.type?.id;
    return { grid: after, description: `Reconcile cells in column ${columnName}${type === undefined || type === '' ? '' : ` to type ${type}`}` };
  },
});

/** A judgment and candidates of before stay when the service has none to put in their place; only the fault is added. */
function faultKeeper(historyEntryId: number): (before: Recon, error: string) => Recon {
  const kept = new Map<number, Recon>();
  return (before, error) => {
    let recon = kept.get(before.id);
    if (recon === undefined) kept.set(before.id, (recon = { ...before, id: newRecon(before, historyEntryId).id, error }));
    return recon;
  };
}

/** A service that left so many batches in a row without an answer is not asked any more. */
const MAX_FAILED_BATCHES = 3;

/**
 * Queries of a batch that stays without an answer get the fault instead of candidates, and the others their candidates, so that an hour's work is not lost
 * to a minute's fault. Throws what the service client throws when there was no answer at all.
 */
async function askInBatches(
  service: ReconciliationService,
  jobs: ReadonlyMap<string, ReconQuery>,
  config: Config,
  historyEntryId: number,
  percent: (done: number) => void,
): Promise<ReadonlyMap<string, Recon>> {
  const recons = new Map<string, Recon>();
  const open = [...jobs];
  const batchSize = config.batchSize ?? service.batchSize;
  const origin = { service: config.service, identifierSpace: service.identifierSpace, schemaSpace: service.schemaSpace };
  let isAnyAnswered = false;
  let failedInARow = 0;
  let fault: unknown;
  for (let from = 0; from < open.length; from += batchSize) {
    const batch = open.slice(from, from + batchSize);
    let answers: readonly ReconAnswer[] = [];
    if (failedInARow < MAX_FAILED_BATCHES) {
      try {
        answers = await askPatiently(async () => await service.reconcile(batch.map(([, query]) => query)));
        isAnyAnswered = true;
        failedInARow = 0;
        fault = undefined;
      } catch (thrown) {
        fault = thrown;
        failedInARow += 1;
      }
    }
    if (!isAnyAnswered && failedInARow === MAX_FAILED_BATCHES) throw fault;
    const noAnswer = fault instanceof Error ? fault.message : 'The service gave no answer for this query.';
    batch.forEach(([key, query], index) => {
      recons.set(key, reconOf(answers[index] ?? { error: noAnswer }, query, config, newRecon(origin, historyEntryId), historyEntryId));
    });
    percent(Math.round((100 * Math.min(from + batchSize, open.length)) / open.length));
  }
  if (!isAnyAnswered && open.length > 0) throw fault;
  return recons;
}

function reconOf(answer: ReconAnswer, query: ReconQuery, config: Config, empty: Recon, historyEntryId: number): Recon {
  if ('error' in answer) return { ...empty, error: answer.error };
  const candidates = answer.candidates.map(({ id, name, types, score }) => ({ id, name, types, score }));
  const [best] = candidates;
  const asked = { ...empty, candidates, features: featuresOf(query, best) };
  return config.autoMatch && best !== undefined && answer.candidates[0]?.match === true ? matchedTo(asked, best, historyEntryId, 'auto') : asked;
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

/** A matched cell stands for its entity, any other for its value; undefined where there is nothing to say. */
function propertyValue(cell: Cell | null): unknown {
  if (cell === null || isEmpty(cell.value) || cell.value instanceof ErrorValue) return undefined;
  if (cell.recon?.judgment === 'matched' && cell.recon.match !== null) return { id: cell.recon.match.id, name: cell.recon.match.name };
  return plainValue(cell.value);
}

function plainValue(value: CellValue): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof DateValue ? value.toIso() : value;
}

function storedConfig(config: Config, service: ReconciliationService): { readonly mode: string; readonly service: string; readonly identifierSpace: string; readonly schemaSpace: string } {
  const { type, ...others } = config;
  return { ...others, ...(type == null ? {} : { type }), identifierSpace: config.identifierSpace ?? service.identifierSpace, schemaSpace: config.schemaSpace ?? service.schemaSpace };
}
