import { z } from 'zod';
import { countByType } from '../entities/count-by-type.js';
import { shortenText } from '../describe/describe-entity.js';
import { defineTool } from './agent-tool.js';

const MAX_DATASETS = 50;
/** Of one dataset; several share twice as many, but each has some. */
const MAX_TYPES = 12;
const MAX_PROPERTIES = 25;
const MIN_LISTED = 3;
const MAX_CHARACTERS = 200;

const datasetSchema = z.object({
  name: z.string().describe('What the other tools take as "dataset".'),
  title: z.string(),
  description: z.string().optional(),
  entities: z.int(),
  identifierSpace: z.string().optional().describe('What stands before an id where it is an address.'),
  types: z.array(z.object({ id: z.string(), name: z.string(), entities: z.int() })),
  properties: z.array(z.object({ id: z.string(), name: z.string(), datatype: z.string() })),
  more: z.string().optional().describe('What did not fit into the answer.'),
});

export const LIST_DATASETS_TOOL = defineTool({
  name: 'list_datasets',
  title: 'List the datasets',
  description:
    'Lists the datasets with their types and properties, the most frequent first. Call it once before the other tools: it says what may be given as "type" and "properties".',
  isReadOnly: true,
  input: z.object({}),
  output: z.object({ datasets: z.array(datasetSchema), more: z.string().optional() }),
  run: async (datasets) => {
    const all = await datasets();
    const shareOf = (most: number): number => Math.max(MIN_LISTED, Math.min(most, Math.floor((2 * most) / all.length)));
    const [maxTypes, maxProperties] = [shareOf(MAX_TYPES), shareOf(MAX_PROPERTIES)];
    const listed = all.slice(0, MAX_DATASETS).map(({ name, served }) => {
      const { dataset } = served().snapshot;
      const { metadata, entities, types, properties } = dataset;
      const counts = countByType(dataset);
      const used = [...properties].sort((a, b) => b.entityCount - a.entityCount);
      const counted = [...counts].sort(([, a], [, b]) => b - a);
      const hidden = [
        ...(counted.length > maxTypes ? [`${String(counted.length - maxTypes)} types`] : []),
        ...(used.length > maxProperties ? [`${String(used.length - maxProperties)} properties`] : []),
      ];
      return {
        name,
        title: metadata.name,
        ...(metadata.description !== undefined && { description: shortenText(metadata.description, MAX_CHARACTERS) }),
        entities: entities.size,
        ...(metadata.identifierSpace !== undefined && { identifierSpace: metadata.identifierSpace }),
        types: counted
          .slice(0, maxTypes)
          .map(([id, count]) => ({ id, name: types.get(id)?.name ?? id, entities: count })),
        properties: used
          .slice(0, maxProperties)
          .map((property) => ({ id: property.id, name: property.name, datatype: property.datatype })),
        ...(hidden.length > 0 && { more: hidden.join(' and ') }),
      };
    });
    return {
      datasets: listed,
      ...(all.length > MAX_DATASETS && { more: `${String(all.length - MAX_DATASETS)} datasets` }),
    };
  },
});
