import type { Action, Shown } from '../messages.js';

/** To a worker: an action; the order to become a helper, with its port; or the end of a helper by an error */
export type ToWorker =
  Action | { readonly kind: 'help'; readonly port: MessagePort } | { readonly kind: 'lost'; readonly reason: string };

/** From the worker: content to show, or a request for a further worker for the port. */
export type FromWorker = Shown | { readonly kind: 'helper'; readonly port: MessagePort };
