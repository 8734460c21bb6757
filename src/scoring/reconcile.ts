import type { Deadline } from '../foundation/deadline.js';
import type { LabelTable, Vocabulary } from '../search/label-table.js';
import { analyseInLatin, analyseLabel } from '../text/analyse-label.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { separateElided } from '../text/elided-articles.js';
import { weightShareOf } from '../text/similarity/common-words.js';
import { QueryName, TokenTable, type WeightsOfType } from './query-name.js';
import { buildCandidate, leadOf, weighedCandidate, withCommonValues } from './build-candidate.js';
import type { Candidate, QueryOutcome } from './candidate.js';
import { compareNames, contradictionIn } from './compare-names.js';
import { createWordFinder, type WordFinder } from './compare-record.js';
import {
  compareProperty,
  prepareConditions,
  type PreparedCondition,
  propertyOfNames,
  propertyTextsInQuery,
} from './property-conditions.js';
import { decide, matchThreshold } from './decide.js';
import { entityFilter, type EntityFilter, typesAllowed } from './entity-filter.js';
import {
  AT,
  clearRow,
  copyRow,
  emptyRow,
  type EvidenceRow,
  factorsOfKinds,
  fittedWeights,
  weigh,
  weighName,
} from './evidence-table.js';
import { type Interpretation, interpretationsOf } from './interpret-query.js';
import { joinCoordinates } from './join-coordinates.js';
import { addProminence, bestFirst, preferLanguages, numberTwins } from './order-candidates.js';
import { type NameCondition, type ReconciliationQuery, wantedNames } from './query.js';
import {
  isOneOfSeveral,
  type RankedEntity,
  type RankedQuery,
  type Reading,
  type RetrievalReport,
} from './ranked-query.js';
import { entitiesById, type RetrievalStep, type Retrieved, retrieve } from './retrieve.js';
import type { DatasetSnapshot } from './snapshot.js';
import { resolveTypeRequest } from './type-request.js';
import type { WordStatistics } from './statistics.js';
import { nullRow, selfNats } from './weigh-nothing.js';
import { weighNearby, weighProperties } from './weigh-properties.js';

/**
 * Answers one query: interpret, retrieve, compare, weigh, decide. Deterministic as long as the deadline does not expire;
 * then less is looked at and the outcome says so. Blank text without properties has no candidates.
 */
export function reconcile(snapshot: DatasetSnapshot, query: ReconciliationQuery, deadline: Deadline): QueryOutcome {
  return answerOf(rankQuery(snapshot, query, deadline), query);
}

/** The answer that gives as many of the candidates as the query asks for. */
export function answerOf(
  found: RankedQuery,
  { limit, weighed, common }: Pick<ReconciliationQuery, 'limit' | 'weighed' | 'common'>,
): Extract<QueryOutcome, { readonly kind: 'answered' }> {
  const candidateAt = (place: number): Candidate => {
    const candidate = place < limit ? buildCandidate(found, place) : weighedCandidate(found, place);
    return common === true ? withCommonValues(found, place, candidate) : candidate;
  };
  return {
    kind: 'answered',
    candidates: Array.from({ length: Math.min(weighed ?? limit, found.ranked.length) }, (_, place) =>
      candidateAt(place),
    ),
    nothing: { nats: found.nullNats, probability: found.decision.nothing },
    lead: leadOf(found.ranked, found.selfNats),
    effortLowered: found.effortLowered,
  };
}

/** A guess is only tried where nothing else is this probable. */
const PROBABLE = 0.5;

/** Candidates of which the record is read for words of the query, and those of which names are looked at for contradictions. */
const RECORDS_READ = 8;
const CONTRADICTIONS_LOOKED_FOR = 3;
/** Candidates whose properties are compared, at most. */
const PROPERTIES_COMPARED = 25;
/** Further behind the best than all that properties could say, by so many nats, a candidate is no longer looked at: together they change no probability. */
const NEGLIGIBLE = 6;

