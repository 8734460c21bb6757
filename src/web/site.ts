import { pageLookOf, type PageLook } from './pages/page-look.js';

export interface Site {
  readonly look: PageLook;
  /** Absolute address of the service, no slash at the end. */
  readonly serviceUrl: string;
  /**
   * one dataset: it is the whole service; one of several: at a path of its own below the service; all datasets: no page
   * of one of them.
   */
  readonly shows: 'one dataset' | 'one of several' | 'all datasets';
}

/** Part of a service of several datasets: the list, one of them, or all of them together. */
export type ServicePart = 'list' | 'dataset' | 'all';

/** By the address of the application; without a part it is a service of one dataset. */
export function siteOf(baseUrl: string, part: ServicePart | undefined, look = pageLookOf()): Site {
  // Uploaded datasets are a folder deeper than the others.
  const serviceUrl = part === 'dataset' || part === 'all' ? baseUrl.replace(/(?:\/datasets)?\/[^/]*$/, '') : baseUrl;
  return {
    look,
    serviceUrl,
    shows: part === undefined ? 'one dataset' : part === 'dataset' ? 'one of several' : 'all datasets',
  };
}
