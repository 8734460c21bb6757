import { COMPILED_FIELD } from '../../src/cluster/compiled-entity.js';
import { levenshteinDistance } from '../../src/text/similarity/edit-distance.js';
import type { SearchBody, SearchCluster, SearchHits } from '../../src/cluster/search-cluster.js';
import type { SnapshotDocuments } from './documents-of-snapshot.js';

/*
 * The searches that src/cluster/ sends, over documents in memory: for tests that have no search cluster. It goes through all documents, and knows no clause that is not used.
 */

type Document = Readonly<Record<string, unknown>>;
type Clause = Readonly<Record<string, unknown>>;

/** The documents of a dataset as a search cluster. */
export function clusterInMemory(
  { entities, words }: SnapshotDocuments,
  told?: Parameters<typeof documentsInMemory>[1],
): SearchCluster {
  const indexes = new Map<string, ReadonlyMap<string, object>>([
    ['entities', entities],
    ['words', words],
  ]);
  return documentsInMemory(indexes as unknown as Parameters<typeof documentsInMemory>[0], told); // plain objects
}

/** `indexes`: name → documents by identifier. `told` hears of each request. */
export function documentsInMemory(
  indexes: ReadonlyMap<string, ReadonlyMap<string, Document>>,
  told: (request: { readonly kind: 'search' | 'get'; readonly count: number }) => void = () => undefined,
): SearchCluster {
  const documentsIn = (index: string): ReadonlyMap<string, Document> => indexes.get(index) ?? new Map();
  return {
    search: async (index, bodies) => {
      told({ kind: 'search', count: bodies.length });
      // As over a network: not at once, and as text.
      await new Promise((resolve) => setImmediate(resolve));
      return bodies.map((body) => JSON.parse(JSON.stringify(search(documentsIn(index), body))) as SearchHits);
    },
    get: async (index, ids) => {
      told({ kind: 'get', count: ids.length });
      await new Promise((resolve) => setImmediate(resolve));
      return ids.map((id) => {
        const found = documentsIn(index).get(id);
        return found === undefined ? undefined : (JSON.parse(JSON.stringify(found)) as unknown);
      });
    },
    resolveAlias: () => Promise.resolve([...indexes.keys()]),
    state: () => ({ available: true }),
    close: () => Promise.resolve(),
  };
}

/** The entries of a field, which may be one of several below another; what people search for is texts. */
function entriesOf(document: Document, field: string): readonly string[] {
  const [outer = '', inner] = field.split('.');
  if (inner === undefined)
    return [document[field]]
      .flat()
      .filter((one) => one !== undefined)
      .map(String);
  const value = (document[outer] as Readonly<Record<string, string | number>>)[inner]; // texts and numbers
  return value === undefined ? [] : outer === 'browse' ? String(value).split(' ') : [String(value)];
}

type SortKey = readonly [field: string, how: { readonly order?: string; readonly missing?: string }];

/** Which of two comes first; what has no value stands where it is said, at the end unless it is. */
function compareBy([field, { order, missing }]: SortKey, a: Hit, b: Hit): number {
  // Scores are sums of single precision in the engine.
  const [one, other] = [a, b].map(({ score, source }) =>
    field === '_score' ? Math.fround(score) : sortValue(source, field),
  );
  if (one === other) return 0;
  if (one === undefined || other === undefined) return (one === undefined) === (missing === '_first') ? -1 : 1;
  return one < other === (order !== 'desc') ? -1 : 1;
}

interface Hit {
  readonly id: string;
  readonly source: Document;
  readonly score: number;
}

function sortValue(source: Document, field: string): string | number | undefined {
  const [value] = entriesOf(source, field);
  return value === undefined || field.startsWith('texts.') ? value : Number(value);
}

/** How often each wanted entry of a field is there, as an aggregation of terms. */
function countTerms(
  found: readonly Hit[],
  {
    field,
    include,
    size,
  }: { readonly field: string; readonly include?: string | readonly string[]; readonly size: number },
): object {
  const isWanted =
    typeof include === 'string'
      ? (entry: string): boolean => new RegExp(`^(?:${include})$`, 's').test(entry)
      : (entry: string): boolean => include?.includes(entry) ?? true;
  const counts = new Map<string, number>();
  for (const { source } of found)
    for (const entry of new Set(entriesOf(source, field).filter(isWanted)))
      counts.set(entry, (counts.get(entry) ?? 0) + 1);
  return {
    buckets: [...counts]
      .map(([key, count]) => ({ key, doc_count: count }))
      .sort((a, b) => b.doc_count - a.doc_count || (a.key < b.key ? -1 : 1))
      .slice(0, size),
  };
}

