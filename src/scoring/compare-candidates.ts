import type { LabelTable } from '../search/label-table.js';
import { compareNames, contradictionIn } from './compare-names.js';
import { compareProperty, type PreparedCondition } from './property-conditions.js';
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
import { type Interpretation } from './interpret-query.js';
import { prepare, type Ranking } from './prepare-reading.js';
import { type ReconciliationQuery, wantedNames } from './query.js';
import { type RankedEntity, type Reading } from './ranked-query.js';
import { type RetrievalStep, type Retrieved, retrieve } from './retrieve.js';
import { weighNearby, weighProperties } from './weigh-properties.js';

/** Candidates of one interpretation. */
export interface Compared {
  readonly reading: Reading;
  readonly found: Retrieved;
  readonly entities: Map<number, RankedEntity>;
}

/** Candidates of which the record is read for words of the query, and those of which names are looked at for contradictions. */
const RECORDS_READ = 8;

const CONTRADICTIONS_LOOKED_FOR = 3;

/** Candidates whose properties are compared, at most. */
const PROPERTIES_COMPARED = 25;

/** Further behind the best than all that properties could say, by so many nats, a candidate is no longer looked at: together they change no probability. */
const NEGLIGIBLE = 6;

/** Retrieves and compares by one interpretation: names first, then records and properties of those that are near enough for them to matter. */
export function compareAll(ranking: Ranking, interpretation: Interpretation): Compared {
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

/** Whether a query has several names of one entity. */
export function areSeveral(query: ReconciliationQuery): boolean {
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

/** Entities of all interpretations together. */
const MAX_COMPARED = 200;

/** Compares the nearest entities of each interpretation by all others too, and forgets the rest. */
export function compareWithAll(ranking: Ranking, all: readonly Compared[]): void {
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
