import { resolveProperty } from '../entities/dataset.js';
import type { Deadline } from '../foundation/deadline.js';
import type { RetrievedLabel, SearchPhase } from '../search/candidate-index.js';
import { analyseLabel } from '../text/analyse-label.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { propertyOfNames } from './property-conditions.js';
import type { TypeRequest } from './type-request.js';
import type { PropertyCondition, QueryValue } from './query.js';
import type { DatasetSnapshot } from './snapshot.js';

export interface RetrievalRequest {
  /** The name; `undefined` when the text is blank. */
  readonly label: AnalysedLabel | undefined;
  /** Entities that the query names by identifier; they come if their type is allowed. */
  readonly named: readonly number[];
  readonly types: TypeRequest;
  /** About how many labels to look at. */
  readonly wantedRows: number;
  /** Whether all entities of exactly this name are wanted, however many, because conditions may tell them apart. */
  readonly homonyms: boolean;
  /** Properties to look entities up by. */
  readonly conditions: readonly PropertyCondition[];
  readonly deadline: Deadline;
}

/** Labels that are worth comparing. */
export interface Retrieved {
  /** Rows of the label table, each once, in no order of meaning; an entity may come with several. */
  readonly rows: readonly number[];
  /** Entities that were found by their properties; they are compared whatever their name. */
  readonly byProperties: ReadonlySet<number>;
  readonly effortLowered: boolean;
}

const NOTHING: Retrieved = { rows: [], byProperties: new Set(), effortLowered: false };

/** A step of a retrieval: the search for similar names, homonyms of the name, entities with the properties, entities with the identifier. */
type RetrievalStepName = 'search' | 'same name' | 'properties' | 'identifier';

/** Result of one step, for explanations. */
export interface RetrievalStep {
  readonly step: RetrievalStepName;
  /** Names that it found; for properties and identifiers, entities. */
  readonly found: number;
  /** Of these, those that are compared with the query; the others were too far behind, or known already. */
  readonly kept: number;
  /** Words and variants that were looked for. */
  readonly phases?: readonly SearchPhase[];
  readonly elapsedMs: number;
}

/** Homonyms that properties may tell apart; of a name that more entities have, those behind are not looked at. */
const MAX_HOMONYMS = 1000;

/** Carries the request out over the candidate index, whichever it is. `watch` is told of each step. */
export function retrieve(
  snapshot: DatasetSnapshot,
  request: RetrievalRequest,
  watch?: (step: RetrievalStep) => void,
): Retrieved {
  if (request.types.kind === 'nothing') return NOTHING;
  const { labels } = snapshot.candidateIndex;
  const { label, types } = request;
  const rows = new Set<number>();
  let effortLowered = false;
  let byProperties: ReadonlySet<number> = new Set();
  const step = (name: RetrievalStepName, find: (phases: SearchPhase[] | undefined) => number): void => {
    if (watch === undefined) {
      find(undefined);
      return;
    }
    const [before, start] = [rows.size, performance.now()];
    const phases: SearchPhase[] = [];
    const found = find(phases);
    watch({
      step: name,
      found,
      kept: rows.size - before,
      ...(phases.length > 0 && { phases }),
      elapsedMs: performance.now() - start,
    });
  };
  const addEntity = (entity: number): void => {
    const [first, end] = labels.rowsOf(entity);
    for (let row = first; row < end; row++) rows.add(row);
  };
  if (label !== undefined && label.tokens.length > 0) {
    step('search', (phases) => {
      const found = findByName(snapshot, request, label, rows, phases);
      ({ effortLowered } = found);
      return found.names;
    });
    if (request.homonyms)
      step('same name', () => {
        const named = labels.rowsWithFolded(label.folded);
        for (const row of named.slice(0, MAX_HOMONYMS))
          if (types.kind !== 'only' || types.holds(labels.entityOf(row))) rows.add(row);
        return named.length;
      });
  }
  if (request.conditions.length > 0)
    step('properties', () => {
      const found = findByProperties(snapshot, request);
      byProperties = new Set(found.best);
      byProperties.forEach(addEntity);
      return found.all;
    });
  if (request.named.length > 0)
    step('identifier', () => {
      for (const entity of request.named) if (types.kind !== 'only' || types.holds(entity)) addEntity(entity);
      return request.named.length;
    });
  return { rows: [...rows], byProperties, effortLowered };
}

/** Of the rows wanted, or found if these are more, this share is compared however far they are. */
const SHARE_IN_ANY_CASE = 0.4;
/** Beyond it, only rows that the search finds this near, compared with the nearest. */
const MIN_NEARNESS = 0.5;

/** The labels among those found, best first, that have a chance to be among the answers. */
function worthComparing(found: readonly RetrievedLabel[], wanted: number): readonly RetrievedLabel[] {
  const inAnyCase = Math.ceil(Math.max(wanted, found.length) * SHARE_IN_ANY_CASE);
  const least = MIN_NEARNESS * (found[0]?.selection ?? 0);
  const end = found.findIndex(({ selection }, place) => place >= inAnyCase && selection < least);
  return end < 0 ? found : found.slice(0, end);
}

/** With this many candidates of a preferred type, none of it is looked for apart. */
const ENOUGH_PREFERRED = 10;

