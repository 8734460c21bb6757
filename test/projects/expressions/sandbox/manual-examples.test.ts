import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createClojureLanguage } from '../../../../src/projects/expressions/clojure/create-clojure-language.js';
import { createJythonLanguage } from '../../../../src/projects/expressions/jython/create-jython-language.js';
import { previewResult } from '../../../../src/projects/expressions/value-text.js';
import { fencedBlocks } from '../../../documentation/markdown-blocks.js';
import { exampleRow } from './script-cases.js';

const LANGUAGES = {
  jython: createJythonLanguage({ limits: { rowMs: 20_000 } }),
  clojure: createClojureLanguage({ limits: { rowMs: 20_000 } }),
};
beforeAll(() => Promise.all([LANGUAGES.jython.prepare(), LANGUAGES.clojure.prepare()]), 60_000);

describe.each(['jython', 'clojure'] as const)('the examples of docs/%s.md', (id) => {
  const page = readFileSync(new URL(`../../../../docs/${id}.md`, import.meta.url), 'utf8');
  const examples = fencedBlocks(page).map(({ text, line }) => {
    const [program = '', gives = ''] = text.split(/^[#;] → (.*)$/m);
    return { line, program: program.trimEnd(), gives };
  });

  it('are there', () => expect(examples.length).toBeGreaterThan(5));

  it.each(examples)('line $line', ({ program, gives }) => {
    const value = LANGUAGES[id].compile(program).evaluate([exampleRow])[0] ?? null;
    expect(previewResult(value)).toBe(gives);
  });
});
