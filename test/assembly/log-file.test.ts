import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { LogFile } from '../../src/assembly/create-records.js';
import { createRecords } from '../../src/assembly/create-records.js';
import type { Observation } from '../../src/foundation/observation.js';
import { temporaryFolder } from '../support/temporary-files.js';

const temporary = temporaryFolder();
afterAll(() => temporary.remove());
const failures: unknown[] = [];
const logFileAt = (path: string) =>
  new LogFile({ path, writeOut: () => undefined, onFailure: (cause) => failures.push(cause) });
const linesOf = (path: string): readonly unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));

describe('a file of lines', () => {
  it('keeps every line, in order, behind those that are there', async () => {
    const path = join(temporary.path, 'a.log');
    for (const part of [0, 1]) {
      const file = logFileAt(path);
      await Promise.all(Array.from({ length: 500 }, (_, i) => file.add({ line: part * 500 + i, text: 'two\nlines' })));
      await file.close();
    }
    expect(linesOf(path)).toEqual(Array.from({ length: 1_000 }, (_, line) => ({ line, text: 'two\nlines' })));
    expect(statSync(path).mode & 0o777).toBe(0o640 & ~process.umask());
  });

  it('goes on in a new file when somebody has renamed or removed it', async () => {
    const path = join(temporary.path, 'b.log');
    const file = logFileAt(path);
    await file.add({ line: 1 });
    renameSync(path, `${path}.1`);
    file.reopen();
    await file.add({ line: 2 });
    rmSync(path);
    file.reopen();
    await file.add({ line: 3 });
    await file.close();
    expect([linesOf(`${path}.1`), linesOf(path)]).toEqual([[{ line: 1 }], [{ line: 3 }]]);
  });

  it('tells once that it cannot be written, and goes on when it can', async () => {
    const folder = join(temporary.path, 'gone');
    temporary.write('gone/c.log', '');
    const path = join(folder, 'c.log');
    const file = logFileAt(path);
    rmSync(folder, { recursive: true });
    await file.add({ line: 1 });
    await file.add({ line: 2 });
    expect(failures).toHaveLength(1);
    temporary.write('gone/c.log', '');
    await file.add({ line: 3 });
    await file.close();
    expect(linesOf(path)).toEqual([{ line: 3 }]);
  });
});

describe('the logs of a service', () => {
  const off = { accessLog: '', accessLogTexts: 'off', auditLog: '' } as const;

  it('are none unless they are asked for', () => {
    const { recordAccess, recordChange } = createRecords(off, () => undefined);
    expect([recordAccess, recordChange]).toEqual([undefined, undefined]);
  });

  it('that cannot be written are refused at the start, with the setting', () => {
    const path = join(temporary.path, 'nowhere', 'x.log');
    expect(() => createRecords({ ...off, auditLog: path }, () => undefined)).toThrow(
      expect.objectContaining({ code: 'file-unwritable', message: `auditLog: the file ${path} cannot be written.` }),
    );
    expect(existsSync(path)).toBe(false);
  });

  it('have a time, who, what, before and after; loads of datasets are changes, and what is very long is cut', async () => {
    const path = join(temporary.path, 'audit.log');
    const told: Observation[] = [];
    const records = createRecords({ ...off, auditLog: path }, (observation) => told.push(observation));
    const ready = (snapshot: string) =>
      ({
        kind: 'dataset-ready',
        source: 'a.csv',
        snapshot,
        entities: 1,
        labels: 1,
        searchedBy: 'MiniSearch',
        elapsedMs: 1,
      }) as const;
    records.loadsOf('a')(ready('s1'));
    records.loadsOf('a')(ready('s2'));
    await records.recordChange?.({
      who: { address: '127.0.0.1', key: 'anna', by: 'Anna' },
      dataset: 'a',
      action: 'replace entity',
      target: 'Q1',
      before: { name: 'x' },
      after: { name: 'y'.repeat(30_000) },
    });
    await records.close();
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(linesOf(path)).toEqual([
      { time, who: {}, dataset: 'a', action: 'load dataset', target: 'a.csv', after: 's1' },
      { time, who: {}, dataset: 'a', action: 'load dataset', target: 'a.csv', before: 's1', after: 's2' },
      {
        time,
        who: { address: '127.0.0.1', key: 'anna', by: 'Anna' },
        dataset: 'a',
        action: 'replace entity',
        target: 'Q1',
        before: { name: 'x' },
        after: { cut: expect.stringMatching(/^\{"name":"y{19991}$/) },
      },
    ]);
    expect(told).toEqual([]);
  });
});
