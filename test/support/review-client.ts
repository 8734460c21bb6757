import type { Express } from 'express';
import request from 'supertest';
import { until } from './until.js';

/** Five rows: matched, unknown to the dataset, and equal ones among them. */
export const REVIEWED_TABLE =
  'place,country,shelf\nMunchen,Germany,1\nBerlin,,2\nBerlin,,3\nQwxyzzy,,4\nParis upon Seine,France,5\n';

/** What a browser does with the pages of tables under review. */
export interface ReviewClient {
  readonly get: (address: string) => request.Test;
  readonly post: (address: string, fields: Readonly<Record<string, string>>) => request.Test;
  /** Sends a table and waits until it is matched; gives the address of its run. */
  readonly matched: (table?: string) => Promise<string>;
}

export function reviewClient(app: Express): ReviewClient {
  const agent = request(app);
  const get: ReviewClient['get'] = (address) => agent.get(address).set('Accept', 'text/html').set('Host', 'localhost');
  const post: ReviewClient['post'] = (address, fields) =>
    agent.post(address).set('Accept', 'text/html').set('Host', 'localhost').type('form').send(fields);
  return {
    get,
    post,
    matched: async (table = REVIEWED_TABLE) => {
      const address = pathOf(await post('/runs', { names: table }));
      await post(`${address}/start`, {});
      await until(async () => (await get(address)).text.includes('rows are matched'));
      return address;
    },
  };
}

/** Where an answer leads. */
export function pathOf(answer: request.Response): string {
  const { pathname, search } = new URL(answer.headers['location'] ?? '');
  return pathname + search;
}

/** The value of a field of a form. */
export function field(text: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
}
