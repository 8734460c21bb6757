import { EventEmitter } from 'node:events';
import { type ParseCallback, Parser, type Quad } from 'n3';
import { SameasError } from '../../foundation/sameas-error.js';
import type { RecordFault } from '../raw-record.js';
import type { TextSource } from '../text-source.js';
import { type ParsedQuad, termOf } from './parsed-term.js';
import { damagedRdf, saidOfStatement, tooManyTriples } from './rdf-errors.js';
import { type RdfGraph, TooManyTriples, TripleTableBuilder, UNNAMED_BASE } from './triple-table.js';

/** Faults that are kept one by one; the last of them counts all further ones. */
const MAX_FAULTS = 1000;

/** A line of N-Triples or N-Quads, as far as one can tell without reading it. */
const STATEMENT_LINE = /^\s*(?:<[^<>\s]*>|_:\S+)\s.*\.\s*(?:#.*)?$/;

/** What gives later lines another meaning, as Turtle has it. */
const DIRECTIVE_LINE = /^\s*(?:@?(?:prefix|base)\s)/i;

const EMPTY_LINE = /^\s*(?:#.*)?$/;

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

/** Whether each statement seems to have a line of its own, so that a line may be left out without a change to the others. */
function hasStatementLines(head: string): boolean {
  const lines = head.split('\n').filter((line) => !EMPTY_LINE.test(line));
  const statements = lines.filter((line) => STATEMENT_LINE.test(line)).length;
  return statements > lines.length / 2 && !lines.some((line) => DIRECTIVE_LINE.test(line));
}

/**
 * The statements of N-Triples or N-Quads line by line; a line that cannot be read is a fault and left out. `undefined` where that would say nothing of
 * the list: when more lines are faulty than not, or when the text breaks off within a line, for then much more may be missing. It takes
 * some times as long as reading the text as a whole. `parse` throws what is wrong with a line, and takes a node without an address for the same in all
 * lines. Throws `TooManyTriples`.
 */
function readStatementLines(source: TextSource, parse: (line: string) => readonly ParsedQuad[]): RdfGraph | undefined {
  const builder = new TripleTableBuilder();
  const faults: RecordFault[] = [];
  let lines = 0;
  let good = 0;
  let bad = 0;
  /** Whether the line could be read. */
  const take = (text: string): boolean => {
    lines++;
    if (EMPTY_LINE.test(text)) return true;
    const read = statementsOf(parse, text);
    if (typeof read === 'string') {
      bad++;
      if (faults.length < MAX_FAULTS)
        faults.push({
          kind: 'not-a-statement',
          line: lines,
          message: `${read}; the line was left out.`,
          rejected: false,
        });
      return false;
    }
    for (const { subject, predicate, object } of read)
      builder.add(termOf(subject), termOf(predicate), termOf(object), lines);
    good++;
    return true;
  };
  let rest = '';
  for (const chunk of source.chunks((fault) => faults.push(fault))) {
    const whole = `${rest}${chunk}`.split('\n');
    rest = whole.pop() ?? '';
    for (const line of whole) take(line);
  }
  const endsWhole = take(rest);
  if (!endsWhole || bad > good) return undefined;
  const last = faults.pop();
  if (last !== undefined)
    faults.push(bad > MAX_FAULTS ? { ...last, count: (last.count ?? 1) + bad - MAX_FAULTS } : last);
  return { triples: builder.finish(), prefixes: new Map(), faults };
}

/** The statements of a line, or what is wrong with it. */
function statementsOf(parse: (line: string) => readonly ParsedQuad[], line: string): readonly ParsedQuad[] | string {
  try {
    return parse(line);
  } catch (thrown) {
    if (thrown instanceof Error) return saidOfStatement(thrown.message);
    throw thrown;
  }
}
