import type { RawValue } from '../../formats/raw-record.js';
import { kindOfTerm, literalOf, type Literal } from '../../formats/rdf/term.js';
import { AXIOM_TYPES, XL_LABELS } from './rdf-vocabulary.js';
import type { RdfSubjects } from './rdf-subjects.js';

/** What a value was in the file: the id of an entity, an address, something with a name or in parts, or a literal with its datatype (`''`: plain text). */
export type ValueSource = { readonly kind: 'reference' | 'address' | 'described' } | { readonly kind: 'literal'; readonly datatype: string };

export type VisitValue = (column: string, value: RawValue, source: ValueSource) => void;

const REFERENCE: ValueSource = { kind: 'reference' };
const ADDRESS: ValueSource = { kind: 'address' };
const DESCRIBED: ValueSource = { kind: 'described' };
const MAX_DEPTH = 2;
const MAX_MEMBERS = 10_000;

const LATITUDE = ['geo:lat', 'schema:latitude'];
const LONGITUDE = ['geo:long', 'schema:longitude'];
/** Where a node without a name keeps what it is there for. */
const TEXT_OF_NODE = ['rdf:value', 'skosxl:literalForm', 'schema:value', 'gsp:asWKT', 'georss:point'];

/**
 * All that is said about an entity, as values of columns; types apart. Columns are called by the short names of predicates, those of what is said about
 * a node without a name by both (`schema:address.schema:postalCode`).
 */
export function eachValue(subjects: RdfSubjects, idOf: (term: number) => string, subject: number, visit: VisitValue): void {
  const { triples, predicates } = subjects;
  triples.eachOf(subject, (term, object) => {
    const column = predicates.get(term)?.short ?? '';
    if (column !== 'rdf:type') addValue(subjects, idOf, column, object, visit, 0);
  });
}

function addValue(subjects: RdfSubjects, idOf: (term: number) => string, column: string, object: number, visit: VisitValue, depth: number): void {
  const { triples } = subjects;
  const plainLabel = XL_LABELS[column];
  if (plainLabel !== undefined) {
    for (const literal of subjects.literalForms(object)) visit(plainLabel, rawValue(literal), { kind: 'literal', datatype: '' });
    return;
  }
  const text = triples.text(object);
  const kind = kindOfTerm(text);
  if (kind === 'literal') {
    const literal = literalOf(text);
    visit(column, rawValue(literal), { kind: 'literal', datatype: literal.datatype ?? '' });
    return;
  }
  if (subjects.isEntity(object)) {
    visit(column, { text: idOf(object) }, REFERENCE);
    return;
  }
  const described = triples.subjectOf(object);
  if (described >= 0 && addDescribed(subjects, idOf, column, described, visit, depth, kind === 'blank')) return;
  if (kind === 'iri' && !text.endsWith('rdf-syntax-ns#nil')) visit(column, { text }, ADDRESS);
}

/** Puts what a node says in the place of the node; `false` when it says nothing that could stand there. */
function addDescribed(subjects: RdfSubjects, idOf: (term: number) => string, column: string, node: number, visit: VisitValue, depth: number, inParts: boolean): boolean {
  const { triples, names, predicates } = subjects;
  const label = subjects.labelOf(triples.subjectTerm(node));
  if (label !== undefined) {
    visit(column, { text: label }, DESCRIBED);
    return true;
  }
  for (const predicate of TEXT_OF_NODE) {
    const literals = subjects.literalsOf(node, predicate);
    for (const literal of literals) visit(column, rawValue(literal), { kind: 'literal', datatype: literal.datatype ?? '' });
    if (literals.length > 0) return true;
  }
  const [latitude, longitude] = [LATITUDE, LONGITUDE].map((list) => list.flatMap((predicate) => subjects.literalsOf(node, predicate))[0]?.text);
  if (latitude !== undefined && longitude !== undefined) {
    visit(column, { text: `${latitude}, ${longitude}` }, DESCRIBED);
    return true;
  }
  const members = membersOf(subjects, node);
  if (members.length > 0) {
    for (const member of members) addValue(subjects, idOf, column, member, visit, MAX_DEPTH);
    return true;
  }
  if (!inParts) return false;
  if (depth >= MAX_DEPTH || subjects.typesOf(node).some((type) => AXIOM_TYPES.has(names.shorten(triples.text(type))))) return true;
  triples.eachOf(node, (term, object) => {
    const part = predicates.get(term)?.short ?? '';
    if (part !== 'rdf:type') addValue(subjects, idOf, `${column}.${part}`, object, visit, depth + 1);
  });
  return true;
}

/** The members of a list that begins with this node, as terms; none when it is no list. */
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

/** A typed literal as people write it: no time zone behind a day, no system of reference before a point. */
function plainText(text: string, datatype: string): string {
  if (datatype.endsWith('#date') || datatype.endsWith('#gYear') || datatype.endsWith('#gYearMonth')) return text.replace(/(?:Z|[+-]\d{2}:\d{2})$/, '');
  return datatype.endsWith('#wktLiteral') ? text.replace(/^\s*<[^>]*>\s*/, '') : text;
}
