/*
 * Finding records in a JSON document: APIs use envelopes such as `{"data": {"items": [ … ]}}`. The text is scanned once
 * without creating objects, so that a document of any length costs the memory of one piece.
 */

export interface RecordList {
  /** Keys of its path; none for the document itself. */
  readonly path: readonly string[];
  /**
   * Kind of elements: objects, lists (rows) or texts (names); `by-id`: an object whose values are objects with similar
   * keys.
   */
  readonly holds: 'objects' | 'rows' | 'texts' | 'by-id';
  readonly records: number;
  /** Characters before its opening bracket. */
  readonly start: number;
  /** 1-based. */
  readonly line: number;
}

/** Deeper keys are parts of a record. */
const MAX_DEPTH = 6;
const MAX_LISTS = 5_000;
/** Minimum share of list elements of the same kind. */
const MIN_ALIKE = 0.6;
/** Children whose keys are compared, and keys of each. */
const COMPARED_CHILDREN = 20;
const COMPARED_KEYS = 40;
/** Minimum average share of common keys of successive objects by id. */
const MIN_SHARED_KEYS = 0.4;

/** Maximum number of objects that may be layers, and minimum records in one of them for each. */
const MAX_LAYERS = 5;
const MIN_RECORDS_OF_LAYER = 10;

/** An open object or list, with its direct elements. */
interface Frame {
  readonly isObject: boolean;
  readonly start: number;
  readonly line: number;
  readonly listsBefore: number;
  objects: number;
  lists: number;
  texts: number;
  others: number;
  /** Of an object: the key of the current or next value. */
  key: string;
  readonly keys: string[];
  readonly childKeys: (readonly string[])[];
}

/**
 * All lists that may hold the records, in the order of their ends. Truncated or invalid text gives the lists so far.
 */
export function findRecordLists(chunks: Iterable<string>): readonly RecordList[] {
  const walk = new Walk();
  for (const chunk of chunks) walk.take(chunk);
  walk.finish();
  return walk.found;
}

class Walk {
  readonly found: RecordList[] = [];
  readonly #open: Frame[] = [];
  /** Depth of open brackets in an ignored part: within an element of a list, or too deep. */
  #skipped = 0;
  #line = 1;
  #before = 0;
  #inString = false;
  #isEscaped = false;
  #isKey = false;
  #keyText = '';
  #expectsKey = false;
  #inScalar = false;