function search(
  documents: ReadonlyMap<string, Document>,
  { query, from = 0, size = 10, sort = ['_score'], search_after: behind, aggs }: SearchBody,
): SearchHits {
  const found = [...documents].flatMap(([id, source]) => {
    const score = scoreOf(query as Clause, { ...source, _id: id });
    return score === undefined ? [] : [{ id, source: { ...source, _id: id }, score }];
  });
  const keys = (sort as readonly (string | Readonly<Record<string, string | SortKey[1]>>)[]).map((key): SortKey => {
    const [field, how] = typeof key === 'string' ? [key, 'desc'] : (Object.entries(key)[0] ?? ['', '']);
    return [field, typeof how === 'string' ? { order: how } : how];
  });
  found.sort((a, b) => {
    for (const key of keys) {
      const order = compareBy(key, a, b);
      if (order !== 0) return order;
    }
    return 0;
  });
  // Here the identifier says behind which one, and stands for all that it is sorted by.
  const first =
    behind === undefined ? Number(from) : found.findIndex(({ id }) => id === (behind as readonly unknown[])[0]) + 1;
  const counted = Object.entries(
    (aggs ?? {}) as Readonly<Record<string, { readonly terms: Parameters<typeof countTerms>[1] }>>,
  ).map(([name, { terms }]) => [name, countTerms(found, terms)]);
  return {
    total: found.length,
    hits: found
      .slice(first, first + Number(size))
      .map(({ id, source }) => ({ source: (source as Document)[COMPILED_FIELD], sort: [id] })),
    aggregations: Object.fromEntries(counted),
  };
}

/** What a document counts for; `undefined` where it does not match. */
function scoreOf(clause: Clause, document: Document): number | undefined {
  const [kind, content] = Object.entries(clause)[0] ?? ['', {}];
  const inner = content as Readonly<Record<string, unknown>>;
  const [field, wanted] = Object.entries(inner)[0] ?? ['', ''];
  const entries = ['bool', 'constant_score', 'dis_max', 'match_none', 'ids', 'function_score'].includes(kind)
    ? []
    : entriesOf(document, field);
  const matches = (is: boolean): number | undefined => (is ? 1 : undefined);
  switch (kind) {
    case 'term':
      return matches(entries.includes(String(wanted)));
    case 'terms':
      return matches((wanted as readonly (string | number)[]).some((one) => entries.includes(String(one))));
    case 'prefix':
      return matches(entries.some((entry) => entry.startsWith(String(wanted))));
    case 'regexp': {
      const pattern = new RegExp(`^(?:${(wanted as { readonly value: string }).value})$`, 'su');
      return matches(entries.some((entry) => pattern.test(entry)));
    }
    case 'fuzzy': {
      const { value } = wanted as { readonly value: string };
      return matches(entries.some((entry) => levenshteinDistance(entry, value) <= 1));
    }
    case 'match_none':
      return undefined;
    case 'ids':
      return matches((inner['values'] as readonly unknown[]).includes(document['_id']));
    case 'function_score': {
      const score = scoreOf(inner['query'] as Clause, document);
      const [{ field_value_factor: added }] = inner['functions'] as [
        { readonly field_value_factor: { readonly field: string; readonly factor: number } },
      ];
      return score === undefined ? undefined : score + added.factor * Number(document[added.field]);
    }
    case 'constant_score':
      return scoreOf(inner['filter'] as Clause, document) === undefined ? undefined : Number(inner['boost']);
    case 'dis_max': {
      const scores = (inner['queries'] as readonly Clause[])
        .map((one) => scoreOf(one, document))
        .filter((score) => score !== undefined);
      return scores.length === 0 ? undefined : Math.max(...scores);
    }
    case 'bool':
      return scoreOfBool(inner, document);
    default:
      throw new Error(`no test has needed the clause ${kind} before`);
  }
}

function scoreOfBool(inner: Readonly<Record<string, unknown>>, document: Document): number | undefined {
  const clauses = (name: string): readonly Clause[] => (inner[name] ?? []) as readonly Clause[];
  if (clauses('filter').some((one) => scoreOf(one, document) === undefined)) return undefined;
  const must = clauses('must').map((one) => scoreOf(one, document));
  if (must.includes(undefined)) return undefined;
  const should = clauses('should')
    .map((one) => scoreOf(one, document))
    .filter((score) => score !== undefined);
  const least = inner['minimum_should_match'] ?? (clauses('must').length + clauses('filter').length > 0 ? 0 : 1);
  if (clauses('should').length > 0 && should.length < Number(least)) return undefined;
  return [...must, ...should].reduce<number>((sum, score) => sum + (score ?? 0), 0);
}
