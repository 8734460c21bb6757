import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { renameSync } from 'node:fs';
import { buildChanges } from '../../src/assembly/changes-worker.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { createBatchExecutor } from '../../src/assembly/create-batch-executor.js';
import { ReloadableDataset } from '../../src/assembly/live-dataset.js';
import { readContentHash } from '../../src/assembly/prepare-snapshot.js';
import { attachSnapshot, type SnapshotImage } from '../../src/assembly/snapshot-image.js';
import { startNodeThread, type WorkerPort } from '../../src/assembly/workers/worker-thread.js';
import { WorkerPool } from '../../src/assembly/worker-pool-batch-executor.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import type { Outcome } from '../../src/describe/answer.js';
import type { SnapshotLease } from '../../src/describe/served-snapshot.js';
import { temporaryFolder } from '../support/temporary-files.js';

/*
 * Orders in any sequence, each begun before those before it have ended, against real threads and real files. Every entity carries the version of the file and the number of the
 * change in its name, so that an answer shows which snapshot gave it.
 */

const RUNS = Number(process.env['LIFE_RUNS'] ?? '12');
const folder = temporaryFolder();
const limits = { workers: 2, batchTimeoutMs: 20_000, queryTimeoutMs: 5_000 };
const LETTERS = ['alder', 'birch', 'cedar', 'dogwood', 'elder', 'juniper'];

const threads: WorkerPort[] = [];
let killed = 0;
let ended = 0;
const pool = new WorkerPool({
  ...limits,
  observe: () => undefined,
  startThread: (...thread) => {
    const worker = startNodeThread(...thread);
    threads.push(worker);
    worker.on('exit', () => (ended += 1));
    return worker;
  },
});
afterAll(async () => {
  await pool.close();
  folder.remove();
});

const query = (text: string): ReconciliationQuery => ({ text, types: [], typeMode: 'any', properties: [], limit: 2 });
const tree = (letter: string, version: number, change: number): string => `${letter} v${version} c${change}`;
const fileOf = (version: number): string =>
  `id,name\n${LETTERS.map((letter) => `${letter}-${version},"${tree(letter, version, 0)}"`).join('\n')}\n`;

/** One dataset that is asked, changed, reloaded and closed. */
class Life {
  readonly file: string;
  readonly live: ReloadableDataset;
  held = 0;
  version = 0;
  change = 0;
  image: SnapshotImage | undefined;
  readonly leases: SnapshotLease[] = [];
  readonly underWay: Promise<void>[] = [];
  readonly faults: string[] = [];
  isClosed = false;

  constructor(name: string) {
    this.file = folder.write(`${name}.csv`, fileOf(0));
    this.live = new ReloadableDataset({
      sourceName: this.file,
      build: async () => {
        const image = await buildSnapshot({ files: [this.file] });
        this.image = image;
        return image;
      },
      readContentHash: () => readContentHash({ files: [this.file] }),
      createExecutor: (image, snapshot) => createBatchExecutor(image, snapshot, limits, () => undefined, pool),
      observe: (observation) => {
        if (observation.kind === 'snapshots-held') this.held += observation.change;
      },
    });
  }

  begin(what: string, work: () => Promise<void>): void {
    const before = ended;
    this.underWay.push(
      work().catch((thrown: unknown) => {
        // A query, or other work, that has cost two threads is given up; and nothing is promised while the dataset is closed.
        if (ended - before < 2 && !this.isClosed) this.faults.push(`${what}: ${String(thrown)}`);
      }),
    );
  }

  /** Asks over a lease; all answers have to be of one snapshot. */
  ask(what: string, texts: readonly string[], lease = this.lease()): void {
    if (lease === undefined) return;
    const expected = lease.served.snapshot.dataset.entities.nameOf(0).split(' ').slice(1).join(' ');
    this.begin(what, async () => {
      try {
        const outcomes = await lease.served.batches.execute(texts.map(query), 'objects');
        const seen = new Set(outcomes.map(snapshotOf));
        if (seen.size !== 1 || !seen.has(expected)) throw new Error(`${[...seen].join(' and ')}, not ${expected}`);
      } finally {
        lease.release();
      }
    });
  }

  lease(): SnapshotLease | undefined {
    try {
      return this.live.lease();
    } catch {
      return undefined; // nothing is served before the first load and after the end
    }
  }

  load(isGood: boolean): void {
    this.begin('load', async () => {
      await this.live.load().catch((thrown: unknown) => {
        if (isGood) throw thrown;
      });
    });
  }

  /** Replaces the file as a whole, as who reads it at this moment expects. */
  write(content: string): void {
    renameSync(folder.write('next.csv', content), this.file);
  }

  async settle(): Promise<void> {
    await Promise.all(this.underWay.splice(0));
    expect(this.faults).toEqual([]);
  }
}

function snapshotOf(outcome: Outcome<string>): string {
  if (outcome.kind === 'failed') throw outcome.error;
  const [, name = 'nothing'] = /"name":"([^"]*)"/.exec(outcome.answer) ?? [];
  return name.split(' ').slice(1).join(' ');
}

interface Model {
  orders: number;
}

type Order = fc.AsyncCommand<Model, Life>;

