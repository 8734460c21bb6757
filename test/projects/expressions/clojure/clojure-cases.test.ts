import { beforeAll, describe, expect, it } from '@jest/globals';
import { createClojureLanguage } from '../../../../src/projects/expressions/clojure/create-clojure-language.js';
import { outcome, scriptCases } from '../sandbox/script-cases.js';

const language = createClojureLanguage({ limits: { rowMs: 20_000 } });
beforeAll(() => language.prepare(), 60_000);

describe.each(scriptCases('clojure'))('', ({ cases }) => {
  it.each(cases)('$program', ({ program, gives }) => {
    expect(outcome(language, program)).toEqual(gives);
  });
});
