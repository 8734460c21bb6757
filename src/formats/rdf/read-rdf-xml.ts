import { RdfXmlParser } from 'rdfxml-streaming-parser';
import type { RecordFault } from '../raw-record.js';
import type { TextSource } from '../text-source.js';
import { damagedRdf, tooManyTriples } from './rdf-syntax.js';
import { type ParsedQuad, termOf } from './term.js';
import { type RdfGraph, TooManyTriples, TripleTableBuilder, UNNAMED_BASE } from './triple-table.js';

const DAMAGED_XML =
  'Look at this line and those before it: a tag that is not closed, or a bare < or & (written &lt; and &amp; in XML) is the usual cause.';
const BROKEN_OFF = 'The file ends before its last tag is closed: copy, download or export it again.';

/** Positions in parsers' messages, `Line 3 column 5: …` and `3:5: …`; fed by lines, they are not those of the file. */
const PLACE = /^(?:Line \d+ column \d+|\d+:\d+):\s*/;

/**
 * RDF/XML. Nothing outside of the file is read; entities are those defined in the file, as plain text. Errors:
 * `file-damaged` with the line; `file-unreadable` beyond `MAX_TRIPLES`.
 */
export function readRdfXml(source: TextSource): RdfGraph {
  const builder = new TripleTableBuilder();
  const prefixes = new Map<string, string>();
  const faults: RecordFault[] = [];
  for (const [, prefix, namespace] of source.head.matchAll(/\sxmlns:([\w.-]+)\s*=\s*["']([^"'&]+)["']/g)) {
    if (prefix !== undefined && namespace !== undefined && !prefixes.has(prefix)) prefixes.set(prefix, namespace);
  }
  let line = 1;
  const parser = new SynchronousRdfXmlParser(({ subject, predicate, object }) =>
    builder.add(termOf(subject), termOf(predicate), termOf(object), line),
  );
  parser.on('error', (error: Error) => parser.faults.push(error));
  let lineEnded = false;
  const feed = (piece: string): void => {
    if (lineEnded) line++;
    lineEnded = piece.endsWith('\n');
    parser._transform(piece, 'utf8', (error) => {
      if (error != null) parser.faults.push(error);
    });
    const [fault] = parser.faults;
    if (fault instanceof TooManyTriples) throw tooManyTriples(source.file, fault);
    if (fault !== undefined)
      throw damagedRdf(source.file, fault.message.replace(PLACE, '').trim(), line, {
        advice: DAMAGED_XML,
        cause: fault,
      });
  };
  for (const chunk of source.chunks((fault) => faults.push(fault))) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      feed(chunk.slice(start, end + 1));
      start = end + 1;
    }
    if (start < chunk.length) feed(chunk.slice(start));
  }
  if (parser.depth > 0) throw damagedRdf(source.file, 'a tag is not closed', line, { advice: BROKEN_OFF });
  return { triples: builder.finish(), prefixes, faults };
}

/** The parser with synchronous statements: its stream would deliver them too late to know their line. */
class SynchronousRdfXmlParser extends RdfXmlParser {
  depth = 0;
  readonly faults: Error[] = [];
  private readonly visit: (quad: ParsedQuad) => void;

  constructor(visit: (quad: ParsedQuad) => void) {
    super({ baseIRI: UNNAMED_BASE, trackPosition: true, allowDuplicateRdfIds: true });
    this.visit = visit;
  }

  override push(quad: ParsedQuad | null): boolean {
    if (quad !== null) this.visit(quad);
    return true;
  }

  protected override onTag(tag: Parameters<RdfXmlParser['onTag']>[0]): void {
    this.depth++;
    super.onTag(tag);
  }

  protected override onCloseTag(): void {
    this.depth--;
    super.onCloseTag();
  }
}
