import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isProcessRunning } from '../../src/foundation/is-process-running.js';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';
import { projectsClient, type ProjectsClient } from './projects-client.js';

/*
 * Memory of commands, as the system counts it: a command that wants more than its limit ends by itself, while the service lives and is at rest afterwards. Reads /proc.
 */

const MEMORY_MB = 128;
/** What a worker has beside the memory of a command. */
const OWN_MB = 352;

const temporary = temporaryFolder();
let service: RunningService;
let client: ProjectsClient;
let project = '';
let silent: Server;

async function start(): Promise<void> {
  const list = temporary.write('list.csv', 'id,name\n1,Rome\n');
  const args = [
    list,
    '--data-dir',
    join(temporary.path, 'data'),
    '--project-workers',
    '2',
    '--project-memory-bytes',
    `${MEMORY_MB}MB`,
    '--preview-timeout-ms',
    '3000',
    '--url-access',
    'all',
  ];
  // Whoever runs the service may have raised the heap for it; that is nothing for its workers.
  service = await startService(args, { env: { NODE_OPTIONS: '--max-old-space-size=6000 --max-semi-space-size=64' } });
  client = projectsClient(service.origin);
}

beforeAll(async () => {
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
  await start();
  project = await client.created('name\nx\n');
}, 240_000);

afterAll(async () => {
  await service?.stop();
  silent.closeAllConnections();
  silent.close();
  temporary.remove();
});

function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid ? [Number(name)] : [];
      } catch {
        return []; // gone meanwhile
      }
    });
}

function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // gone meanwhile
  }
}

/** The largest worker that was seen while the work went on. */
async function largestWorkerDuring(work: Promise<unknown>): Promise<number> {
  let largest = 0;
  let isDone = false;
  void work.finally(() => (isDone = true));
  while (!isDone) {
    for (const pid of childrenOf(service.pid)) largest = Math.max(largest, residentMb(pid));
    await pause(20);
  }
  return largest;
}

/** Work that waits for an answer which never comes. */
function fetching(): object {
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    op: 'core/column-addition-by-fetching-urls',
    engineConfig: { facets: [], mode: 'row-based' },
    baseColumnName: 'name',
    newColumnName: 'y',
    urlExpression: `"http://127.0.0.1:${port}/"`,
    delay: 0,
    onError: 'store-error',
    columnInsertIndex: 1,
  };
}

const preview = (expression: string): ReturnType<ProjectsClient['ask']> =>
  client.ask('preview-expression', { project, cellIndex: '0', rowIndices: '[0]', expression });

/** A text of 16 characters, made eight times as long again and again, and what is done with it. */
const doubling = (body: string): string => {
  const within = (depth: number): string => (depth === 0 ? body : `with(s+s+s+s+s+s+s+s,s,${within(depth - 1)})`);
  return `with("aaaaaaaaaaaaaaaa",s,${within(7)})`;
};

const PROGRAMS: readonly (readonly [string, string])[] = [
  ['GREL: capital letters of a long text, again and again', doubling('forRange(0,1000,1,i,s.toUppercase()).length()')],
  ['GREL: millions of texts', doubling('forRange(0,9000000,1,i,"k"+i).uniques().length()')],
  [
    'GREL: twelve long texts that are different',
    doubling(`[${Array.from({ length: 12 }, (_, index) => `(s+"${index}").toUppercase()`).join(',')}].length()`),
  ],
  ['GREL: a long text with a million parts', doubling('s.splitByLengths(1,1,1).join(s).split("a").length()')],
  ['Python: a list that grows', 'jython:a = [value]\nwhile True:\n  a = a + a'],
  ['Clojure: a list that grows', 'clojure:(loop [a [value]] (recur (into a a)))'],
];

describe('the memory of a command', () => {
  it.each(PROGRAMS)(
    '%s: stays below its limit, and the service lives',
    async (_, expression) => {
      await preview('value');
      const before = residentMb(service.pid);
      const answer = preview(expression);
      const largest = await largestWorkerDuring(answer);
      const { status, body } = await answer;
      expect(status).toBe(200);
      expect(body).toMatchObject({ code: expect.stringMatching(/^(?:ok|error)$/) as unknown });
      expect(largest).toBeLessThan(MEMORY_MB + OWN_MB);
      expect(service.isRunning()).toBe(true);
      expect((await preview('value')).body).toEqual({ code: 'ok', results: ['x'] });
      expect(residentMb(service.pid)).toBeLessThan(before + 60);
    },
    240_000,
  );
});

