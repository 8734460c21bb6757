import { z } from 'zod';
import { largestOf } from '../../foundation/largest-of.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { findColumn } from '../grid/column-model.js';
import { readGroups, RowReader, type Grid } from '../grid/grid.js';
import type { ReconCandidate } from '../grid/recon.js';
import type { ExtendValue } from '../operations/recon/reconciliation-port.js';
import { extensionSchema, extendProperties } from '../operations/recon/extend-reconciled-data.js';
import { json, ok, type CommandHandler, requestedProject } from './command-call.js';
import { isBlank, cellText } from '../grid/cell-value.js';

/** More rows than a person looks at. */
const MAX_ROWS = 100;
const rowIndicesSchema = z.array(z.number().int()).transform((indexes) => indexes.slice(0, MAX_ROWS));

/**
 * `preview-extend-data`: the new columns of some rows. An entity takes a line for each value, its name on the first.
 */
const previewExtendData: CommandHandler = async (call) => {
  const { parameters, tools } = call;
  const grid = requestedProject(call).grid();
  const column = findColumn(grid.model, parameters.text('columnName') ?? '');
  const address = column?.reconConfig?.service;
  if (column === undefined || address === undefined || address === '')
    throw invalid('columnName', 'The parameter "columnName" names no column that was reconciled with a service.');
  const indexes = rowIndicesSchema.safeParse(parameters.json('rowIndices'));
  if (!indexes.success) throw invalid('rowIndices', 'The parameter "rowIndices" is not an array of whole numbers.');
  const extension = extensionSchema.safeParse(parameters.json('extension'));
  if (!extension.success) throw invalid('extension', 'The parameter "extension" does not list properties with ids.');
  if (tools.reconciliation === undefined)
    throw new SameasError('url-access-off', 'Extending is not possible here: no service is connected.');
  const reader = new RowReader(grid);
  const matches = indexes.data.flatMap((index) => {
    const row = reader.row(index);
    return row === undefined ? [] : [row.cell(column.cellIndex)?.recon?.match ?? null];
  });
  const properties = extendProperties(extension.data);
  const ids = [...new Set(matches.flatMap((match) => (match === null ? [] : [match.id])))];
  const service = await tools.reconciliation.service(address);
  const { properties: described, values } = await service.extend(ids, properties);
  return json({
    code: 'ok',
    columns: properties.map(({ id, name }) => {
      const property = described.find((one) => one.id === id);
      const type = property?.type;
      return { name: property?.name ?? name ?? id, id, ...(type === undefined ? {} : { expectedType: type }) };
    }),
    rows: matches.flatMap((match) =>
      match === null
        ? [['<not reconciled>']]
        : previewLines(
            match,
            properties.map(({ id }) => values.get(match.id)?.get(id) ?? []),
          ),
    ),
  });
};

/** The lines of one entity: the n-th value of each property in the n-th, or the entity itself without any. */
function previewLines(
  match: Pick<ReconCandidate, 'id' | 'name'>,
  lists: readonly (readonly ExtendValue[])[],
): readonly (readonly unknown[])[] {
  const height = largestOf(
    lists.map((list) => list.length),
    0,
  );
  if (height === 0) return [[shown({ kind: 'entity', ...match })]];
  return Array.from({ length: height }, (_, line) => [
    line === 0 ? match.name : null,
    ...lists.map((list) => shown(list[line])),
  ]);
}

function shown(value: ExtendValue | undefined): unknown {
  if (value === undefined) return null;
  switch (value.kind) {
    case 'entity':
      return { id: value.id, name: value.name, types: [], score: 100 };
    case 'date':
      return value.iso;
    case 'plain':
      return value.value;
  }
}

function invalid(parameter: string, sentence: string): SameasError {
  return new SameasError('parameter-invalid', sentence, { facts: { parameter } });
}

/** Sampled values of the column, and candidates of each. */
const SAMPLE = 10;
const CANDIDATES = 3;

/**
 * `guess-types-of-column`: types of a service's candidates for the first values of a column. Each candidate adds to its
 * type's score, higher ones more; the best comes first.
 */
const guessTypesOfColumn: CommandHandler = async (call) => {
  const { parameters, tools } = call;
  const grid = requestedProject(call).grid();
  const column = findColumn(grid.model, parameters.text('columnName') ?? '');
  if (column === undefined) return json({ code: 'error', status: 'error', message: 'No such column' });
  if (tools.reconciliation === undefined)
    throw new SameasError('url-access-off', 'Reconciling is not possible here: no service is connected.');
  const service = await tools.reconciliation.service(parameters.required('service'));
  const answers = await service.reconcile(
    firstTexts(grid, column.cellIndex).map((query) => ({ query, limit: CANDIDATES, properties: [] })),
  );
  const types = new Map<string, { count: number; score: number }>();
  for (const answer of answers) {
    if ('error' in answer)
      throw new SameasError('service-unreachable', `The service could not answer: ${answer.error}`);
    answer.candidates.slice(0, CANDIDATES).forEach(({ types: ids }, rank) => {
      for (const id of ids) {
        const type = types.get(id) ?? { count: 0, score: 0 };
        types.set(id, { count: type.count + 1, score: type.score + 1 / (1 + rank) });
      }
    });
  }
  const sorted = [...types].sort(([, one], [, other]) => other.score - one.score || other.count - one.count);
  return ok({ types: sorted.map(([id, { count, score }]) => ({ id, name: id, count, score })) });
};

function firstTexts(grid: Grid, cellIndex: number): readonly string[] {
  const texts = new Set<string>();
  for (const reader of readGroups(grid)) {
    const chunk = reader.chunk(cellIndex);
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      const value = chunk.value(position);
      if (isBlank(value)) continue;
      texts.add(cellText(value));
      if (texts.size === SAMPLE) return [...texts];
    }
  }
  return [...texts];
}

/** Commands that ask a reconciliation service without changing a project. */
export const RECONCILIATION_COMMANDS = {
  'guess-types-of-column': guessTypesOfColumn,
  'preview-extend-data': previewExtendData,
} satisfies Readonly<Record<string, CommandHandler>>;
