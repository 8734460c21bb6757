import { describe, expect, it } from '@jest/globals';
import { answerSheet } from '../../src/input/answer-sheet.js';
import type { AnsweredRow } from '../../src/input/answered-row.js';

describe('answers as a sheet', () => {
  const rowOf = (cells: readonly string[]): AnsweredRow => ({
    row: { cells, line: 2, text: '', types: [], properties: [], problem: undefined },
    candidates: [],
    problem: undefined,
  });

  it.each([
    ['0', 0],
    ['1882', 1882],
    ['-12.5', -12.5],
    ['-0.25', -0.25],
    ['12345678901', 12345678901],
  ])('have %s as a number', (text, value) => {
    expect(answerSheet(['a'], [rowOf([text])]).rows[0]?.[0]).toEqual({ kind: 'number', value });
  });

  it.each(['007', '1.50', '1,5', '-0', '+1', '1e5', '9783161484100', '1.', '.5', ' 1', '1882-01-25', '=1'])(
    'keep %j as it is written',
    (text) => {
      expect(answerSheet(['a'], [rowOf([text])]).rows[0]?.[0]).toEqual({ kind: 'text', text });
    },
  );

  it('leave empty what is empty, and hide no column of the table', () => {
    const { header, rows } = answerSheet(['score', 'x'], [rowOf(['1', ''])]);
    expect(header.slice(0, 3)).toEqual(['score', 'x', 'matched id']);
    expect(header).toContain('score 2');
    expect(rows[0]).toHaveLength(header.length);
    expect(rows[0]?.slice(1).every((cell) => cell === null)).toBe(true);
  });
});
