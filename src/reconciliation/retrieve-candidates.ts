import { resolveProperty } from '../entities/dataset.js';
import { analyseLabel } from '../text/analyse-label.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import type { RetrievedLabel, SearchPhase } from '../search/candidate-index.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import type { RetrievalPlan } from './plan-retrieval.js';
import type { QueryValue } from './reconciliation-query.js';
import { propertyOfNames } from './scoring/properties/property-evidence.js';

/** Rows that are worth scoring, as two parallel lists: a row of the label table and its entity. */
export interface RetrievedRows {
  readonly rows: readonly number[];
  readonly entities: readonly number[];
  readonly effortLowered: boolean;
  /** An entity that is to be scored whatever its name. */
  readonly always?: number;
  /** Entities found by their properties, which are read whatever their name. */
  readonly byProperties?: ReadonlySet<number>;
}

/** Namesakes that properties may tell apart; of a name that more entities have, those behind are not looked at. */
const MOST_NAMESAKES = 1000;
const NONE: RetrievedRows = { rows: [], entities: [], effortLowered: false };

/** A step of a retrieval: the search for similar names, homonyms of the name, entities with the properties, entities with the identifier. */
export type RetrievalStepName = 'search' | 'same name' | 'properties' | 'identifier';

/** What one step brought, for explanations. */
export interface RetrievalStep {
  readonly step: RetrievalStepName;
  /** Names that it found; for properties and identifiers, entities. */
  readonly found: number;
  /** Of these, those that are compared with the query; the others were cut off, as too far behind or too many, or were known already. */
  readonly kept: number;
  /** What the search looked for. */
  readonly phases?: readonly SearchPhase[];
  readonly elapsedMs: number;
}

/** Carries the plan out. Order is of no meaning; an entity may come with several of its labels. `watch` is told of each step. */
export function retrieveCandidates(
  snapshot: DatasetSnapshot,
  plan: RetrievalPlan,
  watch?: (step: RetrievalStep) => void,
): RetrievedRows {
  if (plan.types.kind === 'nothing') return NONE;
  const { rowsOf } = snapshot.candidateIndex.labels;
  const { label } = plan;
  const rows: number[] = [];
  const entities: number[] = [];
  let effortLowered = false;
  let byProperties: ReadonlySet<number> = new Set();
  const take = (
    step: RetrievalStepName,
    find: (watchSearch: ((phase: SearchPhase) => void) | undefined) => number,
  ): void => {
    if (watch === undefined) {
      find(undefined);
      return;
    }
    const [before, start] = [rows.length, performance.now()];
    const phases: SearchPhase[] = [];
    const found = find((phase) => phases.push(phase));
    watch({
      step,
      found,
      kept: rows.length - before,
      ...(phases.length > 0 && { phases }),
      elapsedMs: performance.now() - start,
    });
  };
  const add = (entity: number): void => {
    rows.push(rowsOf(entity)[0]);
    entities.push(entity);
  };
  if (label !== undefined && label.tokens.length > 0) {
    take('search', (watchSearch) => {
      const found = findByName(snapshot, plan, label, { rows, entities, watchSearch });
      ({ effortLowered } = found);
      return found.names;
    });
    if (plan.namesakes) take('same name', () => addNamesakes(snapshot, plan, label.folded, rows, entities));
  }
  if (plan.conditions.length > 0) {
    take('properties', () => {
      const found = findByProperties(snapshot, plan);
      byProperties = new Set(found.best);
      byProperties.forEach(add);
      return found.all;
    });
  }
  if (plan.named.length > 0) {
    take('identifier', () => {
      for (const entity of plan.named) if (plan.types.kind !== 'only' || plan.types.holds(entity)) add(entity);
      return plan.named.length;
    });
  }
  return { rows, entities, effortLowered, byProperties };
}

/** What was found, and this entity with all its names, which is scored whatever they are. */
export function withEntity(snapshot: DatasetSnapshot, found: RetrievedRows, entity: number): RetrievedRows {
  const { rows, entities } = rowsOfAll(snapshot, [entity]);
  return { ...found, rows: [...found.rows, ...rows], entities: [...found.entities, ...entities], always: entity };
}

/** All rows of these entities. */
export function rowsOfAll(
  { candidateIndex: { labels } }: DatasetSnapshot,
  wanted: Iterable<number>,
): Pick<RetrievedRows, 'rows' | 'entities'> {
  const [rows, entities]: [number[], number[]] = [[], []];
  for (const entity of wanted) {
    const [first, end] = labels.rowsOf(entity);
    for (let row = first; row < end; row++) {
      rows.push(row);
      entities.push(entity);
    }
  }
  return { rows, entities };
}

/** Of the rows wanted, or found if these are more, this share is scored however far they are. */
const SHARE_IN_ANY_CASE = 0.4;
/** Beyond it, only rows that the search finds this near, compared with the nearest. */
const LEAST_NEARNESS = 0.5;

/** The rows among those found, best first, that have a chance to be among the answers; scoring is dearer than searching. */
function worthScoring(found: readonly RetrievedLabel[], wanted: number): readonly RetrievedLabel[] {
  const inAnyCase = Math.ceil(Math.max(wanted, found.length) * SHARE_IN_ANY_CASE);
  const least = LEAST_NEARNESS * (found[0]?.selection ?? 0);
  const end = found.findIndex(({ selection }, place) => place >= inAnyCase && selection < least);
  return end < 0 ? found : found.slice(0, end);
}

/** Where what is found is put, and who is told of the search. */
interface Findings {
  readonly rows: number[];
  readonly entities: number[];
  readonly watchSearch: ((phase: SearchPhase) => void) | undefined;
}

/** With this many candidates of a preferred type, none of it is looked for apart. */
const ENOUGH_PREFERRED = 10;

