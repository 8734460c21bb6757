import { SameasError } from '../../foundation/sameas-error.js';
import type { UrlFetchPort } from '../../projects/operations/url-fetch-port.js';
import { guardedFetch, type UrlAccess } from '../../foundation/guarded-fetch.js';
import type { ProjectWorkerSettings } from './project-task.js';
import type { AskService } from './reconciliation-client.js';

const SERVICE_LIMITS = { timeoutMs: 60_000, maxBytes: 64 * 1024 * 1024 };
const PAGE_LIMITS = { timeoutMs: 30_000, maxBytes: 16 * 1024 * 1024 };

/** Interval of signs of life while waiting for an answer. */
const BEAT_MS = 1000;

/**
 * Reconciliation services over HTTP: always this very service, others by the settings. `beat` is called while waiting,
 * so that waiting is not taken for a stall.
 */
export function askOverHttp(
  { ownAddresses, urlAccess }: Pick<ProjectWorkerSettings, 'ownAddresses' | 'urlAccess'>,
  beat: () => void,
): AskService {
  // A redirect of the own service elsewhere falls under the rules for other addresses.
  const accessTo = (url: string): UrlAccess => (ownAddresses.some((own) => isWithin(url, own)) ? 'all' : urlAccess);
  return async (url, form) => {
    const answer = await alive(
      guardedFetch({ url, ...(form === undefined ? {} : { form }) }, accessTo, SERVICE_LIMITS),
      beat,
    );
    if (answer.status >= 400)
      throw new SameasError('service-unreachable', `The service ${url} answered with the status ${answer.status}.`, {
        facts: { url, status: answer.status },
      });
    return answer.body;
  };
}

/**
 * Parts that a proxy may read as a slash or as dots, against the standard for addresses, and parts that would be
 * decoded twice.
 */
const AMBIGUOUS = /%(?:2f|5c|2e|25|00)|\\|;/i;

/**
 * Whether an address is the matching wing at `own` or below it. Both are compared as sent: after normalisation of dots,
 * backslashes and equivalent spellings. Projects below the same address are excluded: no command is given from here.
 */
export function isWithin(address: string, own: string): boolean {
  const url = URL.parse(address);
  const base = URL.parse(own);
  if (url === null || base === null || url.origin !== base.origin || url.username !== '' || url.password !== '')
    return false;
  const root = base.pathname.replace(/\/+$/, '');
  if (url.pathname !== root && !url.pathname.startsWith(`${root}/`)) return false;
  const rest = url.pathname.slice(root.length);
  return !AMBIGUOUS.test(rest) && !/^\/+(?:command|project)(?:\/|$)/i.test(rest);
}

/** Pages and files with addresses from cells. */
export function fetchOverHttp({ urlAccess }: Pick<ProjectWorkerSettings, 'urlAccess'>, beat: () => void): UrlFetchPort {
  return {
    fetchText: async (url, headers) => {
      const answer = await alive(
        guardedFetch(
          { url, headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) },
          urlAccess,
          PAGE_LIMITS,
        ),
        beat,
      );
      if (answer.status >= 400) throw new Error(`HTTP error ${answer.status}`);
      return answer.body;
    },
  };
}

async function alive<T>(waited: Promise<T>, beat: () => void): Promise<T> {
  const timer = setInterval(beat, BEAT_MS);
  try {
    return await waited;
  } finally {
    clearInterval(timer);
  }
}
