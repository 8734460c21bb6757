import { z } from 'zod';
import type { BrowseFacet } from '../../browsing/browse-query.js';
import { frequentFirst, isCountable, MAX_FACETS, MAX_VALUES } from '../../browsing/facet-values.js';
import type { Property } from '../../entities/property.js';
import { keyInProperty } from '../../scoring/property-values.js';
import { literal } from '../questions.js';
import type { SearchBody, SearchHits } from '../search-cluster.js';
import { termKey } from '../term-key.js';
import { appendAll } from '../../foundation/append-all.js';

/*
 * Properties with few values, and these values: counted once for each state of a dataset, by the same rules as in memory (browsing/facet-values.ts).
 */

/** Properties that are counted in one request. */
const AT_ONCE = 4;

/** The properties with few values, in the order of the page, and how many entities of the dataset have each. */
export type FacetTable = readonly BrowseFacet[];

const bucketsSchema = z.object({ buckets: z.array(z.object({ key: z.string(), doc_count: z.number() })) });
const countsSchema = z.object({ facets: bucketsSchema.optional(), types: bucketsSchema.optional() });

/** Counts by their entries. Throws what Zod throws for what is none. */
export function readCounts(aggregations: unknown, name: 'facets' | 'types'): ReadonlyMap<string, number> {
  return new Map(countsSchema.parse(aggregations)[name]?.buckets.map(({ key, doc_count }) => [key, doc_count]));
}

/** Asks for the values of each property that may be a facet. `changes`: how many there have been since it was counted how many entities have each; `reportProgress` hears the share of them that is done. */
export async function findFacets(
  properties: readonly Property[],
  changes: number,
  search: (bodies: readonly SearchBody[]) => Promise<readonly SearchHits[]>,
  reportProgress: (share: number) => void,
): Promise<FacetTable> {
  const eligible = properties.filter((property) => isCountable(property) && property.entityCount > 1);
  const telling: { readonly facet: BrowseFacet; readonly size: number }[] = [];
  for (let from = 0; from < eligible.length; from += AT_ONCE) {
    const some = eligible.slice(from, from + AT_ONCE);
    const counted = await search(some.map(valuesOf));
    for (const [i, property] of some.entries()) appendAll(telling, facetIn(property, changes, counted[i]));
    reportProgress((from + some.length) / eligible.length);
  }
  return telling
    .sort((a, b) => b.size - a.size)
    .slice(0, MAX_FACETS)
    .map(({ facet }) => facet);
}

function valuesOf({ id }: Property): SearchBody {
  const beginning = keyInProperty(id, '');
  return {
    size: 0,
    track_total_hits: true,
    query: { bool: { filter: [{ prefix: { facets: beginning } }] } },
    aggs: { facets: { terms: { field: 'facets', include: `${literal(beginning)}.*`, size: MAX_VALUES + 1 } } },
  };
}

/** None where a value is too long or there are too many, and where every entity has a value of its own, or all have the same: there is nothing to choose. */
function facetIn(
  { id, entityCount }: Property,
  changes: number,
  counted: SearchHits | undefined,
): readonly { readonly facet: BrowseFacet; readonly size: number }[] {
  if (counted === undefined || counted.total + changes < entityCount) return [];
  const values = frequentFirst(
    [...readCounts(counted.aggregations, 'facets')].map(([key, count]) => ({
      value: key.slice(keyInProperty(id, '').length),
      count,
    })),
  );
  const size = values.reduce((sum, { count }) => sum + count, 0);
  return values.length > 1 && values.length <= MAX_VALUES && size > values.length
    ? [{ facet: { property: id, values }, size }]
    : [];
}

/** The entries of all values, to be counted among some entities. */
export function facetKeys(table: FacetTable): readonly string[] {
  return table.flatMap(({ property, values }) => values.map(({ value }) => termKey(keyInProperty(property, value))));
}

/** The same facets with how often their values were counted. */
export function facetsCounted(table: FacetTable, counts: ReadonlyMap<string, number>): readonly BrowseFacet[] {
  return table
    .map(({ property, values }) => ({
      property,
      values: frequentFirst(
        values
          .map(({ value }) => ({ value, count: counts.get(termKey(keyInProperty(property, value))) ?? 0 }))
          .filter(({ count }) => count > 0),
      ),
    }))
    .filter(({ values }) => values.length > 0);
}
