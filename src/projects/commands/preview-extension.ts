import { z } from 'zod';
import { largestOf } from '../../foundation/largest-of.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { findColumn } from '../grid/column-model.js';
import { RowReader } from '../grid/grid.js';
import type { ExtendValue } from '../operations/recon/reconciliation-port.js';
import { extensionSchema, extendProperties } from '../operations/recon/extend-reconciled-data.js';
import { json, type CommandHandler } from './command-call.js';
import { requestedProject } from './project-context.js';

/** More rows than a person looks at. */
const MAX_ROWS = 100;
const rowIndicesSchema = z.array(z.number().int()).transform((indexes) => indexes.slice(0, MAX_ROWS));

/**
 * `preview-extend-data`: the new columns of some rows. An entity takes a line for each value, its name on the first.
 */
export const previewExtendData: CommandHandler = async (call) => {
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
    rows: matches.flatMap((match): readonly (readonly unknown[])[] => {
      if (match === null) return [['<not reconciled>']];
      const lists = properties.map(({ id }) => values.get(match.id)?.get(id) ?? []);
      const height = largestOf(
        lists.map((list) => list.length),
        0,
      );
      if (height === 0) return [[{ id: match.id, name: match.name, types: [], score: 100 }]];
      return Array.from({ length: height }, (_, line) => [
        line === 0 ? match.name : null,
        ...lists.map((list) => shown(list[line])),
      ]);
    }),
  });
};

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
