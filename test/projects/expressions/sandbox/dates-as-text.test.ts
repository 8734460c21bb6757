import { beforeAll, describe, expect, it } from '@jest/globals';
import { createClojureLanguage } from '../../../../src/projects/expressions/clojure/create-clojure-language.js';
import { createJythonLanguage } from '../../../../src/projects/expressions/jython/create-jython-language.js';
import { DateValue } from '../../../../src/projects/grid/cell-value.js';
import { exampleRow, outcome } from './script-cases.js';

/*
 * The date of a cell as a text, as OpenRefine's languages write it, which have it of Java.
 */

const limits = { rowMs: 20_000 };
const languages = { jython: createJythonLanguage({ limits }), clojure: createClojureLanguage({ limits }) };
beforeAll(async () => {
  await Promise.all([languages.jython.prepare(), languages.clojure.prepare()]);
}, 60_000);

const shown = (language: keyof typeof languages, program: string, date: string): unknown =>
  outcome(languages[language], program, { ...exampleRow, value: new DateValue(Date.parse(date)) });

describe.each([
  ['jython', 'return str(value)'],
  ['jython', 'return value.toString()'],
  ['jython', 'return "%s" % value'],
  ['clojure', '(str value)'],
  ['clojure', '(.toString value)'],
] as const)('%s: %s', (language, program) => {
  it.each([
    ['2012-03-05T00:00:00Z', '2012-03-05T00:00Z'],
    ['2013-01-01T10:11:12Z', '2013-01-01T10:11:12Z'],
    ['1844-01-01T10:00:00.345Z', '1844-01-01T10:00:00.345Z'],
  ])('%s', (date, text) => {
    expect(shown(language, program, date)).toBe(text);
  });
});

it('stays a date of Python that is counted with', () => {
  const program = [
    'from datetime import datetime, timedelta',
    'return value + timedelta(days=1), isinstance(value, datetime), value.getYear(), value.year, type(value).__name__',
  ].join('\n');
  expect(shown('jython', program, '2012-03-05T00:00:00Z')).toEqual([
    { date: '2012-03-06T00:00:00Z' },
    { whole: '1' },
    { whole: '2012' },
    { whole: '2012' },
    'OffsetDateTime',
  ]);
});
