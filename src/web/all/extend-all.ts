import { largestOf } from '../../foundation/largest-of.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { readExtensionTask, renderExtensionAs } from '../../protocols/answer-extension.js';
import { MAX_ENTITIES_OF_PATH, resolveExtensionProperty } from '../../entities/built-in-properties.js';
import {
  type Extension,
  type ExtensionColumn,
  type ExtensionRequest,
  type ExtensionRow,
  type ProposedProperty,
  extendData,
  proposeProperties,
} from '../../describe/extend-data.js';
import type { ExtensionTask } from '../../describe/served-snapshot.js';
import type { Exchange } from '../exchange.js';
import { FEW_CELLS, SHORT_EXTENSION } from '../matching/answer-batch.js';
import { type JoinedDataset, joinedId, nameOfDataset, readyDatasets, splitId } from './joined-datasets.js';

/**
 * Values for columns, of entities of several datasets: ids begin with their dataset, in the request and in cells. A
 * property selects the property of each dataset with this id or name. Unknown ids and properties have no values. Throws
 * `extend-invalid`, `batch-too-large`, and `not-ready` where one of the datasets is unavailable.
 */
export async function extendAll(
  { body }: Exchange,
  datasets: readonly JoinedDataset[],
  json: string,
  wire: ExtensionTask['wire'],
): Promise<string> {
  if (json.length > SHORT_EXTENSION) throw tooLarge();
  const request = readExtensionTask({ json, wire, from: body.json === undefined ? 'parameter' : 'body' });
  const meant = request.ids.map((joined) => ({ joined, found: splitId(datasets, joined) }));
  const asked = datasets.filter((dataset) => meant.some(({ found }) => found?.dataset === dataset));
  const waiting = readyDatasets(asked).leftOut;
  if (waiting.length > 0)
    throw new SameasError('not-ready', 'One of the datasets cannot be asked now.', {
      advice: sentence('Try again in a few seconds.'),
      facts: { datasets: waiting.map(({ dataset }) => dataset) },
    });
  const cells = request.properties.reduce(
    (sum, { id }) =>
      sum +
      largestOf(
        asked.map((one) => costOf(one, id)),
        1,
      ),
    0,
  );
  if (request.ids.length * cells > FEW_CELLS) throw tooLarge();
  const parts = await Promise.all(
    asked.map((dataset) =>
      extendOne(dataset, {
        ...request,
        ids: meant.flatMap(({ found }) => (found?.dataset === dataset ? [found.id] : [])),
      }),
    ),
  );
  return renderExtensionAs(
    joined(
      request,
      meant.map(({ joined: id }) => id),
      parts,
    ),
    wire,
  );
}

/** Cells that a property counts as: a path leads to several entities for each of its references. */
function costOf({ live }: JoinedDataset, property: string): number {
  const found = resolveExtensionProperty(live.current().snapshot.dataset, property);
  return found?.kind === 'path' ? found.property.references.length * MAX_ENTITIES_OF_PATH : 1;
}

function tooLarge(): SameasError {
  return new SameasError(
    'batch-too-large',
    `All datasets together give ${String(FEW_CELLS)} cells at once, for a request of at most ${String(SHORT_EXTENSION)} characters.`,
    { facts: { limit: FEW_CELLS }, advice: 'Ask for fewer ids at a time, or ask each dataset at its own address.' },
  );
}

/** Answer of one dataset: columns, `undefined` for an unknown property, and rows by joined ids. */
interface ExtensionPart {
  readonly columns: readonly (ExtensionColumn | undefined)[];
  readonly rows: ReadonlyMap<string, ExtensionRow>;
}

async function extendOne({ path, live }: JoinedDataset, request: ExtensionRequest): Promise<ExtensionPart> {
  return live.current().read(({ dataset }) => {
    const { columns, rows } = extendData(dataset, request);
    const marked = rows.map(({ id, cells }): ExtensionRow => ({
      id: joinedId(path, id),
      cells: cells.map((values) =>
        values.map((value) => (value.kind === 'entity' ? { ...value, id: joinedId(path, value.id) } : value)),
      ),
    }));
    return {
      columns: columns.map((column) =>
        resolveExtensionProperty(dataset, column.id) === undefined ? undefined : column,
      ),
      rows: new Map(marked.map((row) => [row.id, row])),
    };
  });
}

function joined({ properties }: ExtensionRequest, ids: readonly string[], parts: readonly ExtensionPart[]): Extension {
  return {
    columns: properties.map(
      ({ id }, place) => parts.flatMap(({ columns }) => columns[place] ?? [])[0] ?? { id, name: id },
    ),
    rows: ids.map(
      (id) => parts.flatMap(({ rows }) => rows.get(id) ?? [])[0] ?? { id, cells: properties.map(() => []) },
    ),
  };
}

/**
 * Properties for columns: of the dataset that the type names, else of those that have the type, else of all. Each id
 * once.
 */
export function proposeAll(
  datasets: readonly JoinedDataset[],
  type: string,
  limit: number,
): readonly ProposedProperty[] {
  const { asked } = readyDatasets(datasets);
  const named = asked.filter((dataset) => type === dataset.path || type === nameOfDataset(dataset));
  const having = asked.filter(
    ({ live }) => type !== '' && live.current().snapshot.dataset.types.resolve(type) !== undefined,
  );
  const chosen = named.length > 0 ? named : having.length > 0 ? having : asked;
  const proposals = new Map<string, ProposedProperty>();
  for (const { live } of chosen) {
    for (const property of proposeProperties(live.current().snapshot.dataset, named.length > 0 ? '' : type, 0))
      if (!proposals.has(property.id)) proposals.set(property.id, property);
  }
  return [...proposals.values()].slice(0, limit === 0 ? undefined : limit);
}
