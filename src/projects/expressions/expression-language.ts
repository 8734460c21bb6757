import { ErrorValue, type Cell } from '../grid/cell-value.js';
import type { ExpressionValue } from './expression-value.js';

/** Languages of programs, as in `grel:value.trim()`. */
export type ExpressionLanguageId = 'grel' | 'jython' | 'clojure';

/**
 * One language. Everything is synchronous, because it runs in a process for commands; the deadline of the command ends
 * an endless program from outside.
 */
export interface ExpressionLanguage {
  readonly id: ExpressionLanguageId;
  /** As in get-models. */
  readonly name: string;
  readonly defaultExpression: string;
  /** Throws `ExpressionSyntaxError` with the place of the fault. */
  compile(program: string): CompiledExpression;
}

export interface CompiledExpression {
  /**
   * One value for each row, in order. A failed row gives an `ErrorValue`; nothing is thrown for errors of an
   * expression. A few thousand rows at most in one call. Rows beyond `totalMs` give an error; default: the limit of the
   * language.
   */
  evaluate(rows: readonly RowBindings[], limits?: { readonly totalMs: number }): readonly ExpressionValue[];
}

/** A program with a syntax error. */
export class ExpressionSyntaxError extends Error {
  /** From 0, in the program without its language prefix; undefined where the language names no place. */
  readonly offset: number | undefined;

  /** The message for clients: `Parsing error at offset 7: Missing )`. */
  constructor(message: string, offset?: number) {
    super(message);
    this.name = 'ExpressionSyntaxError';
    this.offset = offset;
  }
}

export interface RowBindings {
  /**
   * The value of the base column's cell, or the result of an earlier round of a repeated expression; null for neither.
   */
  readonly value: ExpressionValue;
  readonly cell: Cell | null;
  /** The base column; empty for none. */
  readonly columnName: string;
  readonly row: BoundRow;
  readonly project: BoundProject;
}

export interface BoundRow {
  /** From 0. */
  readonly index: number;
  readonly starred: boolean;
  readonly flagged: boolean;
  /** In display order. */
  readonly columnNames: readonly string[];
  /** Null for an absent cell, undefined for an unknown column. */
  cell(columnName: string): Cell | null | undefined;
  record(): BoundRecord;
}

export interface BoundRecord {
  /** From 0. */
  readonly index: number;
  readonly fromRowIndex: number;
  /** Exclusive. */
  readonly toRowIndex: number;
  /** The record's non-blank cells of that column, from top to bottom; undefined for an unknown column. */
  cells(columnName: string): readonly Cell[] | undefined;
}

/** Access to other rows of this project, and other projects. */
export interface BoundProject {
  readonly id: string;
  readonly name: string;
  /**
   * The rows of a project whose value in a column equals `value` (numbers and dates by their text); the project by its
   * name, the own one for the empty name; without a column name the row of that index. Throws an Error with a sentence
   * for an unknown project or column, or for an ambiguous name.
   */
  cross(value: ExpressionValue, projectName: string, columnName: string): readonly BoundRow[];
  /** Number of rows with `value` for the expression on the column. Throws an Error: `No such column named X`. */
  facetCount(value: ExpressionValue, expression: string, columnName: string): number;
}

/** Value of a row that was not reached in time. */
export function lateRow(totalMs: number): ErrorValue {
  return new ErrorValue(
    `The time limit of ${String(totalMs / 1000)} seconds for these rows was reached before this row`,
  );
}

interface ParsedExpression {
  readonly languageId: ExpressionLanguageId;
  /** Without the prefix. */
  readonly program: string;
}

/** Prefixes before the colon, in lower case. `gel` is the former name of GREL. */
const PREFIXES: Readonly<Record<string, ExpressionLanguageId>> = {
  grel: 'grel',
  gel: 'grel',
  jython: 'jython',
  clojure: 'clojure',
};

/** Splits `jython:return value`. A text without the name of a language in front is GREL as a whole, colons and all. */
export function parseExpression(expression: string): ParsedExpression {
  const colon = expression.indexOf(':');
  const prefix = colon < 0 ? '' : expression.slice(0, colon).toLowerCase();
  const languageId = Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined;
  return languageId === undefined
    ? { languageId: 'grel', program: expression }
    : { languageId, program: expression.slice(colon + 1) };
}

/** The compiled program of any language. Throws `ExpressionSyntaxError` for an invalid one, or another language. */
export function compileExpression(expression: string, languages: readonly ExpressionLanguage[]): CompiledExpression {
  const { languageId, program } = parseExpression(expression);
  const language = languages.find(({ id }) => id === languageId);
  if (language === undefined)
    throw new ExpressionSyntaxError(`Expressions in the language ${languageId} are not available here.`);
  return language.compile(program);
}
