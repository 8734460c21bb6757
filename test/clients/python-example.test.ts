import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../architecture/source-tree.js';
import { startService, type RunningService } from '../support/start-service.js';
import { startUnsteadyProxy, type Fault, type UnsteadyProxy } from '../support/unsteady-proxy.js';
import { until } from '../support/until.js';

const SCRIPT = join(ROOT, 'examples', 'python', 'reconcile.py');
const TREES = Array.from({ length: 260 }, (_, i) => ({
  id: `t${String(i)}`,
  name: `Tree number ${String(i)}, “${['alder', 'birch', 'Bäume'][i % 3] ?? ''}”`,
}));

const folder = mkdtempSync(join(tmpdir(), 'sameas-python-'));
const names = join(folder, 'names.csv');
const answers = join(folder, 'answers.jsonl');
let service: RunningService;
beforeAll(async () => {
  const list = join(folder, 'trees.jsonl');
  writeFileSync(list, TREES.map((tree) => `${JSON.stringify(tree)}\n`).join(''));
  writeFileSync(names, `name\n${TREES.map(({ name }) => `"${name}"\n`).join('')}`);
  service = await startService([list]);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

let proxy: UnsteadyProxy | undefined;
afterEach(async () => {
  await proxy?.close();
  rmSync(answers, { force: true });
});
async function before(faultOf: (request: number) => Fault | undefined): Promise<string> {
  proxy = await startUnsteadyProxy(service.url, faultOf);
  return proxy.url;
}

const expected = TREES.map(({ id, name }) => [name, id]);
const written = (): unknown =>
  readFileSync(answers, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const answer = JSON.parse(line) as { name: string; result: { id: string }[] }; // written by the script
      return [answer.name, answer.result[0]?.id];
    });
/** Without holding up this process, in which the proxy is. */
async function run(...args: readonly string[]): Promise<{ readonly code: number | null; readonly told: string }> {
  const python = spawn('python3', [SCRIPT, ...args]);
  let told = '';
  python.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  const code = await new Promise<number | null>((resolve) => python.once('exit', resolve));
  return { code, told };
}

describe('the example in Python', () => {
  it('matches the names of a file in batches, and sends a batch again where the service is busy or lost', async () => {
    const faults: readonly (Fault | undefined)[] = [
      { status: 503, retryAfter: '0' },
      undefined,
      { status: 429, retryAfter: '0' },
      undefined,
      'closed',
      'broken off',
    ];
    const { code, told } = await run(await before((request) => faults[request]), names, answers);
    expect([code, told.match(/Sent again/g)]).toEqual([0, Array.from({ length: 4 }, () => 'Sent again')]);
    expect(written()).toEqual(expected);
    expect(proxy?.requests.filter((request) => request === 'POST passed on')).toHaveLength(6);
  });

  it('goes on behind the last complete answer after it was killed', async () => {
    // From the third batch on the service is busy, so that the kill falls into a wait.
    const python = spawn(
      'python3',
      [
        SCRIPT,
        await before((request) => (request < 3 ? undefined : { status: 503, retryAfter: '600' })),
        names,
        answers,
      ],
      { stdio: 'ignore' },
    );
    const ended = new Promise((resolve) => python.once('exit', resolve));
    await until(() => existsSync(answers) && (proxy?.requests.length ?? 0) > 3);
    python.kill('SIGKILL');
    await ended;
    await proxy?.close();
    // The kill may have cut a line.
    const kept = readFileSync(answers, 'utf8');
    writeFileSync(answers, kept.slice(0, -20));
    const { code } = await run(await before(() => undefined), names, answers);
    expect(code).toBe(0);
    expect(written()).toEqual(expected);
    // 99 answers were complete: the other 161 take four batches, after the manifest.
    expect(proxy?.requests).toEqual(['GET passed on', ...Array.from({ length: 4 }, () => 'POST passed on')]);
  });

  it('says what is wrong, and asks once where the service refuses', async () => {
    expect(await run(await before(() => ({ status: 401 })), names, answers)).toEqual({
      code: 1,
      told: expect.stringContaining('status 401: Too busy.'),
    });
    expect(proxy?.requests).toHaveLength(1);
    expect(await run(service.url, names, answers, '--column', 'title')).toEqual({
      code: 1,
      told: expect.stringContaining('has no column "title"'),
    });
  });

  it('tells how it is used', () => {
    const { stdout, status } = spawnSync('python3', [SCRIPT, '--help'], { encoding: 'utf8' });
    expect([status, stdout.includes('--column')]).toEqual([0, true]);
  });
});
