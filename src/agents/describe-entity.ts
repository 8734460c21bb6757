import { z } from 'zod';
import { findEntity } from '../entities/entity-store.js';
import { SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import { describeEntity, shortenText, tellingNames } from '../describe/describe-entity.js';
import { chooseDataset, DATASET_INPUT, defineTool } from './agent-tool.js';

const MAX_ALIASES = 10;
const MAX_FACTS = 20;
const MAX_VALUES = 3;
const MAX_CHARACTERS = 120;

export const DESCRIBE_ENTITY_TOOL = defineTool({
  name: 'describe_entity',
  title: 'Describe an entity',
  description:
    'Gives what the dataset says of the entity with this id: names, types, values. Use it to compare candidates with what you know.',
  isReadOnly: true,
  input: z.object({
    id: z.string().min(1).describe('An id that match or search gave.'),
    dataset: DATASET_INPUT,
  }),
  output: z.object({
    dataset: z.string(),
    id: z.string(),
    name: z.string(),
    summary: z.string(),
    types: z.array(z.string()),
    aliases: z.array(z.string()),
    facts: z.array(z.object({ property: z.string(), values: z.array(z.string()) })),
    more: z.string().optional().describe('What did not fit into the answer.'),
  }),
  run: async (datasets, { id, dataset: called }) => {
    const { name: datasetName, served } = chooseDataset(await datasets(), called);
    return served().read(({ dataset }) => {
      const entity = findEntity(dataset.entities, id);
      if (entity === undefined)
        throw new SameasError(
          'entity-unknown',
          sentence('No entity has the identifier "{id}".', { id: id.slice(0, 200) }),
          {
            advice: 'Take an id that match or search has given, letter by letter; never make one up.',
            facts: { id: id.slice(0, 200) },
          },
        );
      const { name, summary, types, aliases, facts } = describeEntity(dataset, entity);
      const hidden = [
        ...(aliases.length > MAX_ALIASES ? [`${String(aliases.length - MAX_ALIASES)} aliases`] : []),
        ...(facts.length > MAX_FACTS ? [`${String(facts.length - MAX_FACTS)} properties`] : []),
        ...facts
          .slice(0, MAX_FACTS)
          .flatMap(({ property, values }) =>
            values.length > MAX_VALUES ? [`${String(values.length - MAX_VALUES)} values of ${property.name}`] : [],
          ),
      ];
      return {
        dataset: datasetName,
        id: entity.id,
        name,
        summary,
        types: types.map((type) => type.name),
        aliases: tellingNames(name, aliases, MAX_ALIASES).map((text) => shortenText(text, MAX_CHARACTERS)),
        facts: facts.slice(0, MAX_FACTS).map(({ property, values }) => ({
          property: property.name,
          values: values
            .slice(0, MAX_VALUES)
            .map(({ text, entity: target }) =>
              shortenText(target === undefined ? text : `${text} (${target})`, MAX_CHARACTERS),
            ),
        })),
        ...(hidden.length > 0 && { more: hidden.join(', ') }),
      };
    });
  },
});
