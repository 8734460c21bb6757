import { SameasError } from '../../foundation/sameas-error.js';
import { keyedJson } from '../../protocols/keyed-json.js';
import { readLimit } from '../../protocols/read-query.js';
import type { BatchEntry } from '../../protocols/read-query-batch.js';
import { renderSuggestions, type WireSuggestion } from '../../protocols/suggest-envelope.js';
import { suggestEntities } from '../../reconciliation/suggest/suggest-entities.js';
import { labelInLanguage } from '../../entities/label-in-language.js';
import { summarise } from '../../reconciliation/describe/describe-entity.js';
import type { FairShare } from '../clients/fair-share.js';
import { renderFault } from '../error-reply.js';
import type { Exchange } from '../exchange.js';
import { labelLanguages } from '../label-languages.js';
import { answerFlyout } from '../matching/answer-flyout.js';
import { prefersPage } from '../prefers-page.js';
import type { Reply } from '../reply.js';
import { identifiersMeant } from '../request-parameters.js';
import type { OwnRoutes } from '../route-table.js';
import { allPage } from './all-page.js';
import { askAll } from './ask-all.js';
import { joinedId, nameOfDataset, readyDatasets, splitId, type ChosenDatasets, type JoinedDataset, type LeftOut } from './joined-datasets.js';
import type { JoinedAnswer } from './merge-candidates.js';

/** The routes of a service over several datasets at once: `refused` are those that whoever asks may not ask. */
export function allRoutes(datasets: readonly JoinedDataset[], refused: readonly LeftOut[]): OwnRoutes {
  const chosenBy = ({ parameters }: Exchange): ChosenDatasets => {
    const wanted = parameters.all('dataset').flatMap((paths) => paths.split(',')).filter((path) => path !== '');
    const unknown = wanted.find((path) => ![...datasets.map((dataset) => dataset.path), ...refused.map(({ dataset }) => dataset)].includes(path));
    if (unknown !== undefined) throw new SameasError('parameter-invalid', `There is no dataset "${unknown.slice(0, 100)}".`, { advice: `The datasets are ${datasets.map(({ path }) => path).join(', ')}.` });
    const isWanted = (path: string): boolean => wanted.length === 0 || wanted.includes(path);
    const { asked, leftOut } = readyDatasets(datasets.filter(({ path }) => isWanted(path)));
    return { asked, leftOut: [...leftOut, ...refused.filter(({ dataset }) => isWanted(dataset))] };
  };
  const linked = (page: 'preview' | 'view') => (exchange: Exchange): Reply => {
    const { dataset, id } = meant(datasets, exchange);
    return { kind: 'redirect', address: `${addressOf(exchange, dataset)}/${page}?id=${encodeURIComponent(id)}` };
  };
  return (fair) => [
    { path: '/', methods: ['GET', 'POST'], style: 'json', asksSeveral: true, handler: (exchange) => answerRoot(exchange, datasets, chosenBy, fair) },
    { path: '/suggest/entity', methods: ['GET'], style: 'suggest', asksSeveral: true, handler: (exchange) => suggestAll(exchange, chosenBy(exchange)) },
    { path: '/flyout/entity', methods: ['GET'], style: 'suggest', asksSeveral: true, handler: (exchange) => flyout(exchange, datasets) },
    { path: '/preview', methods: ['GET'], style: 'page', asksSeveral: true, handler: linked('preview') },
    { path: '/view', methods: ['GET'], style: 'page', asksSeveral: true, handler: linked('view') },
  ];
}

async function answerRoot(exchange: Exchange, datasets: readonly JoinedDataset[], chosenBy: (exchange: Exchange) => ChosenDatasets, fair: FairShare): Promise<Reply> {
  const { parameters, jsonBody, limits } = exchange;
  const queries = parameters.get('queries');
  const query = parameters.get('query');
  const isPage = exchange.method !== 'POST' && prefersPage(exchange.accept) && queries === undefined;
  if (parameters.has('extend')) throw extensionElsewhere(datasets);
  if (isPage && (query === undefined || query.trim() === '')) return allPage(exchange, { leftOut: chosenBy(exchange).leftOut, datasets });
  const { maxBatchQueries: maxQueries } = limits;
  const message =
    queries !== undefined
      ? await exchange.read({ kind: 'queries', json: queries, maxQueries })
      : query !== undefined
        ? await exchange.read({ kind: 'query', json: query })
        : await exchange.read({ kind: 'body', json: jsonBody ?? '{}', maxQueries });
  const chosen = chosenBy(exchange);
  switch (message.kind) {
    case 'batch':
      return { kind: 'json', json: await answerEntries(exchange, chosen, message.entries, fair), cache: 'checked' };
    case 'single': {
      const [answer] = await askAll(exchange, chosen, [message.query], fair);
      if (answer === undefined || answer instanceof SameasError) throw answer ?? new SameasError('internal', 'The query was not answered.');
      return isPage ? allPage(exchange, { leftOut: chosen.leftOut, datasets, text: message.query.text, answer }) : { kind: 'json', json: renderAnswer(answer), cache: 'checked' };
    }
    case 'extension':
      throw extensionElsewhere(datasets);
    case 'match':
      throw new SameasError('match-invalid', 'Batches of version 1.0-draft are not answered for all datasets at once.', { advice: 'Send the parameter "queries" as version 0.2 has it, or ask each dataset at its own address.' });
    case 'nothing':
      return { kind: 'json', json: JSON.stringify(manifest(exchange, datasets)), cache: 'checked' };
  }
}