describe('an operation that needs more memory than there is', () => {
  const engineConfig = { facets: [], mode: 'row-based' };
  const crossing = {
    op: 'core/column-addition',
    engineConfig,
    baseColumnName: 'name',
    newColumnName: 'rows',
    columnInsertIndex: 1,
    // The rows of each of a million texts.
    expression: 'cell.cross("", "name").length()',
    onError: 'set-to-blank',
  };
  const trimming = {
    op: 'core/text-transform',
    engineConfig,
    columnName: 'name',
    expression: 'value.toUppercase()',
    onError: 'keep-original',
  };
  const ended = `needed more than the ${MEMORY_MB} MB of memory that a command may use, and was ended.`;

  it('says so with what was asked, and changes nothing', async () => {
    const one = await client.created(`name\n${Array.from({ length: 1_500_000 }, (_, row) => `a ${row}\n`).join('')}`);
    const before = await client.csv(one);
    const applied = async (...operations: object[]): Promise<object> =>
      (await client.ask('apply-operations', { project: one, operations: JSON.stringify(operations) })).body;
    const done = async (): Promise<object> => (await client.ask('get-history', { project: one }, 'GET')).body;
    expect(await applied(crossing)).toMatchObject({
      code: 'error',
      errorCode: 'command-too-large',
      message: `The command apply-operations (core/column-addition) ${ended} The project is as it was before.`,
    });
    expect((await client.csv(one)) === before).toBe(true);
    expect(await done()).toMatchObject({ past: [], future: [] });
    // What went before it in a recipe is saved, as after any error, and the message says so.
    expect(await applied(trimming, crossing)).toMatchObject({
      message: `The command apply-operations (core/text-transform, core/column-addition) ${ended} Of the operation that was under way nothing was kept; those before it are in the history.`,
    });
    expect(await done()).toMatchObject({ past: [{ operation_id: 'core/text-transform' }], future: [] });
  }, 240_000);
});

describe('work that waits for other services', () => {
  it('has a bounded number of workers, however many projects there are, and can be cancelled while it waits', async () => {
    const projects = await Promise.all(Array.from({ length: 12 }, () => client.created('name\nx\n')));
    const operation = fetching();
    for (const one of projects)
      expect(
        (await client.ask('apply-operations', { project: one, operations: JSON.stringify([operation]) })).body,
      ).toMatchObject({ code: 'pending' });
    // Eight for commands of several projects and four for long work.
    expect(childrenOf(service.pid).length).toBeLessThanOrEqual(12);
    expect((await preview('value')).body).toEqual({ code: 'ok', results: ['x'] });
    for (const one of [...projects].reverse())
      expect((await client.ask('cancel-processes', { project: one })).body).toMatchObject({ code: 'ok' });
    for (const one of projects)
      expect((await client.ask('get-processes', { project: one }, 'GET')).body).toMatchObject({ processes: [] });
  }, 240_000);
});

describe('workers that come and go', () => {
  it('leave no open file, and no memory, in the service', async () => {
    const openFiles = (): number => readdirSync(`/proc/${service.pid}/fd`).length;
    await preview('value');
    await preview('jython:while rowIndex >= 0: pass');
    await preview('value');
    const before = openFiles();
    const memoryBefore = residentMb(service.pid);
    for (let round = 0; round < 6; round += 1) {
      const one = await client.created('name\nx\n');
      expect(
        (await client.ask('apply-operations', { project: one, operations: JSON.stringify([fetching()]) })).body,
      ).toMatchObject({ code: 'pending' });
      await pause(round * 40); // while it starts, and when it has
      expect((await client.ask('cancel-processes', { project: one })).body).toMatchObject({ code: 'ok' });
      expect(
        (await preview(`value${'.replace("x", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")'.repeat(6)}`)).body,
      ).toMatchObject({ code: expect.any(String) as unknown });
    }
    await until(() => openFiles() <= before + 2);
    expect(residentMb(service.pid)).toBeLessThan(memoryBefore + 60);
  }, 240_000);
});

describe('a service that is killed', () => {
  it('takes its workers along, whatever they do', async () => {
    await preview('value');
    void preview('jython:while True: pass').catch(() => undefined);
    await pause(300);
    const workers = childrenOf(service.pid);
    expect(workers.length).toBeGreaterThan(0);
    process.kill(service.pid, 'SIGKILL');
    await until(() => workers.every((pid) => !isProcessRunning(pid)));
    await service.stop();
    await start();
    expect((await preview('value')).body).toEqual({ code: 'ok', results: ['x'] });
  }, 240_000);
});
