import { afterAll, describe, expect, it } from '@jest/globals';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import { ReloadableDataset } from '../../src/assembly/live-dataset.js';
import { readContentHash } from '../../src/assembly/prepare-snapshot.js';
import { inlineWorker } from '../../src/assembly/inline-batch-executor.js';
import type { SnapshotImage } from '../../src/assembly/snapshot-image.js';
import type { Observation } from '../../src/foundation/observation.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

function liveOver(
  file: string,
  build: (served: string | undefined) => Promise<SnapshotImage | undefined> = () => buildSnapshot({ files: [file] }),
) {
  const observations: Observation[] = [];
  let closed = 0;
  const live = new ReloadableDataset({
    sourceName: file,
    build: (_, served) => build(served),
    readContentHash: () => readContentHash({ files: [file] }),
    createExecutor: (_, snapshot) => ({
      ...createInlineBatchExecutor(snapshot, { batchTimeoutMs: 1_000, queryTimeoutMs: 1_000 }),
      work: inlineWorker(snapshot),
      close: () => {
        closed++;
        return Promise.resolve();
      },
    }),
    observe: (observation) => observations.push(observation),
  });
  return { live, observations, closed: () => closed };
}

describe('the live dataset', () => {
  it('is not ready before it is loaded', async () => {
    const { live } = liveOver(folder.write('a.csv', 'id,name\n1,One\n2,Two\n'));
    expect(() => live.current()).toThrow(expect.objectContaining({ code: 'not-ready' }));
    await live.load();
    expect(live.current().snapshot.dataset.entities.size).toBe(2);
  });

  it('changes to what the file holds now, and frees the old snapshot when its last lease is returned', async () => {
    const file = folder.write('b.csv', 'id,name\n1,One\n2,Two\n');
    const { live, observations, closed } = liveOver(file);
    await live.load();
    const [lease, second] = [live.lease(), live.lease()];
    const old = lease.served.snapshot;
    folder.write('b.csv', 'id,name\n1,One\n2,Two\n3,Three\n');
    await live.load();
    expect(live.current().snapshot.dataset.entities.size).toBe(3);
    expect(live.current().snapshot.id).not.toBe(old.id);
    expect(old.dataset.entities.nameOf(1)).toBe('Two');
    lease.release();
    lease.release(); // nothing happens the second time
    expect(closed()).toBe(0);
    second.release();
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed()).toBe(1);
    await live.close();
    expect(closed()).toBe(2);
    expect(observations.map((o) => o.kind).filter((kind) => kind !== 'snapshots-held')).toEqual([
      'dataset-loading',
      'dataset-ready',
      'dataset-loading',
      'dataset-ready',
    ]);
  });

  it('keeps serving the old snapshot when the file has become unusable', async () => {
    const file = folder.write('c.csv', 'id,name\n1,One\n2,Two\n');
    const { live, observations } = liveOver(file);
    await live.load();
    folder.write('c.csv', '');
    await expect(live.load()).rejects.toMatchObject({ code: 'file-empty' });
    expect(live.current().snapshot.dataset.entities.size).toBe(2);
    expect(observations.at(-1)?.kind).toBe('dataset-load-failed');
  });

  it('goes on with the snapshot that it serves where the load says that the content is unchanged', async () => {
    const served: (string | undefined)[] = [];
    const file = folder.write('same.csv', 'id,name\n1,One\n2,Two\n');
    const { live, observations } = liveOver(file, (before) => {
      served.push(before);
      return before === undefined ? buildSnapshot({ files: [file] }) : Promise.resolve(undefined);
    });
    const first = await live.load();
    const { snapshot } = live.current();
    expect(await live.load()).toBe(first);
    expect(live.current().snapshot).toBe(snapshot);
    expect(served).toEqual([undefined, snapshot.dataset.metadata.contentHash]);
    expect(observations.at(-1)).toMatchObject({ kind: 'dataset-ready', snapshot: snapshot.id });
  });

  it('answers calls during a load with one further load, which sees the last change', async () => {
    const file = folder.write('d.csv', 'id,name\n1,One\n2,Two\n');
    const { live, observations } = liveOver(file);
    const first = live.load();
    folder.write('d.csv', 'id,name\n1,One\n2,Two\n3,Three\n');
    const [, second, third] = await Promise.all([first, live.load(), live.load()]);
    expect(second.id).toBe(third.id);
    expect(live.current().snapshot.dataset.entities.size).toBe(3);
    expect(observations.filter((o) => o.kind === 'dataset-ready')).toHaveLength(2);
  });
});
