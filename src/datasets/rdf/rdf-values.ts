import type { RawValue } from '../../formats/raw-record.js';
import { kindOfTerm, literalOf, type Literal } from '../../formats/rdf/term.js';
import { AXIOM_TYPES, XL_LABELS } from './rdf-vocabulary.js';
import type { RdfSubjects } from './rdf-subjects.js';

/**
 * Origin of a value: the id of an entity, an address, a node with a name or parts, or a literal with its datatype
 * (`''`: plain text).
 */
export type ValueSource =
  { readonly kind: 'reference' | 'address' | 'described' } | { readonly kind: 'literal'; readonly datatype: string };

type VisitValue = (column: string, value: RawValue, source: ValueSource) => void;

const REFERENCE: ValueSource = { kind: 'reference' };
const ADDRESS: ValueSource = { kind: 'address' };
const DESCRIBED: ValueSource = { kind: 'described' };
const MAX_DEPTH = 2;
const MAX_MEMBERS = 10_000;

const LATITUDE = ['geo:lat', 'schema:latitude'];
const LONGITUDE = ['geo:long', 'schema:longitude'];
/** Predicates that hold the content of a blank node. */
const TEXT_OF_NODE = ['rdf:value', 'skosxl:literalForm', 'schema:value', 'gsp:asWKT', 'georss:point'];

export interface NamedGraph {
  readonly subjects: RdfSubjects;
  /** Id of the entity of a term. */
  readonly idOf: (term: number) => string;
}

interface Place {
  readonly column: string;
  /** Number of enclosing blank nodes. */
  readonly depth: number;
}

/**
 * Visits all statements about an entity as values of columns, without types. Columns have the short names of
 * predicates, those of blank nodes both (`schema:address.schema:postalCode`).
 */
export function eachValue(graph: NamedGraph, subject: number, visit: VisitValue): void {
  const { triples, predicates } = graph.subjects;
  const reader = new ValueReader(graph, visit);
  triples.eachOf(subject, (term, object) => {
    const column = predicates.get(term)?.short ?? '';
    if (column !== 'rdf:type') reader.read(object, { column, depth: 0 });
  });
}

/** Reads the values of an entity; a blank node gives the values of its own statements. */
class ValueReader {
  readonly #subjects: RdfSubjects;
  readonly #idOf: NamedGraph['idOf'];
  readonly #visit: VisitValue;

  constructor({ subjects, idOf }: NamedGraph, visit: VisitValue) {
    this.#subjects = subjects;
    this.#idOf = idOf;
    this.#visit = visit;
  }

  read(object: number, place: Place): void {
    const { triples } = this.#subjects;
    const { column } = place;
    const plainLabel = XL_LABELS[column];
    if (plainLabel !== undefined) {
      for (const literal of this.#subjects.literalForms(object))
        this.#visit(plainLabel, rawValue(literal), { kind: 'literal', datatype: '' });
      return;
    }
    const text = triples.text(object);
    const kind = kindOfTerm(text);
    if (kind === 'literal') this.#readLiteral(literalOf(text), column);
    else if (this.#subjects.isEntity(object)) this.#visit(column, { text: this.#idOf(object) }, REFERENCE);
    else if (!this.#readNode(triples.subjectOf(object), place) && kind === 'iri' && !text.endsWith('rdf-syntax-ns#nil'))
      this.#visit(column, { text }, ADDRESS);
  }

  #readLiteral(literal: Literal, column: string): void {
    this.#visit(column, rawValue(literal), { kind: 'literal', datatype: literal.datatype ?? '' });
  }

  /** Replaces a node by the values of its statements; `false` when there are none. */
  #readNode(node: number, place: Place): boolean {
    return (
      node >= 0 &&
      (this.#readText(node, place.column) || this.#readMembers(node, place.column) || this.#readParts(node, place))
    );
  }

  /** A name, texts or a point for the whole node. */
  #readText(node: number, column: string): boolean {
    const { triples, labelOf, literalsOf } = this.#subjects;
    const label = labelOf(triples.subjectTerm(node));
    if (label !== undefined) {
      this.#visit(column, { text: label }, DESCRIBED);
      return true;
    }
    for (const predicate of TEXT_OF_NODE) {
      const literals = literalsOf(node, predicate);
      for (const literal of literals) this.#readLiteral(literal, column);
      if (literals.length > 0) return true;
    }
    const [latitude, longitude] = [LATITUDE, LONGITUDE].map(
      (list) => list.flatMap((predicate) => literalsOf(node, predicate))[0]?.text,
    );
    if (latitude === undefined || longitude === undefined) return false;
    this.#visit(column, { text: `${latitude}, ${longitude}` }, DESCRIBED);
    return true;
  }

  #readMembers(node: number, column: string): boolean {
    const members = membersOf(this.#subjects, node);
    for (const member of members) this.read(member, { column, depth: MAX_DEPTH });
    return members.length > 0;
  }

  /** The parts of a node without an address as columns of their own; one with an address has no parts. */
  #readParts(node: number, { column, depth }: Place): boolean {
    const { triples, names, predicates, typesOf } = this.#subjects;
    if (kindOfTerm(triples.text(triples.subjectTerm(node))) !== 'blank') return false;
    if (depth >= MAX_DEPTH || typesOf(node).some((type) => AXIOM_TYPES.has(names.shorten(triples.text(type)))))
      return true;
    triples.eachOf(node, (term, object) => {
      const part = predicates.get(term)?.short ?? '';
      if (part !== 'rdf:type') this.read(object, { column: `${column}.${part}`, depth: depth + 1 });
    });
    return true;
  }
}

/** The members of an RDF list that begins with this node, as terms; none for other nodes. */
function membersOf({ triples, predicates }: RdfSubjects, node: number): readonly number[] {
  const members: number[] = [];
  let at = node;
  while (at >= 0 && members.length < MAX_MEMBERS) {
    let member = -1;
    let rest = -1;
    triples.eachOf(at, (term, object) => {
      const short = predicates.get(term)?.short;
      if (short === 'rdf:first') member = object;
      else if (short === 'rdf:rest') rest = object;
    });
    if (member < 0) return members;
    members.push(member);
    at = triples.subjectOf(rest);
  }
  return members;
}

function rawValue({ text, language, datatype }: Literal): RawValue {
  if (language !== undefined) return { text, language };
  return { text: datatype === undefined ? text : plainText(text, datatype) };
}

/** A typed literal as plain text: no time zone after a day, no reference system before a point. */
function plainText(text: string, datatype: string): string {
  if (datatype.endsWith('#date') || datatype.endsWith('#gYear') || datatype.endsWith('#gYearMonth'))
    return text.replace(/(?:Z|[+-]\d{2}:\d{2})$/, '');
  return datatype.endsWith('#wktLiteral') ? text.replace(/^\s*<[^>]*>\s*/, '') : text;
}
