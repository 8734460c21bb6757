import type { TextSource } from '../text-source.js';
import type { RdfSyntax } from './rdf-syntax.js';
import type { RdfGraph } from './triple-table.js';

/** Everything that an RDF file states. What reads a syntax is loaded when a file has it. Errors: `file-damaged` with the line where that is known; `file-unreadable` for too much. */
export async function readGraph(source: TextSource, syntax: RdfSyntax): Promise<RdfGraph> {
  switch (syntax) {
    case 'turtle':
      return (await import('./read-turtle.js')).readTurtle(source);
    case 'rdf-xml':
      return (await import('./read-rdf-xml.js')).readRdfXml(source);
    case 'json-ld':
      return (await import('./read-json-ld.js')).readJsonLd(source);
  }
}
