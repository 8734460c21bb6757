import { readFileSync } from 'node:fs';
import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { createInlineBatchExecutor, inlineWorker } from '../../src/assembly/inline-batch-executor.js';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { createTableThreads } from '../../src/assembly/table-threads.js';
import { threadMatcher } from '../../src/assembly/create-review.js';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { WITHOUT_REASONS, type Ask } from '../../src/describe/answer.js';
import { spreadsheetAsText } from '../../src/input/spreadsheet-as-text.js';
import { MAX_SENT } from '../../src/input/refuse-large-text.js';
import { type DatasetSnapshot, readInMemory } from '../../src/scoring/snapshot.js';
import { readAnswer } from '../../src/review/run-record.js';
import { MatchingRuns } from '../../src/review/matching-runs.js';
import type { TakeRows } from '../../src/review/matching-turns.js';
import type { TableTask } from '../../src/web/matching/table-task.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { liveOf } from '../support/live-of.js';

function book(rows: number): Buffer {
  const made = utils.book_new();
  utils.book_append_sheet(
    made,
    utils.aoa_to_sheet([
      ['name', 'note'],
      ...Array.from({ length: rows }, (_, i) => [i === 0 ? 'Berlin' : `Name ${String(i)}`, '=1+1']),
    ]),
    'Names',
  );
  return write(made, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer; // a Buffer for the type "buffer"
}

const folder = temporaryFolder();
let snapshot: DatasetSnapshot;
let ask: Ask;

beforeAll(async () => {
  snapshot = attachSnapshot(
    await buildSnapshot({ files: [folder.write('places.csv', 'id,name\nB,Berlin\nT,Tokyo\n')] }),
  );
  const executor = createInlineBatchExecutor(snapshot, { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 });
  ask = (queries) => executor.execute(queries, WITHOUT_REASONS);
});
afterAll(() => folder.remove());

const task = (name: string, content: Uint8Array | string, more: Partial<TableTask> = {}): TableTask => ({
  sent: { name, content: Buffer.from(content) },
  way: 'csv',
  type: undefined,
  column: undefined,
  encoding: undefined,
  isMarked: false,
  ...more,
});

describe('tables on threads of their own', () => {
  const limits = { megabytes: 512, milliseconds: 60_000 };
  const many = book(15_000);

  it('are read, asked for and written', async () => {
    const { match } = createTableThreads(limits);
    const [text, sheet, lines, broken] = await Promise.allSettled([
      match(task('a.csv', 'name,note\nBerlin,x\n'), snapshot, ask),
      match(task('few.xlsx', book(2)), snapshot, ask),
      match(task('a.csv', 'Berlin\nTokyo\n', { way: 'tsv' }), snapshot, ask),
      match(task('broken.xlsx', book(2).subarray(0, 200)), snapshot, ask),
    ]);
    expect(text).toMatchObject({
      value: { kind: 'text', text: expect.stringMatching(/^name,note,matched id,.*\nBerlin,x,B,B,Berlin,/) },
    });
    expect(sheet).toMatchObject({ value: { kind: 'text', text: expect.stringContaining('Berlin,=1+1,B,') } });
    expect(lines).toMatchObject({ value: { kind: 'text', text: expect.stringMatching(/\nTokyo\tT\t/) } });
    expect(broken).toMatchObject({ status: 'rejected', reason: { code: 'table-invalid' } });
  });

  it('are written as workbooks, with everything that is no number as text', async () => {
    const reply = await createTableThreads(limits).match(task('few.xlsx', book(1), { way: 'xlsx' }), snapshot, ask);
    expect(
      (await spreadsheetAsText({ name: 'a.xlsx', content: Buffer.from('bytes' in reply ? reply.bytes : []) })).text,
    ).toMatch(/"Berlin","=1\+1","B"/);
  });

  it('keep a table for review, and write it as a file beside who has it open', async () => {
    const threads = createTableThreads(limits);
    const runs = new MatchingRuns({
      folder: folder.path,
      isKept: true,
      lease: liveOf(() => ({
        snapshot,
        read: readInMemory(snapshot),
        batches: createInlineBatchExecutor(snapshot, { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 }),
        work: inlineWorker(snapshot),
      })).lease,
      matcher: threadMatcher(threads),
    });
    const { id, folder: place } = await runs.newRun();
    const sent = { name: 'a.csv', content: Buffer.from('name,note\nBerlin,x\nTokio,=1\n') };
    expect(
      await threads.keep(
        {
          sent,
          type: undefined,
          encoding: undefined,
          id,
          folder: place,
          most: MAX_SENT,
          baseUrl: 'http://127.0.0.1',
        },
        snapshot,
      ),
    ).toEqual({ kind: 'redirect', address: `http://127.0.0.1/runs/${id}` });
    const run = await runs.open(id);
    await run.judge(() => ({
      at: '2026-11-23T10:00:00.000Z',
      by: 'Ada',
      tab: 'a',
      rows: [1],
      judgment: { kind: 'match', id: 'T', name: 'Tokyo' },
    }));
    const write = (as: string) =>
      threads.write(
        {
          record: run.record,
          folder: place,
          saved: run.saved,
          as,
          softwareVersion: '1',
          space: { identifierSpace: 'urn:x:', schemaSpace: 'urn:x:', service: 'urn:x:' },
        },
        snapshot,
      );
    const csv = await write('csv');
    expect(csv).toMatchObject({ kind: 'stored', saveAs: 'a-matched.csv' });
    expect(readFileSync('path' in csv ? csv.path : '', 'utf8')).toMatch(/\nTokio,=1,T,Tokyo,matched,Ada,/);
    expect(await write('xlsx')).toMatchObject({ kind: 'stored', saveAs: 'a-matched.xlsx' });
    await expect(write('pdf')).rejects.toMatchObject({ code: 'parameter-invalid' });
    await expect(
      threads.keep(
        {
          sent: { name: 'b.csv', content: Buffer.from('"'.repeat(600_000)) },
          type: undefined,
          encoding: undefined,
          id,
          folder: `${place}b`,
          most: MAX_SENT,
          baseUrl: '',
        },
        snapshot,
      ),
    ).rejects.toMatchObject({ code: 'table-too-large' });
    await runs.close();
  });

  it('match rows of a kept table with what it teaches, hand them over in order, and are stopped', async () => {
    const threads = createTableThreads(limits);
    const runs = new MatchingRuns({
      folder: folder.path,
      isKept: true,
      lease: liveOf(() => ({
        snapshot,
        read: readInMemory(snapshot),
        batches: createInlineBatchExecutor(snapshot, { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 }),
        work: inlineWorker(snapshot),
      })).lease,
      matcher: threadMatcher(threads),
    });
    const { id, folder: place } = await runs.newRun();
    await threads.keep(
      {
        sent: { name: 'a.csv', content: Buffer.from(`name\n${'Berlin\nTokyo\n'.repeat(150)}`) },
        type: undefined,
        encoding: undefined,
        id,
        folder: place,
        most: MAX_SENT,
        baseUrl: '',
      },
      snapshot,
    );
    const { record } = await runs.open(id);
    const match = (take: TakeRows, stop = new AbortController().signal) =>
      threads.matchRows({ record, folder: place, from: 10, count: 200 }, snapshot, ask, take, stop);
    const taken: string[] = [];
    await match((answers) => Promise.resolve(void ('looked' in answers || taken.push(...answers))));
    expect(taken).toHaveLength(200);
    expect(taken.slice(0, 2).map((line) => readAnswer(line).candidates[0]?.id)).toEqual(['B', 'T']);
    await expect(match(() => Promise.reject(new SameasError('command-cancelled', 'No more.')))).rejects.toMatchObject({
      message: 'No more.',
    });
    const stop = new AbortController();
    await expect(match(() => Promise.resolve(stop.abort()), stop.signal)).rejects.toMatchObject({
      code: 'command-cancelled',
    });
    await runs.close();
  });

  it('are ended when they take too much time or memory, and the next is matched', async () => {
    const hasty = createTableThreads({ ...limits, milliseconds: 1 });
    await expect(hasty.match(task('many.xlsx', many), snapshot, ask)).rejects.toMatchObject({
      code: 'table-too-large',
      message: 'many.xlsx takes too much time.',
    });
    const small = createTableThreads({ ...limits, megabytes: 24 });
    await expect(small.match(task('many.xlsx', many), snapshot, ask)).rejects.toMatchObject({
      code: 'table-too-large',
      message: 'many.xlsx takes too much memory.',
    });
    expect(await small.match(task('a.csv', 'name\nBerlin\n'), snapshot, ask)).toMatchObject({ kind: 'text' });
  });

  it('are given up when their client has gone', async () => {
    const gone = new AbortController();
    const asked: Ask = () => {
      gone.abort();
      return new Promise(() => undefined);
    };
    await expect(
      createTableThreads(limits).match(task('a.csv', 'name\nBerlin\n'), snapshot, asked, gone.signal),
    ).rejects.toMatchObject({ code: 'command-cancelled' });
  });

  it('take as long as their batches do, and pass on why one was refused', async () => {
    const patient = createTableThreads({ ...limits, milliseconds: 3_000 });
    const slowly: Ask = async (queries) => (await new Promise((resolve) => setTimeout(resolve, 4_000)), ask(queries));
    expect(await patient.match(task('a.csv', 'name\nBerlin\n'), snapshot, slowly)).toMatchObject({ kind: 'text' });
    const refused: Ask = () =>
      Promise.reject(new SameasError('too-many-requests', 'Too many queries are waiting to be answered.'));
    await expect(patient.match(task('a.csv', 'name\nBerlin\n'), snapshot, refused)).rejects.toMatchObject({
      code: 'too-many-requests',
    });
  });
});
