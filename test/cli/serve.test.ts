import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXIT_CODES } from '../../src/cli/command-definition.js';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { runSameas } from './run-sameas.js';

/* The built program as a user starts it, once; built-program/serve.test.ts has its signals, its settings and what it refuses. */

const folder = temporaryFolder();
const people = folder.write(
  'people.csv',
  'id,name,born\np1,Virginia Woolf,1882\np2,Chinua Achebe,1930\np3,Clarice Lispector,1920\n',
);

describe('sameas serve', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService([people]);
  }, 60_000);
  afterAll(() => folder.remove());

  it('says what was loaded, where to register it, and how to stop', () => {
    const output = service.output();
    expect(output).toContain(`Loading ${people} …\n`);
    expect(output).toMatch(/\b3 entities\b/);
    expect(output).toMatch(/\b3 names\b/);
    expect(output).toContain(`Register this address in OpenRefine: ${service.url}\n`);
    expect(output).toContain('Press Ctrl+C to stop.\n');
  });

  it('answers a batch', async () => {
    const queries = JSON.stringify({ q0: { query: 'Clarice Lispektor' }, q1: { query: 'Chinua Achebe' } });
    const answer = await fetch(service.url, { method: 'POST', body: new URLSearchParams({ queries }) });
    expect(await answer.json()).toMatchObject({
      q0: { result: [{ id: 'p3' }] },
      q1: { result: [{ id: 'p2', match: true }] },
    });
  });

  it('ends with 0 at SIGTERM', async () => {
    process.kill(service.pid, 'SIGTERM');
    // A second signal would end it at once.
    while (service.isRunning()) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await service.stop()).toBe(EXIT_CODES.success.code);
    expect(service.output()).toContain('Stopped.');
  });

  it('says in a sentence that a file is missing, with a code and without a stack trace', async () => {
    const run = await runSameas(['serve', `${folder.path}/none.csv`, '--port', '0']).finished;
    // Alone: no line of a log tells the same before it.
    expect(run.stderr).toMatch(/^sameas: [^{]*none\.csv[^{]*\(file-not-found\)[^{]*$/);
    expect(run.stderr).not.toMatch(/\n\s+at /);
    expect(run.code).toBe(EXIT_CODES.data.code);
  });
});
