import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBrowseThreads } from '../../src/assembly/browse-threads.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import type { BrowseQuery } from '../../src/browsing/browse-query.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
const threads = createBrowseThreads(10_000);
const snapshotOf = async (name: string, text: string): Promise<DatasetSnapshot> =>
  attachSnapshot(await buildSnapshot({ files: [folder.write(name, text)] }));
const QUERY: BrowseQuery = {
  text: 'river',
  type: '',
  values: [],
  sort: 'best',
  isDescending: false,
  offset: 0,
  limit: 5,
};
let places: DatasetSnapshot;

beforeAll(async () => {
  places = await snapshotOf(
    'places.csv',
    `id,name,note\n${Array.from({ length: 3_000 }, (_, i) => `P${String(i)},Place ${String(i)},${i % 1_000 === 0 ? 'on a river' : 'on a hill'}\n`).join('')}`,
  );
});
afterAll(async () => {
  await threads.close();
  folder.remove();
});

describe('the thread that looks through entities', () => {
  it('indexes them once, tells how far it is, and answers several at once', async () => {
    expect(threads.progress(places)).toBe(0);
    const [one, other, file] = await Promise.all([
      threads.browse(places, QUERY),
      threads.browse(places, { ...QUERY, text: 'hill', limit: 1 }),
      threads.save(places, QUERY, 'csv'),
    ]);
    expect([one.total, other.total, file.trim().split('\r\n').length]).toEqual([3, 2_997, 4]);
    expect(threads.progress(places)).toBe(1);
  });

  it('goes over to another snapshot', async () => {
    const rivers = await snapshotOf('rivers.csv', 'id,name\nA,River Test\nB,Hill Test\n');
    expect((await threads.browse(rivers, QUERY)).total).toBe(1);
  });

  it('is ended when it takes too long, and started anew', async () => {
    const hurried = createBrowseThreads(10_000, { megabytes: 512, milliseconds: 1, idleMs: 60_000 });
    await expect(hurried.browse(places, QUERY)).rejects.toMatchObject({ code: 'browsing-failed' });
    await hurried.close();
    const idle = createBrowseThreads(10_000, { megabytes: 512, milliseconds: 30_000, idleMs: 1 });
    expect((await idle.browse(places, QUERY)).total).toBe(3);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await idle.browse(places, QUERY)).total).toBe(3);
    await idle.close();
  });

  it('refuses what is asked while the service stops', async () => {
    const closed = createBrowseThreads(10_000);
    const refused = expect(closed.browse(places, QUERY)).rejects.toThrow('The service stops.');
    await closed.close();
    await refused;
  });
});