/** Adds the rows whose label is near. Under a preferred type, entities of the type are looked for by themselves as well, so that others do not crowd them out. */
function findByName(
  { candidateIndex: { retrieve: search, labels } }: DatasetSnapshot,
  { types: { kind, holds, wanted: types }, wantedRows: wanted, deadline }: RetrievalRequest,
  label: AnalysedLabel,
  rows: Set<number>,
  phases: SearchPhase[] | undefined,
): { readonly names: number; readonly effortLowered: boolean } {
  const request = {
    label,
    wanted,
    deadline,
    ...(phases !== undefined && { watch: (phase: SearchPhase) => phases.push(phase) }),
  };
  const ofTypes = { ...request, ...(types !== undefined && { types }), accepts: holds };
  const found = search(kind === 'only' ? ofTypes : request);
  for (const { row } of worthComparing(found.labels, wanted)) rows.add(row);
  if (
    kind !== 'preferred' ||
    new Set(Array.from(rows, (row) => labels.entityOf(row)).filter(holds)).size >= ENOUGH_PREFERRED
  )
    return { names: found.labels.length, effortLowered: found.statistics.effortLowered };
  const within = search(ofTypes);
  for (const { row } of worthComparing(within.labels, wanted)) rows.add(row);
  return {
    names: found.labels.length + within.labels.length,
    effortLowered: found.statistics.effortLowered || within.statistics.effortLowered,
  };
}

/** A value that more entities have says too little to look entities up by it. */
const MAX_WITH_VALUE = 500;
/** Entities that are added for their properties alone, when there is a name to find others by. */
const MAX_BY_PROPERTIES = 12;
/** With a name, values must be this rare (in nats) to bring up an entity of another name. */
const MIN_WITH_NAME = 7;

/** Entities that share rare values with the query, the best of them: all there is without a text, and a rescue for nicknames with one. */
function findByProperties(
  snapshot: DatasetSnapshot,
  { conditions, label, types, wantedRows }: RetrievalRequest,
): { readonly best: readonly number[]; readonly all: number } {
  const { dataset, propertyValues, statistics } = snapshot;
  const rarities = new Map<number, number>();
  for (const condition of conditions) {
    if (condition.quantifier === 'none') continue;
    const property = resolveProperty(dataset, condition.property);
    const ofNames = property === undefined && propertyOfNames(dataset, condition.property) !== undefined;
    if (property === undefined && !ofNames) continue;
    for (const value of condition.values) {
      const found =
        property === undefined
          ? entitiesCalled(snapshot, value)
          : propertyValues.entitiesWith(property, value, MAX_WITH_VALUE);
      const rarity = Math.log((statistics.entityCount + 1) / (found.length + 0.5));
      // Another name is as good a reason to look at an entity as the one that was asked for.
      const counted = ofNames ? Math.max(rarity, MIN_WITH_NAME) : rarity;
      for (const entity of found) rarities.set(entity, (rarities.get(entity) ?? 0) + counted);
    }
  }
  const least = label === undefined ? 0 : Math.min(MIN_WITH_NAME, Math.log((statistics.entityCount + 1) / 1.5));
  const best = [...rarities]
    .filter(([entity, rarity]) => rarity >= least && (types.kind !== 'only' || types.holds(entity)))
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, label === undefined ? Math.max(MAX_BY_PROPERTIES, wantedRows) : MAX_BY_PROPERTIES);
  return { best: best.map(([entity]) => entity), all: rarities.size };
}

/** Words of a name that may stand first in another order of it. */
const MAX_TURNED = 8;

/** Entities with exactly this name, also as it stands with its last words first ("Lispector, Clarice"); none where too many have it. */
function entitiesCalled({ candidateIndex: { labels } }: DatasetSnapshot, value: QueryValue): readonly number[] {
  const { folded } = analyseLabel(String(typeof value === 'object' ? (value.name ?? value.id) : value));
  const words = folded === '' ? [] : folded.split(' ');
  const turned = words.slice(0, MAX_TURNED).map((_, i) => [...words.slice(i), ...words.slice(0, i)].join(' '));
  const entities = [
    ...new Set(turned.flatMap((name) => labels.rowsWithFolded(name).map((row) => labels.entityOf(row)))),
  ];
  return entities.length > MAX_WITH_VALUE ? [] : entities;
}

/** A digit in it and few spaces: worth a look among identifiers. */
const LOOKS_LIKE_IDENTIFIER = /^(?=.*\d)\S+(?: \S+){0,4}$/;
/** A value that more entities have does not identify, whatever the manifest says. */
const MAX_IDENTIFIED = 3;

/** Entities that a text names by their identifier or URI, or by a value that identifies them; mostly none. */
export function entitiesById({ dataset, propertyValues }: DatasetSnapshot, text: string): readonly number[] {
  const { entities, metadata, properties } = dataset;
  const space = metadata.identifierSpace;
  for (const id of [text, ...(space !== undefined && text.startsWith(space) ? [text.slice(space.length)] : [])]) {
    const entity = entities.ordinalOf(id);
    if (entity >= 0) return [entity];
  }
  return !LOOKS_LIKE_IDENTIFIER.test(text)
    ? []
    : [
        ...new Set(
          properties
            .filter(({ identifying }) => identifying)
            .flatMap((property) => propertyValues.entitiesWith(property, text, MAX_IDENTIFIED)),
        ),
      ];
}
