import type { TextSource } from '../text-source.js';
import type { RdfSyntax } from './rdf-syntax.js';
import type { RdfGraph } from './triple-table.js';

/**
 * All statements of an RDF file. The reader of its syntax is loaded on first use. Errors: `file-damaged` with the line
 * if known; `file-unreadable` for too many.
 */
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
