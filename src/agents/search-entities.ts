import { z } from 'zod';
import { SameasError } from '../foundation/sameas-error.js';
import { shortenText, summarise } from '../describe/describe-entity.js';
import { similarEntities, suggestEntities } from '../describe/suggest-entities.js';
import { chooseDataset, DATASET_INPUT, TYPE_INPUT, defineTool } from './agent-tool.js';

const MAX_FOUND = 20;
const DEFAULT_FOUND = 10;
const MAX_CHARACTERS = 160;

/** `search`: entities whose names begin with a text, or are similar to it. */
export const SEARCH_TOOL = defineTool({
  name: 'search',
  title: 'Search names',
  description:
    'Finds entities with a name, or a word of a name, that begins with the text; where there is none, those with similar names. For browsing only: what a name means is decided by match.',
  isReadOnly: true,
  input: z.object({
    text: z.string().min(1).max(1_000).describe('The beginning of a name, or a whole name.'),
    type: TYPE_INPUT,
    limit: z.int().min(1).max(MAX_FOUND).default(DEFAULT_FOUND),
    dataset: DATASET_INPUT,
  }),
  output: z.object({
    dataset: z.string(),
    entities: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        foundBy: z.string().optional().describe('The alias by which it was found.'),
        summary: z.string().optional(),
      }),
    ),
  }),
  run: async (datasets, { text, type, limit, dataset: called }) => {
    const { name, served, ask } = chooseDataset(await datasets(), called);
    const { read } = served();
    const page = { offset: 0, limit };
    const types = type === undefined ? [] : [type];
    const { similar, items } = await read((snapshot) =>
      suggestEntities(snapshot, { typed: text, types, typeMode: 'any', uriPrefixes: [], ...page }),
    );
    const [outcome] = similar === undefined ? [] : await ask([similar]);
    if (outcome?.kind === 'failed') throw outcome.error;
    if (similar !== undefined && outcome === undefined)
      throw new SameasError('internal', 'The query was not answered.');
    const entities = await read((snapshot) => {
      const { dataset } = snapshot;
      const found = outcome === undefined ? items : similarEntities(snapshot, outcome.answer.candidates, page).items;
      return found.map(({ ordinal, foundBy }) => {
        const entity = dataset.entities.entity(ordinal);
        const summary = summarise(dataset, entity);
        return {
          id: entity.id,
          name: shortenText(entity.name, MAX_CHARACTERS),
          ...(foundBy !== undefined && { foundBy: shortenText(foundBy, MAX_CHARACTERS) }),
          ...(summary !== '' && { summary }),
        };
      });
    });
    return { dataset: name, entities };
  },
});
