import type { Need } from '../access/api-key.js';
import type { RouteHandler } from './exchange.js';

/** One line of the table of routes. */
export interface Route {
  /** As in OpenAPI; `{id}` at the end is the whole rest of the path. */
  readonly path: string;
  /** GET answers HEAD as well. */
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[];
  /**
   * Form of errors, and whether answers can be wrapped in a callback: `json` and `suggest` can, `draft`, `page` and
   * `plain` cannot.
   */
  readonly style: RouteStyle;
  readonly handler: RouteHandler;
  /**
   * The permission that the client needs (access/gate.ts). Default: `ask`. A manifest is open: clients read it before
   * they know that a key is needed. A route that reads by GET and changes something by other methods has both.
   */
  readonly needs?: Need | 'ask, but for the manifest' | { readonly get: Need; readonly change: Need };
  /** Longest body that it takes; left out: as the limits of the application say. */
  readonly maxBodyBytes?: number;
  /** Whether long forms go to the disk, and handlers parse them. */
  readonly takesLongForms?: boolean;
  /** Whether it is over several datasets, not that of the application. */
  readonly asksSeveral?: boolean;
  /** Whether a body may be JSON lines. */
  readonly takesLines?: boolean;
  /** Whether it shows uploads, so that pages of other sites may neither read it nor send anything there. */
  readonly isPrivate?: boolean;
}

export type RouteStyle = 'json' | 'suggest' | 'draft' | 'page' | 'plain';
