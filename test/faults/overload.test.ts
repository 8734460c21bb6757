import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { watchHealth } from '../support/watch-health.js';

/*
 * What one client sends does not keep others waiting: requests that were made to be slow are refused, or answered, while /health is told at once. The bounds are those of a machine that does
 * much else; by itself it takes a tenth.
 */

const folder = temporaryFolder();
let service: RunningService;

beforeAll(async () => {
  service = await startService([
    folder.write('places.csv', 'id,name\nB,Berlin\nT,Tokyo\n'),
    '--data-dir',
    `${folder.path}/projects`,
  ]);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const FORM = 'application/x-www-form-urlencoded';
const MEGABYTE = 1024 * 1024;

/** The status of what `send` sends – 0 when the connection was closed before all of it was sent –, and how long /health took at most meanwhile. */
async function whileHealthy(
  send: () => Promise<Response>,
): Promise<{ readonly status: number; readonly health: number }> {
  const { result: status, health } = await watchHealth(service.origin, () =>
    send().then(
      async (answer) => (await answer.text(), answer.status),
      () => 0,
    ),
  );
  return { status, health };
}

const post =
  (path: string, type: string, body: string): (() => Promise<Response>) =>
  () =>
    fetch(service.origin + path, { method: 'POST', headers: { 'Content-Type': type }, body });
const table = (content: string): (() => Promise<Response>) =>
  post(
    '/table',
    'multipart/form-data; boundary=x',
    `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${content}\r\n--x--\r\n`,
  );

const ATTACKS: readonly (readonly [what: string, send: () => Promise<Response>, statuses: readonly number[]])[] = [
  [
    'a form of ten million fields to a command',
    post('/command/core/get-rows', FORM, 'a&'.repeat(10 * MEGABYTE)),
    [413, 0],
  ],
  ['a form in an old character set', post('/', `${FORM}; charset=iso-8859-1`, 'a&'.repeat(7 * MEGABYTE)), [413, 0]],
  [
    'one long field in an old character set',
    post('/', `${FORM}; charset=iso-8859-1`, `queries=${'%41'.repeat(MEGABYTE / 2)}`),
    [400, 413],
  ],
  ['a table of commas', table(','.repeat(250_000)), [413]],
  ['a table of quotation marks', table('"'.repeat(1.9 * MEGABYTE)), [413]],
  ['a table of wide rows', table(`${','.repeat(900)}\n`.repeat(2_000)), [200, 400, 413]],
  ['nested JSON', post('/', 'application/json', '['.repeat(15 * MEGABYTE)), [413]],
  ['JSON of many values', post('/match', 'application/json', `[${'{},'.repeat(5 * MEGABYTE)}{}]`), [413]],
  [
    'a long extension',
    post(
      '/',
      'application/json',
      JSON.stringify({
        extend: {
          ids: Array.from({ length: 90_000 }, (_, i) => `B${String(i)}`),
          properties: Array.from({ length: 5 }, () => ({ id: 'name' })),
        },
      }),
    ),
    [200],
  ],
];

describe('a client that sends what is made to be slow', () => {
  it.each(ATTACKS)('keeps nobody waiting: %s', async (_, send, statuses) => {
    const { status, health } = await whileHealthy(send);
    expect(statuses).toContain(status);
    expect(health).toBeLessThan(2_000);
    expect(service.isRunning()).toBe(true);
  });

  it('keeps other batches waiting no longer than a slice of its own takes', async () => {
    const batch = (size: number): string =>
      new URLSearchParams({
        queries: JSON.stringify(
          Object.fromEntries(
            Array.from({ length: size }, (_, i) => [`q${String(i)}`, { query: `Berlin ${String(i)}` }]),
          ),
        ),
      }).toString();
    const large = Array.from({ length: 4 }, () => post('/', FORM, batch(2_000))());
    const { status, health } = await whileHealthy(post('/', FORM, batch(1)));
    expect(status).toBe(200);
    const answers = await Promise.all(large);
    expect(answers[0]?.status).toBe(200);
    // What cannot begin within two seconds on a busy machine is refused, and says when to come again.
    for (const answer of answers) expect([200, answer.headers.has('retry-after') ? 503 : 200]).toContain(answer.status);
    expect(health).toBeLessThan(2_000);
  });
});
