import { type CoordinateHalf, halfOfCoordinates } from '../entities/coordinate-headings.js';
import type { Dataset } from '../entities/dataset.js';
import { isSameLanguage } from '../entities/label-in-language.js';
import type { Deadline } from '../foundation/deadline.js';
import { foldText } from '../text/fold-text.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import { decideMatch, eitherOf, type MatchDecision } from './decide-match.js';
import { weights } from './evidence/weights.js';
import { type Interpretation, interpretationsOf } from './interpretations.js';
import { planRetrieval, type RetrievalPlan } from './plan-retrieval.js';
import { allowedOf, entityDemands, type EntityDemands, typesAllowed } from './query-demands.js';
import {
  type NameCondition,
  type PropertyCondition,
  type QueryValue,
  type ReconciliationQuery,
  wantedNames,
} from './reconciliation-query.js';
import { resolveTypeRequest } from './resolve-type-request.js';
import {
  type RetrievalStep,
  retrieveCandidates,
  type RetrievedRows,
  rowsOfAll,
  withEntity,
} from './retrieve-candidates.js';
import { scoreCandidates } from './score-candidates.js';
import { bestFirst, plainSimilarity, type RankedCandidates, rowOf, type ScoredEntity } from './scored-entity.js';
import { prepareConditions, type PreparedCondition } from './scoring/properties/property-evidence.js';

/** The candidates of one query, what was decided of them, and what they were chosen from. */
export interface RankedQuery extends RankedCandidates {
  readonly decision: MatchDecision;
  /** What is required of an entity. */
  readonly demands: EntityDemands;
  /** Entities that the search brought up, without one that is scored in any case. */
  readonly retrieved: ReadonlySet<number>;
  readonly effortLowered: boolean;
  /** Whether an entity meets every condition that is required. */
  readonly meetsRequired: (entity: number) => boolean;
}

/** With this probability of its own, the first candidate is left without looking at guesses. */
const MAY_BE_MEANT = 0.5;

interface Ranking {
  readonly snapshot: DatasetSnapshot;
  readonly query: ReconciliationQuery;
  readonly demands: EntityDemands;
  /** Conditions on names that an entity is to have. */
  readonly wanted: readonly NameCondition[];
  readonly conditionsOf: (properties: readonly PropertyCondition[]) => readonly PreparedCondition[];
  readonly deadline: Deadline;
  readonly always: number | undefined;
  readonly watch: ((report: RetrievalReport) => void) | undefined;
}

/** What was looked for by one interpretation of a query, and what each step brought. */
export interface RetrievalReport {
  /** The name as it was read. */
  readonly text: string;
  /** Logarithm of odds that it is meant so, against as it is written. */
  readonly prior: number;
  /** Rules of the dataset that rewrote it, as they are written; absent: none. */
  readonly rules?: readonly string[];
  /** Its folded words. */
  readonly words: readonly string[];
  readonly steps: readonly RetrievalStep[];
  /** Names and entities that were compared with it, after required conditions were checked. */
  readonly compared: { readonly names: number; readonly entities: number };
  /** Time that comparing them took. */
  readonly scoringMs: number;
}

/** The candidates of one interpretation. */
interface FoundByInterpretation {
  readonly interpretation: Interpretation;
  /** Entities of which the text is the identifier. */
  readonly namedByText: readonly number[];
  readonly plan: RetrievalPlan;
  /** Without an entity that is scored in any case. */
  readonly found: RetrievedRows;
  readonly scored: readonly ScoredEntity[];
}

/** For each group of alternatives (interpretations.ts), what each of them found. */
type FoundByGroup = readonly (readonly FoundByInterpretation[])[];

/**
 * Every interpretation of the query is planned, retrieved and scored; all candidates are put in one order, and the decision is made over them. The entity `always` is scored whether or
 * not it is found; `watch` is told of what each interpretation looked for. Cost: that of one search for each interpretation, mostly one.
 */
