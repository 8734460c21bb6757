import type { SearchBody, SearchCluster, SearchHits } from '../../src/cluster/search-cluster.js';

/*
 * The searches that src/cluster/ sends, over documents in memory: for tests that have no search cluster. It goes through all documents, and knows no clause that is not used.
 */

type Document = Readonly<Record<string, unknown>>;
type Clause = Readonly<Record<string, unknown>>;

/** `indexes`: name → documents by identifier. `told` hears of each request. */
export function documentsInMemory(indexes: ReadonlyMap<string, ReadonlyMap<string, Document>>, told: (request: { readonly kind: 'search' | 'get'; readonly count: number }) => void = () => undefined): SearchCluster {
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

function search(documents: ReadonlyMap<string, Document>, { query, size = 10, sort = ['_score'] }: SearchBody): SearchHits {
  const found = [...documents].flatMap(([id, source]) => {
    const score = scoreOf(query as Clause, source);
    return score === undefined ? [] : [{ id, source, score }];
  });
  const keys = (sort as readonly (string | Readonly<Record<string, string>>)[]).map((key) => (typeof key === 'string' ? ([key, 'desc'] as const) : (Object.entries(key)[0] ?? ['', ''])));
  found.sort((a, b) => {
    for (const [field, order] of keys) {
      // Scores are sums of single precision in the engine.
      const [one, other] = field === '_score' ? [Math.fround(a.score), Math.fround(b.score)] : [Number(a.source[field]), Number(b.source[field])];
      if (one !== other) return order === 'desc' ? other - one : one - other;
    }
    return 0;
  });
  return { total: found.length, hits: found.slice(0, Number(size)), aggregations: undefined };
}

/** What a document counts for; `undefined` where it does not match. */
function scoreOf(clause: Clause, document: Document): number | undefined {
  const [kind, content] = Object.entries(clause)[0] ?? ['', {}];
  const inner = content as Readonly<Record<string, unknown>>;
  const [field, wanted] = Object.entries(inner)[0] ?? ['', ''];
  const entries = [document[field]].flat().map(String);
  const matches = (is: boolean): number | undefined => (is ? 1 : undefined);
  switch (kind) {
    case 'term':
      return matches(entries.includes(String(wanted)));
    case 'terms':
      return matches((wanted as readonly string[]).some((one) => entries.includes(one)));
    case 'prefix':
      return matches(entries.some((entry) => entry.startsWith(String(wanted))));
    case 'regexp': {
      const pattern = new RegExp(`^(?:${(wanted as { readonly value: string }).value})$`, 'su');
      return matches(entries.some((entry) => pattern.test(entry)));
    }
    case 'constant_score':
      return scoreOf(inner['filter'] as Clause, document) === undefined ? undefined : Number(inner['boost']);
    case 'dis_max': {
      const scores = (inner['queries'] as readonly Clause[]).map((one) => scoreOf(one, document)).filter((score) => score !== undefined);
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
  const should = clauses('should').map((one) => scoreOf(one, document)).filter((score) => score !== undefined);
  const least = inner['minimum_should_match'] ?? (clauses('must').length + clauses('filter').length > 0 ? 0 : 1);
  if (clauses('should').length > 0 && should.length < Number(least)) return undefined;
  return [...must, ...should].reduce<number>((sum, score) => sum + (score ?? 0), 0);
}
