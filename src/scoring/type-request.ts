import type { Dataset } from '../entities/dataset.js';
import type { WantedTypes } from '../search/candidate-index.js';
import type { TypeMode } from './query.js';

/** The types a query asks for, made quick to test. */
export interface TypeRequest {
  /** `nothing`: no entity can have the types asked for. */
  readonly kind: 'any type' | 'only' | 'preferred' | 'nothing';
  /** Ids of the types asked for that the dataset knows. */
  readonly ids: readonly string[];
  /** The same for an index, where entities without them are not wanted; `undefined` for any type. */
  readonly wanted: WantedTypes | undefined;
  /** Whether the entity has the types asked for, by itself or through a narrower type; always true for `any type`. Cost: one look-up. */
  readonly holds: (entity: number) => boolean;
}

const ANY_TYPE: TypeRequest = { kind: 'any type', ids: [], wanted: undefined, holds: () => true };
const NOTHING: TypeRequest = { kind: 'nothing', ids: [], wanted: undefined, holds: () => false };

const remembered = new WeakMap<Dataset, Map<string, TypeRequest>>();
const REMEMBERED = 200;

/**
 * Types by id or name. A dataset without any types answers as if none had been asked for. An unknown type cannot be had
 * (`any` with others: the others count; `all`: nothing), and is ignored under `should`.
 * Cost: once for a combination of types, then a look-up.
 */
export function resolveTypeRequest(dataset: Dataset, types: readonly string[], mode: TypeMode): TypeRequest {
  const asked = types.filter((type) => type.trim() !== '');
  if (asked.length === 0 || dataset.types.types.length === 0) return ANY_TYPE;
  let ofDataset = remembered.get(dataset);
  if (ofDataset === undefined) {
    ofDataset = new Map();
    remembered.set(dataset, ofDataset);
  }
  const key = JSON.stringify([mode, asked]);
  let request = ofDataset.get(key);
  if (request === undefined) {
    request = resolve(dataset, asked, mode);
    if (ofDataset.size >= REMEMBERED) ofDataset.clear();
    ofDataset.set(key, request);
  }
  return request;
}

function resolve(dataset: Dataset, asked: readonly string[], mode: TypeMode): TypeRequest {
  const ids: string[] = [];
  for (const type of asked) {
    const known = dataset.types.resolve(type);
    if (known !== undefined) ids.push(known.id);
    else if (mode === 'all') return NOTHING;
  }
  if (ids.length === 0) return mode === 'should' ? ANY_TYPE : NOTHING;
  const { entities } = dataset;
  const has = (stated: readonly string[], id: string): boolean => stated.some((type) => dataset.types.isA(type, id));
  const allowed = Uint8Array.from(entities.typeSets, (stated) =>
    Number(mode === 'all' ? ids.every((id) => has(stated, id)) : ids.some((id) => has(stated, id))),
  );
  return {
    kind: mode === 'should' ? 'preferred' : 'only',
    ids,
    wanted: { ids, all: mode === 'all' },
    holds: (entity) => allowed[entities.typeSetOf(entity)] === 1,
  };
}
