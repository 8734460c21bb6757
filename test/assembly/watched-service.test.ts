import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { buildIndexFolder } from '../../src/assembly/prepare-snapshot.js';
import { startService } from '../../src/assembly/start-service.js';
import type { Observation } from '../../src/foundation/observation.js';
import { readSettings } from '../../src/settings/read-settings.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';

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

describe('a service whose files are watched', () => {
  it('serves a watched file anew when it changes, and keeps the old state when it is broken', async () => {
    const observations: Observation[] = [];
    const file = folder.write('watched.csv', 'id,name\n1,Springfield\n');
    const service = await startService({
      source: { files: [file] },
      settings: settingsWith({ watch: 'on', workers: '0' }),
      observe: (o) => observations.push(o),
    });
    try {
      folder.write('watched.csv', 'id,name\n1,Springfield\n2,Ogdenville\n');
      await until(async () => (await ask(service.url, 'Ogdenville'))[0]?.id === '2');
      folder.write('watched.csv', '');
      await until(() => observations.some((o) => o.kind === 'dataset-load-failed'));
      expect((await ask(service.url, 'Ogdenville'))[0]?.id).toBe('2');
    } finally {
      await service.close();
    }
  });

  it('serves aliases anew when their file changes, and keeps those it has when it is broken', async () => {
    const observations: Observation[] = [];
    const file = folder.write('publishers.csv', 'id,name\n1,Penguin Books\n2,Fischer\n');
    const names = folder.write('taught.csv', 'name,id\nPelican,1\n');
    const source = { files: [file], aliasFiles: [names] };
    const service = await startService({
      source,
      settings: settingsWith({ watch: 'on', workers: '0' }),
      observe: (o) => observations.push(o),
    });
    try {
      expect((await ask(service.url, 'Pelican'))[0]?.id).toBe('1');
      expect(await ask(service.url, 'Puffin')).toEqual([]);
      folder.write('taught.csv', 'name,id\nPelican,1\nPuffin,1\n');
      await until(async () => (await ask(service.url, 'Puffin'))[0]?.id === '1');
      folder.write('taught.csv', 'a,b,c\n1,2,3\n');
      await until(() =>
        observations.some((o) => o.kind === 'dataset-load-failed' && o.error.code === 'alias-file-invalid'),
      );
      expect((await ask(service.url, 'Puffin'))[0]?.id).toBe('1');
    } finally {
      await service.close();
    }
  });

  it('watches the files that a manifest names later, also one that is not there yet or cannot be used, and no more those that it no longer names', async () => {
    const observations: Observation[] = [];
    folder.write('houses.csv', 'id,name\n1,Penguin Books\n');
    folder.write('later.csv', 'name,id\nPelican,1\n');
    const source = { files: [], manifestFile: folder.write('houses.manifest.yaml', 'files: houses.csv\n') };
    const failures = (): number => observations.filter((o) => o.kind === 'dataset-load-failed').length;
    const loads = (): number => observations.filter((o) => o.kind === 'dataset-loading').length;
    const knows = (name: string) => async (): Promise<boolean> => (await ask(service.url, name))[0]?.id === '1';
    const service = await startService({
      source,
      settings: settingsWith({ watch: 'on', workers: '0' }),
      observe: (o) => observations.push(o),
    });
    try {
      folder.write('houses.manifest.yaml', 'files: houses.csv\naliasFiles: later.csv\n');
      await until(knows('Pelican'));
      folder.write('later.csv', 'name,id\nPuffin,1\n');
      await until(knows('Puffin'));
      folder.write('houses.manifest.yaml', 'files: houses.csv\naliasFiles: missing.csv\n');
      await until(() => failures() === 1);
      folder.write('missing.csv', 'name,id\nKestrel,1\n');
      await until(knows('Kestrel'));
      folder.write('broken.csv', 'name\nPlover\n');
      folder.write('houses.manifest.yaml', 'files: houses.csv\naliasFiles: broken.csv\n');
      await until(() => failures() === 2);
      folder.write('broken.csv', 'name,id\nPlover,1\n');
      await until(knows('Plover'));
      const before = loads();
      folder.write('later.csv', 'name,id\nPelican,1\n');
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(loads()).toBe(before);
    } finally {
      await service.close();
    }
  }, 240_000);

  it('serves a watched index anew when it is built again', async () => {
    const files = [folder.write('indexed.csv', 'id,name\n1,Springfield\n')];
    const index = join(folder.path, 'index');
    await buildIndexFolder({ files }, index);
    const service = await startService({
      source: { files: [index] },
      settings: settingsWith({ watch: 'on', workers: '0' }),
      observe: () => undefined,
    });
    try {
      folder.write('elsewhere/indexed.csv', 'id,name\n1,Springfield\n2,Ogdenville\n');
      await buildIndexFolder({ files: [join(folder.path, 'elsewhere/indexed.csv')] }, index);
      await until(async () => (await ask(service.url, 'Ogdenville'))[0]?.id === '2');
    } finally {
      await service.close();
    }
  }, 240_000);
});
