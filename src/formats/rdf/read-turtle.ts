import { EventEmitter } from 'node:events';
import { type ParseCallback, Parser, type Quad } from 'n3';
import { SameasError } from '../../foundation/sameas-error.js';
import type { RecordFault } from '../raw-record.js';
import type { TextSource } from '../text-source.js';
import { type ParsedQuad, termOf } from './term.js';
import { damagedRdf, saidOfStatement, tooManyTriples } from './rdf-syntax.js';
import { type RdfGraph, TooManyTriples, TripleTableBuilder, UNNAMED_BASE } from './triple-table.js';

const MAX_FAULTS = 1000;

/** A probable line of N-Triples or N-Quads. */
const STATEMENT_LINE = /^\s*(?:<[^<>\s]*>|_:\S+)\s.*\.\s*(?:#.*)?$/;

/** A directive of Turtle, which changes the meaning of later lines. */
const DIRECTIVE_LINE = /^\s*(?:@?(?:prefix|base)\s)/i;

const EMPTY_LINE = /^\s*(?:#.*)?$/;

/**
 * Turtle, N-Triples, N-Quads and TriG, by one reader. Named graphs are merged. A file with one statement a line that
 * fails as a whole is read again line by line, without faulty lines. Errors: `file-damaged` with the line and usual
 * advice; `file-unreadable` beyond `MAX_TRIPLES`.
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
  // An object, because the parser's type of listeners lacks the one for lines.
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

/** Parses single lines; with a common prefix, so that blank nodes are the same in all lines. */
function lineParser(): (line: string) => readonly ParsedQuad[] {
  const parser = new Parser({ baseIRI: UNNAMED_BASE, blankNodePrefix: 'node-' });
  return (line) => {
    const quads: unknown = parser.parse(line);
    // Without a callback it returns the statements.
    return Array.isArray(quads) ? (quads as readonly Quad[]) : [];
  };
}

function lineOf(error: Error): number | undefined {
  if ('context' in error && typeof error.context === 'object' && error.context !== null && 'line' in error.context)
    return Number(error.context.line);
  return undefined;
}

/** Whether each statement seems to have its own line, so that lines can be skipped independently. */
function hasStatementLines(head: string): boolean {
  const lines = head.split('\n').filter((line) => !EMPTY_LINE.test(line));
  const statements = lines.filter((line) => STATEMENT_LINE.test(line)).length;
  return statements > lines.length / 2 && !lines.some((line) => DIRECTIVE_LINE.test(line));
}

/**
 * The statements of N-Triples or N-Quads line by line; an unreadable line is a skipped fault. `undefined` where most
 * lines are faulty or the text ends within a line, as much more may then be missing. Takes several times as long as
 * reading the whole text. `parse` throws the fault of a line, and identifies blank nodes across lines. Throws
 * `TooManyTriples`.
 */
function readStatementLines(source: TextSource, parse: (line: string) => readonly ParsedQuad[]): RdfGraph | undefined {
  const builder = new TripleTableBuilder();
  const faults: RecordFault[] = [];
  let lines = 0;
  let good = 0;
  let bad = 0;
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

function statementsOf(parse: (line: string) => readonly ParsedQuad[], line: string): readonly ParsedQuad[] | string {
  try {
    return parse(line);
  } catch (thrown) {
    if (thrown instanceof Error) return saidOfStatement(thrown.message);
    throw thrown;
  }
}