function extensionElsewhere(datasets: readonly JoinedDataset[]): SameasError {
  return new SameasError('extend-invalid', 'Values for columns are given by each dataset at its own address.', { advice: `Ask ${datasets.map(({ path }) => `/${path}/`).join(', ')}, with ids without the name of the dataset before them.` });
}

async function answerEntries(exchange: Exchange, chosen: ChosenDatasets, entries: readonly BatchEntry[], fair: FairShare): Promise<string> {
  const asked = entries.flatMap((entry) => (entry.kind === 'asked' ? [entry] : []));
  const answers = await askAll(exchange, chosen, asked.map(({ query }) => query), fair);
  const answerOf = new Map(asked.map(({ key }, i) => [key, answers[i]]));
  return keyedJson(
    entries.map((entry) => {
      const answer = entry.kind === 'faulty' ? entry.error : answerOf.get(entry.key);
      if (answer === undefined) return [entry.key, '{"result":[]}'];
      return [entry.key, answer instanceof SameasError ? `{"result":[],"error":${renderFault(answer)}}` : renderAnswer(answer)];
    }),
  );
}

/** As version 0.2 has it; `leftOut` beside the candidates names datasets that had no part in the answer. */
function renderAnswer({ candidates, leftOut }: JoinedAnswer): string {
  return JSON.stringify({ result: candidates.map(({ dataset: _, ...candidate }) => candidate), ...(leftOut.length > 0 && { leftOut }) });
}

function manifest({ baseUrl, words, limits }: Exchange, datasets: readonly JoinedDataset[]): object {
  return {
    versions: ['0.1', '0.2'],
    name: words.say('Datasets'),
    identifierSpace: `${baseUrl}/view?id=`,
    schemaSpace: `${baseUrl}/`,
    batchSize: limits.batchSize,
    defaultTypes: datasets.map((dataset) => ({ id: dataset.path, name: nameOfDataset(dataset) })),
    view: { url: `${baseUrl}/view?id={{id}}` },
    preview: { url: `${baseUrl}/preview?id={{id}}`, width: 400, height: 300 },
    suggest: { entity: { service_url: baseUrl, service_path: '/suggest/entity', flyout_service_url: baseUrl, flyout_service_path: '/flyout/entity?id=${id}' } },
  };
}

/** Names that begin so, of each dataset in turn. */
function suggestAll(exchange: Exchange, { asked, leftOut }: ChosenDatasets): Reply {
  const { parameters, languages } = exchange;
  if (asked.length === 0) throw new SameasError('not-ready', 'None of the datasets can be asked now.', { advice: 'Try again in a few seconds.', facts: { datasets: leftOut.map(({ dataset }) => dataset) } });
  const typed = parameters.get('prefix') ?? '';
  const limit = readLimit(parameters.get('limit'));
  const lists = asked.map((joined) => {
    const { snapshot } = joined.live.current();
    const { dataset } = snapshot;
    return suggestEntities(snapshot, { typed, limit, offset: 0, types: [], typeMode: 'any', uriPrefixes: [] }).items.map(({ ordinal }): WireSuggestion => {
      const entity = dataset.entities.entity(ordinal);
      const description = [nameOfDataset(joined), summarise(dataset, entity)].filter((part) => part !== '').join(' · ');
      return { id: joinedId(joined.path, entity.id), name: labelInLanguage(entity, labelLanguages(languages, dataset)).text, description, notable: [joined.path, ...entity.types] };
    });
  });
  const items = Array.from({ length: limit }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
  return { kind: 'json', json: renderSuggestions(typed, items.slice(0, limit), undefined), cache: 'briefly' };
}

function flyout(exchange: Exchange, datasets: readonly JoinedDataset[]): Reply {
  const { dataset, id, joined } = meant(datasets, exchange);
  const reply = answerFlyout('entity')({ ...exchange, served: () => dataset.live.current() }, [id]);
  // The card of the dataset, under the id that was asked for.
  return reply.kind === 'json' ? { ...reply, json: `{"id":${JSON.stringify(joined)},${reply.json.slice(JSON.stringify({ id }).length)}` } : reply;
}

/** Throws `parameter-missing` and `entity-unknown`. */
function meant(datasets: readonly JoinedDataset[], { queryString }: Exchange): { readonly dataset: JoinedDataset; readonly id: string; readonly joined: string } {
  const ids = identifiersMeant(queryString);
  const [asked] = ids;
  if (asked === undefined) throw new SameasError('parameter-missing', 'The parameter "id" is required.', { advice: 'Send the identifier as id=…' });
  for (const joined of ids) {
    const found = splitId(datasets, joined);
    if (found !== undefined) return { ...found, joined };
  }
  throw new SameasError('entity-unknown', `No dataset stands before the identifier "${asked.slice(0, 200)}".`, { advice: `Send it as ${datasets[0]?.path ?? 'dataset'}:id.`, facts: { id: asked.slice(0, 200) } });
}

function addressOf({ site }: Exchange, { path }: JoinedDataset): string {
  return `${site.serviceUrl}/${path}`;
}
