import { sentence } from '../foundation/message.js';
import { SameasError } from '../foundation/sameas-error.js';
import { checkCallback } from '../protocols/jsonp.js';
import { refuseForeignScript } from './access/gate.js';
import { contentLanguage, labelLanguages, languagesOf } from './content-negotiation.js';
import type { RequestContext, Step } from './request-context.js';
import { hasTooManyParameters, MAX_PARAMETERS } from './request-parameters.js';
import type { Route, RouteStyle } from './exchange.js';

/** Styles of routes whose answers hold names of the dataset. */
const SHOWS_NAMES: ReadonlySet<RouteStyle> = new Set(['json', 'suggest', 'draft']);

/** Has the handler of the route make the reply. Throws `route-unknown`, `method-not-allowed`, `parameter-invalid`, `callback-invalid`, `origin-not-allowed`, and what the handler throws. */
export const handle: Step = async (context) => {
  const { request, response, queryString, rest, service } = context;
  const route = routeFor(context);
  if (hasTooManyParameters(queryString))
    throw new SameasError('parameter-invalid', `The address has more than ${String(MAX_PARAMETERS)} parameters.`, {
      facts: { limit: MAX_PARAMETERS },
      advice: 'Send long requests by POST.',
    });
  response.vary('Accept');
  const callback = callbackOf(context, route.style);
  if (callback !== undefined) {
    refuseForeignScript(request, service);
    context.callback = callback;
  }
  const reply = await route.handler(context, rest);
  if (reply.kind === 'json' && route.asksSeveral !== true && SHOWS_NAMES.has(route.style)) nameLanguage(context);
  context.reply = reply;
};

function routeFor({ request, route, service: { datasetPaths } }: RequestContext): Route {
  if (route === undefined)
    throw new SameasError(
      'route-unknown',
      sentence('There is nothing at the address {address}.', { address: request.path.slice(0, 200) }),
      {
        advice:
          datasetPaths === undefined
            ? sentence('The address to register in a client is the one of the service itself.')
            : `Each dataset has an address of its own: ${datasetPaths.map((one) => `/${one}/`).join(', ')}.`,
      },
    );
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (route.methods.some((one) => one === method)) return route;
  const allow = [...route.methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])), 'OPTIONS'].join(', ');
  throw new SameasError('method-not-allowed', `The method ${request.method} cannot be used at this address.`, {
    facts: { allow },
    advice: `Use one of ${allow}.`,
  });
}

/** The function that a script calls with the answer (JSONP). Throws `callback-invalid`. */
export function callbackOf({ parameters }: RequestContext, style: RouteStyle): string | undefined {
  if (style !== 'json' && style !== 'suggest') return undefined;
  const name = parameters.get('callback');
  return name === undefined || name === '' ? undefined : checkCallback(name);
}

/** Sets Content-Language to the languages of names in an answer, where the dataset has them. */
function nameLanguage(context: RequestContext): void {
  const { response } = context;
  const { dataset } = context.served().snapshot;
  if ((dataset.metadata.languages ?? []).length > 0) response.vary('Accept-Language');
  const language = contentLanguage(labelLanguages(languagesOf(context), dataset), dataset);
  if (language !== undefined) response.set('Content-Language', language);
}
