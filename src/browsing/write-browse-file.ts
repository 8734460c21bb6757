import type { Dataset } from '../entities/dataset.js';
import type { Entity } from '../entities/entity.js';
import { ownValue } from '../foundation/own-value.js';
import { fieldWriter } from '../formats/separated/field-writer.js';
import { readableValue } from '../describe/describe-entity.js';
import type { BrowseForm } from './browse-query.js';

interface FoundEntities {
  readonly dataset: Dataset;
  /** Ordinals. */
  readonly entities: readonly number[];
  readonly total: number;
  readonly lookedAt: number;
  readonly offset: number;
}

/** Separator of several values in one field. */
const BETWEEN = '; ';

/**
 * The entities with all their values. CSV: a line each, a column for each property. JSON: `{total, searched, offset,
 * entities}`.
 */
export function writeBrowseFile(found: FoundEntities, form: BrowseForm): string {
  const { dataset, entities, total, lookedAt, offset } = found;
  const records = entities.map((ordinal) => dataset.entities.entity(ordinal));
  if (form === 'csv') return entitiesAsCsv(dataset, records);
  return `${JSON.stringify({ total, searched: lookedAt, offset, entities: records.map((entity) => entityAsJson(dataset, entity)) })}\n`;
}

/** An entity as plain data. A reference has the `id` and `name` of its target; other values are texts. */
export function entityAsJson(dataset: Dataset, { id, name, aliases, types, description, properties }: Entity): object {
  const values = Object.entries(properties).map(([property, all]): readonly [string, unknown] => [
    property,
    all.map((value) => {
      const { text, entity } = readableValue(dataset, value);
      return entity === undefined ? text : { id: entity, name: text };
    }),
  ]);
  return {
    id,
    name,
    type: types.map((type) => ({ id: type, name: dataset.types.get(type)?.name ?? type })),
    ...(description === undefined ? {} : { description }),
    ...(aliases.length === 0 ? {} : { aliases: aliases.map(({ text }) => text) }),
    properties: Object.fromEntries<unknown>(values),
  };
}

/**
 * A line for each entity, with a column for each property of the dataset. Texts that spreadsheets would evaluate are
 * guarded.
 */
export function entitiesAsCsv(dataset: Dataset, entities: readonly Entity[]): string {
  return csvHead(dataset) + csvLines(dataset, entities);
}

/** The header line. */
export function csvHead({ properties }: Pick<Dataset, 'properties'>): string {
  return lineWriter()(['id', 'name', 'types', 'description', 'aliases', ...properties.map(({ name }) => name)]);
}

/** The lines of these entities. */
export function csvLines(dataset: Dataset, entities: readonly Entity[]): string {
  const line = lineWriter();
  const lines = entities.map(({ id, name, aliases, types, description, properties }) =>
    line([
      id,
      name,
      types.map((type) => dataset.types.get(type)?.name ?? type).join(BETWEEN),
      description ?? '',
      aliases.map(({ text }) => text).join(BETWEEN),
      ...dataset.properties.map((property) =>
        (ownValue(properties, property.id) ?? []).map((value) => readableValue(dataset, value).text).join(BETWEEN),
      ),
    ]),
  );
  return lines.join('');
}

function lineWriter(): (cells: readonly string[]) => string {
  const field = fieldWriter({ separator: ',', lineSeparator: '\r\n', quoteAll: false, guardFormulas: true });
  return (cells) => `${cells.map((cell, i) => field(cell, i === 0)).join(',')}\r\n`;
}
