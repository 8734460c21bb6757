import type { RecordFault } from '../raw-record.js';
import type { TextSource } from '../text-source.js';
import { termOf, type ParsedQuad } from './parsed-term.js';
import { saidOfStatement } from './rdf-errors.js';
import { TripleTableBuilder, type RdfGraph } from './triple-table.js';

/** Faults that are kept one by one; the last of them counts all further ones. */
const MAX_FAULTS = 1000;

/** A line of N-Triples or N-Quads, as far as one can tell without reading it. */
const STATEMENT_LINE = /^\s*(?:<[^<>\s]*>|_:\S+)\s.*\.\s*(?:#.*)?$/;
/** What gives later lines another meaning, as Turtle has it. */
const DIRECTIVE_LINE = /^\s*(?:@?(?:prefix|base)\s)/i;
const EMPTY_LINE = /^\s*(?:#.*)?$/;

/** Whether each statement seems to have a line of its own, so that a line may be left out without a change to the others. */
export function hasStatementLines(head: string): boolean {
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
export function readStatementLines(
  source: TextSource,
  parse: (line: string) => readonly ParsedQuad[],
): RdfGraph | undefined {
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