/** The candidates of a query in their order. The entity `always` is compared whether or not it is found; `watch` is told of each interpretation. */
export function rankQuery(
  snapshot: DatasetSnapshot,
  asked: ReconciliationQuery,
  deadline: Deadline,
  always?: number,
  watch?: (report: RetrievalReport) => void,
): RankedQuery {
  const query = joinCoordinates(snapshot.dataset, asked);
  const conditions = prepareConditions(snapshot, query.properties, query.text);
  const filter = entityFilter(snapshot, query, conditions, deadline);
  const ranking = { snapshot, query, conditions, filter, deadline, always, watch };
  const groups = interpretationsOf(snapshot, query);
  const likely = groups.map(({ likely: own }) => own.map((one) => compareAll(ranking, one)));
  snapshot.requireContents?.();
  const found = putTogether(ranking, likely);
  if (found.decision.probability >= PROBABLE || groups.every(({ guesses }) => guesses.length === 0)) return found;
  return putTogether(
    ranking,
    likely.map((own, k) => [...own, ...(groups[k]?.guesses ?? []).map((guess) => compareAll(ranking, guess))]),
  );
}

interface Ranking {
  readonly snapshot: DatasetSnapshot;
  readonly query: ReconciliationQuery;
  readonly conditions: readonly PreparedCondition[];
  readonly filter: EntityFilter;
  readonly deadline: Deadline;
  readonly always: number | undefined;
  readonly watch: ((report: RetrievalReport) => void) | undefined;
}

