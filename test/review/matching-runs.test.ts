import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { AnswerForm } from '../../src/describe/answer.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import { bulkOffers, bulkRows, judgedRows, nextRow, selectRows, undecidedRows } from '../../src/review/select-rows.js';
import type { Judgment } from '../../src/review/run-record.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { readLearnedTable, type LearnedTable } from '../../src/review/run-record.js';
import { personsFile } from '../support/persons-file.js';
import { matchedRun, SMALL_SERVED, smallRun, smallRuns } from '../support/small-review.js';
import { parentInMemory, temporaryFolder } from '../support/temporary-files.js';
import { threadMatcher } from '../../src/assembly/create-review.js';
import { threadsHere } from '../support/threads-here.js';
import { until } from '../support/until.js';
import { liveOf } from '../support/live-of.js';

const folder = temporaryFolder(parentInMemory());
afterAll(() => folder.remove());
const { dataset } = SMALL_SERVED.snapshot;
const TABLE = 'place,country,shelf\nMunchen,Germany,1\nBerlin,,2\nBerlin,,3\nBerlin,France,4\nQwxyzzy,,5\n,,6\n';
const said = (rows: readonly number[], judgment: Judgment['judgment']) => (): Judgment => ({
  at: '2026-11-23T10:00:00.000Z',
  by: 'Ada',
  tab: 'a',
  rows: [...rows],
  judgment,
});