export function rankQuery(
  snapshot: DatasetSnapshot,
  asked: ReconciliationQuery,
  deadline: Deadline,
  always?: number,
  watch?: (report: RetrievalReport) => void,
): RankedQuery {
  const query = joinCoordinates(snapshot.dataset, asked);
  const conditions = prepareConditions(snapshot, query.properties, query.text);
  const conditionsOf = (properties: readonly PropertyCondition[]): readonly PreparedCondition[] =>
    properties === query.properties ? conditions : prepareConditions(snapshot, properties, query.text);
  const ranking = {
    snapshot,
    query,
    demands: entityDemands(snapshot, query, conditions, deadline),
    wanted: wantedNames(query),
    conditionsOf,
    deadline,
    always,
    watch,
  };
  const groups = interpretationsOf(snapshot, query);
  const likely = groups.map((group) => group.likely.map((interpretation) => findCandidates(ranking, interpretation)));
  const ranked = decide(ranking, likely);
  if (groups.every(({ guesses }) => guesses.length === 0) || (ranked.decision.probabilities[0] ?? 0) >= MAY_BE_MEANT)
    return weighOtherTypes(ranking, ranked);
  return decide(
    ranking,
    likely.map((found, k) => [...found, ...(groups[k]?.guesses ?? []).map((guess) => findCandidates(ranking, guess))]),
  );
}

/** A name of another type is clearly better when it is equal and the first is not, or nearer by so much. */
const CLEARLY_NEARER = 0.1;
/** Candidates of other types that are looked at. */
const MOST_OUTSIDE = 8;

/**
 * The same candidates, of which the first is less probable where an entity outside the types asked for has clearly the better name: "Texas" with the type City rather means the state than Texas City. Cost: one more search where the first
 * candidate of a query with types is probable and its name is not equal.
 */
function weighOtherTypes({ snapshot, query, deadline }: Ranking, ranked: RankedQuery): RankedQuery {
  const [first] = ranked.scored;
  if (first === undefined || first.equal || first.named || query.types.length === 0) return ranked;
  if ((ranked.decision.probabilities[0] ?? 0) < MAY_BE_MEANT) return ranked;
  const types = resolveTypeRequest(snapshot.dataset, query.types, query.typeMode);
  if (types.kind !== 'only') return ranked;
  const all = rankQuery(snapshot, { ...query, types: [] }, deadline);
  const least = plainSimilarity(first) + CLEARLY_NEARER;
  const outside = all.scored
    .slice(0, MOST_OUTSIDE)
    .reduce(
      (sum, own, i) =>
        !types.holds(own.entity) && (own.equal || plainSimilarity(own) >= least)
          ? eitherOf(sum, all.decision.nats[i] ?? -Infinity)
          : sum,
      -Infinity,
    );
  return outside === -Infinity ? ranked : { ...ranked, decision: decideMatch(ranked, outside) };
}

function findCandidates(
  { snapshot, query, demands, conditionsOf, deadline, always, watch }: Ranking,
  interpretation: Interpretation,
): FoundByInterpretation {
  const { text, sent, properties, prior, rules } = interpretation;
  const planned = planRetrieval(snapshot, { ...query, text, properties }, deadline);
  const plan = {
    ...planned,
    prior,
    rewritten: text !== sent,
    named: demands.named.length === 0 ? planned.named : [...new Set([...planned.named, ...demands.named])],
    types: typesAllowed(planned.types, demands),
    namesakes:
      planned.namesakes ||
      demands.allowed !== undefined ||
      query.names !== undefined ||
      query.identifiers !== undefined,
  };
  const steps: RetrievalStep[] = [];
  const found = allowedOf(
    retrieveCandidates(snapshot, plan, watch === undefined ? undefined : (step) => steps.push(step)),
    demands,
  );
  const start = watch === undefined ? 0 : performance.now();
  const ranked = scoreCandidates(
    snapshot,
    plan,
    conditionsOf(properties),
    always === undefined ? found : withEntity(snapshot, found, always),
  );
  watch?.({
    text,
    prior,
    ...(rules !== undefined && { rules }),
    words: plan.label?.tokens ?? [],
    steps,
    compared: { names: found.rows.length, entities: new Set(found.entities).size },
    scoringMs: performance.now() - start,
  });
  const scored = properties === query.properties ? ranked.scored : withoutOtherNames(ranked.scored);
  return { interpretation, namedByText: planned.named, plan: ranked.plan, found, scored };
}

