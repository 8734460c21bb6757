import { setTimeout as pause } from 'node:timers/promises';
import type { BrowseForm, Browsing } from '../../browsing/browse-query.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { FairShare } from '../clients/fair-share.js';
import { type Exchange, type RouteHandler, overContents, type Reply } from '../exchange.js';
import { browsePage, browseResults, buildingPage } from '../pages/browsing/browse-page.js';
import { readBrowseQuery } from './read-browse-query.js';

/** Time that a page waits for the index before it shows its progress. */
const PATIENCE_MS = 1_500;
/** A file has all results. */
const WHOLE = Infinity;

/**
 * The page `/browse`: entities by words, type and values. `as=json` and `as=csv` give the same as a file,
 * `part=results` the list alone.
 */
export function createBrowseHandler(browsing: Browsing, fair: FairShare): RouteHandler {
  return async (exchange) => {
    const { snapshot } = exchange.served();
    const query = readBrowseQuery(exchange.parameters, snapshot.dataset);
    const form = formAsked(exchange);
    const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
      fair.browsing.admit(exchange.client, {});
      return fair.browsing.run(exchange.client, work, { gone: exchange.gone });
    };
    if (form !== undefined) {
      const wanted = form === 'csv' ? { ...query, offset: 0, limit: WHOLE } : query;
      return saved(await inTurn(() => browsing.save(snapshot, wanted, form)), form);
    }
    // Its turn lasts no longer, whatever it waits for.
    const answer = await inTurn(() =>
      Promise.race([browsing.browse(snapshot, query), pause(PATIENCE_MS, undefined, { ref: false })]),
    );
    if (answer === undefined) return buildingPage(exchange, browsing.progress(snapshot));
    return overContents((reading) =>
      exchange.parameters.get('part') === 'results'
        ? { kind: 'page', html: browseResults(reading, query, answer).text, cache: 'checked' }
        : browsePage(reading, query, answer),
    )(exchange);
  };
}

function formAsked({ parameters }: Exchange): BrowseForm | undefined {
  const form = parameters.get('as') ?? '';
  if (form === '' || form === 'page') return undefined;
  if (form === 'json' || form === 'csv') return form;
  throw new SameasError(
    'parameter-invalid',
    sentence('The entities are not available as "{form}".', { form: form.slice(0, 40) }),
    {
      advice: 'Choose json or csv.',
      facts: { parameter: 'as' },
    },
  );
}

function saved(text: string, form: BrowseForm): Reply {
  if (form === 'json') return { kind: 'json', json: text, cache: 'checked' };
  return { kind: 'text', text, contentType: 'text/csv; charset=utf-8', cache: 'checked', saveAs: 'entities.csv' };
}