/** Candidates of one interpretation. */
interface Compared {
  readonly reading: Reading;
  readonly found: Retrieved;
  readonly entities: Map<number, RankedEntity>;
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

function prepare({ snapshot, query, conditions, filter, deadline }: Ranking, interpretation: Interpretation): Reading {
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

/** Retrieves and compares by one interpretation: names first, then records and properties of those that are near enough for them to matter. */
function compareAll(ranking: Ranking, interpretation: Interpretation): Compared {
  const { snapshot, filter, always, watch } = ranking;
  const reading = prepare(ranking, interpretation);
  const { labels } = snapshot.candidateIndex;
  const steps: RetrievalStep[] = [];
  const found = retrieve(snapshot, reading.request, watch === undefined ? undefined : (step) => steps.push(step));
  const start = watch === undefined ? 0 : performance.now();
  const drafts = new Map<number, RankedEntity>();
  const row = emptyRow();
  for (const at of found.rows) {
    const entity = labels.entityOf(at);
    if (filter.allowed === undefined || filter.allowed(entity)) compareRow(reading, labels, at, drafts, row);
  }
  if (always !== undefined) compareEntity(reading, labels, always, drafts, row);
  addEvidence(ranking, reading, found, drafts);
  if (reading.guess === 'code apart') contradictOtherNames(drafts);
  watch?.({
    text: reading.text,
    ...(reading.guess !== undefined && { guess: reading.guess }),
    ...(reading.rules !== undefined && { rules: reading.rules }),
    words: reading.request.label?.tokens ?? [],
    steps,
    compared: { names: found.rows.length, entities: drafts.size },
    scoringMs: performance.now() - start,
  });
  return { reading, found, entities: drafts };
}

/** Compares one label, and keeps it where it speaks more for its entity than those before. */
function compareRow(
  reading: Reading,
  labels: LabelTable,
  at: number,
  drafts: Map<number, RankedEntity>,
  scratch: EvidenceRow,
): void {
  const { name, latin } = reading;
  const entity = labels.entityOf(at);
  const known = drafts.get(entity);
  if (name === undefined) {
    if (known === undefined) drafts.set(entity, newCandidate(entity, reading));
    return;
  }
  for (const own of latin === undefined ? [name] : [name, latin]) {
    const { similarity, unmatched, part } = compareNames(own, labels, at, scratch);
    if (own === latin) scratch[AT.otherScript] = 1;
    const nats = weighName(scratch);
    const draft = drafts.get(entity);
    if (draft !== undefined && draft.nats >= nats) continue;
    const better = draft ?? newCandidate(entity, reading);
    better.row = at;
    better.name = own;
    better.similarity = similarity;
    better.unmatched = unmatched;
    better.part = reading.part ?? part;
    better.nats = nats;
    copyRow(scratch, better.values);
    if (draft === undefined) drafts.set(entity, better);
  }
}

function compareEntity(
  reading: Reading,
  labels: LabelTable,
  entity: number,
  drafts: Map<number, RankedEntity>,
  scratch: EvidenceRow,
): void {
  const [first, end] = labels.rowsOf(entity);
  for (let row = first; row < end; row++) compareRow(reading, labels, row, drafts, scratch);
}

function newCandidate(entity: number, reading: Reading): RankedEntity {
  return {
    entity,
    reading,
    name: undefined,
    row: -1,
    similarity: 0,
    unmatched: 0,
    part: -1,
    values: emptyRow(),
    nats: -Infinity,
    mayMatch: false,
    inRecord: [],
    recordDiffers: undefined,
    properties: [],
    twins: 0,
  };
}

/** Excludes from matching an entity that has the code of a text while the rest of the text is another entity's name. */
function contradictOtherNames(drafts: ReadonlyMap<number, RankedEntity>): void {
  const all = [...drafts.values()];
  if (!all.some(({ values }) => values[AT.sameCore] === 1)) return;
  for (const { values } of all) if (values[AT.sameCore] !== 1) values[AT.unwanted] = 1;
}

function areSeveral(query: ReconciliationQuery): boolean {
  return query.names !== undefined && wantedNames(query).reduce((count, { values }) => count + values.length, 0) > 1;
}

/** Evidence beside the name, on the candidates in front by their names, and on those found by their properties. */
function addEvidence(
  { snapshot, query, filter, always }: Ranking,
  reading: Reading,
  { byProperties }: Retrieved,
  drafts: Map<number, RankedEntity>,
): void {
  const { dataset, candidateIndex } = snapshot;
  const inFront = [...drafts.values()].sort((a, b) => b.nats - a.nats || a.entity - b.entity);
  const factors = factorsOfKinds(snapshot.tuning?.evidenceWeights);
  const reach = greatestNatsOf(reading.conditions);
  const complete = Math.max(RECORDS_READ, query.weighed ?? query.limit);
  let best = -Infinity;
  const requested = reading.request.types;
  for (const [place, draft] of inFront.entries()) {
    const { entity, values } = draft;
    const isWanted = entity === always || byProperties.has(entity) || reading.request.named.includes(entity);
    if (
      !isWanted &&
      ((place >= complete && draft.name !== undefined && draft.nats + reach < best - NEGLIGIBLE) ||
        (place >= Math.max(PROPERTIES_COMPARED, complete) && (reading.conditions.length > 0 || query.text === '')))
    ) {
      drafts.delete(entity);
      continue;
    }
    const record =
      reading.conditions.length > 0 || (place < RECORDS_READ && draft.unmatched !== 0)
        ? dataset.entities.entity(entity)
        : undefined;
    if (
      record !== undefined &&
      draft.name !== undefined &&
      draft.unmatched !== 0 &&
      (place < RECORDS_READ || isWanted)
    ) {
      const finder = reading.finder();
      draft.inRecord = finder?.find(record, draft.unmatched, values[AT.onlyLabel] === 0) ?? [];
      const bits = draft.inRecord.reduce((all, { words }) => all | words, 0);
      if (bits !== 0) {
        const isLatin = values[AT.otherScript] === 1;
        const again = compareNames(draft.name, candidateIndex.labels, draft.row, values, bits);
        if (isLatin) values[AT.otherScript] = 1;
        draft.unmatched = again.unmatched;
        draft.similarity = again.similarity;
      }
      if (draft.unmatched !== 0) {
        draft.recordDiffers = finder?.otherwise(record, draft.unmatched);
        if (draft.recordDiffers !== undefined) values[AT.recordDiffers] = 1;
      }
    }
    if (place < CONTRADICTIONS_LOOKED_FOR && draft.name !== undefined && values[AT.same] !== 1)
      values[AT.contradiction] = Math.max(
        values[AT.contradiction] ?? 0,
        contradictionIn(draft.name.label, candidateIndex.labels.textOf(draft.row), values[AT.complete] === 1),
      );
    if (record !== undefined && reading.conditions.length > 0) {
      draft.properties = reading.conditions.map((condition) => compareProperty(condition, record));
      weighProperties(snapshot, draft.properties, values);
      if (reading.guess === 'code apart' && draft.properties.at(-1)?.level === 'exact') values[AT.code] = 1;
    }
    if (reading.matchedById.includes(entity) && values[AT.same] !== 1) {
      // The text is no name of it, so that names say nothing.
      clearRow(values, AT.outsideType);
      values[AT.identifier] = 1;
    }
    if (filter.named.includes(entity)) values[AT.identifier] = 1;
    if (requested.kind === 'preferred' && !requested.holds(entity)) values[AT.outsideType] = 1;
    if (filter.unwanted(entity) || (filter.named.length > 0 && !filter.named.includes(entity))) values[AT.unwanted] = 1;
    if (reading.guess !== undefined) values[AT.guess] = 1;
    // Of several names that were sent, a longer one is no surer than a shorter one.
    else if (draft.name !== undefined && areSeveral(query)) values[AT.information] = 1;
    best = Math.max(best, weigh(values, factors));
  }
  if (reading.conditions.length > 0)
    weighNearby(
      snapshot,
      inFront.filter(({ entity }) => drafts.has(entity)),
    );
}

/** Most evidence that all conditions together can give a candidate, in nats. */
function greatestNatsOf(conditions: readonly PreparedCondition[]): number {
  const weights = fittedWeights();
  const ofAgreement = (weights[AT.agreement] ?? 0) + (weights[AT.agreementNearby] ?? 0);
  return conditions.reduce(
    (sum, { property, model }) =>
      sum -
      ofAgreement * Math.log(model === undefined ? RARE : model.usualShare) +
      (property?.identifying === true ? (weights[AT.identified] ?? 0) : 0),
    0,
  );
}
/** The share of the entities that a value has of which nothing is known, for what it can say at most. */
const RARE = 1e-4;

/** One list of candidates, best first: each by the best of alternatives, and by the worst of all groups of names that have to be met. */
function putTogether(ranking: Ranking, groups: readonly (readonly Compared[])[]): RankedQuery {
  const { snapshot, query, filter } = ranking;
  const all = groups.flat();
  if (groups.length > 1) compareWithAll(ranking, all);
  const factors = factorsOfKinds(snapshot.tuning?.evidenceWeights);
  const placed = new Map<number, RankedEntity>();
  for (const group of groups) {
    const best = new Map<number, RankedEntity>();
    for (const { reading, entities } of group)
      for (const draft of entities.values()) {
        if (reading.guess === 'one of two names' && areAllItsNames(group, draft.entity)) draft.values[AT.guess] = 0;
        draft.nats = weigh(draft.values, factors);
        const known = best.get(draft.entity);
        if (known === undefined || known.nats < draft.nats) best.set(draft.entity, draft);
      }
    for (const [entity, own] of best) {
      const known = placed.get(entity);
      if (known === undefined || own.nats < known.nats) placed.set(entity, own);
    }
  }
  const meetsRequired = (entity: number): boolean =>
    !filter.impossible && filter.allowed?.(entity) !== false && meetsNames(ranking, all, entity, 'required');
  const kept = [...placed.values()].filter(
    ({ entity }) => query.names === undefined || entity === ranking.always || meetsRequired(entity),
  );
  for (const own of kept)
    own.mayMatch =
      mayMatch(own, filter) && (query.names === undefined || meetsNames(ranking, all, own.entity, 'exact'));
  addProminence(snapshot, kept, factors);
  kept.sort(bestFirst(snapshot));
  numberTwins(snapshot, kept);
  const ranked = preferLanguages(snapshot, kept, query.languages ?? []);
  const nullValues = nullRow(snapshot, ranked, all[0]?.reading);
  const nullNats = weigh(nullValues);
  const decision = decide(ranked, nullNats);
  const [first] = ranked;
  return {
    snapshot,
    ranked,
    nullValues,
    nullNats,
    selfNats: Math.max(
      selfNats(
        first !== undefined && first.reading.guess === undefined ? first.name : all[0]?.reading.name,
        areSeveral(query),
        factors,
      ),
      (first?.nats ?? 0) + (first === undefined || isNamed(first) ? 0 : NOT_NAMED),
    ),
    decision,
    match: first?.mayMatch === true && !meanSeveral(ranking, all) && decision.probability >= matchThreshold(snapshot),
    filter,
    retrieved: () =>
      new Set(all.flatMap(({ found }) => found.rows.map((row) => snapshot.candidateIndex.labels.entityOf(row)))),
    meetsRequired,
    effortLowered: filter.hurried() || all.some(({ found }) => found.effortLowered),
  };
}

/** Whether alternative names are near those of different entities. */
function meanSeveral({ query }: Ranking, all: readonly Compared[]): boolean {
  if (!(query.names ?? []).some(({ values, quantifier }) => values.length > 1 && quantifier !== 'none')) return false;
  const meant = all.flatMap(({ reading, entities }) => {
    const [best] = reading.guess === undefined ? [...entities.values()].sort((a, b) => b.nats - a.nats) : [];
    return best === undefined || best.similarity < SIMILAR ? [] : [best.entity];
  });
  return new Set(meant).size > 1;
}

/** Whether all names that a text says one after the other are names of the entity. */
function areAllItsNames(group: readonly Compared[], entity: number): boolean {
  return group
    .filter(({ reading: { guess } }) => guess === 'one of two names')
    .every(({ entities }) => entities.get(entity)?.values[AT.sameWords] === 1);
}

/** The nearest by each interpretation are compared with all others: so many together. */
const MAX_COMPARED = 200;

function compareWithAll(ranking: Ranking, all: readonly Compared[]): void {
  const ofEach = Math.ceil(MAX_COMPARED / all.length);
  const entities = new Set(
    all.flatMap(({ entities: own }) =>
      [...own.values()]
        .sort((a, b) => b.nats - a.nats || a.entity - b.entity)
        .slice(0, ofEach)
        .map(({ entity }) => entity),
    ),
  );
  const { labels } = ranking.snapshot.candidateIndex;
  for (const { reading, found, entities: drafts } of all) {
    const further = new Map<number, RankedEntity>();
    const scratch = emptyRow();
    for (const entity of entities) if (!drafts.has(entity)) compareEntity(reading, labels, entity, further, scratch);
    addEvidence(ranking, reading, { ...found, byProperties: entities }, further);
    for (const [entity, draft] of further) drafts.set(entity, draft);
    for (const entity of drafts.keys()) if (!entities.has(entity)) drafts.delete(entity);
  }
}

function mayMatch(own: RankedEntity, filter: EntityFilter): boolean {
  const { entity, values, similarity } = own;
  const { text, matchedById, request } = own.reading;
  if (values[AT.outsideType] === 1 || values[AT.unwanted] === 1 || values[AT.refusedValue] !== 0) return false;
  // A person has to say which of several of a name, or of several things, is meant.
  if (values[AT.contradiction] !== 0 || isOneOfSeveral(own)) return false;
  // An identifier beside quite another name may be a slip of the line.
  return (
    !filter.named.includes(entity) ||
    text.trim() === '' ||
    request.label === undefined ||
    matchedById.includes(entity) ||
    similarity >= SIMILAR
  );
}

/** From here on a name is rather the one that was asked for than another one. */
const SIMILAR = 0.5;

/** Whether an entity meets the conditions on names that are required, or of those that have to be equal. */
function meetsNames(
  { query }: Ranking,
  all: readonly Compared[],
  entity: number,
  which: 'required' | 'exact',
): boolean {
  const meets = (name: string, { exact }: NameCondition): boolean =>
    all.some(({ reading, entities }) => {
      const own = reading.sent === name ? entities.get(entity) : undefined;
      return (
        own !== undefined &&
        (own.values[AT.same] === 1 ||
          (exact !== true && (own.similarity >= SIMILAR || reading.matchedById.includes(entity))))
      );
    });
  return wantedNames(query)
    .filter(({ required, exact }) => (which === 'required' ? required === true : exact === true))
    .every((condition) =>
      condition.quantifier === 'all'
        ? condition.values.every((name) => meets(name, condition))
        : condition.values.some((name) => meets(name, condition)),
    );
}

/** Nats that the first candidate lacks for a full score if its name is not the requested one. */
const NOT_NAMED = 0.2;

/** Whether the candidate has exactly the name or an identifier that was asked for. */
function isNamed({ name, values }: RankedEntity): boolean {
  return name === undefined || values[AT.same] === 1 || values[AT.identifier] === 1 || values[AT.identified] === 1;
}