/**
 * Adds the rows whose label is near. Under a preferred type, entities outside it may come, but must not crowd out those
 * within: these are looked for by themselves as well. Gives how many names were found, and whether effort was lowered.
 */
function findByName(
  snapshot: DatasetSnapshot,
  plan: RetrievalPlan,
  label: AnalysedLabel,
  { rows, entities, watchSearch }: Findings,
): { readonly names: number; readonly effortLowered: boolean } {
  const { kind, holds, wanted: types } = plan.types;
  const request = {
    label,
    wanted: plan.wantedRows,
    deadline: plan.deadline,
    ...(watchSearch !== undefined && { watch: watchSearch }),
  };
  const ofTypes = types === undefined ? {} : { types };
  const { retrieve } = snapshot.candidateIndex;
  const found = retrieve(kind === 'only' ? { ...request, ...ofTypes, accepts: holds } : request);
  for (const { row, entity } of worthScoring(found.labels, plan.wantedRows)) {
    rows.push(row);
    entities.push(entity);
  }
  if (kind !== 'preferred' || new Set(entities.filter(holds)).size >= ENOUGH_PREFERRED)
    return { names: found.labels.length, effortLowered: found.statistics.effortLowered };
  const known = new Set(rows);
  const within = retrieve({ ...request, ...ofTypes, accepts: holds });
  for (const { row, entity } of worthScoring(within.labels, plan.wantedRows)) {
    if (known.has(row)) continue;
    rows.push(row);
    entities.push(entity);
  }
  return {
    names: found.labels.length + within.labels.length,
    effortLowered: found.statistics.effortLowered || within.statistics.effortLowered,
  };
}

/** All entities with exactly this name: where many share it, the search brings only some, and properties tell them apart. Gives how many names there are. */
function addNamesakes(
  snapshot: DatasetSnapshot,
  plan: RetrievalPlan,
  folded: string,
  rows: number[],
  entities: number[],
): number {
  const { labels } = snapshot.candidateIndex;
  const known = new Set(rows);
  const named = labels.rowsWithFolded(folded);
  for (const row of named.slice(0, MOST_NAMESAKES)) {
    const entity = labels.entityOf(row);
    if (known.has(row) || (plan.types.kind === 'only' && !plan.types.holds(entity))) continue;
    rows.push(row);
    entities.push(entity);
  }
  return named.length;
}

/** How many entities have exactly this folded name, of those that are accepted. Cost: a look-up, and a look at each of them. */
export function countHomonyms(
  { candidateIndex: { labels } }: DatasetSnapshot,
  folded: string,
  accepts: (entity: number) => boolean,
): number {
  return new Set(
    labels
      .rowsWithFolded(folded)
      .map((row) => labels.entityOf(row))
      .filter(accepts),
  ).size;
}

/** A value that more entities have tells too little to look entities up by it. */
const MOST_WITH_VALUE = 500;
/** Entities that are added for their properties alone, when there is a name to find others by. */
const MOST_BY_PROPERTIES = 12;
/** With a name, values must tell this much (in natural logarithms) to bring up an entity of another name. */
const LEAST_WITH_NAME = 7;

/** Entities that share telling values with the query, and of how many they are the best: all there is without a text, and a rescue for nicknames with one. */
function findByProperties(
  snapshot: DatasetSnapshot,
  plan: RetrievalPlan,
): { readonly best: readonly number[]; readonly all: number } {
  const { dataset, propertyValues, statistics } = snapshot;
  const weights = new Map<number, number>();
  for (const condition of plan.conditions) {
    // Values that are not wanted are nothing to look entities up by.
    if (condition.quantifier === 'none') continue;
    const property = resolveProperty(dataset, condition.property);
    const ofNames = property === undefined && propertyOfNames(dataset, condition.property) !== undefined;
    if (property === undefined && !ofNames) continue;
    for (const value of condition.values) {
      const found =
        property === undefined
          ? entitiesCalled(snapshot, value)
          : propertyValues.entitiesWith(property, value, MOST_WITH_VALUE);
      const telling = Math.log((statistics.entityCount + 1) / (found.length + 0.5));
      // Another name is as good a reason to look at an entity as the one that was asked for.
      const weight = ofNames ? Math.max(telling, LEAST_WITH_NAME) : telling;
      for (const entity of found) weights.set(entity, (weights.get(entity) ?? 0) + weight);
    }
  }
  const least = plan.label === undefined ? 0 : Math.min(LEAST_WITH_NAME, Math.log((statistics.entityCount + 1) / 1.5));
  const best = [...weights]
    .filter(([entity, weight]) => weight >= least && (plan.types.kind !== 'only' || plan.types.holds(entity)))
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, plan.label === undefined ? Math.max(MOST_BY_PROPERTIES, plan.wantedRows) : MOST_BY_PROPERTIES);
  return { best: best.map(([entity]) => entity), all: weights.size };
}

/** Words of a name that may stand first in another order of it. */
const MOST_TURNED = 8;

/** Entities with exactly this name, also as it stands with its last words first ("Lispector, Clarice"); none where too many have it. */
function entitiesCalled({ candidateIndex: { labels } }: DatasetSnapshot, value: QueryValue): readonly number[] {
  const { folded } = analyseLabel(String(typeof value === 'object' ? (value.name ?? value.id) : value));
  const words = folded === '' ? [] : folded.split(' ');
  const turned = words.slice(0, MOST_TURNED).map((_, i) => [...words.slice(i), ...words.slice(0, i)].join(' '));
  const entities = [
    ...new Set(turned.flatMap((name) => labels.rowsWithFolded(name).map((row) => labels.entityOf(row)))),
  ];
  return entities.length > MOST_WITH_VALUE ? [] : entities;
}
