import { z } from 'zod';
import type { FacetContext } from '../browsing/facets/facet.js';
import { failedOperation, invalidOperation } from './operation.js';

/** Members of operations that split a text. */
export const splitMembers = {
  mode: z.enum(['separator', 'lengths', 'plain', 'regex']).default('separator'),
  separator: z.string().nullish(),
  regex: z.boolean().nullish(),
  fieldLengths: z.array(z.number().int().nonnegative()).nullish(),
};

interface SplitConfig {
  readonly mode: 'separator' | 'lengths' | 'plain' | 'regex';
  readonly separator?: string | null | undefined;
  readonly regex?: boolean | null | undefined;
  readonly fieldLengths?: readonly number[] | null | undefined;
}

/** Throws `operation-invalid` for an incomplete splitting. */
export function checkSplit({ mode, separator, fieldLengths }: SplitConfig): void {
  if (mode === 'lengths') {
    if (fieldLengths == null) throw invalidOperation('Missing field lengths');
    return;
  }
  if (separator == null) throw invalidOperation('Missing separator');
}

/**
 * Splits a text. A text separator (at every white space when it is empty) keeps every piece, and with `maxPieces` above
 * 0 the last takes the rest; a regular expression drops empty pieces at the end unless there is a limit; lengths give
 * pieces of those lengths and drop the rest.
 */
export function createSplitter(
  config: SplitConfig,
  maxPieces: number,
  context: FacetContext,
): (text: string) => readonly string[] {
  const { mode, separator, fieldLengths } = config;
  if (mode === 'lengths') return (text) => piecesByLength(text, fieldLengths ?? []);
  const cut = separator ?? '';
  if (mode === 'regex' || (mode === 'separator' && config.regex === true))
    return regexSplitter(cut, maxPieces, context);
  return (text) => piecesBySeparator(text, cut, maxPieces);
}

function regexSplitter(pattern: string, maxPieces: number, context: FacetContext): (text: string) => readonly string[] {
  try {
    return context.splitRegex(pattern, maxPieces);
  } catch (thrown) {
    throw failedOperation(
      `The separator "${pattern}" cannot be read as a regular expression: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  }
}

function piecesByLength(text: string, lengths: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  let at = 0;
  for (const length of lengths) {
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

function piecesBySeparator(text: string, separator: string, maxPieces: number): readonly string[] {
  if (separator === '') return piecesAtWhiteSpace(text, maxPieces);
  const pieces = text.split(separator);
  if (maxPieces <= 0 || pieces.length <= maxPieces) return pieces;
  return [...pieces.slice(0, maxPieces - 1), pieces.slice(maxPieces - 1).join(separator)];
}

/** All white space but no-break spaces (U+00A0 and its like). */
const WHITE_SPACE = /[^\S\u00a0\u2007\u202f\ufeff]/g;

function piecesAtWhiteSpace(text: string, maxPieces: number): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const { index } of text.matchAll(WHITE_SPACE)) {
    if (pieces.length + 1 === maxPieces) break;
    pieces.push(text.slice(start, index));
    start = index + 1;
  }
  return [...pieces, text.slice(start)];
}
