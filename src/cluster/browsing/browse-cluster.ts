import type { BrowseAnswer, BrowseForm, BrowseQuery } from '../../browsing/browse-query.js';
import { csvHead, csvLines, entityAsJson } from '../../browsing/write-browse-file.js';
import { MAX_SUGGESTIONS, SHORTEST_MISSPELT, SHORTEST_COMPLETED, wordsSought } from '../../browsing/entity-words.js';
import { createTypeHierarchy } from '../../entities/type-hierarchy.js';
import { defined } from '../../foundation/defined.js';
import { deadlineAfter } from '../../foundation/deadline.js';
import type { ClusterDataset, ClusterState } from '../cluster-dataset.js';
import { COMPILED_ONLY, readCompiled, type CompiledEntity } from '../compiled-entity.js';
import { unavailable, hasFailed, type SearchBody, type SearchCluster, type SearchHits } from '../search-cluster.js';
import type { Clause } from '../questions.js';
import { termKey } from '../term-key.js';
import {
  filterClauses,
  namedClause,
  notThere,
  orderOf,
  orReferring,
  reversed,
  wordClause,
  type Order,
} from './browse-clauses.js';
import { facetKeys, facetsCounted, findFacets, readCounts, type FacetTable } from './facet-table.js';
import type { WordsAtHand } from '../words-at-hand.js';

/** For one request to the cluster, with all its attempts. */
const REQUEST_MS = 30_000;
/** Entities from the beginning of a result, and from its end, that the engine gives parts of. */
const MAX_LISTED = 10_000;
/** Rows of a file, and those of one request. */
const MAX_SAVED = 100_000;
const SAVED_AT_ONCE = 10_000;
/** Types that are counted among the entities found. */
const MAX_TYPES = 1_000;
/** Entities with a word in their name, the best known, that others may refer to. */
const MAX_REFERRED = 50;
/** Fewer results are not many, and others are suggested. */
const FEW = 3;
/** Answers that are kept: a state of a dataset never changes. */
const KEPT_ANSWERS = 100;

/** Entities to be listed. */
interface Found {
  readonly query: Clause;
  readonly total: number;
  /** Total that was counted; `undefined`: the settings have it. */
  readonly counted: unknown;
}

/** Looks through the entities of one state of a dataset in the cluster. */
export class ClusterBrowser {
  readonly #cluster: SearchCluster;
  readonly #state: Omit<ClusterState, 'words'>;
  readonly #dataset: Pick<ClusterDataset, 'read' | 'words'>;
  readonly #properties: ClusterState['settings']['facts']['properties'];
  readonly #sets: readonly { readonly types: ReadonlySet<string>; readonly count: number }[];
  readonly #typeIds: readonly string[];
  readonly #kept = new Map<string, BrowseAnswer>();
  #table: Promise<FacetTable> | undefined;
  #share = 0;

  /** Over the indexes of a state. The dataset reads the names of references in files. Sends no request yet. */
  constructor(
    cluster: SearchCluster,
    state: Omit<ClusterState, 'words'>,
    dataset: Pick<ClusterDataset, 'read' | 'words'>,
  ) {
    const { facts, typeSets } = state.settings;
    const { upwards } = createTypeHierarchy(facts.types);
    this.#cluster = cluster;
    this.#state = state;
    this.#dataset = dataset;
    this.#properties = facts.properties;
    this.#sets = typeSets.map(({ types, count }) => ({ types: new Set(types.flatMap(upwards)), count }));
    this.#typeIds = [...new Set(this.#sets.flatMap((set) => [...set.types]))];
  }

