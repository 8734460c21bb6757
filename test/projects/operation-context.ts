import { memoryChunkWriter } from '../../src/projects/grid/chunk-store.js';
import type { Grid } from '../../src/projects/grid/grid.js';
import { createOperationContext, type OperationSurroundings } from '../../src/projects/operations/create-operation-context.js';
import type { OperationContext } from '../../src/projects/operations/operation.js';
import { compileExpression } from '../../src/projects/expressions/parse-expression.js';
import type { CompiledExpression } from '../../src/projects/expressions/expression-language.js';

/** The context that operations get in tests: everything real, chunks in memory, no service and no fetching unless given. */
export function operationContext(grid: Grid, given: Partial<OperationSurroundings> = {}): OperationContext {
  return createOperationContext(grid, {
    id: '1234567890123',
    name: 'test',
    languages: [],
    translateRegex: (pattern, { ignoreCase }) => new RegExp(pattern, ignoreCase ? 'gi' : 'g'),
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
  return compileExpression(expression, []);
}
