import { describe, expect, it } from '@jest/globals';
import { valueText } from '../../../../src/projects/expressions/value-text.js';
import { readGrelCases, type GrelCase } from '../../../cases/grel/grel-cases.js';
import { grelPreview, grelValue, smallBindings } from '../../../support/small-project.js';

const CASES = readGrelCases();

it('there are the cases that the language needs', () => {
  expect([...CASES.values()].flat().length).toBeGreaterThanOrEqual(1500);
});

for (const [file, cases] of CASES)
  describe(file, () => {
    it.each(cases.map((grelCase) => [titleOf(grelCase), grelCase] as const))('%s', (_, grelCase) => {
      const { expression, value, gives, error, syntaxError, text } = grelCase;
      const bindings = smallBindings(value);
      const expected = error !== undefined ? { message: error } : syntaxError !== undefined ? { syntaxError } : gives;
      expect(grelPreview(expression, bindings)).toEqual(expected);
      if (text !== undefined) expect(valueText(grelValue(expression, bindings))).toBe(text);
    });
  });

function titleOf({ expression, value }: GrelCase): string {
  return value === null
    ? expression
    : `${expression} on ${typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)}`;
}
