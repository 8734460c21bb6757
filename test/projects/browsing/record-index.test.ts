import { describe, expect, it } from '@jest/globals';
import { indexRecords } from '../../../src/projects/browsing/record-index.js';
import { gridOfTable, type JsonRow } from '../table-grid.js';

const spans = (rows: readonly JsonRow[]): readonly (readonly [number, number])[] => {
  const records = indexRecords(gridOfTable(['key', 'a', 'b'], rows));
  return Array.from({ length: records.recordCount }, (_, index): readonly [number, number] => {
    const record = records.record(index);
    return [record?.fromRowIndex ?? -1, record?.toRowIndex ?? -1];
  });
};

describe('records', () => {
  it('begin at rows with a key, and go on with rows that have content', () => {
    expect(
      spans([
        ['1', 'x'],
        [null, 'y'],
        ['', null, 'z'],
        ['2', null],
        ['3', 'w'],
      ]),
    ).toEqual([
      [0, 3],
      [3, 4],
      [4, 5],
    ]);
  });

  it('are single rows before the first key, and where a row is wholly blank', () => {
    expect(
      spans([
        [null, 'x'],
        [null, 'y'],
        ['1', 'z'],
        [null, null],
        [null, 'v'],
      ]),
    ).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 5],
    ]);
  });

  it('take a key of spaces for content, and an error for a blank', () => {
    expect(
      spans([
        [' ', 'x'],
        [' ', 'y'],
        [{ error: 'e' }, 'z'],
      ]),
    ).toEqual([
      [0, 1],
      [1, 3],
    ]);
    expect(
      spans([
        ['k', 'x'],
        [null, { error: 'e' }],
        [null, 'y'],
      ]),
    ).toEqual([
      [0, 1],
      [1, 3],
    ]);
  });

  it('are found by any of their rows', () => {
    const records = indexRecords(
      gridOfTable(
        ['key', 'a'],
        [
          ['1', 'x'],
          [null, 'y'],
          ['2', 'z'],
        ],
      ),
    );
    expect([0, 1, 2].map((row) => records.recordOf(row)?.index)).toEqual([0, 0, 1]);
    expect(records.recordOf(3)).toBeUndefined();
  });

  it('are none in an empty grid', () => {
    expect(spans([])).toEqual([]);
  });
});
