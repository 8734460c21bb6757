import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClojureLanguage } from '../../src/projects/expressions/clojure/create-clojure-language.js';
import { createJythonLanguage } from '../../src/projects/expressions/jython/create-jython-language.js';
import { previewResult } from '../../src/projects/expressions/value-text.js';
import { ExpressionSyntaxError } from '../../src/projects/expressions/expression-language.js';
import type { ScriptLanguage } from '../../src/projects/expressions/sandbox/script-language.js';
import { EXAMPLE_CSV, EXAMPLE_NUMBERS, exampleRow, scriptCases } from '../projects/expressions/sandbox/script-cases.js';
import { openRefineClient, type OpenRefineClient } from '../support/openrefine-client.js';
import { sharedOpenRefine, type RunningOpenRefine } from '../support/start-openrefine.js';

/*
 * Every case of the two languages as OpenRefine's own Jython and Clojure show it in a preview. Where a case names under `openrefine` what
 * is shown there, that is checked, so that each difference is known and stays what it is; everywhere else both show the same.
 */

let refine: RunningOpenRefine;
let client: OpenRefineClient;
let project = '';
const languages: Readonly<Record<'jython' | 'clojure', ScriptLanguage>> = {
  jython: createJythonLanguage({ limits: { rowMs: 20_000 } }),
  clojure: createClojureLanguage({ limits: { rowMs: 20_000 } }),
};

beforeAll(async () => {
  refine = await sharedOpenRefine();
  client = openRefineClient(refine.origin);
  project = await client.createProject('example', EXAMPLE_CSV);
  await client.applyOperations(project, EXAMPLE_NUMBERS);
  await Promise.all([languages.jython.prepare(), languages.clojure.prepare()]);
}, 240_000);

afterAll(async () => {
  await refine?.stop();
});

describe.each(['jython', 'clojure'] as const)('%s', (id) => {
  describe.each(scriptCases(id))('$file', ({ cases }) => {
    // One after the other, ahead of the tests: OpenRefine works while the same is computed here.
    const asked: Promise<Shown>[] = [];
    beforeAll(() => {
      for (const { program } of cases) {
        const before = asked.at(-1) ?? Promise.resolve();
        asked.push(before.catch(() => undefined).then(() => shownThere(`${id}:${program}`)));
      }
      // Each test rejects with its own.
      void Promise.allSettled(asked);
    });

    it.each(cases.map((each, number) => ({ ...each, number })))('$program', async ({ number, ...each }) => {
      const there = await asked[number];
      if (each.openrefine !== undefined) expect(there).toEqual(each.openrefine);
      else expect(there).toEqual(shownHere(languages[id], each.program));
    });
  });
});

/** What a preview shows: a text, null, the last line of an error, or that the program is refused. */
type Shown = string | null | { readonly error: string } | { readonly refused: true };

async function shownThere(expression: string): Promise<Shown> {
  const shown = await client.previewExpression(project, expression, { row: 0, cellIndex: 0 });
  if (typeof shown !== 'object' || shown === null) return shown;
  return 'error' in shown ? { error: lastLine(shown.error) } : { refused: true };
}

function shownHere(language: ScriptLanguage, program: string): Shown {
  try {
    const result = previewResult(language.compile(program).evaluate([exampleRow])[0] ?? null);
    return typeof result === 'object' && result !== null
      ? { error: result.message.replace(/ on line \d+$/, '') }
      : result;
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return { refused: true };
    throw error;
  }
}

/** Addresses of objects, which are others every time, are left out. */
function lastLine(message: string): string {
  return (message.trim().split('\n').at(-1) ?? '').replace(/@[0-9a-f]+\b/g, '@…');
}