/** Where the code in a text is that of one entity and the rest of the text the name of another, the first of them is never matched. */
function withoutOtherNames(scored: readonly ScoredEntity[]): readonly ScoredEntity[] {
  return scored.some(({ equal }) => equal)
    ? scored.map((own) => (own.equal ? own : { ...own, typeHeld: false }))
    : scored;
}

function decide(ranking: Ranking, groups: FoundByGroup): RankedQuery {
  const { snapshot, query, demands } = ranking;
  const compared = groups.length === 1 ? groups : compareWithAll(ranking, groups);
  const judged =
    query.names === undefined && query.identifiers === undefined
      ? compared
      : compared.map((group) => group.map((one) => ({ ...one, scored: judge(ranking, compared, one) })));
  const scored = preferLanguages(snapshot, putTogether(snapshot, judged), query.languages ?? []);
  const all = groups.flat();
  const plan = scored[0]?.plan ?? all[0]?.plan;
  if (plan === undefined) throw new RangeError('a query has an interpretation');
  const ranked = { snapshot, plan, scored };
  return {
    ...ranked,
    decision: decideMatch(ranked),
    demands,
    retrieved: new Set(all.flatMap(({ found }) => found.entities)),
    effortLowered: demands.hurried() || all.some(({ found }) => found.effortLowered),
    meetsRequired: (entity) =>
      !demands.impossible && demands.allowed?.(entity) !== false && meetsRequiredNames(ranking, compared, entity),
  };
}

/** The nearest by each interpretation are compared with all others: so many together, and of each at least so many. */
const MOST_COMPARED = 200;
const LEAST_COMPARED = 10;

/** Every entity near one of the names that have to be met, scored by all of them. */
function compareWithAll({ snapshot, conditionsOf, always }: Ranking, groups: FoundByGroup): FoundByGroup {
  const all = groups.flat();
  const ofEach = Math.max(LEAST_COMPARED, Math.ceil(MOST_COMPARED / all.length));
  const entities = new Set([
    ...(always === undefined ? [] : [always]),
    ...all.flatMap(({ scored }) => scored.slice(0, ofEach).map(({ entity }) => entity)),
  ]);
  const rows = rowsOfAll(snapshot, entities);
  return groups.map((group) =>
    group.map((one) => ({
      ...one,
      scored: scoreCandidates(snapshot, one.plan, conditionsOf(one.interpretation.properties), {
        ...one.found,
        ...rows,
        byProperties: entities,
      }).scored,
    })),
  );
}

/** Candidates of one interpretation without those that lack a required name. What speaks against an entity counts like a preferred type that it does not have: it may be a candidate, and never matches. */
function judge(
  ranking: Ranking,
  groups: FoundByGroup,
  { interpretation, namedByText, scored }: FoundByInterpretation,
): readonly ScoredEntity[] {
  const { demands, wanted, always } = ranking;
  return scored.flatMap((own) => {
    if (own.entity !== always && !meetsRequiredNames(ranking, groups, own.entity)) return [];
    const isNamed = demands.named.includes(own.entity);
    const lowered = demands.unwanted(own.entity) || (demands.named.length > 0 && !isNamed);
    // An identifier beside quite another name may be a slip of the line.
    const otherName = isNamed && interpretation.text.trim() !== '' && !isSimilar(own, namedByText);
    const unequal = wanted.some((condition) => condition.exact === true && !meetsName(condition, groups, own.entity));
    const score = lowered ? Math.round(own.score * weights().order.outsideType * 100) / 100 : own.score;
    return lowered || otherName || unequal ? { ...own, score, typeHeld: false } : own;
  });
}

function meetsRequiredNames({ wanted }: Ranking, groups: FoundByGroup, entity: number): boolean {
  return wanted.every((condition) => condition.required !== true || meetsName(condition, groups, entity));
}

function meetsName({ values, quantifier, exact }: NameCondition, groups: FoundByGroup, entity: number): boolean {
  const meets = (name: string): boolean =>
    groups.flat().some(({ interpretation, namedByText, scored }) => {
      const own = interpretation.sent === name ? scored.find((one) => one.entity === entity) : undefined;
      return own !== undefined && (exact === true ? own.equal : isSimilar(own, namedByText));
    });
  return quantifier === 'all' ? values.every(meets) : values.some(meets);
}

