import { html } from '../../foundation/escape-html.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { SuggestKind } from '../../protocols/describe-service.js';
import { readLimit } from '../../protocols/read-query.js';
import { type WireSuggestion, undoTypedRewriting } from '../../protocols/suggest-envelope.js';
import { type Exchange, type Reply, overContents } from '../exchange.js';
import { answerFlyout, suggestionsBegun } from '../matching/answer-suggest.js';
import { idsFromRequest } from '../request-parameters.js';
import {
  noneAsked,
  joinedId,
  nameOfDataset,
  readyDatasets,
  splitId,
  type ChosenDatasets,
  type JoinedDataset,
} from './joined-datasets.js';

/**
 * Suggestions of each dataset in turn; types and properties each id once, with types the datasets before their own.
 * Throws `parameter-missing`, and `not-ready` and `key-not-allowed` where none is available.
 */
export async function suggestionsOfAll(
  exchange: Exchange,
  kind: SuggestKind,
  { asked, leftOut }: ChosenDatasets,
): Promise<readonly WireSuggestion[]> {
  const { parameters } = exchange;
  if (asked.length === 0) throw noneAsked(leftOut);
  const limit = readLimit(parameters.get('limit'));
  const lists = await Promise.all(asked.map((dataset) => suggestionsOf(exchange, kind, dataset, limit)));
  const typed = undoTypedRewriting(parameters.get('prefix') ?? '', parameters.get('filter') ?? '')
    .trim()
    .toLowerCase();
  const isBegun = (dataset: JoinedDataset): boolean =>
    [dataset.path, nameOfDataset(dataset).toLowerCase()].some((name) => name.startsWith(typed));
  const datasets =
    kind === 'type'
      ? asked.filter(isBegun).map((dataset): WireSuggestion => ({
          id: dataset.path,
          name: nameOfDataset(dataset),
          description: `${String(dataset.live.current().snapshot.dataset.entities.size)} entities`,
        }))
      : [];
  const items = new Map(datasets.map((item) => [item.id, item]));
  for (let place = 0; place < limit; place++) {
    for (const list of lists) {
      const item = list[place];
      if (item !== undefined && !items.has(item.id)) items.set(item.id, item);
    }
  }
  return [...items.values()].slice(0, limit);
}

/** Suggestions of one dataset, with its name before their descriptions. Requested types may be datasets, so they do not filter entities. */
async function suggestionsOf(
  exchange: Exchange,
  kind: SuggestKind,
  dataset: JoinedDataset,
  limit: number,
): Promise<readonly WireSuggestion[]> {
  const { live, path } = dataset;
  const page = { limit, offset: 0 };
  const { items } = await suggestionsBegun(kind, exchange, { live, page, ...(kind === 'entity' && { types: [] }) });
  if (kind === 'property') return items;
  return items.map((item) => ({
    ...item,
    description: [nameOfDataset(dataset), item.description ?? ''].filter((part) => part !== '').join(' · '),
    ...(kind === 'entity' && { id: joinedId(path, item.id), notable: [path, ...(item.notable ?? [])] }),
  }));
}

/** Name of a type by id, in any dataset that has it. */
export function typeNameIn(datasets: readonly JoinedDataset[]): (id: string) => string {
  return (id) => {
    const dataset = datasets.find(({ path }) => path === id);
    if (dataset !== undefined) return nameOfDataset(dataset);
    return (
      datasets.flatMap(({ live }) =>
        live.state() === 'ready' ? (live.current().snapshot.dataset.types.get(id)?.name ?? []) : [],
      )[0] ?? id
    );
  };
}

/**
 * Card of an entity under the requested id; of a type or property, that of the first dataset that has it. `shown` replaces
 * the id in the address. Throws `parameter-missing` and `entity-unknown`.
 */
export async function flyoutOfAll(
  exchange: Exchange,
  kind: SuggestKind,
  datasets: readonly JoinedDataset[],
  shown?: string,
): Promise<Reply> {
  const ids = shown === undefined ? idsFromRequest(exchange.queryString) : [shown];
  if (kind === 'entity') {
    const { dataset, id, joined } = meantBy(datasets, ids);
    return cardOf(dataset, [id], joined);
  }
  const named = kind === 'type' ? datasets.find(({ path }) => ids.includes(path)) : undefined;
  if (named !== undefined)
    return {
      kind: 'json',
      json: JSON.stringify({
        id: named.path,
        html: html`<div class="fbs-flyout-content"><h1 class="fbs-flyout-title" dir="auto">${nameOfDataset(named)}</h1></div>`
          .text,
      }),
      cache: 'briefly',
    };
  const { asked, leftOut } = readyDatasets(datasets);
  let unknown: unknown = noneAsked(leftOut);
  for (const dataset of asked) {
    try {
      return await cardOf(dataset, ids);
    } catch (thrown) {
      if (!(thrown instanceof SameasError) || thrown.code !== 'entity-unknown') throw thrown;
      unknown = thrown;
    }
  }
  throw unknown;

  async function cardOf({ live }: JoinedDataset, own: readonly string[], shownId?: string): Promise<Reply> {
    return overContents((reading) => answerFlyout(kind)(reading, own, shownId), live)(exchange);
  }
}

interface JoinedMeant {
  readonly dataset: JoinedDataset;
  readonly id: string;
  readonly joined: string;
}

/**
 * The dataset and entity of the first of these ids that exists, likeliest first. Throws `parameter-missing` and
 * `entity-unknown`.
 */
export function meantBy(datasets: readonly JoinedDataset[], ids: readonly string[]): JoinedMeant {
  const [asked] = ids;
  if (asked === undefined)
    throw new SameasError('parameter-missing', 'The parameter "id" is required.', {
      advice: 'Send the identifier as id=…',
    });
  for (const joined of ids) {
    const found = splitId(datasets, joined);
    if (found !== undefined) return { ...found, joined };
  }
  throw new SameasError('entity-unknown', `No dataset stands before the identifier "${asked.slice(0, 200)}".`, {
    advice: `Send it as ${datasets[0]?.path ?? 'dataset'}:id.`,
    facts: { id: asked.slice(0, 200) },
  });
}
