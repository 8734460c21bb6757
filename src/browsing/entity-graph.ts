import { defined } from '../foundation/defined.js';
import { DataFactory, type NamedNode, type Quad, type Quad_Object, Writer } from 'n3';
import type { Dataset } from '../entities/dataset.js';
import type { Entity } from '../entities/entity.js';
import { formatPartialDate } from '../entities/partial-date.js';
import type { PropertyValue } from '../entities/property.js';

/*
 * An entity as linked data. Names are `rdfs:label` and `skos:altLabel`, the description is `dcterms:description`; types
 * and properties have addresses from the schema space and their ids. Years and months are `xsd:gYear` and
 * `xsd:gYearMonth`, coordinates points of GeoSPARQL.
 */

type Term =
  | { readonly iri: string }
  | { readonly text: string; readonly language?: string | undefined; readonly datatype?: string };

interface EntityGraph {
  readonly iri: string;
  readonly types: readonly string[];
  /** Address of a property → its values. */
  readonly statements: ReadonlyMap<string, readonly Term[]>;
}

/** Prefixes of the addresses of entities, and of types and properties. */
export interface Spaces {
  readonly identifierSpace: string;
  readonly schemaSpace: string;
}

const PREFIXES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  dcterms: 'http://purl.org/dc/terms/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  geo: 'http://www.opengis.net/ont/geosparql#',
} as const;

/** An id that is an address. */
const ADDRESS = /^(?:https?:\/\/|urn:[a-z0-9-]+:)./i;

/** The statements about an entity. Cost: its names and values. */
export function entityGraph(
  { properties }: Pick<Dataset, 'properties'>,
  entity: Entity,
  { identifierSpace, schemaSpace }: Spaces,
): EntityGraph {
  const inSpace = (space: string, id: string): string => inAddress(ADDRESS.test(id) ? id : space + id);
  const statements = new Map<string, Term[]>();
  const say = (property: string, term: Term): void => {
    statements.set(property, [...(statements.get(property) ?? []), term]);
  };
  say(`${PREFIXES.rdfs}label`, { text: entity.name, language: entity.nameLanguage });
  for (const { text, language } of entity.aliases) say(`${PREFIXES.skos}altLabel`, { text, language });
  if (entity.description !== undefined)
    say(`${PREFIXES.dcterms}description`, { text: entity.description, language: entity.descriptionLanguage });
  for (const { id } of properties)
    for (const value of Object.hasOwn(entity.properties, id) ? (entity.properties[id] ?? []) : [])
      say(
        inSpace(schemaSpace, id),
        termOf(value, (other) => inSpace(identifierSpace, other)),
      );
  return {
    iri: inSpace(identifierSpace, entity.id),
    types: entity.types.map((type) => inSpace(schemaSpace, type)),
    statements,
  };
}

function termOf(value: PropertyValue, addressOf: (id: string) => string): Term {
  switch (value.kind) {
    case 'text':
      return { text: value.text, language: value.language };
    case 'identifier':
      return { text: value.text };
    case 'integer':
      return { text: String(value.number), datatype: `${PREFIXES.xsd}integer` };
    case 'number':
      return { text: String(value.number), datatype: `${PREFIXES.xsd}double` };
    case 'boolean':
      return { text: String(value.boolean), datatype: `${PREFIXES.xsd}boolean` };
    case 'date': {
      const { month, day } = value.date;
      const datatype = month === undefined ? 'gYear' : day === undefined ? 'gYearMonth' : 'date';
      // Years of more than four digits have no sign there, unless they are before 0.
      return {
        text: formatPartialDate(value.date).replace(/^\+0?/, '').replace(/^-00/, '-'),
        datatype: PREFIXES.xsd + datatype,
      };
    }
    case 'coordinates':
      return {
        text: `POINT(${String(value.longitude)} ${String(value.latitude)})`,
        datatype: `${PREFIXES.geo}wktLiteral`,
      };
    case 'url':
      return ADDRESS.test(value.url) ? { iri: inAddress(value.url) } : { text: value.url };
    case 'reference':
      return { iri: addressOf(value.id) };
  }
}

/** Percent-encoded where necessary. */
function inAddress(text: string): string {
  return wellFormed(text).replace(/[\u0000-\u0020<>"{}|^`\\]/g, (character) => encodeURIComponent(character));
}

/** Replaces unpaired surrogates, which RDF forbids. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, '\ufffd');
}

/** The language tag for RDF; `undefined` for an invalid one. */
function tagOf(language: string | undefined): string | undefined {
  return language !== undefined && /^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i.test(language) ? language : undefined;
}

/** As JSON-LD, with whole addresses as keys. */
export function writeJsonLd({ iri, types, statements }: EntityGraph): string {
  const node = (term: Term): unknown => {
    if ('iri' in term) return { '@id': term.iri };
    const language = tagOf(term.language);
    return {
      '@value': wellFormed(term.text),
      ...defined({ '@language': language, '@type': term.datatype }),
    };
  };
  return `${JSON.stringify({
    '@id': iri,
    ...(types.length > 0 && { '@type': types }),
    ...Object.fromEntries(Array.from(statements, ([property, terms]) => [property, terms.map(node)])),
  })}\n`;
}

/** As Turtle. */
export function writeTurtle(graph: EntityGraph): string {
  const writer = new Writer({ prefixes: PREFIXES });
  writer.addQuads([...quadsOf(graph)]);
  let text = '';
  // Without a stream it gives its text at once.
  writer.end((_, written: string) => {
    text = written;
  });
  return text;
}

/** As N-Triples: one statement a line. */
export function writeNTriples(graph: EntityGraph): string {
  return new Writer({ format: 'N-Triples' }).quadsToString([...quadsOf(graph)]);
}

function* quadsOf({ iri, types, statements }: EntityGraph): Generator<Quad> {
  const named = (address: string): NamedNode => DataFactory.namedNode(address);
  const subject = named(iri);
  for (const type of types) yield DataFactory.quad(subject, named(`${PREFIXES.rdf}type`), named(type));
  for (const [property, terms] of statements)
    for (const term of terms) yield DataFactory.quad(subject, named(property), objectOf(term));
}

function objectOf(term: Term): Quad_Object {
  if ('iri' in term) return DataFactory.namedNode(term.iri);
  const datatype = term.datatype === undefined ? undefined : DataFactory.namedNode(term.datatype);
  return DataFactory.literal(wellFormed(term.text), tagOf(term.language) ?? datatype);
}
