import { afterAll, describe, expect, it } from '@jest/globals';
import { createApiKey } from '../../src/access/api-key.js';
import { changeKeyFile } from '../../src/access/key-file.js';
import { createAccess } from '../../src/assembly/service-core.js';
import type { Observation } from '../../src/foundation/observation.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const own = { keysFile: '', requireKeys: 'changes', host: '127.0.0.1', baseUrl: '', trustProxy: 0 } as const;

function access(settings: Partial<Parameters<typeof createAccess>[0]>): {
  readonly needed: string;
  readonly told: readonly string[];
} {
  const told: Observation[] = [];
  const created = createAccess({ ...own, ...settings }, (observation) => told.push(observation));
  const { keyNeeded } = created.forDataset('authors');
  expect(told).toEqual([]);
  created.hasBegun();
  return { needed: keyNeeded, told: told.map(({ kind }) => kind) };
}

describe('without keys', () => {
  it.each([
    { host: '127.0.0.1' },
    { host: '127.8.9.1' },
    { host: 'localhost' },
    { host: '::1' },
    { baseUrl: 'http://localhost:8000/' },
    { baseUrl: 'http://[::1]:8000/x/' },
  ])('everything is open on one computer: %j', (settings) => {
    expect(access(settings)).toEqual({ needed: 'nothing', told: [] });
  });

  it.each([
    { host: '0.0.0.0' },
    { host: '::' },
    { host: '192.168.1.7' },
    { host: 'names.example.org' },
    { host: '127.0.0.1.example.org' },
    { trustProxy: 1 },
    { baseUrl: 'https://names.example.org/' },
  ])('changes are closed where others reach the service, which the log says: %j', (settings) => {
    expect(access(settings)).toEqual({ needed: 'changes', told: ['changes-closed'] });
    expect(access({ ...settings, requireKeys: 'nothing' })).toEqual({ needed: 'nothing', told: [] });
  });

  it('nobody can require them', () => {
    expect(() => access({ requireKeys: 'everything' })).toThrow(
      expect.objectContaining({
        code: 'setting-invalid',
        message: expect.stringContaining('there is no file of keys'),
      }),
    );
    expect(() => createAccess(own, () => undefined).forDataset('authors', { requireKeys: 'everything' })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^dataset authors: /) }),
    );
  });
});

describe('with keys', () => {
  it('changes need one everywhere, a dataset may ask for more, and a reload takes what the file holds then', async () => {
    const keysFile = `${folder.path}/keys.json`;
    const [anna, bert] = [
      createApiKey({ name: 'anna', role: 'ask', datasets: 'all' }),
      createApiKey({ name: 'bert', role: 'ask', datasets: 'all' }),
    ];
    await changeKeyFile(keysFile, () => [anna.kept]);
    expect(access({ keysFile })).toEqual({ needed: 'changes', told: [] });
    const told: Observation[] = [];
    const { forDataset, reload } = createAccess({ ...own, keysFile }, (observation) => told.push(observation));
    const { ring, keyNeeded } = forDataset('authors', { requireKeys: 'everything' });
    expect([keyNeeded, ring?.find(anna.text)?.name, ring?.find(bert.text)?.name]).toEqual([
      'everything',
      'anna',
      undefined,
    ]);
    await changeKeyFile(keysFile, () => [bert.kept]);
    reload();
    expect([ring?.find(anna.text)?.name, ring?.find(bert.text)?.name]).toEqual([undefined, 'bert']);
    folder.write('keys.json', '{');
    reload();
    expect([ring?.find(bert.text)?.name, told]).toEqual([
      'bert',
      [{ kind: 'keys-not-read', error: expect.objectContaining({ code: 'keys-file-invalid' }) }],
    ]);
  });

  it('a file that cannot be used keeps the service from starting', () => {
    expect(() => access({ keysFile: `${folder.path}/none.json` })).toThrow(
      expect.objectContaining({ code: 'file-not-found' }),
    );
  });
});
