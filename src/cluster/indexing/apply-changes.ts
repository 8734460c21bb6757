import { namesOf } from '../spool/entity-spool.js';
import { z } from 'zod';
import type { Entity } from '../../entities/entity.js';
import { createTypeHierarchy } from '../../entities/type-hierarchy.js';
import { createNameRewriter } from '../../text/name-rules.js';
import { attachVocabulary } from '../../search/words/attach-vocabulary.js';
import {
  documentOfChanges,
  ID_OF_CHANGES,
  readChangedSettings,
  withChanges,
  type ChangedSettings,
} from '../changed-settings.js';
import type { ClusterState } from '../cluster-dataset.js';
import { COMPILED_FIELD, COMPILED_ONLY, readCompiled, rowsOfEntity, type CompiledEntity } from '../compiled-entity.js';
import type { DatasetSettings } from '../dataset-settings.js';
import { documentOfEntity, idOfEntity } from '../document-of-entity.js';
import { withIds } from '../questions.js';
import { countDocuments } from './dataset-generations.js';
import { loadDocuments, type PlacedDocument } from './load-documents.js';
import type { RetryingCluster } from './retry-requests.js';

/*
 * Single entities of a state of a dataset are written again as a line of the log says. Done twice, or by two at a time, it comes to the same: documents have the number of the line as their version, and what must be known to
 * read them is written before them, on condition that it was not changed meanwhile.
 */

/** The entities that a line of the log changes, by id; `undefined`: deleted. */
export interface ChangedLine {
  readonly number: number;
  readonly entities: ReadonlyMap<string, Entity | undefined>;
}

/** A state of a dataset as it was indexed. */
export interface IndexedState extends Pick<ClusterState, 'names' | 'words'> {
  readonly indexed: DatasetSettings;
}

/** The version of documents that have the changes up to this one in them. */
export function versionAfter(number: number): number {
  return FIRST_VERSION + number;
}

/** State of a dataset as one writer reads it. */
export interface StandingState extends IndexedState {
  readonly changed: ChangedSettings;
  /** Of the document that says so. */
  readonly version: { readonly if_seq_no: number; readonly if_primary_term: number };
}

const foundSchema = z.object({ _seq_no: z.number(), _primary_term: z.number(), _source: z.unknown().optional() });
const hitsSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ fields: z.record(z.string(), z.array(z.unknown())) })).default([]) }),
  _shards: z.object({ failed: z.literal(0) }),
});
/** Versions of documents are far above those that the engine counts by itself. */
const FIRST_VERSION = 1e12;
/** Others may write at the same time. */
const MAX_ATTEMPTS = 50;
const IDS_AT_ONCE = 1_000;

/** Reads where the state stands. */
export async function readStanding<State extends Pick<IndexedState, 'names'>>(
  cluster: RetryingCluster,
  state: State,
): Promise<State & Pick<StandingState, 'changed' | 'version'>> {
  const { names } = state;
  const { body } = await cluster.need({ method: 'GET', path: `/${names.words}/_doc/${ID_OF_CHANGES}` });
  const { _seq_no: ofSequence, _primary_term: ofTerm, _source: source } = foundSchema.parse(body);
  return {
    ...state,
    changed: readChangedSettings(source),
    version: { if_seq_no: ofSequence, if_primary_term: ofTerm },
  };
}

/** The entities with these ids, as the last request that was completed has left them. */
export async function readEntities(
  cluster: RetryingCluster,
  { names }: Pick<ClusterState, 'names'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CompiledEntity>> {
  const found = new Map<string, CompiledEntity>();
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const { body } = await cluster.need({
      method: 'POST',
      path: `/${names.entities}/_search`,
      query: { allow_partial_search_results: false },
      body: { ...withIds(ids.slice(from, from + IDS_AT_ONCE)), ...COMPILED_ONLY },
    });
    for (const { fields } of hitsSchema.parse(body).hits.hits) {
      const entity = readCompiled(fields[COMPILED_FIELD]?.[0]);
      found.set(entity.id, entity);
    }
  }
  return found;
}