describe('a matching run', () => {
  it('recognises columns, takes others while nothing is matched, and keeps its rows', async () => {
    const runs = smallRuns(`${folder.path}/columns`);
    const run = await smallRun(runs, TABLE);
    expect(run.record).toMatchObject({
      status: 'prepared',
      rowCount: 6,
      headings: ['place', 'country', 'shelf'],
      columns: { query: 0, properties: [{ column: 1, property: 'country' }] },
    });
    expect(run.group(1)).toEqual([1, 2]);
    await run.change({ query: 0, properties: [], inNames: [] }, 'City', true);
    expect(run.group(1)).toEqual([1, 2, 3]);
    expect((await run.rows(3, 1, dataset))[0]).toMatchObject({
      row: 3,
      question: { text: 'Berlin', properties: [], line: 5 },
      answer: { candidates: [] },
    });
    await runs.start(run);
    await until(() => run.record.status === 'done');
    await expect(run.change({ query: 1, properties: [], inNames: [] }, undefined, true)).rejects.toMatchObject({
      code: 'run-busy',
    });
    await runs.close();
  });

  it('matches every row, says why each stands as it does, and offers the most informative first', async () => {
    const runs = smallRuns(`${folder.path}/match`);
    const run = await matchedRun(runs, TABLE);
    expect(run.summary(0)).toMatchObject({ reason: 'match', topId: 'M' });
    expect(['ambiguous', 'unsure']).toContain(run.summary(1)?.reason);
    expect(['implausible', 'nothing']).toContain(run.summary(4)?.reason);
    expect(run.summary(5)?.reason).toBe('problem');
    expect([0, 1, 4].map((row) => run.state(row))).toEqual(['automatic', 'open', 'unlikely']);
    expect(run.order()).toHaveLength(5);
    const first = nextRow(run, { state: 'open' });
    expect(first).toBe(1);
    expect(run.order().indexOf(0)).toBeGreaterThan(run.order().indexOf(1));
    expect(selectRows(run, { reason: 'problem' })).toEqual([5]);
    expect(selectRows(run, { atLeast: 0.9 })).toContain(0);
    const { open, unlikely, automatic, person, none } = run.counts();
    expect([open + unlikely + automatic, person, none]).toEqual([6, 0, 0]);
    expect(automatic).toBe([0, 1, 2, 3, 4, 5].filter((row) => run.summary(row)?.reason === 'match').length);
    await runs.close();
  });

  it('is decided by persons before all, and no row is shown again that is', async () => {
    const runs = smallRuns(`${folder.path}/decide`);
    const run = await matchedRun(runs, TABLE);
    await run.judge(said(run.group(1), { kind: 'match', id: 'B', name: 'Berlin' }));
    await run.judge(said([4], { kind: 'none' }));
    await run.judge(said([0], { kind: 'reject', id: 'M' }));
    expect([0, 1, 2, 4].map((row) => run.state(row))).toEqual(['open', 'person', 'person', 'none']);
    expect(run.outcome(1)).toMatchObject({ kind: 'match', id: 'B', person: { by: 'Ada' } });
    const seen: (number | undefined)[] = [];
    for (
      let row = nextRow(run, { state: 'open' });
      row !== undefined && seen.length < 10;
      row = nextRow(run, { state: 'open' })
    ) {
      seen.push(row);
      await run.judge(said(run.group(row), { kind: 'none' }));
    }
    expect(seen).toEqual(expect.arrayContaining([0, 5]));
    expect(new Set(seen).size).toBe(seen.length);
    expect(run.counts().open).toBe(0);
    await runs.close();
  });

  it('is opened for other columns when it is matched, and not while it is', async () => {
    const path = `${folder.path}/reopened`;
    const runs = smallRuns(path);
    const run = await smallRun(runs, TABLE);
    const matching = runs.start(run);
    await expect(run.reopen()).rejects.toMatchObject({ code: 'run-busy' });
    await matching;
    await until(() => Promise.resolve(run.record.status === 'done'));
    await run.judge(said([1], { kind: 'match', id: 'B', name: 'Berlin' }));
    await run.reopen();
    expect([run.record.status, run.matchedRows, run.counts().automatic]).toEqual(['prepared', 0, 0]);
    await runs.close();
    const again = await smallRuns(path).open(run.record.id);
    expect([again.record.status, again.matchedRows, again.judgments.of(1).decision?.id]).toEqual(['prepared', 0, 'B']);
    await again.close();
  });

  it('offers what can be accepted at once, with the errors to expect, and nothing that was rejected', async () => {
    const runs = smallRuns(`${folder.path}/bulk`);
    const run = await matchedRun(runs, TABLE);
    const rows = bulkRows(run, {}, 0.05);
    const { accept, ...others } = bulkOffers(run, {}, [0.05, 1.1]);
    const [offer, none] = accept;
    expect([offer?.rows, none?.rows]).toEqual([rows.length, 0]);
    expect([others.reject.rows, others.none.rows, others.judged]).toEqual([
      bulkRows(run, {}, 0).length,
      undecidedRows(run, {}).length,
      0,
    ]);
    expect(rows).toEqual(expect.arrayContaining([1, 2]));
    expect(offer?.expectedErrors).toBeCloseTo(
      rows.reduce((sum, row) => sum + 1 - (run.summary(row)?.probability ?? 0), 0),
    );
    await run.judge(said([1], { kind: 'reject', id: run.summary(1)?.topId ?? '' }));
    expect(bulkRows(run, {}, 0.05)).not.toContain(1);
    expect([bulkOffers(run, {}, []).judged, judgedRows(run, {})]).toEqual([1, [1]]);
    expect(bulkRows(run, { state: 'unlikely' }, 0.05)).not.toContain(2);
    await runs.close();
  });

  it('is there as it was after the service has ended, and matching goes on where it was killed', async () => {
    const path = `${folder.path}/again`;
    const runs = smallRuns(path);
    const run = await matchedRun(runs, TABLE);
    const { id } = run.record;
    await run.judge(said([1, 2], { kind: 'match', id: 'B', name: 'Berlin' }));
    await runs.close();
    // As a kill in the middle of matching leaves it: two whole answers and half of the third.
    const files = join(path, 'reviews', id);
    const answers = readFileSync(join(files, 'answers.jsonl'), 'utf8').split('\n');
    writeFileSync(join(files, 'answers.jsonl'), `${answers.slice(0, 2).join('\n')}\n${answers[2]?.slice(0, 20) ?? ''}`);
    writeFileSync(
      join(files, 'run.json'),
      readFileSync(join(files, 'run.json'), 'utf8').replace('"status":"done"', '"status":"matching"'),
    );
    appendFileSync(join(files, 'judgments.jsonl'), '{"at":"2026');
    const later = smallRuns(path);
    await later.resume();
    const again = await later.open(id);
    await until(() => again.record.status === 'done');
    expect(again.matchedRows).toBe(6);
    expect(readFileSync(join(files, 'answers.jsonl'), 'utf8').split('\n')).toEqual(answers);
    expect(again.outcome(2)).toMatchObject({ id: 'B' });
    await later.close();
  });

  it('is cancelled between batches, and can go on', async () => {
    let isSlow = true;
    const execute: typeof SMALL_SERVED.batches.execute = async (queries, form) => {
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, 20));
      return SMALL_SERVED.batches.execute(queries, form);
    };
    const runs = smallRuns(`${folder.path}/cancel`, () => ({ ...SMALL_SERVED, batches: { execute } }));
    const run = await smallRun(runs, Array.from({ length: 1_500 }, (_, i) => `Newtown ${String(i)}`).join('\n'));
    await runs.start(run);
    await until(() => run.matchedRows > 0);
    await run.cancel();
    expect(run.record.status).toBe('cancelled');
    expect(run.matchedRows).toBeLessThan(1_500);
    isSlow = false;
    await runs.start(run);
    await until(() => run.record.status === 'done');
    expect(run.matchedRows).toBe(1_500);
    await runs.close();
  });

  it('asks what many rows ask once, and gives each of them the answer', async () => {
    let queries = 0;
    const served = {
      ...SMALL_SERVED,
      batches: {
        execute: <Form extends AnswerForm>(batch: readonly ReconciliationQuery[], form: Form) => {
          queries += batch.length;
          return SMALL_SERVED.batches.execute(batch, form);
        },
      },
    };
    const runs = smallRuns(`${folder.path}/equal`, () => served);
    const lines = Array.from({ length: 9_000 }, (_, i) => (i % 4_000 === 3_999 ? 'Munchen,Germany,9' : 'Berlin,,7'));
    const run = await smallRun(runs, `place,country,shelf\n${lines.join('\n')}\n`);
    await run.change(run.record.columns, undefined, false);
    await runs.start(run);
    await until(() => run.record.status === 'done');
    // Beside the rows that are looked at first.
    expect(run.matchedRows).toBe(9_000);
    expect(queries).toBeLessThan(1_000);
    expect([0, 3_998, 3_999, 8_999].map((row) => run.summary(row)?.topId)).toEqual(['B', 'B', 'M', 'B']);
    const [one] = await run.rows(7_999, 1, dataset);
    expect(one).toMatchObject({ row: 7_999, question: { text: 'Munchen' }, answer: { candidates: [{ id: 'M' }] } });
    await runs.close();
  });

  it('learns from the whole table how often its columns agree, tells it, matches with it, and goes on with the same', async () => {
    const { entities, queries } = personsFile(200);
    const built = attachSnapshot(await buildSnapshot({ files: [folder.write('persons.csv', entities)] }));
    const served = {
      ...SMALL_SERVED,
      snapshot: built,
      batches: createInlineBatchExecutor(built, { batchTimeoutMs: 60_000, queryTimeoutMs: 10_000 }),
    };
    const table = queries
      .split('\n')
      .map((line) => line.replace(/,[^,]*$/, ''))
      .join('\n');
    const expected = queries
      .split('\n')
      .slice(1)
      .map((line) => line.slice(line.lastIndexOf(',') + 1));
    const runOf = async (
      name: string,
      learning: boolean,
    ): Promise<{
      readonly answers: string;
      readonly right: number;
      readonly wrong: number;
      readonly learned: LearnedTable | undefined;
    }> => {
      const runs = smallRuns(`${folder.path}/${name}`, () => served);
      const run = await smallRun(runs, table, built.dataset);
      // Trades agree by chance alone: they are compared because the user wants it.
      const { columns } = run.record;
      const trade = { column: 3, property: 'trade' };
      await run.change({ ...columns, properties: [...columns.properties, trade], settled: [3] }, undefined, learning);
      await runs.start(run);
      // Stopped in the middle once: what was learned is kept.
      await until(() => run.matchedRows > 0);
      await run.cancel();
      await runs.start(run);
      await until(() => run.record.status === 'done');
      const automatic = expected
        .map((id, row) => ({ id, topId: run.summary(row)?.reason === 'match' ? run.summary(row)?.topId : undefined }))
        .filter(({ topId }) => topId !== undefined);
      const outcome = {
        answers: readFileSync(join(run.folder, 'answers.jsonl'), 'utf8'),
        right: automatic.filter(({ id, topId }) => id === topId).length,
        wrong: automatic.filter(({ id, topId }) => id !== topId).length,
        learned: await readLearnedTable(run.folder),
      };
      await runs.close();
      return outcome;
    };
    const [learning, again, alone] = [
      await runOf('learning', true),
      await runOf('learning-again', true),
      await runOf('alone', false),
    ];
    expect(again.answers).toBe(learning.answers);
    expect(learning.right).toBeGreaterThan(alone.right + 4);
    expect(learning.wrong).toBeLessThanOrEqual(alone.wrong + 14);
    expect(alone.learned).toBeUndefined();
    expect(learning.learned).toMatchObject({
      rows: 200,
      properties: [
        { id: 'born', isLeftOut: false, against: 'rules out' },
        { id: 'town', isLeftOut: false },
        { id: 'trade', isLeftOut: true },
      ],
    });
  });

  it('learns from rows that people have judged when the table is matched again, and changes more rows than those', async () => {
    const { entities, queries } = personsFile(200);
    const built = attachSnapshot(await buildSnapshot({ files: [folder.write('judged.csv', entities)] }));
    const served = {
      ...SMALL_SERVED,
      snapshot: built,
      batches: createInlineBatchExecutor(built, { batchTimeoutMs: 60_000, queryTimeoutMs: 10_000 }),
    };
    const runs = smallRuns(`${folder.path}/judged`, () => served);
    const run = await smallRun(runs, queries.replaceAll(/,[^,]*$/gm, ''), built.dataset);
    await run.change(run.record.columns, undefined, true);
    const match = async (): Promise<readonly (number | undefined)[]> => {
      await runs.start(run);
      await until(() => run.record.status === 'done');
      return Array.from({ length: run.matchedRows }, (_, row) => run.summary(row)?.probability);
    };
    const before = await match();
    const judged = before
      .flatMap((probability = 0, row) => (probability > 0.4 && probability < 0.97 ? [row] : []))
      .slice(0, 20);
    expect(judged.length).toBeGreaterThanOrEqual(10);
    for (const row of judged) await run.judge(said([row], { kind: 'none' }));
    await run.reopen();
    const after = await match();
    const table = await readLearnedTable(run.folder);
    expect(table === undefined || table === 'nothing' ? [] : table.findings).toContainEqual({ kind: 'judged worse' });
    const changed = after.filter((probability, row) => !judged.includes(row) && probability !== before[row]);
    expect(changed.length).toBeGreaterThan(20);
    await runs.close();
  });

  it('compares a column that was missed once some rows are matched, says so, and keeps it when it goes on', async () => {
    const { entities, queries } = personsFile(200);
    const built = attachSnapshot(await buildSnapshot({ files: [folder.write('missed.csv', entities)] }));
    const served = {
      ...SMALL_SERVED,
      snapshot: built,
      batches: createInlineBatchExecutor(built, { batchTimeoutMs: 60_000, queryTimeoutMs: 10_000 }),
    };
    const runs = smallRuns(`${folder.path}/missed`, () => served);
    const run = await smallRun(runs, queries.replaceAll(/,[^,]*$/gm, ''), built.dataset);
    const { columns } = run.record;
    const properties = columns.properties.filter(({ property }) => property === 'town');
    await run.change({ ...columns, properties }, undefined, true);
    await runs.start(run);
    await until(() => run.matchedRows > 0);
    await run.cancel();
    await runs.start(run);
    await until(() => run.record.status === 'done');
    expect(run.record.columns.properties.map(({ property }) => property)).toEqual(['born', 'town']);
    expect(run.record.columns.changed).toMatchObject([{ column: 1, property: 'born', isUsed: true }]);
    const [{ agreeing = 0, compared = 0, examples = [] } = {}] = run.record.columns.changed ?? [];
    expect(compared).toBeGreaterThan(30);
    expect(agreeing).toBeGreaterThan(0.9 * compared);
    expect(examples).toHaveLength(3);
    await runs.close();
  });

  it('is listed with the others, and gone when it is deleted', async () => {
    const path = `${folder.path}/list`;
    const runs = smallRuns(path);
    const [one, other] = [await smallRun(runs, 'Berlin\n'), await smallRun(runs, 'Paris\n')];
    expect((await runs.list()).map(({ id }) => id).sort()).toEqual([one.record.id, other.record.id].sort());
    await runs.remove(one.record.id);
    expect(existsSync(join(path, 'reviews', one.record.id))).toBe(false);
    await expect(runs.open(one.record.id)).rejects.toMatchObject({ code: 'run-unknown' });
    await expect(runs.open('../../etc')).rejects.toMatchObject({ code: 'run-unknown' });
    writeFileSync(join(path, 'reviews', other.record.id, 'judgments.jsonl'), 'no judgment\n');
    await runs.close();
    const later = smallRuns(path);
    await expect(later.open(other.record.id)).rejects.toMatchObject({ code: 'run-damaged' });
    expect(readdirSync(join(path, 'reviews'))).toEqual([other.record.id]);
    await later.close();
  });

  it('without a data folder leaves nothing behind', async () => {
    const { MatchingRuns } = await import('../../src/review/matching-runs.js');
    const runs = new MatchingRuns({
      folder: `${folder.path}/temporary`,
      isKept: false,
      lease: liveOf(() => SMALL_SERVED).lease,
      matcher: threadMatcher(threadsHere.tables),
    });
    await smallRun(runs, 'Berlin\n');
    expect(existsSync(`${folder.path}/temporary`)).toBe(true);
    await runs.close();
    expect(existsSync(`${folder.path}/temporary`)).toBe(false);
  });
});
