import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { createApiKey, createKeyRing } from '../../src/access/api-key.js';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { createSessions } from '../../src/web/access/credentials.js';
import { createCsrfTokens } from '../../src/web/commands/csrf-tokens.js';
import type { WebOptions } from '../../src/web/web-options.js';
import { answerSchema, OPERATIONS } from '../support/openapi-answers.js';
import { smallApp } from '../support/small-app.js';
import { SMALL_SERVED, smallRuns } from '../support/small-review.js';
import { startProjectsService } from '../support/start-projects-service.js';
import { temporaryFolder } from '../support/temporary-files.js';

/* Which operations may be refused for want of a key, to a page of another site and for asking too often is asked of the service itself, and openapi.yaml has to say the same. */

const temporary = temporaryFolder();
const key = createApiKey({ name: 'elsewhere', role: 'administer', datasets: ['places'] });
const port = startProjectsService(join(temporary.path, 'data'));
const runs = smallRuns(temporary.path);
afterAll(async () => {
  await runs.close();
  await port.close();
  temporary.remove();
});

const refused = (): Promise<never> => Promise.reject(new SameasError('dataset-unknown', 'There is none.'));
const noUploads: NonNullable<WebOptions['uploads']> = {
  isKept: false,
  all: () => [],
  find: () => undefined,
  add: refused,
  replace: refused,
  choose: refused,
  matchWaiting: refused,
  remove: refused,
};
const limits = { maxBodyBytes: 1_000_000, maxBatchQueries: 1_000, batchSize: 50 };
function appWith(options: Partial<WebOptions>): ReturnType<typeof smallApp>['app'] {
  return smallApp({
    snapshot: SMALL_SERVED.snapshot,
    review: { runs, softwareVersion: '0' },
    projects: {
      port,
      tokens: createCsrfTokens(),
      csrf: 'off',
      maxUploadBytes: 1_000_000,
      softwareVersion: '0',
    },
    uploads: noUploads,
    entities: { ask: () => Promise.reject(new SameasError('entity-unknown', 'There is none.')) },
    metrics: { contentType: 'text/plain; version=0.0.4', render: () => Promise.resolve('') },
    ...options,
  }).app;
}
const ring = createKeyRing(() => [key.kept]);
const access = { ring, sessions: createSessions(), keyNeeded: 'everything', dataset: 'authors' } as const;

/** An address of the operation that asks something: the manifest is open. */
const addressOf = (path: string): string =>
  path === '/'
    ? '/?query=Berlin'
    : path === '/v1'
      ? '/v1?extend=%7B%7D'
      : path.replace('{id}', 'x').replace('{command}', 'get-rows');

async function send(
  app: ReturnType<typeof appWith>,
  { path, method }: (typeof OPERATIONS)[number],
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const asked = request(app);
  const address = addressOf(path);
  const sent = {
    get: () => asked.get(address),
    post: () => asked.post(address).type('form').send('query=Berlin'),
    put: () => asked.put(address),
    patch: () => asked.patch(address),
    delete: () => asked.delete(address),
  }[method];
  if (sent === undefined) throw new Error(`no such method: ${method}`);
  return sent()
    .set(headers)
    .redirects(0)
    .ok(() => true);
}

/** Whether the answer has this status; that openapi.yaml has the status where it has, in this form, and not where it has not. */
function isRefused(
  answer: Response,
  { path, method, statuses }: (typeof OPERATIONS)[number],
  status: 401 | 403 | 429,
): boolean {
  if (answer.status !== status) return false;
  expect([path, method, statuses]).toEqual([path, method, expect.arrayContaining([status])]);
  const mediaType = (answer.headers['content-type'] ?? '').split(';')[0] ?? '';
  const validate = answerSchema(path, method, status, mediaType);
  validate(mediaType.endsWith('json') ? JSON.parse(answer.text) : answer.text);
  expect([path, method, validate.errors ?? []]).toEqual([path, method, []]);
  return true;
}

/** Operations that say that they may answer so, as `METHOD path`. */
const declaring = (status: number): readonly string[] =>
  OPERATIONS.filter(({ statuses }) => statuses.includes(status)).map(({ path, method }) => `${method} ${path}`);

describe('openapi.yaml says of every operation', () => {
  it('whether it needs a key, in the form in which the service says so', async () => {
    const app = appWith({ access });
    const refused: string[] = [];
    for (const operation of OPERATIONS) {
      const answer = await send(app, operation);
      if (isRefused(answer, operation, 401)) {
        refused.push(`${operation.method} ${operation.path}`);
        expect(answer.headers['www-authenticate']).toBe('Bearer realm="sameas"');
        // A key of another dataset is refused at the same operations.
        expect([
          operation.path,
          isRefused(await send(app, operation, { 'X-API-Key': key.text }), operation, 403),
        ]).toEqual([operation.path, true]);
      }
    }
    // A wrong key is refused where it is typed in.
    expect(refused).toEqual(declaring(401).filter((one) => one !== 'post /sign-in'));
  });

  it('that a page of a site that may not ask is refused', async () => {
    const app = appWith({
      access: { ...access, keyNeeded: 'nothing' },
      allowedOrigins: new Set(['https://tool.example']),
    });
    const refused: string[] = [];
    for (const operation of OPERATIONS)
      if (
        isRefused(
          await send(app, operation, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }),
          operation,
          403,
        )
      )
        refused.push(`${operation.method} ${operation.path}`);
    // What watches the service gets through; a key that does not hold is refused there, too.
    expect(refused).toEqual(declaring(403).filter((one) => one !== 'get /metrics'));
  });

  it('that a client that asks too often has to wait, and how long', async () => {
    const app = appWith({
      access: { ...access, keyNeeded: 'nothing' },
      limits: { ...limits, maxRequestsPerMinute: 1 },
    });
    await request(app).get('/docs');
    const refused: string[] = [];
    for (const operation of OPERATIONS) {
      const answer = await send(app, operation);
      if (!isRefused(answer, operation, 429)) continue;
      refused.push(`${operation.method} ${operation.path}`);
      expect([operation.path, Number(answer.headers['retry-after'])]).toEqual([operation.path, expect.any(Number)]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(refused).toEqual(declaring(429));
  });
});
