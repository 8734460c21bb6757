import { beforeAll, describe, expect, it } from '@jest/globals';
import { createJythonLanguage } from '../../../../src/projects/expressions/jython/create-jython-language.js';
import { outcome, scriptCases } from '../sandbox/script-cases.js';

const language = createJythonLanguage({ limits: { rowMs: 20_000 } });
beforeAll(() => language.prepare(), 60_000);

describe.each(scriptCases('jython'))('', ({ cases }) => {
  it.each(cases)('$program', ({ program, gives }) => {
    expect(outcome(language, program)).toEqual(gives);
  });
});
