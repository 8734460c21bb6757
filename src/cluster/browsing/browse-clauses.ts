import type { BrowseQuery, BrowseValue } from '../../browsing/browse-query.js';
import { BOOST, SHORTEST_COMPLETED, SHORTEST_MISSPELT } from '../../browsing/entity-words.js';
import { isCountable } from '../../browsing/facet-values.js';
import type { Property } from '../../entities/property.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { keyAskedFor, keyInProperty } from '../../scoring/property-values.js';
import { columnOf, MAX_SORTED, NAME_COLUMN } from '../document-of-entity.js';
import { typeClauses, type Clause } from '../questions.js';
import { termKey } from '../term-key.js';

/*
 * Filters and orders of browsing as clauses of a search. Words are found as in memory (browsing/entity-words.ts); the weight of each is fixed, so that the order
 * does not depend on how the documents lie on the nodes.
 */

/** Weights of a word by field, and factors for a beginning and for a typo. */
const BOOSTS = [
  ['browse.name', BOOST.name],
  ['browse.aliases', BOOST.aliases],
  ['browse.record', BOOST.record],
] as const;
const OF_BEGINNING = 0.375;
const OF_TYPO = 0.45;

/** Entities that have the word in any of these fields: as it is, begun with it where it is the last one, or with a typo. */
export function wordClause(
  word: string,
  isLast: boolean,
  fields: readonly (readonly [string, number])[] = BOOSTS,
): Clause {
  return {
    bool: {
      should: fields.map(([field, boost]) => ({
        dis_max: {
          tie_breaker: 0,
          queries: formsOf(word, isLast).map(([form, share]) => ({
            constant_score: { filter: form(field), boost: boost * share },
          })),
        },
      })),
      minimum_should_match: 1,
    },
  };
}

function formsOf(word: string, isLast: boolean): readonly (readonly [(field: string) => Clause, number])[] {
  return [
    [(field) => ({ term: { [field]: word } }), 1],
    ...(isLast && word.length >= SHORTEST_COMPLETED
      ? [[(field: string): Clause => ({ prefix: { [field]: word } }), OF_BEGINNING] as const]
      : []),
    ...(word.length >= SHORTEST_MISSPELT
      ? [
          [
            (field: string): Clause => ({
              fuzzy: { [field]: { value: word, fuzziness: 1, transpositions: false, rewrite: 'constant_score' } },
            }),
            OF_TYPO,
          ] as const,
        ]
      : []),
  ];
}

/** Entities whose preferred names have the word: what others may refer to. */
export function namedClause(word: string, isLast: boolean): Clause {
  return wordClause(word, isLast, [['browse.name', 1]]);
}

/** Also those that refer to one of these entities. */
export function orReferring(
  clause: Clause,
  properties: readonly Pick<Property, 'id'>[],
  ids: readonly string[],
): Clause {
  if (ids.length === 0) return clause;
  const values = properties.flatMap(({ id: property }) => ids.map((id) => termKey(keyInProperty(property, id))));
  return {
    bool: {
      should: [clause, { constant_score: { filter: { terms: { values } }, boost: 1 } }],
      minimum_should_match: 1,
    },
  };
}

/** Clauses that filter entities by type and values. Throws for a value that cannot be looked up. */
export function filterClauses(
  { type, values }: Pick<BrowseQuery, 'type' | 'values'>,
  properties: readonly Property[],
): readonly Clause[] {
  return [
    ...(type === '' ? [] : typeClauses({ ids: [type], all: false })),
    ...values.map((value) => valueClause(value, properties)),
  ];
}

function valueClause({ property: id, value }: BrowseValue, properties: readonly Property[]): Clause {
  const property = properties.find((one) => one.id === id);
  if (property === undefined) return { match_none: {} };
  if (isCountable(property, value)) return { term: { facets: termKey(keyInProperty(id, value)) } };
  const key = keyAskedFor(property, property.datatype === 'reference' ? { id: value } : value);
  if (key === undefined || key === '')
    throw notThere(
      `entities are not found by the value “${value.slice(0, 100)}” of ${property.name}`,
      'Search for it as words.',
    );
  return { term: { values: termKey(keyInProperty(id, key)) } };
}

/** An order, by fields with what the engine is told of each. */
export type Order = readonly (readonly [string, Readonly<Record<string, string>>])[];

const PLACE: Order = [
  ['prominence', { order: 'desc' }],
  ['position', { order: 'asc' }],
];

/** The order that is asked for; those without a value come last either way. Throws for one that there is not. */
export function orderOf(
  { text, sort, isDescending }: Pick<BrowseQuery, 'text' | 'sort' | 'isDescending'>,
  properties: readonly Property[],
): Order {
  if (sort === 'best' && text !== '')
    return [
      ['_score', { order: 'desc' }],
      ['prominence', { order: 'desc' }],
      ['length', { order: 'asc' }],
      ['position', { order: 'asc' }],
    ];
  if (sort === 'best') return isDescending ? reversed(PLACE) : PLACE;
  const direction = { order: isDescending ? 'desc' : 'asc', missing: '_last' };
  if (sort === 'name') return [[`texts.${NAME_COLUMN}`, direction], ...PLACE];
  const place = properties.findIndex(({ id }) => id === sort);
  const property = properties[place];
  if (property === undefined || place >= MAX_SORTED)
    throw notThere(`the entities are not sorted by ${property?.name ?? 'this property'}`, 'Sort by another property.');
  const isNumber = property.datatype === 'integer' || property.datatype === 'number' || property.datatype === 'date';
  return [
    [
      `${isNumber ? 'numbers' : 'texts'}.${columnOf(place)}`,
      { ...direction, unmapped_type: isNumber ? 'double' : 'keyword' },
    ],
    ...PLACE,
  ];
}

/** The same order from its end. */
export function reversed(order: Order): Order {
  return order.map(([field, { missing, ...rest }]) => [
    field,
    {
      ...rest,
      order: rest['order'] === 'asc' ? 'desc' : 'asc',
      ...(missing !== undefined && { missing: missing === '_last' ? '_first' : '_last' }),
    },
  ]);
}

/** Error for a request that a cluster cannot answer, with advice. */
export function notThere(what: string, advice: string): SameasError {
  return new SameasError('dataset-elsewhere', `The dataset of this service lies in a search cluster, and ${what}.`, {
    advice,
  });
}
