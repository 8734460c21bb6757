import { memoryChunkWriter } from '../support/memory-chunk-writer.js';
import type { Grid } from '../../src/projects/grid/grid.js';
import { createOperationContext, type OperationSurroundings } from '../../src/projects/operations/operation.js';
import type { OperationContext } from '../../src/projects/operations/operation.js';
import { createClojureLanguage } from '../../src/projects/expressions/clojure/create-clojure-language.js';
import type { CompiledExpression } from '../../src/projects/expressions/expression-language.js';
import { grelLanguage } from '../../src/projects/expressions/grel/grel-language.js';
import { regexOf } from '../../src/projects/expressions/grel/regex/regex-value.js';
import { createJythonLanguage } from '../../src/projects/expressions/jython/create-jython-language.js';
import { compileExpression } from '../../src/projects/expressions/expression-language.js';

const jython = createJythonLanguage();
const clojure = createClojureLanguage();
const languages = [grelLanguage, jython, clojure];

/** Loads the interpreters; only needed before programs in Python or Clojure are run. */
export async function prepareLanguages(): Promise<void> {
  await jython.prepare();
  await clojure.prepare();
}

/** The context that operations get in tests: everything real, chunks in memory, no service and no fetching unless given. */
export function operationContext(grid: Grid, given: Partial<OperationSurroundings> = {}): OperationContext {
  return createOperationContext(grid, {
    id: '1234567890123',
    name: 'test',
    languages,
    translateRegex: (pattern, { ignoreCase }) => regexOf(pattern, ignoreCase),
    openProject: (name) => {
      throw new Error(`Unable to find project with name: ${name}`);
    },
    progress: () => undefined,
    writer: memoryChunkWriter(),
    historyEntryId: 1,
    reconciliation: undefined,
    urlFetch: undefined,
    percent: () => undefined,
    ...given,
  });
}

export function compile(expression: string): CompiledExpression {
  return compileExpression(expression, languages);
}
