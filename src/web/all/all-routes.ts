import { createHash } from 'node:crypto';
import type { Observe } from '../../foundation/observation.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { ServiceDescription } from '../../protocols/describe-service.js';
import type { FairShare } from '../clients/fair-share.js';
import type { Exchange, RouteHandler, Reply, Route } from '../exchange.js';
import { createAnswerBatch, type TextBatch } from '../matching/answer-batch.js';
import type { TableService } from '../matching/answer-table.js';
import { createDraftRootHandler } from '../matching/answer-draft.js';
import { type SuggestionSource, proposalReply } from '../matching/answer-suggest.js';
import { rootHandler } from '../matching/answer-root.js';
import { prefersPage } from '../content-negotiation.js';
import { idsFromRequest } from '../request-parameters.js';
import { protocolRoutes, type OwnRoutes } from '../route-table.js';
import { askAll, createAllBatch, type JoinedAnswer } from './all-batch.js';
import { proposeAll } from './extend-all.js';
import {
  type ChosenDatasets,
  type JoinedDataset,
  type LeftOut,
  nameOfDataset,
  noneAsked,
  readyDatasets,
} from './joined-datasets.js';
import { flyoutOfAll, meantBy, suggestionsOfAll, typeNameIn } from './suggest-all.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { pageReply } from '../pages/page-frame.js';

/** Pixels of the preview frame, as for one dataset. */
const PREVIEW_SIZE = { width: 430, height: 260 };

/** Routes over several datasets in all versions of the protocol; `refused`: the datasets that the client may not use. */
export function allRoutes(
  datasets: readonly JoinedDataset[],
  refused: readonly LeftOut[],
  observe: Observe,
): OwnRoutes {
  const chosenBy = choosing(datasets, refused);
  const describe = (exchange: Exchange): ReturnType<typeof describeAll> => describeAll(exchange, datasets);
  const suggestions: SuggestionSource = {
    suggest: async (kind, exchange) => ({
      items: await suggestionsOfAll(exchange, kind, chosenBy(exchange)),
      next: undefined,
    }),
    names: () => ({ ofType: typeNameIn(datasets) }),
    card: (kind, exchange, id) => flyoutOfAll(exchange, kind, datasets, id),
  };
  const propose: RouteHandler = (exchange) =>
    proposalReply(exchange, (type, limit) => proposeAll(datasets, type, limit));
  const linked =
    (page: 'preview' | 'view') =>
    (exchange: Exchange): Reply => {
      const { dataset, id } = meantBy(datasets, idsFromRequest(exchange.queryString));
      return {
        kind: 'redirect',
        address: `${exchange.site.serviceUrl}/${dataset.path}/${page}?id=${encodeURIComponent(id)}`,
      };
    };
  return (fair, tables) => {
    const answerBatch = createAllBatch(observe, datasets, chosenBy, fair);
    const page = (path: string, handler: RouteHandler): Route => ({ path, methods: ['GET'], style: 'page', handler });
    return [
      ...protocolRoutes({
        answerBatch,
        suggestions,
        root: createAllRoot(answerBatch, { datasets, chosenBy, fair, describe }),
        draftRoot: createDraftRootHandler(answerBatch, describe),
        propose,
        preview: linked('preview'),
      }),
      {
        path: '/mcp',
        methods: ['POST'] as const,
        style: 'plain' as const,
        handler: answerAgents(chosenBy, { answerBatch: createAnswerBatch(observe, fair), tables, fair }),
      },
      page('/view', linked('view')),
      page('/feature', (exchange) => ({
        kind: 'redirect',
        address: `${exchange.site.serviceUrl}/${datasets[0]?.path ?? ''}/feature?${exchange.queryString}`,
      })),
    ].map((route) => ({ ...route, asksSeveral: true }));
  };
}

/** Tools of agents over all datasets by path; loaded at the first request. */
function answerAgents(chosenBy: (exchange: Exchange) => ChosenDatasets, service: TableService): RouteHandler {
  return async (exchange) => {
    const { createMcpHandler } = await import('../mcp/answer-mcp.js');
    return createMcpHandler(service, (asking) => {
      const { asked, leftOut } = chosenBy(asking);
      if (asked.length === 0) throw noneAsked(leftOut);
      return asked.map(({ path, live }) => ({
        name: path,
        exchange: { ...asking, served: () => asking.served(live) },
      }));
    })(exchange);
  };
}

/** The datasets in the parameter `dataset`, else all. Throws `parameter-invalid` for an unknown name. */
function choosing(
  datasets: readonly JoinedDataset[],
  refused: readonly LeftOut[],
): (exchange: Exchange) => ChosenDatasets {
  const known = [...datasets.map(({ path }) => path), ...refused.map(({ dataset }) => dataset)];
  return ({ parameters }) => {
    const wanted = parameters
      .all('dataset')
      .flatMap((paths) => paths.split(','))
      .filter((path) => path !== '');
    const unknown = wanted.find((path) => !known.includes(path));
    if (unknown !== undefined)
      throw new SameasError('parameter-invalid', `There is no dataset "${unknown.slice(0, 100)}".`, {
        advice: `The datasets are ${datasets.map(({ path }) => path).join(', ')}.`,
      });
    const isWanted = (path: string): boolean => wanted.length === 0 || wanted.includes(path);
    const { asked, leftOut } = readyDatasets(datasets.filter(({ path }) => isWanted(path)));
    return { asked, leftOut: [...leftOut, ...refused.filter(({ dataset }) => isWanted(dataset))] };
  };
}

