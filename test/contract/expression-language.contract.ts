import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  ExpressionSyntaxError,
  type ExpressionLanguage,
  type RowBindings,
} from '../../src/projects/expressions/expression-language.js';
import type { ExpressionValue } from '../../src/projects/expressions/expression-value.js';
import { ErrorValue, type CellValue } from '../../src/projects/grid/cell-value.js';
import { rowOf } from '../projects/expressions/sandbox/script-cases.js';

/** The same programs in each language. */
export interface ExpressionLanguageContract {
  readonly language: ExpressionLanguage;
  readonly prepare?: () => Promise<void>;
  /** The value of the base column. */
  readonly value: string;
  /** A value that is given back; default: the same. */
  readonly givenBack?: (value: CellValue) => ExpressionValue;
  /** The value of the column "other". */
  readonly other: string;
  /** An error unless the value is a text; then its length. */
  readonly lengthOfText: string;
  /** Does not end where the value is "endless"; else gives the value. */
  readonly endless: string;
  readonly faulty: readonly string[];
}

const values: fc.Arbitrary<CellValue> = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.maxSafeInteger().map(BigInt),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Number.isInteger(one)),
  fc.boolean(),
  fc.constant(null),
);
const rowsOf = (all: readonly CellValue[]): readonly RowBindings[] =>
  all.map((value, i) => rowOf({ value, other: `row ${String(i)}` }, i));

/** What every language of expressions must do. */
export function describeExpressionLanguage(name: string, contract: ExpressionLanguageContract): void {
  const { language, prepare, value, givenBack = (same) => same, other, lengthOfText, endless, faulty } = contract;

  describe(`expressions in ${name}`, () => {
    beforeAll(() => prepare?.(), 60_000);

    it('have the value of each row, null where there is none, in the order of the rows', () => {
      const program = language.compile(value);
      fc.assert(
        fc.property(fc.array(values, { maxLength: 20 }), (all) => {
          expect(program.evaluate(rowsOf(all))).toEqual(all.map(givenBack));
        }),
        { numRuns: 50 },
      );
      const many = Array.from({ length: 1_203 }, (_, i) => (i % 7 === 0 ? null : `text ${String(i)}`));
      expect(program.evaluate(rowsOf(many))).toEqual(many);
    });

    it('have the cells of the row, also where values repeat', () => {
      const rows = rowsOf(['a', null, 'a', 5n]);
      expect(language.compile(other).evaluate(rows)).toEqual(['row 0', 'row 1', 'row 2', 'row 3']);
    });

    it('give an error as the value of its row alone', () => {
      const given = language.compile(lengthOfText).evaluate(rowsOf(['abc', 5n, null, true, 'de']));
      expect(given.map((one) => (one instanceof ErrorValue ? /\S/.test(one.message) : Number(one)))).toEqual([
        3,
        true,
        true,
        true,
        2,
      ]);
    });

    it('give the same again, whatever was evaluated in between', () => {
      const [first, second] = [lengthOfText, other].map((program) => language.compile(program));
      const rows = rowsOf(['abc', 5n, 'abc', null]);
      const given = [first, second].map((program) => program?.evaluate(rows));
      expect([second, first].map((program) => program?.evaluate(rows))).toEqual(given.reverse());
      expect(language.compile(other).evaluate(rows)).toEqual(given[0]);
    });

    it('are stopped in a row that does not end, and go on after it', () => {
      const program = language.compile(endless);
      const [before, stopped, after] = program.evaluate(rowsOf(['a', 'endless', 'b']));
      expect([before, stopped, after]).toEqual(['a', expect.any(ErrorValue), 'b']);
      const late = [...Array.from({ length: 10 }, () => 'endless'), 'late'];
      const inTime = program.evaluate(rowsOf(late), { totalMs: 20 });
      expect(inTime).toEqual(late.map(() => expect.any(ErrorValue)));
      expect(inTime.at(-1)).toEqual(
        new ErrorValue('The time limit of 0.02 seconds for these rows was reached before this row'),
      );
      expect(program.evaluate(rowsOf(['a', 'b']))).toEqual(['a', 'b']);
    }, 60_000);

    it('are refused with a syntax error before any row, and have no values without rows', () => {
      for (const program of faulty) expect(() => language.compile(program)).toThrow(ExpressionSyntaxError);
      expect(language.compile(value).evaluate([])).toEqual([]);
    });
  });
}
