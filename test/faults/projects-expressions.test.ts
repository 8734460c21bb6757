import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { projectsClient, type CommandAnswer, type ProjectsClient } from './projects-client.js';

/*
 * Programs that would use up time or memory, sent to a running service: each ends in a clear error within its time, others are answered meanwhile, and the next
 * command is answered at once.
 */

const temporary = temporaryFolder();
let service: RunningService;
let client: ProjectsClient;
let project = '';
let other = '';

const PREVIEW_MS = 1_500;
const COMMAND_MS = 2_500;
/** What a busy machine adds to any answer, a new thread that loads its code included. */
const SLACK_MS = 10_000;

beforeAll(async () => {
  const list = temporary.write('list.csv', 'id,name\n1,Rome\n');
  service = await startService([
    list,
    '--data-dir',
    join(temporary.path, 'data'),
    '--project-workers',
    '2',
    '--project-memory-bytes',
    '256MB',
    '--preview-timeout-ms',
    String(PREVIEW_MS),
    '--command-timeout-ms',
    String(COMMAND_MS),
  ]);
  client = projectsClient(service.origin);
  project = await client.created(`text,n\n${`${'a'.repeat(60)}!,1\n`.repeat(3)}`);
  other = await client.created('a\n1\n2\n');
}, 240_000);

afterAll(async () => {
  await service?.stop();
  temporary.remove();
});

const preview = (expression: string): Promise<CommandAnswer> =>
  client.ask('preview-expression', { project, cellIndex: '0', rowIndices: '[0,1,2]', expression });

/** Asks for something small again and again until the work is done; gives the longest wait for the page of the service and for a command on another project. */
async function waitsDuring(work: Promise<unknown>): Promise<{ readonly page: number; readonly command: number }> {
  let isDone = false;
  void work.finally(() => (isDone = true));
  let page = 0;
  let command = 0;
  while (!isDone) {
    const startedAt = performance.now();
    const answer = await fetch(`${service.origin}/`, { headers: { Accept: 'application/json' } });
    await answer.text();
    page = Math.max(page, performance.now() - startedAt);
    const rows = await client.ask('get-rows', { project: other, limit: '1' });
    expect(rows.body).toMatchObject({ total: 2 });
    command = Math.max(command, rows.tookMs);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { page, command };
}

const PROGRAMS: readonly (readonly [string, string])[] = [
  ['GREL: a catastrophic regular expression', 'value.match(/((a+)+)\\2$/)'],
  ['GREL: a catastrophic replacement', 'value.replace(/((a|aa)+)\\1$/, "b")'],
  ['GREL: a range that is too long', 'range(0, 2000000000)'],
  ['GREL: loops within loops', 'forEach(range(0, 30000), x, forEach(range(0, 30000), y, x + y)).length()'],
  ['GREL: a text that grows beyond all bounds', `value${'.replace("a", value)'.repeat(6)}.length()`],
  [
    'GREL: a list that fills the memory',
    'forEach(range(0, 5000), x, forEach(range(0, 5000), y, value + x + y)).length()',
  ],
  ['GREL: brackets within brackets', `${'('.repeat(200_000)}1${')'.repeat(200_000)}`],
  [
    'Python: an endless loop that catches everything',
    'jython:while True:\n  try:\n    while True: pass\n  except:\n    pass',
  ],
  ['Python: a catastrophic regular expression', 'jython:import re\nreturn re.match("(a+)+$", value)'],
  ['Python: a list that duplicates', 'jython:a = [value]\nwhile True:\n  a = a + a'],
  ['Python: endless recursion', 'jython:def f(n):\n  return f(n + 1)\nreturn f(0)'],
  ['Clojure: an endless loop', 'clojure:(loop [] (recur))'],
  ['Clojure: a text that duplicates', 'clojure:(loop [a (str value)] (recur (str a a)))'],
  ['Clojure: a catastrophic regular expression', 'clojure:(re-matches #"(a+)+" (str value))'],
];

describe('a program that would use up everything', () => {
  it.each(PROGRAMS)(
    '%s: the preview ends in an error in time, while others are answered',
    async (_, expression) => {
      const answer = preview(expression);
      const waits = await waitsDuring(answer);
      const { body, status, tookMs } = await answer;
      expect(status).toBe(200);
      if (body['code'] === 'ok') {
        expect(body['results']).toEqual(Array.from({ length: 3 }, () => ({ message: expect.stringMatching(/\w{3}/) })));
      } else {
        expect(body).toMatchObject({ code: 'error', message: expect.stringMatching(/\w{3}/) as unknown });
      }
      expect(tookMs).toBeLessThan(PREVIEW_MS + SLACK_MS);
      expect(waits.page).toBeLessThan(SLACK_MS / 2);
      expect(waits.command).toBeLessThan(SLACK_MS);
      const next = await preview('value.length()');
      expect(next.body).toEqual({ code: 'ok', results: ['61', '61', '61'] });
      expect(next.tookMs).toBeLessThan(SLACK_MS);
    },
    240_000,
  );

  it.each([
    ['GREL', 'grel:value.match(/((a+)+)\\2$/)'], // refers to a group, which no linear engine can do
    ['Python', 'jython:while rowIndex >= 0: pass'], // looks at more than the value, so that each row is tried for itself
    ['Clojure', 'clojure:(last (iterate inc 0))'],
  ])(
    '%s: a recipe ends in an error and leaves the project as it was',
    async (_, expression) => {
      const operation = {
        op: 'core/text-transform',
        columnName: 'text',
        expression,
        onError: 'set-to-blank',
        repeat: false,
        repeatCount: 0,
        engineConfig: { facets: [], mode: 'row-based' },
      };
      const before = await client.csv(project);
      const answer = client.ask('apply-operations', { project, operations: JSON.stringify([operation]) });
      const waits = await waitsDuring(answer);
      const { body, tookMs } = await answer;
      expect(body).toMatchObject({
        code: 'error',
        errorCode: expect.stringMatching(/^command-too-l/),
        message: expect.stringMatching(/The project is as it was before/),
      });
      expect(tookMs).toBeLessThan(COMMAND_MS + SLACK_MS);
      expect(waits.command).toBeLessThan(SLACK_MS);
      expect((await client.ask('get-history', { project })).body).toMatchObject({ past: [], future: [] });
      expect(await client.csv(project)).toBe(before);
    },
    240_000,
  );

  it('GREL that would fill the memory is stopped in each row, and its cells are what onError says', async () => {
    const own = await client.created('text\nabc\n');
    const expression = 'grel:forEach(range(0, 5000), x, forEach(range(0, 5000), y, value + x + y)).length()';
    const operation = {
      op: 'core/text-transform',
      columnName: 'text',
      expression,
      onError: 'keep-original',
      repeat: false,
      repeatCount: 0,
      engineConfig: { facets: [], mode: 'row-based' },
    };
    const { body, tookMs } = await client.ask('apply-operations', {
      project: own,
      operations: JSON.stringify([operation]),
    });
    // On a machine that is busy the time may be over first.
    expect([body['code'], body['errorCode'] ?? 'command-too-long']).toEqual([
      expect.stringMatching(/^(ok|error)$/),
      'command-too-long',
    ]);
    expect(tookMs).toBeLessThan(COMMAND_MS + SLACK_MS);
    expect(await client.csv(own)).toBe('text\nabc\n');
  }, 240_000);
});