interface AllRoot {
  readonly datasets: readonly JoinedDataset[];
  readonly chosenBy: (exchange: Exchange) => ChosenDatasets;
  readonly fair: FairShare;
  readonly describe: (exchange: Exchange) => ReturnType<typeof describeAll>;
}

/** The root for programs, as that of one dataset; for a browser, the query page. */
function createAllRoot(answerBatch: TextBatch, { datasets, chosenBy, fair, describe }: AllRoot): RouteHandler {
  const showPage = async (exchange: Exchange): Promise<Reply> => {
    const text = (exchange.parameters.get('query') ?? '').trim();
    const chosen = chosenBy(exchange);
    if (text === '') return allPage(exchange, { leftOut: chosen.leftOut, datasets });
    const message = await exchange.read({ kind: 'query', json: text });
    const [answer] = message.kind === 'single' ? await askAll(exchange, chosen, [message.query], fair) : [];
    if (answer === undefined || answer instanceof SameasError)
      throw answer ?? new SameasError('internal', 'The query was not answered.');
    return allPage(exchange, { leftOut: chosen.leftOut, datasets, text, answer });
  };
  const answerPrograms = rootHandler(answerBatch, { describe, showStart: showPage });
  return (exchange) => {
    const { method, parameters } = exchange;
    const isPage =
      method !== 'POST' && prefersPage(exchange) && !parameters.has('queries') && !parameters.has('extend');
    return isPage ? showPage(exchange) : answerPrograms(exchange);
  };
}

/** Manifest of all datasets together: its types are the datasets. */
function describeAll(
  { baseUrl, site, words, limits, access: { needsKey, keyInAddress } }: Exchange,
  datasets: readonly JoinedDataset[],
): ServiceDescription {
  const key = keyInAddress === undefined ? '' : `&api_key=${encodeURIComponent(keyInAddress)}`;
  return {
    name: words.say('All datasets'),
    language: undefined,
    identifierSpace: `${baseUrl}/view?id=`,
    schemaSpace: `${baseUrl}/`,
    viewUrl: `${baseUrl}/view?id={{id}}`,
    featureViewUrl: `${baseUrl}/feature?id={{id}}`,
    defaultTypes: datasets.map((dataset) => ({ id: dataset.path, name: nameOfDataset(dataset) })),
    documentation: `${site.serviceUrl}/docs`,
    logo: `${site.serviceUrl}/logo.svg`,
    serviceVersion: createHash('sha256')
      .update(datasets.map(({ live }) => (live.state() === 'ready' ? live.current().snapshot.id : '')).join(' '))
      .digest('hex')
      .slice(0, 16),
    batchSize: limits.batchSize,
    preview: { url: `${baseUrl}/preview?id={{id}}${key}`, ...PREVIEW_SIZE },
    suggestBases: { entity: baseUrl, type: `${baseUrl}/type`, property: `${baseUrl}/property` },
    baseUrl,
    needsKey,
    keyInAddress,
  };
}

interface AllPage {
  readonly datasets: readonly JoinedDataset[];
  readonly leftOut: readonly LeftOut[];
  readonly text?: string;
  readonly answer?: JoinedAnswer;
}

/** The page that sends a query to all datasets. */
function allPage({ baseUrl, site, words }: Exchange, { datasets, leftOut, text = '', answer }: AllPage): Reply {
  const { say } = words;
  const missing = answer?.leftOut ?? leftOut;
  const items = (answer?.candidates ?? []).map(({ id, name, score, match, types }): SafeHtml => {
    const kinds = types.map((one) => one.name).join(' · ');
    return html`<li><p class="candidate"><a href="${baseUrl}/view?id=${encodeURIComponent(id)}"><bdi>${name}</bdi></a> ${match ? html`<strong class="match">${say('Match')}</strong>` : undefined}</p><p class="summary" dir="auto">${kinds}</p><p class="figures"><span>${say('Score {score}', { score: score.toFixed(1) })}</span></p></li>`;
  });
  const result =
    answer === undefined
      ? undefined
      : items.length === 0
        ? html`<p>${say('Nothing is found.')}</p>`
        : html`<ol class="candidates">${items}</ol>`;
  const note =
    missing.length === 0
      ? undefined
      : html`<ul class="datasets">${missing.map(({ dataset, state }) => html`<li><strong>${dataset}</strong>: ${state === 'loading' ? say('This dataset is still being loaded.') : state === 'failed' ? say('This dataset could not be loaded. The log of the service has the reason.') : say('This needs a key.')}</li>`)}</ul>`;
  const title = say('All datasets');
  const body = html`<main><h1>${title}</h1>
<form action="${baseUrl}/" method="get"><label>${say('Name')} <input name="query" value="${text}" required dir="auto"></label> <button>${say('Find candidates')}</button></form>
${note}${result}
<ul class="chips">${datasets.map((dataset) => html`<li><a href="${site.serviceUrl}/${dataset.path}/">${nameOfDataset(dataset)}</a></li>`)}</ul></main>`;
  return pageReply({ title, body, baseUrl, site, words, size: 'full', place: 'all' }, 'never');
}
