import type { PropertyValue } from '../entities/property.js';
import type { DatasetGeneration } from '../reconciliation/dataset-generation.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';

/*
 * The first queries of a thread take five times as long as later ones, because their code has not been compiled to its quick form. So each
 * thread asks itself some in its spare time: names of its own list, as people might write them.
 */

/** Most of the code that queries run through has been compiled after so many; twice as many would take twice as long for a tenth more. */
const QUERIES = 400;
/** Steps through the list that come back to no entity soon: the golden ratio. */
const STRIDE = 0.618034;
/** Of so many queries one asks for a type, and one for a property. */
const ONE_WITH_TYPE = 3;
const ONE_WITH_PROPERTY = 5;

/**
 * Queries for names from all over the list, an eighth of them as they stand there, the others changed in seven ways; some with a type, some with a property. They end when
 * they are enough, together with those that others have asked: `answered` says how many these are.
 */
export function* exerciseQueries({ dataset: { entities, properties } }: DatasetGeneration, answered: () => number): Generator<ReconciliationQuery> {
  for (let i = 0; i + answered() < QUERIES && entities.size > 0; i++) {
    const ordinal = Math.floor(entities.size * ((i * STRIDE) % 1));
    const property = i % ONE_WITH_PROPERTY === 0 ? properties[i % properties.length] : undefined;
    const value = property === undefined ? undefined : textOf(entities.entity(ordinal).properties[property.id]?.[0]);
    yield {
      text: rewritten(entities.nameOf(ordinal), i),
      types: i % ONE_WITH_TYPE === 0 ? entities.typesOf(ordinal).slice(0, 1) : [],
      typeMode: 'any',
      properties: property === undefined || value === undefined ? [] : [{ property: property.id, values: [value] }],
      limit: 10,
    };
  }
}

function textOf(value: PropertyValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  return 'text' in value ? value.text : 'number' in value ? String(value.number) : undefined;
}

function rewritten(name: string, way: number): string {
  const letters = [...name];
  const words = name.split(' ');
  const middle = letters.length >> 1;
  const ways = [
    () => name,
    () => name.toUpperCase(),
    () => letters.toSpliced(middle, 1).join(''),
    () => letters.toSpliced(middle, 0, 'e').join(''),
    () => words.toReversed().join(' '),
    () => (words.length > 1 ? words.slice(1).join(' ') : letters.slice(0, -1).join('')),
    () => [`${letters[0] ?? ''}.`, ...words.slice(1)].join(' '),
    () => `${name} (${words[0] ?? ''} Group)`,
  ];
  return ways[way % ways.length]?.() ?? name;
}
