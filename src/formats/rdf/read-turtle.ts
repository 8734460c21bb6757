import { EventEmitter } from 'node:events';
import { Parser, type ParseCallback, type Quad } from 'n3';
import { SameasError } from '../../foundation/sameas-error.js';
import type { RecordFault } from '../raw-record.js';
import type { TextSource } from '../text-source.js';
import { termOf, type ParsedQuad } from './parsed-term.js';
import { damagedRdf, tooManyTriples } from './rdf-errors.js';
import { hasStatementLines, readStatementLines } from './read-statement-lines.js';
import { TooManyTriples, TripleTableBuilder, UNNAMED_BASE, type RdfGraph } from './triple-table.js';

/**
 * Turtle, N-Triples, N-Quads and TriG, which are one family: a reader of all of them is told no difference. Named graphs are read as one.
 * A file with a statement a line that cannot be read as a whole is read again line by line, and faulty lines are left out.
 * Errors: `file-damaged` with the line and what is usual there; `file-unreadable` beyond `MAX_TRIPLES`.
 */
export function readTurtle(source: TextSource): RdfGraph {
  try {
    try {
      return readWhole(source);
    } catch (thrown) {
      const isDamaged = thrown instanceof SameasError && thrown.code === 'file-damaged';
      const graph = isDamaged && hasStatementLines(source.head) ? readStatementLines(source, lineParser()) : undefined;
      if (graph === undefined) throw thrown;
      return graph;
    }
  } catch (thrown) {
    throw thrown instanceof TooManyTriples ? tooManyTriples(source.file, thrown) : thrown;
  }
}

function readWhole(source: TextSource): RdfGraph {
  const builder = new TripleTableBuilder();
  const prefixes = new Map<string, string>();
  const faults: RecordFault[] = [];
  const text = new EventEmitter();
  let line = 1;
  // An object, for the list of its members that comes with the parser does not have the one that tells the lines.
  const listeners: {
    readonly onQuad: ParseCallback;
    readonly onPrefix: (prefix: string, iri: unknown) => void;
    readonly onToken: (token: { readonly line: number }) => void;
  } = {
    onQuad: (error: Error | null, quad: Quad | null) => {
      if (error !== null) throw damagedRdf(source.file, error.message, lineOf(error) ?? line);
      if (quad !== null) builder.add(termOf(quad.subject), termOf(quad.predicate), termOf(quad.object), line);
    },
    onPrefix: (prefix, iri) => {
      const namespace =
        typeof iri === 'string'
          ? iri
          : typeof iri === 'object' && iri !== null && 'value' in iri
            ? String(iri.value)
            : '';
      if (namespace !== '' && !prefixes.has(prefix)) prefixes.set(prefix, namespace);
    },
    onToken: (token) => {
      line = token.line;
    },
  };
  new Parser({ baseIRI: UNNAMED_BASE }).parse(text, listeners);
  for (const chunk of source.chunks((fault) => faults.push(fault))) text.emit('data', chunk);
  text.emit('end');
  return { triples: builder.finish(), prefixes, faults };
}

/** Parses lines one by one; without a prefix of their own, nodes without an address would be others in each line. */
function lineParser(): (line: string) => readonly ParsedQuad[] {
  const parser = new Parser({ baseIRI: UNNAMED_BASE, blankNodePrefix: 'node-' });
  return (line) => {
    const quads: unknown = parser.parse(line);
    // Without a callback it gives the statements.
    return Array.isArray(quads) ? (quads as readonly Quad[]) : [];
  };
}

/** An error of the parser knows its line, in words and otherwise. */
function lineOf(error: Error): number | undefined {
  if ('context' in error && typeof error.context === 'object' && error.context !== null && 'line' in error.context)
    return Number(error.context.line);
  return undefined;
}
