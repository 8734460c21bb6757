import type { Action, Shown } from '../messages.js';

/** To a worker: an action; that it is to be a helper, with the port to whom it helps; that a helper has ended by a fault */
export type ToWorker =
  Action | { readonly kind: 'help'; readonly port: MessagePort } | { readonly kind: 'lost'; readonly reason: string };

/** From the worker: what is to be shown, or that one worker more is to be started for the port. */
export type FromWorker = Shown | { readonly kind: 'helper'; readonly port: MessagePort };
