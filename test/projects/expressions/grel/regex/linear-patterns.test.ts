import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { compileLinear } from '../../../../../src/foundation/linear-regex.js';
import { analysePattern } from '../../../../../src/projects/expressions/grel/regex/regex-value.js';
import { regexOf } from '../../../../../src/projects/expressions/grel/regex/regex-value.js';
import { translatePattern } from '../../../../../src/projects/expressions/grel/regex/translate-pattern.js';

const matchesNothing = (pattern: string): boolean =>
  new RegExp(`^(?:${translatePattern(pattern, false).source})$`, 'v').test('');

/** Patterns without references and look-around, written at random. What is repeated matches at least one character: rounds of nothing count differently in the engines. */
const { pattern: inner } = fc.letrec<{ atom: string; group: string; repeated: string; pattern: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: fc.constantFrom('a', 'b', '.', 'é', ' ') },
    fc.constantFrom('\\d', '\\w', '\\s', '[ab]', '[^a]', '[a-c&&[^b]]', '\\p{L}', '\\D', '\\h', '(?i:a)', '\\R'),
    { weight: 2, arbitrary: tie('group') },
  ),
  group: fc
    .tuple(fc.constantFrom('(', '(?:'), tie('pattern'))
    .filter(([, within]) => !matchesNothing(within))
    .map(([open, within]) => `${open}${within})`),
  repeated: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+', '?', '*?', '+?'))
    .map(([atom, sign]) => `${atom}${sign}`),
  pattern: fc
    .array(fc.array(tie('repeated'), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
    .map((branches) => branches.map((parts) => parts.join('')).join('|')),
}));
const ASSERTIONS = ['', '', '$', '^', '\\b', '\\B', '\\z', '(?m:^)', '(?m:$)'] as const;
const patterns = fc
  .tuple(fc.constantFrom(...ASSERTIONS), inner, fc.constantFrom(...ASSERTIONS))
  .map(([before, within, behind]) => `${before}(?:${within})${behind}`);

const texts = fc
  .array(fc.constantFrom('a', 'b', 'A', ' ', '1', '\n', '\r', 'é', '𝔸', '_'), { maxLength: 8 })
  .map((all) => all.join(''));

describe('a pattern in the syntax of the linear engine', () => {
  it('finds the same places as the pattern in JavaScript', () => {
    let compared = 0;
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 5, maxLength: 5 }), (pattern, all) => {
        const { source } = translatePattern(pattern, false);
        const { linear, isLinearFor } = analysePattern(source);
        expect(linear).toBeDefined();
        const regex = new RegExp(source, 'gv');
        const engine = compileLinear(linear?.() ?? '');
        for (const text of all.filter(isLinearFor)) {
          const matcher = engine.matcher(text);
          const places: (readonly number[])[] = [];
          while (matcher.find()) places.push([matcher.start(), matcher.end()]);
          expect(places).toEqual(
            [...text.matchAll(regex)].map((found) => [found.index, found.index + found[0].length]),
          );
          compared += 1;
        }
      }),
      { numRuns: 400, seed: 20 },
    );
    expect(compared).toBeGreaterThan(800);
  }, 120_000);
});

describe('a pattern whose backtracking nothing bounds', () => {
  const long = 'a'.repeat(200);

  it.each([
    '(a+)+$',
    '(a|a)*$',
    '(a|aa)+$',
    '(?:a?){40}a{40}b',
    '(.*)*x',
    '(?i)^(\\w+\\s?)*$',
    '((a{1,30}){1,30})b',
    '^(a+)+\\bx',
  ])('%s ends at once', (pattern) => {
    const startedAt = performance.now();
    regexOf(pattern).test(`${long}!`);
    Array.from(regexOf(pattern).matches(`${long}!`));
    regexOf(pattern).matchWhole(`${long}!`);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('gives groups as another pattern does', () => {
    const text = `${long}-${long}`;
    expect(regexOf('(?:(a+)+)-(?<last>a+)').matchWhole(text)).toEqual({
      start: 0,
      end: 401,
      groups: [text, long, long],
    });
    expect([...regexOf('(a+)+|(b)').matches('x'.repeat(2_000) + 'ab')].map(({ groups }) => groups)).toEqual([
      ['a', 'a', undefined],
      ['b', undefined, 'b'],
    ]);
  });
});

describe('the steps of a pattern', () => {
  const stepsOf = (pattern: string): number => analysePattern(translatePattern(pattern, false).source).stepsFor(100);

  it.each([
    ['abc', 101],
    ['^abc', 1],
    ['\\s+', 101 ** 2],
    ['^(\\w+) (.*)$', 101 ** 2],
    ['(foo|bar)x?', 4 * 101],
    ['(ab)*', 101 ** 2],
    ['(a+)+', Infinity],
    ['(a|b){2}', Infinity],
    ['(a{2})*', 101 ** 2],
  ])('%s are at most %d in 100 letters', (pattern, steps) => {
    expect(stepsOf(pattern)).toBe(steps);
  });
});
