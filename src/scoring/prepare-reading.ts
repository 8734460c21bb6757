import type { Deadline } from '../foundation/deadline.js';
import type { Vocabulary } from '../search/label-table.js';
import { analyseInLatin, analyseLabel } from '../text/analyse-label.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { separateElided } from '../text/elided-articles.js';
import { weightShareOf } from '../text/similarity/common-words.js';
import { createWordFinder, type WordFinder } from './compare-record.js';
import { type EntityFilter, typesAllowed } from './entity-filter.js';
import type { Interpretation } from './interpret-query.js';
import {
  type PreparedCondition,
  prepareConditions,
  propertyOfNames,
  propertyTextsInQuery,
} from './property-conditions.js';
import type { ReconciliationQuery } from './query.js';
import { QueryName, TokenTable, type WeightsOfType } from './query-name.js';
import type { Reading, RetrievalReport } from './ranked-query.js';
import { entitiesById } from './retrieve.js';
import type { DatasetSnapshot } from './snapshot.js';
import type { WordStatistics } from './statistics.js';
import { resolveTypeRequest } from './type-request.js';

/** A query with all that its interpretations share. `always`: an entity to compare in any case; `watch` gets a report of each interpretation. */
export interface Ranking {
  readonly snapshot: DatasetSnapshot;
  readonly query: ReconciliationQuery;
  readonly conditions: readonly PreparedCondition[];
  readonly filter: EntityFilter;
  readonly deadline: Deadline;
  readonly always: number | undefined;
  readonly watch: ((report: RetrievalReport) => void) | undefined;
}

const tables = new WeakMap<Vocabulary, TokenTable>();

/** One table of tokens a vocabulary: a part of a dataset has the words of the whole. */
export function tokenTableOf({ candidateIndex: { labels }, statistics }: DatasetSnapshot): TokenTable {
  let table = tables.get(labels.vocabulary);
  if (table === undefined) {
    table = new TokenTable(labels, statistics);
    tables.set(labels.vocabulary, table);
  }
  return table;
}

/** Labels to compare for an answer of ten; more candidates asked for, more labels. */
const ROWS_FOR_TEN = 25;

const MAX_ROWS = 300;

/** The interpretation with all that the search and the comparison need. */
export function prepare(
  { snapshot, query, conditions, filter, deadline }: Ranking,
  interpretation: Interpretation,
): Reading {
  const { text: sent, properties } = interpretation;
  const text = sent.trim();
  const requested = resolveTypeRequest(snapshot.dataset, query.types, query.typeMode);
  const label = text === '' ? undefined : analyseLabel(separateElided(text, snapshot.statistics.isKnown));
  const matchedById = text === '' ? [] : entitiesById(snapshot, text);
  const ofType = weightsOfType(snapshot, requested.ids);
  const beside = propertyTextsInQuery(
    properties,
    (property) => propertyOfNames(snapshot.dataset, property) !== undefined,
  );
  const nameOf = (own: AnalysedLabel | undefined): QueryName | undefined =>
    own === undefined ? undefined : new QueryName(tokenTableOf(snapshot), own, { ...(ofType && { ofType }), beside });
  let finder: WordFinder | undefined;
  return {
    ...interpretation,
    request: {
      label,
      named: [...new Set([...matchedById, ...filter.named])],
      types: typesAllowed(requested, filter),
      wantedRows: query.limit <= 10 ? ROWS_FOR_TEN : Math.min(ROWS_FOR_TEN + 3 * (query.limit - 10), MAX_ROWS),
      homonyms:
        properties.some(({ quantifier }) => quantifier !== 'none') ||
        filter.allowed !== undefined ||
        query.names !== undefined ||
        query.identifiers !== undefined,
      conditions: properties,
      deadline,
    },
    name: nameOf(label),
    latin: nameOf(text === '' ? undefined : analyseInLatin(text)),
    matchedById,
    isTyped: requested.kind === 'only',
    conditions: properties === query.properties ? conditions : prepareConditions(snapshot, properties, query.text),
    finder: () =>
      label === undefined
        ? undefined
        : (finder ??= createWordFinder(snapshot.dataset, snapshot.candidateIndex.labels, snapshot.statistics, label)),
  };
}

const weightsOfTypes = new WeakMap<WordStatistics, Map<string, WeightsOfType | undefined>>();

/** Weights of the usual words of a type, where that type alone is requested. Cost: a look-up, once a pass over these words. */
function weightsOfType({ statistics }: DatasetSnapshot, types: readonly string[]): WeightsOfType | undefined {
  const [id] = types;
  if (id === undefined || types.length > 1) return undefined;
  let known = weightsOfTypes.get(statistics);
  if (known === undefined) {
    known = new Map();
    weightsOfTypes.set(statistics, known);
  }
  if (!known.has(id)) {
    const usual = statistics.usualWordsOfType(id);
    known.set(
      id,
      usual &&
        new Map(
          usual.map(([word, share]) => [
            word,
            Math.min(statistics.idfOf(word), Math.log(1 / share + 1)) * weightShareOf(word),
          ]),
        ),
    );
  }
  return known.get(id);
}