/** Writes what a line changes, where that was not done yet; gives where the state stands then. Rejects with what the cluster refuses: what is written by then is written again by the next call. */
export async function applyLine(
  cluster: RetryingCluster,
  before: StandingState,
  { number, entities }: ChangedLine,
): Promise<StandingState> {
  let state = before;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (state.changed.through >= number) return state;
    const there = await readEntities(cluster, state, [...entities.keys()]);
    const { needed, documents } = documentsFor(state, entities, there, number);
    const prepared = needed === undefined ? state : await replace(cluster, state, needed);
    if (prepared === undefined) {
      state = await readStanding(cluster, state);
      continue;
    }
    await loadDocuments(cluster, state.names.entities, documents, () => undefined);
    const entityCount = await countDocuments(cluster, state.names.entities);
    const done = await replace(cluster, prepared, { ...prepared.changed, through: number, entityCount });
    if (done !== undefined) return done;
    state = await readStanding(cluster, state);
  }
  throw new Error(`change ${String(number)} is written by others all the time`);
}

/** `undefined` where another writer was quicker. */
async function replace(
  cluster: RetryingCluster,
  state: StandingState,
  changed: ChangedSettings,
): Promise<StandingState | undefined> {
  const { status, body } = await cluster.need(
    {
      method: 'PUT',
      path: `/${state.names.words}/_doc/${ID_OF_CHANGES}`,
      query: state.version,
      body: documentOfChanges(changed),
    },
    [409],
  );
  if (status === 409) return undefined;
  const { _seq_no: ofSequence, _primary_term: ofTerm } = foundSchema.parse(body);
  return { ...state, changed, version: { if_seq_no: ofSequence, if_primary_term: ofTerm } };
}

/** The documents of the changed entities; `needed`: what has to be known to read them and is not yet. */
function documentsFor(
  { indexed, words, changed }: StandingState,
  entities: ReadonlyMap<string, Entity | undefined>,
  there: ReadonlyMap<string, CompiledEntity>,
  number: number,
): { readonly needed: ChangedSettings | undefined; readonly documents: readonly PlacedDocument[] } {
  const { facts, typeSets } = withChanges(indexed, changed);
  const vocabulary = attachVocabulary(words);
  const types = createTypeHierarchy(facts.types);
  const rewrite = facts.metadata.nameRules === undefined ? undefined : createNameRewriter(facts.metadata.nameRules);
  const numberOfSet = new Map(typeSets.map(({ types: set }, i) => [set.join('\0'), i]));
  const addedSets: (readonly string[])[] = [];
  const addedWords: AddedWords = new Map();
  const knownWords = new Set(changed.words.map(([word]) => word));
  const isKnownWord = (word: string): boolean => vocabulary.idOf(word) >= 0 || knownWords.has(word);
  let { places } = changed;
  const documents = Array.from(entities, ([id, entity]): PlacedDocument => {
    const placed = { id: idOfEntity(id), version: versionAfter(number) };
    if (entity === undefined) return { ...placed, document: undefined };
    const set = entity.types.join('\0');
    const typeSet = numberOfSet.get(set) ?? typeSets.length + addedSets.push(entity.types) - 1;
    numberOfSet.set(set, typeSet);
    const furtherNames = namesOf(entity, []).flatMap((name) => rewrite?.(name)?.text ?? []);
    countWords(addedWords, rowsOfEntity(entity, furtherNames), isKnownWord);
    return {
      ...placed,
      document: documentOfEntity(entity, {
        position: there.get(id)?.position ?? places++,
        typeSet,
        furtherNames,
        weightOf: (word) => vocabulary.weightOf(vocabulary.idOf(word)),
        upwards: types.upwards,
        nameOfType: (type) => types.get(type)?.name ?? type,
        properties: facts.properties,
      }),
    };
  });
  const isKnown = addedSets.length === 0 && addedWords.size === 0 && places === changed.places;
  return { needed: isKnown ? undefined : { ...withAdded(changed, addedSets, addedWords), places }, documents };
}

type AddedWords = Map<string, { entities: number; names: number }>;

/** Counts the words of the names of an entity that are not known. */
function countWords(
  added: AddedWords,
  rows: ReturnType<typeof rowsOfEntity>,
  isKnown: (word: string) => boolean,
): void {
  const counted = new Set<string>();
  for (const { label } of rows)
    for (const word of new Set(label.tokens)) {
      if (isKnown(word)) continue;
      const own = added.get(word) ?? { entities: 0, names: 0 };
      own.names++;
      if (!counted.has(word)) own.entities++;
      counted.add(word);
      added.set(word, own);
    }
}

function withAdded(changed: ChangedSettings, sets: readonly (readonly string[])[], words: AddedWords): ChangedSettings {
  return {
    ...changed,
    typeSets: [...changed.typeSets, ...sets.map((set) => [...set])],
    words: [
      ...changed.words,
      ...Array.from(words, ([word, { entities, names }]): [string, number, number] => [word, entities, names]),
    ],
  };
}
