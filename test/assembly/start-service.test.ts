import { afterAll, describe, expect, it } from '@jest/globals';
import { startService } from '../../src/assembly/start-service.js';
import type { Observation } from '../../src/foundation/observation.js';
import { readSettings } from '../../src/settings/read-settings.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

function settingsWith(flags: Parameters<typeof readSettings>[0]['flags']) {
  return readSettings({ flags: { port: '0', ...flags }, env: {}, processors: 2 });
}

async function ask(url: string, text: string): Promise<readonly { id: string }[]> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ queries: JSON.stringify({ q: { query: text } }) }),
  });
  const body = (await response.json()) as { q: { result: { id: string }[] } };
  return body.q.result;
}

describe('the service', () => {
  it.each(['0', '2'])('answers, counts and stops, with %s workers', async (workers) => {
    const observations: Observation[] = [];
    const file = folder.write(`towns-${workers}.csv`, 'id,name\n1,Springfield\n2,Shelbyville\n');
    const service = await startService({
      source: { files: [file] },
      settings: settingsWith({ workers }),
      observe: (o) => observations.push(o),
    });
    try {
      expect((await ask(service.url, 'Shelbyvile'))[0]?.id).toBe('2');
      const metrics = await (await fetch(new URL('metrics', service.url))).text();
      expect(metrics).toContain('sameas_entities 2');
      expect(metrics).toContain('sameas_queries_total 1');
    } finally {
      await service.close();
    }
    await expect(fetch(service.url)).rejects.toThrow();
    expect(observations.map((o) => o.kind)).toEqual(
      expect.arrayContaining(['dataset-loading', 'dataset-ready', 'listening', 'batch-answered', 'request-answered']),
    );
  });

  it('counts queries that it refuses, in a batch and alone, as failed', async () => {
    const file = folder.write('refusing.csv', 'id,name\n1,Springfield\n');
    const service = await startService({
      source: { files: [file] },
      settings: settingsWith({ workers: '0' }),
      observe: () => undefined,
    });
    try {
      const queries = JSON.stringify({
        a: { query: 'Springfield' },
        b: { query: {} },
        c: 7,
        d: { query: 'x', properties: 'y' },
      });
      const answer: unknown = await (
        await fetch(service.url, { method: 'POST', body: new URLSearchParams({ queries }) })
      ).json();
      expect(answer).toMatchObject({
        a: { result: [{ id: '1' }] },
        b: { error: { code: 'query-invalid' } },
        c: { error: {} },
        d: { error: {} },
      });
      expect((await fetch(new URL('?query={"query":', service.url))).status).toBe(400);
      const metrics = (await (await fetch(new URL('metrics', service.url))).text()).split('\n');
      expect(metrics).toContain('sameas_queries_total 5');
      expect(metrics).toContain('sameas_queries_failed_total 4');
    } finally {
      await service.close();
    }
  });

  it('leaves nothing running when the data cannot be used', async () => {
    const file = folder.write('empty.csv', '');
    await expect(
      startService({ source: { files: [file] }, settings: settingsWith({}), observe: () => undefined }),
    ).rejects.toMatchObject({ code: 'file-empty' });
  });

  it('says which port is in use', async () => {
    const file = folder.write('one.csv', 'id,name\n1,Springfield\n');
    const first = await startService({
      source: { files: [file] },
      settings: settingsWith({ workers: '0' }),
      observe: () => undefined,
    });
    try {
      const port = new URL(first.url).port;
      await expect(
        startService({ source: { files: [file] }, settings: settingsWith({ port }), observe: () => undefined }),
      ).rejects.toMatchObject({
        code: 'port-in-use',
        message: expect.stringContaining(port),
      });
    } finally {
      await first.close();
    }
  });
});