  async browse(query: BrowseQuery): Promise<BrowseAnswer> {
    const key = JSON.stringify(query);
    const known = this.#kept.get(key) ?? (await this.#browse(query));
    this.#kept.delete(key);
    this.#kept.set(key, known);
    for (const old of [...this.#kept.keys()].slice(0, -KEPT_ANSWERS)) this.#kept.delete(old);
    return known;
  }

  /** Share of the facets that are found out so far, 0–1. */
  progress(): number {
    return this.#share;
  }

  async save(query: BrowseQuery, form: BrowseForm): Promise<string> {
    const found = await this.#find(query, undefined);
    if (form === 'csv') return [csvHead(this.#state.settings.facts), ...(await this.#linesOf(query, found))].join('');
    const records = (await this.#fetchPart(query, found)).map(({ record }) => record());
    const entities = await this.#dataset.read(({ dataset }) => records.map((record) => entityAsJson(dataset, record)));
    return `${JSON.stringify({ total: found.total, searched: this.#state.settings.entityCount, offset: query.offset, entities })}\n`;
  }

  async #search(bodies: readonly SearchBody[]): Promise<readonly SearchHits[]> {
    const found = await this.#cluster.search(this.#state.names.entities, bodies, deadlineAfter(REQUEST_MS));
    return found.map((hits) => {
      if (hasFailed(hits)) throw unavailable(hits);
      return hits;
    });
  }

  /** Once; again where it failed. */
  #facetTable(): Promise<FacetTable> {
    this.#table ??= findFacets(
      this.#properties,
      this.#state.changed.through,
      (bodies) => this.#search(bodies),
      (done) => (this.#share = done),
    ).catch((thrown: unknown) => {
      this.#table = undefined;
      throw thrown;
    });
    return this.#table;
  }

  /** With all words, or where none has all, with some of them. */
  async #find(query: BrowseQuery, aggs: Readonly<Record<string, unknown>> | undefined): Promise<Found> {
    const filter = filterClauses(query, this.#properties);
    const words = wordsSought(query.text);
    if (words.length === 0 && query.text !== '') return { query: { match_none: {} }, total: 0, counted: undefined };
    if (words.length === 0 && query.values.length === 0) {
      const total = query.type === '' ? this.#state.settings.entityCount : this.#countType(query.type);
      return {
        query: { bool: { filter } },
        total,
        counted:
          aggs === undefined || query.type === ''
            ? undefined
            : await this.#count({ bool: { filter } }, aggs).then(({ aggregations }) => aggregations),
      };
    }
    const clauses = await this.#clausesOf(words);
    const all: Clause = { bool: { must: clauses, filter } };
    const { total, aggregations } = await this.#count(all, aggs);
    if (total > 0 || words.length < 2) return { query: all, total, counted: aggregations };
    const some: Clause = { bool: { should: clauses, minimum_should_match: 1, filter } };
    const ofSome = await this.#count(some, aggs);
    return { query: some, total: ofSome.total, counted: ofSome.aggregations };
  }

  async #clausesOf(words: readonly string[]): Promise<readonly Clause[]> {
    const isLast = (place: number): boolean => place === words.length - 1;
    const clauses = words.map((word, place) => wordClause(word, isLast(place)));
    const references = this.#properties.filter(({ datatype }) => datatype === 'reference');
    if (references.length === 0 || words.length === 0) return clauses;
    const named = await this.#search(
      words.map((word, place) =>
        listing({ bool: { filter: [namedClause(word, isLast(place))] } }, orderOf(BEST_KNOWN, this.#properties), {
          from: 0,
          size: MAX_REFERRED,
        }),
      ),
    );
    return clauses.map((clause, place) =>
      orReferring(
        clause,
        references,
        entitiesIn(named[place]).map(({ id }) => id),
      ),
    );
  }

  async #count(query: Clause, aggs: Readonly<Record<string, unknown>> | undefined): Promise<SearchHits> {
    const [counted] = await this.#search([{ size: 0, track_total_hits: true, query, ...defined({ aggs }) }]);
    return counted ?? { total: 0, hits: [], aggregations: undefined };
  }

