import { z } from 'zod';
import { digestOfEntity, idOfEntity } from '../document-of-entity.js';
import type { EntitySpool } from '../spool/entity-spool.js';
import type { RetryingCluster } from './retry-requests.js';

/*
 * Documents of a spooled dataset that an index lacks: they are compared by their digests, and keep their positions. So a list of which little has changed, and an indexing that was interrupted, take the writing of what is
 * missing alone.
 */

/** Changes to write into an index of entities. */
export interface DocumentsPlan {
  /** By the number of an entity in the spool; -1 for one that the index has not. */
  readonly positions: Int32Array;
  /** Whether all that is in the index has the position of its number. */
  readonly isInOrder: boolean;
  /** Whether what is in the index is equal. */
  readonly isThere: (number: number) => boolean;
  /** Number of entities that are in the index and equal. */
  readonly equal: number;
  /** Identifiers of documents of entities that the spool does not have. */
  readonly deleted: readonly string[];
}

/** Identifiers, and positions, of one request. */
const AT_ONCE = 5_000;

const hitsSchema = z.object({
  hits: z.object({
    hits: z
      .array(
        z.object({
          _id: z.string(),
          fields: z.object({ position: z.tuple([z.number()]), digest: z.tuple([z.number()]) }),
        }),
      )
      .default([]),
  }),
  _shards: z.object({ failed: z.literal(0) }),
});
type PlacedDigest = z.infer<typeof hitsSchema>['hits']['hits'][number];

/** For an index that has no documents yet. */
function planAll({ size }: EntitySpool): DocumentsPlan {
  return { positions: new Int32Array(size).fill(-1), isInOrder: true, isThere: () => false, equal: 0, deleted: [] };
}

/** The plan with a position for every entity: those that the index has not have their places in the source where the index has that order, and are behind all others where it has not. All are below `places`. */
export async function withPositions<Plan extends DocumentsPlan>(
  cluster: RetryingCluster,
  index: string,
  plan: Plan,
  mayBeInOrder: boolean,
): Promise<Plan & { readonly places: number }> {
  const isInOrder = mayBeInOrder && plan.isInOrder && plan.deleted.length === 0;
  let places = isInOrder ? plan.positions.length : await placesOf(cluster, index);
  return {
    ...plan,
    positions: plan.positions.map((position, number) => (position >= 0 ? position : isInOrder ? number : places++)),
    places,
  };
}

/** All positions of an index are below it. */
async function placesOf(cluster: RetryingCluster, index: string): Promise<number> {
  const [last] = await searchDigests(cluster, index, { size: 1, sort: [{ position: 'desc' }] });
  return (last?.fields.position[0] ?? -1) + 1;
}

async function searchDigests(
  cluster: RetryingCluster,
  index: string,
  body: Readonly<Record<string, unknown>>,
): Promise<readonly PlacedDigest[]> {
  const answer = await cluster.need({
    method: 'POST',
    path: `/${index}/_search`,
    query: { allow_partial_search_results: false },
    body: { _source: false, docvalue_fields: ['position', 'digest'], track_total_hits: false, ...body },
  });
  return hitsSchema.parse(answer.body).hits.hits;
}

type SearchDigests = (body: Readonly<Record<string, unknown>>) => Promise<readonly PlacedDigest[]>;

/** Identifiers of the documents at these positions. */
async function idsAt(search: SearchDigests, positions: readonly number[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let from = 0; from < positions.length; from += AT_ONCE) {
    const some = positions.slice(from, from + AT_ONCE);
    for (const { _id: id } of await search({ size: some.length, query: { terms: { position: some } } })) ids.push(id);
  }
  return ids;
}

/** Compares the spool with the index, of which all is visible that was written. `typeSetOf`: the number of a combination of types. Cost: a record read and hashed for each entity, and a search for every few thousand. */
export async function planDocuments(
  cluster: RetryingCluster,
  index: string,
  spool: EntitySpool,
  typeSetOf: (types: readonly string[]) => number,
): Promise<DocumentsPlan> {
  const search: SearchDigests = (body) => searchDigests(cluster, index, body);
  const places = await placesOf(cluster, index);
  if (places === 0) return planAll(spool);
  const [positions, equal] = [new Int32Array(spool.size).fill(-1), new Uint8Array(spool.size)];
  const seen = new Uint8Array(places);
  let [isInOrder, equalCount] = [true, 0];
  let part = new Map<string, { readonly number: number; readonly digest: number }>();
  const compare = async (): Promise<void> => {
    for (const { _id: id, fields } of await search({ size: part.size, query: { ids: { values: [...part.keys()] } } })) {
      const [position, own] = [fields.position[0], part.get(id)];
      if (own === undefined) continue;
      positions[own.number] = position;
      seen[position] = 1;
      isInOrder &&= position === own.number;
      if (fields.digest[0] !== own.digest) continue;
      equal[own.number] = 1;
      equalCount++;
    }
    part = new Map();
  };
  let number = 0;
  for (const { record, furtherNames } of spool.entitiesFrom(0)) {
    const digest = digestOfEntity(record, { typeSet: typeSetOf(record.types), furtherNames });
    part.set(idOfEntity(record.id), { number: number++, digest });
    if (part.size === AT_ONCE) await compare();
  }
  if (part.size > 0) await compare();
  const unseen = Array.from(seen.keys()).filter((position) => seen[position] === 0);
  const deleted = await idsAt(search, unseen);
  return { positions, isInOrder, isThere: (at) => equal[at] === 1, equal: equalCount, deleted };
}
