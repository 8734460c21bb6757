import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Judgments } from '../../src/review/judgments.js';
import type { Judgment } from '../../src/review/run-record.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const AT = '2026-11-23T10:00:00.000Z';
const said = (rows: readonly number[], judgment: Judgment['judgment'], more: Partial<Judgment> = {}): Judgment => ({
  at: AT,
  by: '',
  tab: 'a',
  rows: [...rows],
  judgment,
  ...more,
});
const match = (id: string): Judgment['judgment'] => ({ kind: 'match', id, name: `Name of ${id}` });

describe('judgments', () => {
  it('hold for their rows, the last one counts, and all are there when the log is opened again', async () => {
    const path = `${folder.path}/last`;
    const judgments = await Judgments.open(path);
    await judgments.add(() => said([1, 2], match('A')));
    await judgments.add(() => said([2], { kind: 'none' }, { by: 'Ada' }));
    await judgments.add(() => said([3], { kind: 'reject', id: 'B' }));
    await judgments.close();
    const again = await Judgments.open(path);
    expect(again.of(0)).toEqual({ decision: undefined, rejected: [], version: -1 });
    expect(again.of(1).decision).toMatchObject({
      kind: 'match',
      id: 'A',
      name: 'Name of A',
      by: '',
      at: AT,
      inBulk: false,
    });
    expect(again.of(2).decision).toMatchObject({ kind: 'none', by: 'Ada' });
    expect(again.of(3)).toMatchObject({ decision: undefined, rejected: ['B'], version: 2 });
    expect([...again.rows()]).toEqual([1, 2, 3]);
    await again.close();
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(3);
  });

  it('are undone back to what held before, each window by itself', async () => {
    const judgments = await Judgments.open(`${folder.path}/undo`);
    await judgments.add(() => said([1], match('A')));
    await judgments.add(() => said([1], match('B')));
    await judgments.add(() => said([5], match('C'), { tab: 'b' }));
    expect(judgments.last('a')?.number).toBe(1);
    await judgments.add(() => said([], { kind: 'undo', number: 1 }));
    expect(judgments.of(1)).toMatchObject({ decision: { id: 'A' }, version: 3 });
    expect(judgments.last('a')?.number).toBe(0);
    await judgments.add(() => said([], { kind: 'undo', number: 0 }));
    expect(judgments.of(1).decision).toBeUndefined();
    expect([judgments.last('a'), judgments.last('b')?.number]).toEqual([undefined, 2]);
    expect(judgments.of(5).decision).toMatchObject({ id: 'C' });
    await judgments.close();
  });

  it('accept many rows, each for an entity of its own', async () => {
    const judgments = await Judgments.open(`${folder.path}/bulk`);
    await judgments.add(() =>
      said([2, 5, 9], {
        kind: 'accept',
        entities: [
          { id: 'A', name: 'a' },
          { id: 'B', name: 'b' },
          { id: 'C', name: 'c' },
        ],
      }),
    );
    expect([2, 5, 9].map((row) => judgments.of(row).decision)).toMatchObject([
      { id: 'A', inBulk: true },
      { id: 'B' },
      { id: 'C' },
    ]);
    await judgments.close();
  });

  it('reject an entity of its own for each of many rows, and are cleared until that is undone', async () => {
    const path = `${folder.path}/cleared`;
    const judgments = await Judgments.open(path);
    await judgments.add(() => said([1], match('A')));
    await judgments.add(() => said([0, 1, 4], { kind: 'reject-each', ids: ['X', 'Y', 'Z'] }));
    const rejected = (): readonly (readonly string[])[] => [0, 1, 2, 4].map((row) => judgments.of(row).rejected);
    expect(rejected()).toEqual([['X'], ['Y'], [], ['Z']]);
    expect(judgments.of(1).decision).toMatchObject({ kind: 'match', id: 'A' });
    const cleared = await judgments.add(() => said([1, 4], { kind: 'clear' }));
    expect([rejected(), judgments.of(1).decision]).toEqual([[['X'], [], [], []], undefined]);
    await judgments.add(() => said([4], { kind: 'none' }));
    expect(judgments.of(4).decision).toMatchObject({ kind: 'none' });
    await judgments.add(() => said([], { kind: 'undo', number: cleared?.number ?? -1 }));
    expect(rejected()).toEqual([['X'], ['Y'], [], ['Z']]);
    expect(judgments.history().map(({ line, isUndone }) => [line.judgment.kind, isUndone])).toEqual([
      ['none', false],
      ['clear', true],
      ['reject-each', false],
      ['match', false],
    ]);
    await judgments.close();
    const again = await Judgments.open(path);
    expect([again.of(1), again.of(4)]).toEqual([judgments.of(1), judgments.of(4)]);
    await again.close();
  });

  it('are refused as a whole when one line of the log is no judgment', async () => {
    const path = folder.write('damaged', `${JSON.stringify(said([1], { kind: 'none' }))}\n{"rows":"all"}\n`);
    await expect(Judgments.open(path)).rejects.toThrow();
  });
});
