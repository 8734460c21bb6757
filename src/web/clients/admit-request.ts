import type { Request, Response } from 'express';
import type { ClientBudgets } from './client-budgets.js';
import { clientOf } from './client-of.js';

/** Counts a request to its client until it is answered or its connection is gone. Throws `too-many-requests`. */
export function admitRequest(request: Request, response: Response, budgets: ClientBudgets): void {
  response.once('close', budgets.admit(clientOf(request)));
}
