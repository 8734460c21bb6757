import type { Response } from 'express';
import type { Route } from './route-table.js';

const UNKNOWN_ROUTE = '(unknown)';

/** Keeps the route that answers a request. */
export function rememberRoute(response: Response, route: Route): void {
  response.locals['route'] = route;
}

/** The route that answers; `undefined` where there is none. */
export function routeOf(response: Response): Route | undefined {
  return response.locals['route'] as Route | undefined; // set by rememberRoute only
}

/** The path of the route under which the request is counted. */
export function routePathOf(response: Response): string {
  const path: unknown = response.locals['routePath'];
  return typeof path === 'string' ? path : (routeOf(response)?.path ?? UNKNOWN_ROUTE);
}
