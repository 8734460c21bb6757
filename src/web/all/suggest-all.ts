import { labelInLanguage } from '../../entities/label-in-language.js';
import { html } from '../../foundation/escape-html.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { SuggestKind } from '../../protocols/describe-service.js';
import { readLimit } from '../../protocols/read-query.js';
import type { WireSuggestion } from '../../protocols/suggest-envelope.js';
import { undoTypedRewriting } from '../../protocols/undo-typed-rewriting.js';
import { summarise } from '../../describe/describe-entity.js';
import { suggestEntities } from '../../describe/suggest-entities.js';
import { suggestProperties, suggestTypes } from '../../describe/suggest-things.js';
import type { Exchange } from '../exchange.js';
import { labelLanguages, languagesOf } from '../label-languages.js';
import { answerFlyout } from '../matching/answer-flyout.js';
import type { Reply } from '../reply.js';
import { idsFromRequest } from '../request-parameters.js';
import {
  noneAsked,
  joinedId,
  nameOfDataset,
  splitId,
  type ChosenDatasets,
  type JoinedDataset,
} from './joined-datasets.js';

/**
 * Suggestions of each dataset in turn; types and properties each id once, with types the datasets before their own.
 * Throws `not-ready` and `key-not-allowed` where none is available.
 */
export async function suggestionsOfAll(
  exchange: Exchange,
  kind: SuggestKind,
  { asked, leftOut }: ChosenDatasets,
): Promise<readonly WireSuggestion[]> {
  const { parameters } = exchange;
  if (asked.length === 0) throw noneAsked(leftOut);
  const typed = undoTypedRewriting(parameters.get('prefix') ?? '', parameters.get('filter') ?? '');
  const limit = readLimit(parameters.get('limit'));
  const lists = await Promise.all(asked.map((dataset) => suggestionsOf(exchange, kind, { dataset, typed, limit })));
  const isBegun = (dataset: JoinedDataset): boolean =>
    [dataset.path, nameOfDataset(dataset).toLowerCase()].some((name) => name.startsWith(typed.trim().toLowerCase()));
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

interface SuggestionsAsked {
  readonly dataset: JoinedDataset;
  readonly typed: string;
  readonly limit: number;
}

async function suggestionsOf(
  exchange: Exchange,
  kind: SuggestKind,
  { dataset: joined, typed, limit }: SuggestionsAsked,
): Promise<readonly WireSuggestion[]> {
  const page = { limit, offset: 0 };
  const languages = languagesOf(exchange);
  return exchange.served(joined.live).read((snapshot): readonly WireSuggestion[] => {
    const { dataset } = snapshot;
    switch (kind) {
      case 'entity':
        return suggestEntities(snapshot, { typed, ...page, types: [], typeMode: 'any', uriPrefixes: [] }).items.map(
          ({ ordinal }): WireSuggestion => {
            const entity = dataset.entities.entity(ordinal);
            const { text: name, language } = labelInLanguage(entity, labelLanguages(languages, dataset));
            const description = [nameOfDataset(joined), summarise(dataset, entity)]
              .filter((part) => part !== '')
              .join(' · ');
            return {
              id: joinedId(joined.path, entity.id),
              name,
              ...(language !== undefined && { language }),
              description,
              notable: [joined.path, ...entity.types],
            };
          },
        );
      case 'type':
        return suggestTypes(dataset, typed, page).items.map(({ id, name, description = nameOfDataset(joined) }) => ({
          id,
          name,
          description,
        }));
      case 'property':
        return suggestProperties(snapshot, typed, exchange.parameters.get('type') ?? '', page).items;
    }
  });
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

/** The card of an entity under the id that was asked for; of a type or property, that of the first dataset that has it. `shown`: in place of the id in the address. Throws `parameter-missing` and `entity-unknown`. */
export async function flyoutOfAll(
  exchange: Exchange,
  kind: SuggestKind,
  datasets: readonly JoinedDataset[],
  shown?: string,
): Promise<Reply> {
  const ids = shown === undefined ? idsFromRequest(exchange.queryString) : [shown];
  if (kind === 'entity') {
    const { dataset, id, joined } = meantBy(datasets, ids);
    return cardOf(exchange, kind, { dataset, id, joined });
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
  const [first] = ids;
  for (const dataset of datasets) {
    if (dataset.live.state() !== 'ready') continue;
    try {
      return await cardOf(exchange, kind, { dataset, id: first ?? '', joined: first ?? '' });
    } catch (thrown) {
      if (!(thrown instanceof SameasError) || thrown.code !== 'entity-unknown') throw thrown;
    }
  }
  throw first === undefined
    ? new SameasError('parameter-missing', 'The parameter "id" is required.', { advice: 'Send the identifier as id=…' })
    : new SameasError('entity-unknown', `No ${kind} has the identifier "${first.slice(0, 200)}".`, {
        facts: { id: first.slice(0, 200) },
      });
}

function cardOf(exchange: Exchange, kind: SuggestKind, { dataset, id, joined }: JoinedMeant): Promise<Reply> {
  const served = exchange.served(dataset.live);
  return served.read((snapshot) =>
    answerFlyout(kind)({ ...exchange, served: () => ({ ...served, snapshot }) }, [id], joined),
  );
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
