import { bindProject } from '../browsing/bind-rows.js';
import type { FacetContext } from '../browsing/facets/facet.js';
import { type ExpressionLanguage, compileExpression } from '../expressions/expression-language.js';
import type { ChunkWriter } from '../grid/cell-chunk.js';
import type { Grid } from '../grid/grid.js';
import type { OperationContext, UrlFetchPort } from './operation.js';
import type { ReconciliationPort } from './recon/reconciliation-port.js';

/** A regular expression in the dialect of recipes. */
interface TextPattern {
  readonly test: (text: string) => boolean;
  /** The places of all matches in order, in UTF-16 code units. */
  readonly matches: (text: string) => Iterable<{ readonly start: number; readonly end: number }>;
}

/** The world of browsing and operations; everything else follows from the grid. */
export interface ProjectSurroundings {
  readonly id: string;
  readonly name: string;
  readonly languages: readonly ExpressionLanguage[];
  /** Throws an Error whose message names the fault. */
  readonly translateRegex: (pattern: string, options: { readonly ignoreCase: boolean }) => TextPattern;
  /** Another project's grid by its name. Throws an Error with a sentence for none, or more than one. */
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

/** Context of facets, previews and pages of rows of this grid. */
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
      return { test: (text) => regex.test(text) };
    },
    splitRegex: (pattern, maxPieces) => {
      const regex = translateRegex(pattern, { ignoreCase: false });
      return (text) => splitByRegex(text, regex, maxPieces);
    },
    progress,
  };
}

/** Context of an operation on this grid. */
export function createOperationContext(grid: Grid, surroundings: OperationSurroundings): OperationContext {
  const { writer, historyEntryId, reconciliation, urlFetch, percent } = surroundings;
  return { ...createFacetContext(grid, surroundings), writer, historyEntryId, reconciliation, urlFetch, percent };
}

/**
 * The pieces between matches of the expression. Without a limit empty pieces at the end are removed; an empty match at
 * the very start makes no empty first piece. Source: Java SE, String.split, which recipes were written for.
 */
function splitByRegex(text: string, regex: TextPattern, maxPieces: number): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of regex.matches(text)) {
    if (maxPieces > 0 && pieces.length === maxPieces - 1) break;
    if (end === 0 || (end === start && start >= text.length)) continue;
    pieces.push(text.slice(from, start));
    from = end;
  }
  pieces.push(text.slice(from));
  if (maxPieces <= 0) while (pieces.length > 1 && pieces.at(-1) === '') pieces.pop();
  return pieces;
}