/** An order that may come at any time. */
function order(name: string, run: (life: Life) => void | Promise<void>): fc.Arbitrary<Order> {
  return fc.constant({
    check: () => true,
    run: async (model: Model, life: Life) => {
      model.orders += 1;
      await run(life);
    },
    toString: () => name,
  });
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const ORDERS = [
  order('ask', (life) => life.ask('ask', ['alder'])),
  order('batch', (life) => life.ask('batch', LETTERS)),
  order('slow', (life) =>
    life.ask(
      'slow',
      Array.from({ length: 40 }, (_, i) => `${LETTERS[i % 6] ?? ''} oak`),
    ),
  ),
  order('explain', (life) => {
    const lease = life.lease();
    if (lease === undefined) return;
    life.begin('explain', async () => {
      await lease.served.work.explain({ query: query('birch'), ids: [] }).finally(lease.release);
    });
  }),
  order('extend', (life) => {
    const lease = life.lease();
    if (lease === undefined) return;
    const id = lease.served.snapshot.dataset.entities.idOf(0);
    const json = JSON.stringify({ ids: [id], properties: [{ id: 'name' }] });
    life.begin('extend', async () => {
      const answer = await lease.served.work.extend({ json, wire: 'older', from: 'body' }).finally(lease.release);
      if (!answer.includes(id)) throw new Error(answer);
    });
  }),
  order('hold', (life) => {
    const lease = life.lease();
    if (lease !== undefined) life.leases.push(lease);
  }),
  order('use what is held', (life) => {
    const lease = life.leases.shift();
    if (lease !== undefined) life.ask('held', LETTERS, lease);
  }),
  order('give up', (life) => {
    // The lease is returned while what was asked is under way.
    const lease = life.lease();
    if (lease === undefined) return;
    life.ask('given up', LETTERS, lease);
    lease.release();
  }),
  order('change', (life) => {
    const { image } = life;
    if (image === undefined || life.isClosed) return;
    life.change += 1;
    const base = attachSnapshot(image);
    const version = Number(base.dataset.entities.idOf(0).split('-')[1]);
    const entities = new Map(
      LETTERS.map((letter) => [
        `${letter}-${version}`,
        {
          id: `${letter}-${version}`,
          name: tree(letter, version, life.change),
          aliases: [],
          types: [],
          properties: {},
          prominence: 0,
        },
      ]),
    );
    life.live.show(image, buildChanges(base, entities, String(life.change)));
  }),
  order('reload', (life) => {
    life.version += 1;
    life.write(fileOf(life.version));
    life.load(true);
  }),
  order('reload twice', (life) => {
    life.load(true);
    life.load(true);
  }),
  order('bad file', async (life) => {
    await life.settle();
    life.write(fileOf(life.version).slice(0, -30));
    life.load(false);
    await life.settle();
    life.write(fileOf(life.version));
    life.load(true);
  }),
  order('kill a thread', (life) => {
    void life;
    killed += 1;
    void threads.at(-1 - (killed % limits.workers))?.terminate();
  }),
  order('wait', turn),
  order('settle', async (life) => {
    await life.settle();
    // The one in service, and those before it that are leased.
    await turn();
    expect(life.held).toBeLessThanOrEqual(1 + life.leases.length);
  }),
];

describe('a dataset', () => {
  it('answers every query by one snapshot, whatever happens meanwhile, and leaves nothing behind', async () => {
    let orders = 0;
    let lives = 0;
    await fc.assert(
      fc.asyncProperty(fc.commands(ORDERS, { maxCommands: 120, size: 'max' }), async (commands) => {
        const life = new Life(`life${lives++}`);
        const model: Model = { orders: 0 };
        try {
          life.load(true);
          await fc.asyncModelRun(() => ({ model, real: life }), commands);
          await life.settle();
        } finally {
          life.isClosed = true;
          for (const lease of life.leases.splice(0)) lease.release();
          life.ask('last', LETTERS);
          await life.live.close();
          await Promise.all(life.underWay);
          orders += model.orders;
        }
        expect(life.held).toBe(0);
        expect(() => life.live.lease()).toThrow(expect.objectContaining({ code: 'not-ready' }));
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    process.stdout.write(`${orders} orders in ${lives} lives, ${killed} threads killed\n`);
    expect(orders).toBeGreaterThan(RUNS * 10);
  });

  it('returns the memory of snapshots that are freed, in every thread', async () => {
    const file = folder.write('large.csv', fileOf(0));
    let version = 0;
    const live = new ReloadableDataset({
      sourceName: file,
      build: async () => {
        const image = await buildSnapshot({ files: [folder.write('large.csv', fileOf(version++))] });
        const padding = new Uint8Array(new SharedArrayBuffer(PADDING_BYTES)).fill(1);
        return { ...image, sections: new Map([...image.sections, ['padding', padding]]) };
      },
      readContentHash: () => readContentHash({ files: [file] }),
      createExecutor: (image, snapshot) => createBatchExecutor(image, snapshot, limits, () => undefined, pool),
      observe: () => undefined,
    });
    await live.load();
    const before = process.memoryUsage.rss();
    for (let i = 0; i < RELOADS; i++) {
      await live.load();
      const { served, release } = live.lease();
      await served.batches.execute(LETTERS.map(query), 'objects').finally(release);
    }
    for (let i = 0; i < 100 && process.memoryUsage.rss() - before > MAX_BYTES; i++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(process.memoryUsage.rss() - before).toBeLessThan(MAX_BYTES);
    await live.close();
  });
});

const PADDING_BYTES = 40 * 1024 * 1024;
const RELOADS = 25;
/** A quarter of what all snapshots take. */
const MAX_BYTES = (PADDING_BYTES * RELOADS) / 4;
