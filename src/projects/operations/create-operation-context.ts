import { bindProject } from '../browsing/bind-project.js';
import type { FacetContext } from '../browsing/facets/facet.js';
import type { ExpressionLanguage } from '../expressions/expression-language.js';
import { compileExpression } from '../expressions/parse-expression.js';
import type { ChunkWriter } from '../grid/chunk-store.js';
import type { Grid } from '../grid/grid.js';
import type { OperationContext } from './operation.js';
import type { ReconciliationPort } from './recon/reconciliation-port.js';
import type { UrlFetchPort } from './url-fetch-port.js';

/** What browsing and operations need of the world; everything else follows from the grid. */
export interface ProjectSurroundings {
  readonly id: string;
  readonly name: string;
  readonly languages: readonly ExpressionLanguage[];
  /** A regular expression in the dialect of recipes. Throws an Error whose message names the fault. */
  readonly translateRegex: (pattern: string, options: { readonly ignoreCase: boolean }) => RegExp;
  /** Another project's grid by its name. Throws an Error with a sentence when there is none, or more than one. */
  readonly openProject: (name: string) => Grid;
  readonly progress: () => void;
}

export interface OperationSurroundings extends ProjectSurroundings {
  readonly writer: ChunkWriter;
  readonly historyEntryId: number;
  readonly reconciliation: ReconciliationPort | undefined;
  readonly urlFetch: UrlFetchPort | undefined;
  readonly percent: (done: number) => void;
}

/** What facets, previews and pages of rows of this grid work with. */
export function createFacetContext(
  grid: Grid,
  { id, name, languages, translateRegex, openProject, progress }: ProjectSurroundings,
): FacetContext {
  const compile: FacetContext['compile'] = (expression) => compileExpression(expression, languages);
  return {
    bound: bindProject({ id, name, grid, openProject, compile }),
    compile,
    compileRegex: (pattern, options) => {
      const regex = translateRegex(pattern, options);
      return {
        test: (text) => {
          regex.lastIndex = 0;
          return regex.test(text);
        },
      };
    },
    splitRegex: (pattern, maxPieces) => {
      const { source, flags } = translateRegex(pattern, { ignoreCase: false });
      const regex = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
      return (text) => splitByRegex(text, regex, maxPieces);
    },
    progress,
  };
}

/** What an operation on this grid works with. */
export function createOperationContext(grid: Grid, surroundings: OperationSurroundings): OperationContext {
  const { writer, historyEntryId, reconciliation, urlFetch, percent } = surroundings;
  return { ...createFacetContext(grid, surroundings), writer, historyEntryId, reconciliation, urlFetch, percent };
}

/**
 * The pieces between what the expression finds. Without a limit empty pieces at the end go; a match of nothing at the very start makes no empty
 * first piece. Source: Java SE, String.split, which recipes were written for.
 */
function splitByRegex(text: string, regex: RegExp, maxPieces: number): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const match of text.matchAll(regex)) {
    if (maxPieces > 0 && pieces.length === maxPieces - 1) break;
    const end = match.index + match[0].length;
    if (end === 0 || (match[0] === '' && match.index >= text.length)) continue;
    pieces.push(text.slice(from, match.index));
    from = end;
  }
  pieces.push(text.slice(from));
  if (maxPieces <= 0) while (pieces.length > 1 && pieces.at(-1) === '') pieces.pop();
  return pieces;
}