  take(chunk: string): void {
    let stringStart = 0;
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (code === 10) this.#line++;
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === 92) this.#isEscaped = true;
        else if (code === 34) {
          this.#inString = false;
          if (this.#isKey) this.#endKey(this.#keyText + chunk.slice(stringStart, at));
        }
        continue;
      }
      switch (code) {
        case 34: // "
          this.#inString = true;
          stringStart = at + 1;
          this.#beginString();
          break;
        case 123: // {
        case 91: // [
          this.#begin(code === 123, this.#before + at);
          break;
        case 125: // }
        case 93: // ]
          this.#end();
          break;
        case 44: // ,
          this.#inScalar = false;
          if (this.#skipped === 0) this.#expectsKey = this.#open.at(-1)?.isObject ?? false;
          break;
        case 58: // :
        case 32:
        case 9:
        case 10:
        case 13:
          break;
        default:
          if (this.#skipped === 0 && !this.#inScalar) this.#count('others');
          this.#inScalar = true;
      }
    }
    if (this.#inString && this.#isKey) this.#keyText += chunk.slice(stringStart);
    this.#before += chunk.length;
  }

  finish(): void {
    this.#skipped = 0;
    while (this.#open.length > 0) this.#end();
  }

  #beginString(): void {
    this.#isKey = this.#skipped === 0 && this.#expectsKey;
    this.#keyText = '';
    if (!this.#isKey && this.#skipped === 0) this.#count('texts');
  }

  #endKey(raw: string): void {
    this.#isKey = false;
    this.#expectsKey = false;
    const frame = this.#open.at(-1);
    if (frame === undefined) return;
    frame.key = raw.includes('\\') ? unescaped(raw) : raw;
    if (frame.keys.length < COMPARED_KEYS) frame.keys.push(frame.key);
  }

  #begin(isObject: boolean, start: number): void {
    const parent = this.#open.at(-1);
    if (this.#skipped > 0) {
      this.#skipped++;
      return;
    }
    this.#count(isObject ? 'objects' : 'lists');
    if (parent?.isObject === false || this.#open.length > MAX_DEPTH) {
      this.#skipped = 1;
      return;
    }
    this.#expectsKey = isObject;
    this.#open.push({
      isObject,
      start,
      line: this.#line,
      listsBefore: this.found.length,
      objects: 0,
      lists: 0,
      texts: 0,
      others: 0,
      key: '',
      keys: [],
      childKeys: [],
    });
  }

  #end(): void {
    this.#inScalar = false;
    if (this.#skipped > 0) {
      this.#skipped--;
      return;
    }
    const frame = this.#open.pop();
    if (frame === undefined) return;
    this.#expectsKey = false;
    const parent = this.#open.at(-1);
    if (frame.isObject && parent !== undefined && parent.childKeys.length < COMPARED_CHILDREN)
      parent.childKeys.push(frame.keys);
    const path = this.#open.map(({ key }) => key);
    const within = this.found.slice(frame.listsBefore);
    const holds = frame.isObject
      ? isById(frame, path.at(-1)) && !isOfLists(frame, within)
        ? 'by-id'
        : undefined
      : whatListHolds(frame);
    if (holds === undefined) return;
    // Lists within records by id belong to these records.
    if (holds === 'by-id') this.found.length = frame.listsBefore;
    const { objects, lists, texts, start, line } = frame;
    const records = holds === 'rows' ? lists : holds === 'texts' ? texts : objects;
    if (this.found.length < MAX_LISTS) this.found.push({ path, holds, records, start, line });
  }

  #count(kind: 'objects' | 'lists' | 'texts' | 'others'): void {
    const frame = this.#open.at(-1);
    if (frame !== undefined) frame[kind]++;
  }
}

function whatListHolds({ objects, lists, texts, others }: Frame): 'objects' | 'rows' | 'texts' | undefined {
  const all = objects + lists + texts + others;
  // An answer without records has an empty list.
  if (objects >= all * MIN_ALIKE) return 'objects';
  if (lists >= all * MIN_ALIKE && lists > 1) return 'rows';
  return texts === all && texts > 1 ? 'texts' : undefined;
}

/** Keys under which APIs put single records by id. */
const BY_ID_KEYS: ReadonlySet<string> = new Set(['entities', 'pages', 'byid', 'records', 'concepts']);

function isById({ objects, lists, texts, others, childKeys }: Frame, key: string | undefined): boolean {
  if (objects === 0 || lists + texts + others > 0) return false;
  if (objects === 1) return key !== undefined && BY_ID_KEYS.has(key.toLowerCase());
  const everyKey = childKeys.flat();
  // Names and descriptions in several languages are parts of one record.
  if (everyKey.includes('en') && everyKey.every((one) => /^[a-z]{2}$/.test(one))) return false;
  const shares = childKeys.slice(1).map((keys, i) => sharedKeys(childKeys[i] ?? [], keys));
  return shares.reduce((sum, share) => sum + share, 0) >= shares.length * MIN_SHARED_KEYS;
}

/** A few objects, one of which holds a long list, such as the layers of TopoJSON: that list holds the records. */
function isOfLists({ objects }: Frame, within: readonly RecordList[]): boolean {
  return (
    objects <= MAX_LAYERS &&
    within.some(({ holds, records }) => holds === 'objects' && records >= objects * MIN_RECORDS_OF_LAYER)
  );
}

function sharedKeys(a: readonly string[], b: readonly string[]): number {
  const all = new Set([...a, ...b]);
  return all.size === 0 ? 0 : a.filter((key) => b.includes(key)).length / all.size;
}

function unescaped(raw: string): string {
  try {
    const text: unknown = JSON.parse(`"${raw}"`);
    return String(text);
  } catch {
    return raw;
  }
}

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
