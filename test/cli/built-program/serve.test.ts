import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EXIT_CODES } from '../../../src/cli/command-definition.js';
import { startService } from '../../support/start-service.js';
import { runSameas } from '../run-sameas.js';

// The machine may be busy with other tests.
jest.setTimeout(60_000);

let folder = '';
let people = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sameas-serve-'));
  people = join(folder, 'people.csv');
  writeFileSync(people, 'id,name,born\np1,Virginia Woolf,1882\np2,Chinua Achebe,1930\np3,Clarice Lispector,1920\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const exited = async (pid: number): Promise<void> => {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe('when ready', () => {
  it('announces the public address when there is one', async () => {
    const service = await startService([people, '--base-url', 'https://names.example.org/people']);
    try {
      expect(service.output()).toContain('Register this address in OpenRefine: https://names.example.org/people/\n');
    } finally {
      await service.stop();
    }
  });

  it('takes settings from a file, and flags before it', async () => {
    const config = join(folder, 'settings.yaml');
    writeFileSync(config, 'batchSize: 17\nport: 1\n');
    const service = await startService([people, '--config', config]);
    try {
      expect(await (await fetch(service.url)).json()).toMatchObject({ batchSize: 17 });
    } finally {
      await service.stop();
    }
  });

  it('logs requests as JSON to standard error when told to', async () => {
    const service = await startService([people], { env: { SAMEAS_LOG_LEVEL: 'info' } });
    try {
      await fetch(service.url);
    } finally {
      await service.stop();
    }
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ kind: 'request-answered', method: 'GET', status: 200 }),
    );
  });
});

describe('stopping', () => {
  it('SIGINT ends it with 0', async () => {
    const service = await startService([people]);
    process.kill(service.pid, 'SIGINT');
    await exited(service.pid);
    expect(await service.stop()).toBe(EXIT_CODES.success.code);
    expect(service.output()).toContain('Stopped.');
  });

  it('waits for the requests under way, and not for idle connections', async () => {
    const service = await startService([people]);
    const queries = Object.fromEntries(
      Array.from({ length: 1500 }, (_, i) => [`q${i}`, { query: `Virgina Wolf ${i}` }]),
    );
    // The connection of this first request stays open.
    await fetch(service.url);
    const answer = fetch(service.url, {
      method: 'POST',
      body: new URLSearchParams({ queries: JSON.stringify(queries) }),
    });
    await new Promise((resolve) => setTimeout(resolve, 30));
    const stoppedAt = performance.now();
    process.kill(service.pid, 'SIGTERM');
    expect(Object.keys((await (await answer).json()) as object)).toHaveLength(1500);
    await exited(service.pid);
    expect(await service.stop()).toBe(EXIT_CODES.success.code);
    expect(performance.now() - stoppedAt).toBeLessThan(9_000);
  });

  it('is not prevented by a load that still runs', async () => {
    const large = join(folder, 'large.csv');
    writeFileSync(
      large,
      `id,name\n${Array.from({ length: 200_000 }, (_, i) => `x${i},Name number ${i}`).join('\n')}\n`,
    );
    const run = runSameas(['serve', large, '--port', '0']);
    await run.begun; // it says first what it loads
    run.kill('SIGTERM');
    expect(await run.finished).toMatchObject({ code: EXIT_CODES.success.code, stderr: '' });
  });
});

describe('reloading', () => {
  it('reads the file again at SIGHUP, and keeps serving when the file is then broken', async () => {
    const list = join(folder, 'growing.csv');
    writeFileSync(list, 'id,name\np1,Virginia Woolf\n');
    const service = await startService([list]);
    const topOf = async (query: string): Promise<unknown> => {
      const response = await fetch(
        `${service.url}?${new URLSearchParams({ queries: JSON.stringify({ q0: { query } }) }).toString()}`,
      );
      const answer = (await response.json()) as { q0: { result?: { id: string }[] } };
      if (answer.q0.result === undefined) throw new Error(JSON.stringify(answer));
      return answer.q0.result[0]?.id;
    };
    const eventually = async (query: string, id: string): Promise<void> => {
      for (let i = 0; i < 200 && (await topOf(query)) !== id; i++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await topOf(query)).toBe(id);
    };
    try {
      writeFileSync(list, 'id,name\np1,Virginia Woolf\np2,Chinua Achebe\n');
      process.kill(service.pid, 'SIGHUP');
      await eventually('Chinua Achebe', 'p2');
      rmSync(list);
      process.kill(service.pid, 'SIGHUP');
      for (let i = 0; i < 200 && !service.output().includes('dataset-load-failed'); i++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      expect(service.output()).toContain('file-not-found');
      expect(await topOf('Chinua Achebe')).toBe('p2');
    } finally {
      await service.stop();
    }
  });
});

describe('what cannot be served', () => {
  it.each([
    {
      what: 'an empty file',
      args: () => [written('empty.csv', '')],
      code: EXIT_CODES.data.code,
      says: [/empty\.csv/, /\(file-empty\)/],
    },
    { what: 'a folder', args: () => [folder], code: EXIT_CODES.data.code, says: [/sameas-serve-/] },
    {
      what: 'a bad manifest',
      args: () => [people, '--manifest', written('bad.manifest.yaml', 'colums: 3\n')],
      code: EXIT_CODES.data.code,
      says: [/bad\.manifest\.yaml/, /\(manifest-invalid\)/],
    },
    {
      what: 'a missing manifest',
      args: () => [people, '--manifest', join(folder, 'none.yaml')],
      code: EXIT_CODES.data.code,
      says: [/none\.yaml/, /\(file-not-found\)/],
    },
    {
      what: 'a missing settings file',
      args: () => [people, '--config', join(folder, 'none.yaml')],
      code: EXIT_CODES.data.code,
      says: [/none\.yaml/, /\(file-not-found\)/],
    },
    {
      what: 'a host that is none of ours',
      args: () => [people, '--host', '192.0.2.1'],
      code: EXIT_CODES.usage.code,
      says: [/192\.0\.2\.1/],
    },
  ])('$what: a sentence, a code, no stack trace', async ({ args, code, says }) => {
    const run = await runSameas(['serve', ...args(), '--port', '0']).finished;
    // Alone: no line of a log tells the same before it.
    expect(run.stderr).toMatch(/^sameas: [^{]*$/);
    for (const pattern of says) expect(run.stderr).toMatch(pattern);
    expect(run.stderr).not.toMatch(/\n\s+at /);
    expect(run.code).toBe(code);
  });

  it('a port in use is reported before anything is loaded', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    try {
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const { code, stderr } = await runSameas(['serve', people, '--port', String(port)]).finished;
      expect(code).toBe(EXIT_CODES.usage.code);
      expect(stderr).toContain(`port ${port}`);
      expect(stderr).toContain('--port');
      expect(stderr).toContain('(port-in-use)');
      expect(stderr).not.toMatch(/\n\s+at /);
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });
});

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