  #countType(type: string): number {
    return this.#sets.reduce((sum, set) => sum + (set.types.has(type) ? set.count : 0), 0);
  }

  async #fetchPart(query: BrowseQuery, found: Found): Promise<readonly CompiledEntity[]> {
    const { from, size, isReversed } = partOf(query, found.total);
    if (size === 0) return [];
    const order = orderOf(query, this.#properties);
    const [part] = await this.#search([listing(found.query, isReversed ? reversed(order) : order, { from, size })]);
    const entities = entitiesIn(part);
    return isReversed ? [...entities].reverse() : entities;
  }

  async #browse(query: BrowseQuery): Promise<BrowseAnswer> {
    const facets = await this.#facetTable();
    const isPlain = query.text === '' && query.values.length === 0;
    const keys = facetKeys(facets);
    const aggs = {
      ...(keys.length > 0 && { facets: { terms: { field: 'facets', include: keys, size: keys.length } } }),
      ...(!isPlain &&
        this.#typeIds.length > 0 && {
          types: { terms: { field: 'types', size: Math.min(MAX_TYPES, this.#typeIds.length) } },
        }),
    };
    const found = await this.#find(query, Object.keys(aggs).length === 0 ? undefined : aggs);
    const entities = await this.#fetchPart(query, found);
    return {
      entities: entities.map(({ id }) => id),
      total: found.total,
      lookedAt: this.#state.settings.entityCount,
      types: isPlain ? this.#typesWith(query.type) : this.#typesCounted(found),
      facets:
        isPlain && query.type === ''
          ? facets
          : found.counted === undefined
            ? []
            : facetsCounted(facets, readCounts(found.counted, 'facets')),
      suggestions: query.text !== '' && found.total < FEW ? await this.#suggest(query.text) : [],
    };
  }

  /** Of all entities of a type, or of all. */
  #typesWith(type: string): BrowseAnswer['types'] {
    const counts = new Map(this.#typeIds.map((id) => [id, 0]));
    for (const set of this.#sets)
      if (type === '' || set.types.has(type))
        for (const id of set.types) counts.set(id, (counts.get(id) ?? 0) + set.count);
    return mostFirst(counts);
  }

  #typesCounted({ counted }: Found): BrowseAnswer['types'] {
    if (counted === undefined) return [];
    const counts = readCounts(counted, 'types');
    return mostFirst(new Map(this.#typeIds.map((id) => [id, counts.get(termKey(id)) ?? 0])));
  }

  async #suggest(text: string): Promise<readonly string[]> {
    const texts = similarTexts(wordsSought(text), this.#dataset.words);
    const clauses = await Promise.all(texts.map((one) => this.#clausesOf(wordsSought(one))));
    const counted = await this.#search(
      clauses.map((must) => ({ size: 0, track_total_hits: 1, query: { bool: { must } } })),
    );
    return texts.filter((_, i) => (counted[i]?.total ?? 0) > 0).slice(0, MAX_SUGGESTIONS);
  }

  /** Ten thousand at a time, each behind the last one before. */
  async #linesOf(query: BrowseQuery, { query: clause, total }: Found): Promise<readonly string[]> {
    const order = orderOf(query, this.#properties);
    const wanted = Math.min(MAX_SAVED, total);
    const lines: string[] = [];
    let behind: readonly unknown[] | undefined;
    for (let from = 0; from < wanted; from += SAVED_AT_ONCE) {
      const [part] = await this.#search([
        {
          ...listing(clause, order, { size: Math.min(SAVED_AT_ONCE, wanted - from) }),
          ...defined({ search_after: behind }),
        },
      ]);
      const records = entitiesIn(part).map(({ record }) => record());
      if (records.length === 0) break;
      lines.push(await this.#dataset.read(({ dataset }) => csvLines(dataset, records)));
      behind = part?.hits.at(-1)?.sort;
    }
    return lines;
  }
}

/** Start of a part of the result, and whether it counts from the end. */
function partOf(
  { offset, limit }: Pick<BrowseQuery, 'offset' | 'limit'>,
  total: number,
): { readonly from: number; readonly size: number; readonly isReversed: boolean } {
  const end = Math.min(offset + limit, total);
  if (end <= MAX_LISTED || offset >= total)
    return { from: Math.min(offset, total), size: Math.max(0, end - offset), isReversed: false };
  if (total - offset <= MAX_LISTED) return { from: total - end, size: end - offset, isReversed: true };
  const most = MAX_LISTED.toLocaleString('en');
  throw notThere(
    `of a long result the first and the last ${most} entities are shown`,
    'Narrow the result down by a type, a value or words, or turn the order round.',
  );
}

const BEST_KNOWN = { text: '', sort: 'best', isDescending: false } as const;

/** Entities in this order. */
function listing(query: Clause, order: Order, part: { readonly from?: number; readonly size: number }): SearchBody {
  return {
    ...part,
    track_total_hits: false,
    ...COMPILED_ONLY,
    query,
    sort: order.map(([field, how]) => ({ [field]: how })),
  };
}

function entitiesIn(found: SearchHits | undefined): readonly CompiledEntity[] {
  return (found?.hits ?? []).map(({ source }) => readCompiled(source));
}

/** Those that are as frequent as others in the order of the types. */
function mostFirst(counts: ReadonlyMap<string, number>): BrowseAnswer['types'] {
  return [...counts]
    .map(([id, count]) => ({ id, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/*
 * Other texts to search for: one word of the text is replaced by a word of names that is like it, or begins with it.
 */

/** Words in place of one. */
const MAX_FOR_WORD = 5;
/** Texts that are tried. */
const MAX_TRIED = 12;
/** Letters that may differ; the search finds what differs in one. */
const MAX_EDITS = 2;
/** Words with the same beginning that are looked at. */
const MAX_BEGUN = 5_000;

interface OtherWord {
  readonly id: number;
  readonly edits: number;
}

/** Texts with another word of the dataset in place of one, the likeliest first. */
function similarTexts(
  texts: readonly string[],
  { planned: { words, typos } }: Pick<WordsAtHand, 'planned'>,
): readonly string[] {
  const likeliestFirst = (a: OtherWord, b: OtherWord): number =>
    a.edits - b.edits || words.entityFrequency(b.id) - words.entityFrequency(a.id) || a.id - b.id;
  const instead = texts.flatMap((text, place) => {
    const like: OtherWord[] = [];
    if (text.length >= SHORTEST_MISSPELT) typos.forEachNear(text, MAX_EDITS, (id, edits) => like.push({ id, edits }));
    const begun: OtherWord[] = [];
    if (place === texts.length - 1 && text.length >= SHORTEST_COMPLETED) {
      const [first, end] = words.rangeOf(text);
      for (let id = first; id < Math.min(end, first + MAX_BEGUN); id++)
        if (words.tokenOf(id) !== text) begun.push({ id, edits: 1 });
    }
    return [like, begun].flatMap((found) =>
      found
        .sort(likeliestFirst)
        .slice(0, MAX_FOR_WORD)
        .map((one) => ({ ...one, place })),
    );
  });
  const found = instead
    .sort(likeliestFirst)
    .map(({ id, place }) => texts.map((text, i) => (i === place ? words.tokenOf(id) : text)).join(' '));
  return [...new Set(found)].slice(0, MAX_TRIED);
}
