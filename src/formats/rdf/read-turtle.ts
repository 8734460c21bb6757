import { EventEmitter } from 'node:events';
import { Parser, type ParseCallback, type Quad } from 'n3';
import type { TextSource } from '../text-source.js';
import { termOf } from './parsed-term.js';
import { damagedRdf, tooManyTriples } from './rdf-errors.js';
import { TooManyTriples, TripleTableBuilder, UNNAMED_BASE, type RdfGraph } from './triple-table.js';

/**
 * Turtle, N-Triples, N-Quads and TriG, which are one family: a reader of all of them is told no difference. Named graphs are read as one.
 * Errors: `file-damaged` with the line and what is usual there; `file-unreadable` beyond `MAX_TRIPLES`.
 */
export function readTurtle(source: TextSource): RdfGraph {
  const builder = new TripleTableBuilder();
  const prefixes = new Map<string, string>();
  const text = new EventEmitter();
  let line = 1;
  // An object, for the list of its members that comes with the parser does not have the one that tells the lines.
  const listeners: { readonly onQuad: ParseCallback; readonly onPrefix: (prefix: string, iri: unknown) => void; readonly onToken: (token: { readonly line: number }) => void } = {
    onQuad: (error: Error | null, quad: Quad | null) => {
      if (error !== null) throw damagedRdf(source.file, error.message, lineOf(error) ?? line);
      if (quad !== null) builder.add(termOf(quad.subject), termOf(quad.predicate), termOf(quad.object), line);
    },
    onPrefix: (prefix, iri) => {
      const namespace = typeof iri === 'string' ? iri : typeof iri === 'object' && iri !== null && 'value' in iri ? String(iri.value) : '';
      if (namespace !== '' && !prefixes.has(prefix)) prefixes.set(prefix, namespace);
    },
    onToken: (token) => {
      line = token.line;
    },
  };
  try {
    new Parser({ baseIRI: UNNAMED_BASE }).parse(text, listeners);
    for (const chunk of source.chunks(() => undefined)) text.emit('data', chunk);
    text.emit('end');
  } catch (thrown) {
    throw thrown instanceof TooManyTriples ? tooManyTriples(source.file, thrown) : thrown;
  }
  return { triples: builder.finish(), prefixes };
}

/** An error of the parser knows its line, in words and otherwise. */
function lineOf(error: Error): number | undefined {
  if ('context' in error && typeof error.context === 'object' && error.context !== null && 'line' in error.context) return Number(error.context.line);
  return undefined;
}