/** From here on a name is rather the one that was asked for than another one. */
const RATHER = 0.5;

function isSimilar(own: ScoredEntity, namedByText: readonly number[]): boolean {
  return own.equal || namedByText.includes(own.entity) || plainSimilarity(own) >= RATHER;
}

/** One list of candidates, best first: each by the best of alternatives, and by the worst of all groups. */
function putTogether(snapshot: DatasetSnapshot, groups: FoundByGroup): readonly ScoredEntity[] {
  const placed = new Map<number, ScoredEntity>();
  for (const group of groups) {
    const best = new Map<number, ScoredEntity>();
    for (const { scored } of group)
      for (const own of scored) if (own.score > (best.get(own.entity)?.score ?? -1)) best.set(own.entity, own);
    for (const [entity, own] of best) if (own.score < (placed.get(entity)?.score ?? Infinity)) placed.set(entity, own);
  }
  return [...placed.values()].sort(bestFirst(snapshot));
}

/** Candidates whose labels are looked at; those behind them keep their order. */
const MOST_LOOKED_AT = 200;

/**
 * The same candidates, best first; of those with the same score, the ones whose matched label is in one of these languages come first, the most wanted language before the others. No score
 * changes. Cost: decoding up to 200 entities, where scores are equal.
 */
function preferLanguages(
  snapshot: DatasetSnapshot,
  scored: readonly ScoredEntity[],
  languages: readonly string[],
): readonly ScoredEntity[] {
  const head = scored.slice(0, MOST_LOOKED_AT);
  if (languages.length === 0 || !head.some(({ score }, i) => score === head[i + 1]?.score)) return scored;
  const places = new Map(head.map((one) => [one, placeOf(snapshot, one, languages)]));
  // Sorting is stable: what is equal in this too stays as it was.
  head.sort((a, b) => b.score - a.score || (places.get(a) ?? 0) - (places.get(b) ?? 0));
  return [...head, ...scored.slice(MOST_LOOKED_AT)];
}

/** The place among these languages of the label that the query met; their number where it is in none of them. */
function placeOf(
  { dataset: { entities, metadata }, candidateIndex: { labels } }: DatasetSnapshot,
  candidate: ScoredEntity,
  languages: readonly string[],
): number {
  const row = rowOf(candidate);
  if (row < 0) return languages.length;
  const { name, nameLanguage = metadata.language, aliases } = entities.entity(candidate.entity);
  const met = foldText(labels.textOf(row));
  const spoken = [{ text: name, language: nameLanguage }, ...aliases].flatMap(({ text, language }) =>
    foldText(text) === met ? [language] : [],
  );
  const place = languages.findIndex((wanted) => spoken.some((language) => isSameLanguage(language, wanted)));
  return place < 0 ? languages.length : place;
}

/**
 * The query with its conditions on latitude and longitude made one on the coordinates, where the dataset has them in one property. A half without the other says nothing, and stays as
 * it is. Conditions of other queries, which are most, are given back as they are.
 */
export function joinCoordinates(dataset: Dataset, query: ReconciliationQuery): ReconciliationQuery {
  const halves = query.properties.map(({ property }) => halfOfCoordinates(dataset, property));
  const at = (half: CoordinateHalf): number => halves.findIndex((found) => found?.half === half);
  const [latitude, longitude] = [query.properties[at('latitude')], query.properties[at('longitude')]];
  const property = halves[at('latitude')]?.property;
  if (latitude === undefined || longitude === undefined || property === undefined) return query;
  const values = latitude.values.flatMap((value, i) => pointOf(value, longitude.values[i]));
  const joined: PropertyCondition = {
    ...latitude,
    property,
    values,
    ...(longitude.required === true && { required: true }),
  };
  return {
    ...query,
    properties: query.properties.flatMap((condition) =>
      condition === latitude ? joined : condition === longitude ? [] : condition,
    ),
  };
}

/** The first latitude goes with the first longitude, and so on. */
function pointOf(latitude: QueryValue, longitude: QueryValue | undefined): readonly string[] {
  return typeof latitude === 'object' || longitude === undefined || typeof longitude === 'object'
    ? []
    : [`${String(latitude)}, ${String(longitude)}`];
}
