import type { RecordList } from './find-record-lists.js';

/** Keys of records in answers of APIs. */
const RECORD_KEYS: ReadonlySet<string> = new Set([
  'data',
  'items',
  'item',
  'results',
  'result',
  'records',
  'record',
  'hits',
  'docs',
  'documents',
  'entries',
  'entry',
  'value',
  'values',
  'rows',
  'objects',
  'elements',
  'list',
  'content',
  'features',
  'concepts',
  'entities',
  'members',
  'member',
  'hydramember',
  'graph',
  'bindings',
  'edges',
  'nodes',
  'pages',
  'works',
  'authors',
  'people',
  'persons',
  'organizations',
  'organisations',
  'places',
  'names',
  'collection',
  'response',
]);
/** Keys of lists that accompany the records in an answer. */
const ACCOMPANYING_KEYS: ReadonlySet<string> = new Set([
  'included',
  'facets',
  'facet',
  'facetcounts',
  'aggregations',
  'buckets',
  'links',
  'errors',
  'warnings',
  'columns',
  'fields',
  'schema',
  'schemas',
  'context',
  'meta',
  'metadata',
  'filters',
  'sort',
  'suggestions',
  'shards',
  'failures',
  'vars',
  'arcs',
  'licenses',
  'contributors',
  'sources',
  'tags',
  'groupby',
]);
/** Points for the key of a list, its length (tens), and its depth. */
const RECORD_KEY_POINTS = 4;
const BESIDE_KEY_POINTS = -3;
const DEPTH_POINTS = -0.2;
const MAX_LENGTH_POINTS = 4;
const TEXTS_POINTS = -2;

/** The list of records, by key and length; `undefined` without one. */
export function chooseRecordList(lists: readonly RecordList[]): RecordList | undefined {
  let best: { readonly list: RecordList; readonly points: number } | undefined;
  for (const list of lists) {
    if (!mayHoldRecords(list)) continue;
    const points = pointsOf(list);
    if (best === undefined || points > best.points) best = { list, points };
  }
  return best?.list;
}

/** A record may also contain rows, texts and a single object: they count only below a key of records. */
function mayHoldRecords({ path, holds, records }: RecordList): boolean {
  return (holds === 'objects' && records > 1) || holds === 'by-id' || RECORD_KEYS.has(plainKey(path.at(-1)));
}

function pointsOf({ path, holds, records }: RecordList): number {
  const key = plainKey(path.at(-1));
  const byKey = RECORD_KEYS.has(key)
    ? RECORD_KEY_POINTS
    : path.some((one) => ACCOMPANYING_KEYS.has(plainKey(one)))
      ? BESIDE_KEY_POINTS
      : 0;
  return (
    byKey +
    Math.min(MAX_LENGTH_POINTS, Math.log10(records + 1)) +
    DEPTH_POINTS * path.length +
    (holds === 'texts' ? TEXTS_POINTS : 0)
  );
}

function plainKey(key = ''): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}
