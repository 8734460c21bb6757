import { SameasError } from '../../foundation/sameas-error.js';
import type { UrlFetchPort } from '../../projects/operations/url-fetch-port.js';
import { guardedFetch } from './guarded-fetch.js';
import type { ProjectWorkerSettings } from './project-task.js';
import type { AskService } from './reconciliation-client.js';

const SERVICE_LIMITS = { timeoutMs: 60_000, maxBytes: 64 * 1024 * 1024 };
const PAGE_LIMITS = { timeoutMs: 30_000, maxBytes: 16 * 1024 * 1024 };

/** Reconciliation services over HTTP: the matching wing of this very service always, others as far as the settings allow. */
export function askOverHttp({ ownAddresses, urlAccess }: ProjectWorkerSettings): AskService {
  return async (url, form) => {
    const isOwn = ownAddresses.some((own) => url === own || url.startsWith(own.endsWith('/') ? own : `${own}/`) || `${url}/` === own);
    const answer = await guardedFetch({ url, ...(form === undefined ? {} : { form }) }, isOwn ? 'all' : urlAccess, SERVICE_LIMITS);
    if (answer.status >= 400) throw new SameasError('service-unreachable', `The service ${url} answered with the status ${answer.status}.`, { facts: { url, status: answer.status } });
    return answer.body;
  };
}

/** Pages and files whose addresses come out of cells. */
export function fetchOverHttp({ urlAccess }: ProjectWorkerSettings): UrlFetchPort {
  return {
    fetchText: async (url, headers) => {
      const answer = await guardedFetch({ url, headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) }, urlAccess, PAGE_LIMITS);
      if (answer.status >= 400) throw new Error(`HTTP error ${answer.status}`);
      return answer.body;
    },
  };
}
