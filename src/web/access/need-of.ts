import type { Request } from 'express';
import type { Need } from '../../access/role.js';
import { prefersPage } from '../prefers-page.js';
import { readParameters } from '../request-parameters.js';
import type { Route } from '../route-table.js';

/** What turns the address of the service from a manifest into a question. */
const QUESTIONS = ['queries', 'query', 'extend'];

/** What a request to a route must be allowed, told by its address and method alone: no body has been read yet. */
export function needOf({ needs = 'ask' }: Route, request: Request): Need {
  const isGet = request.method === 'GET' || request.method === 'HEAD';
  if (typeof needs === 'object') return isGet ? needs.get : needs.change;
  if (needs !== 'ask, but for the manifest') return needs;
  const { url } = request;
  const parameters = readParameters(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  // The start page shows what is in the dataset.
  const isPage = parameters.names.length === 0 && prefersPage(request.get('Accept') ?? '');
  return isGet && !isPage && !QUESTIONS.some((name) => parameters.has(name)) ? 'nothing' : 'ask';
}
