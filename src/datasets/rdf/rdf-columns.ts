import type { InferredRoles } from '../infer-roles.js';
import type { RoleColumn } from '../infer-id.js';
import type { OwnProperty } from '../data-file.js';
import { isCoordinateHeading } from '../../entities/coordinate-headings.js';
import { headingHints, headingRank } from '../heading-vocabulary.js';
import { isAbsoluteUrl } from '../parse-property-value.js';
import { readableName } from '../property-naming.js';
import { type RdfSubjects, bestText } from './rdf-subjects.js';
import { type NamedGraph, type ValueSource, eachValue } from './rdf-values.js';
import { EMPTY_TYPES, LITERAL_DATATYPES, type LabelRole, localName, predicateRank } from './rdf-vocabulary.js';
import type { RawValue } from '../../formats/raw-record.js';
import { largestOf } from '../../foundation/largest-of.js';
import type { Manifest } from '../manifest-schema.js';

/** The columns of a graph and their descriptions. */
interface RdfColumns {
  readonly columns: readonly string[];
  readonly roles: InferredRoles;
  readonly properties: ReadonlyMap<string, OwnProperty>;
}

export const ID_COLUMN = 'id';
export const TYPE_COLUMN = 'rdf:type';
/** 1 for entities in use and 0 for deprecated ones; absent without deprecated ones. */
export const CURRENT_COLUMN = 'in use';

/** Distinct values kept to detect repetitions. */
const MAX_DISTINCT = 200_000;

interface ColumnUse {
  values: number;
  references: number;
  addresses: number;
  webAddresses: number;
  described: number;
  readonly datatypes: Map<string, number>;
  readonly distinct: Set<string>;
}

/** Columns in addition to those of predicates. */
interface FurtherColumns {
  readonly hasTypes: boolean;
  readonly hasDeprecated: boolean;
}

/** The columns of a graph. Cost: every value of every entity. */
export function rdfColumns(graph: NamedGraph, { hasTypes, hasDeprecated }: FurtherColumns): RdfColumns {
  const { subjects } = graph;
  const uses = countUses(graph);
  const roleOf = rolesByColumn(subjects, uses.keys());
  const withRole = (role: LabelRole): readonly RoleColumn[] =>
    [...uses.keys()]
      .filter((column) => roleOf.get(column)?.role === role)
      .sort((a, b) => (roleOf.get(a)?.rank ?? 0) - (roleOf.get(b)?.rank ?? 0))
      .map((column) => ({ column, reason: roleReason(column, role) }));
  const description = withRole('description');
  const plain = [...uses].filter(([column]) => roleOf.get(column)?.role === undefined);
  const latitude = plain.find(([column]) => isCoordinateHeading(localName(column)) === 'latitude')?.[0];
  const longitude = plain.find(([column]) => isCoordinateHeading(localName(column)) === 'longitude')?.[0];
  const population = plain.find(([column]) => headingRank(localName(column), 'prominence') !== undefined)?.[0];
  const prominence = hasDeprecated
    ? { column: CURRENT_COLUMN, reason: 'some are deprecated, and come after others that are alike' }
    : population === undefined
      ? undefined
      : { column: population, reason: 'its name says so' };

  return {
    columns: [
      ID_COLUMN,
      ...(hasTypes ? [TYPE_COLUMN] : []),
      ...uses.keys(),
      ...(hasDeprecated ? [CURRENT_COLUMN] : []),
    ],
    roles: {
      id: { column: ID_COLUMN, reason: 'it is the address of each subject, or the end of it' },
      idFromValues: false,
      idCandidate: undefined,
      name: withRole('name'),
      type: hasTypes ? { column: TYPE_COLUMN, reason: 'it says what each subject is' } : undefined,
      aliases: withRole('aliases'),
      description,
      prominence,
      coordinates: latitude === undefined || longitude === undefined ? undefined : { latitude, longitude },
      typeCandidates: [],
      nameContenders: [],
      idContenders: [],
      typeContenders: [],
    },
    properties: propertiesOf(subjects, [
      ...plain,
      ...description.slice(1).flatMap(({ column }): [string, ColumnUse][] => [[column, uses.get(column) ?? noUse()]]),
    ]),
  };
}

function countUses(graph: NamedGraph): ReadonlyMap<string, ColumnUse> {
  const uses = new Map<string, ColumnUse>();
  for (const subject of graph.subjects.entities) {
    eachValue(graph, subject, (column, { text }, source) => {
      let use = uses.get(column);
      if (use === undefined) {
        use = noUse();
        uses.set(column, use);
      }
      countValue(use, text, source);
    });
  }
  return uses;
}

function noUse(): ColumnUse {
  return {
    values: 0,
    references: 0,
    addresses: 0,
    webAddresses: 0,
    described: 0,
    datatypes: new Map(),
    distinct: new Set(),
  };
}

function countValue(use: ColumnUse, text: string, source: ValueSource): void {
  use.values++;
  if (use.distinct.size < MAX_DISTINCT) use.distinct.add(text);
  switch (source.kind) {
    case 'reference':
      use.references++;
      return;
    case 'address':
      use.addresses++;
      if (isAbsoluteUrl(text)) use.webAddresses++;
      return;
    case 'described':
      use.described++;
      return;
    case 'literal':
      use.datatypes.set(source.datatype, (use.datatypes.get(source.datatype) ?? 0) + 1);
  }
}

function rolesByColumn(
  { predicates }: RdfSubjects,
  columns: Iterable<string>,
): ReadonlyMap<string, { readonly role: LabelRole | undefined; readonly rank: number }> {
  const roles = new Map<string, { readonly role: LabelRole | undefined; readonly rank: number }>();
  for (const { short, role, rank } of predicates.values()) {
    roles.set(short, { role, rank });
    // Labels that are nodes of their own fill the plain column.
    if (short.startsWith('skosxl:')) roles.set(short.replace('skosxl:', 'skos:'), { role, rank });
  }
  // Another name in a node is an alias of the entity.
  for (const column of columns) {
    for (let dot = column.indexOf('.'); dot >= 0 && !roles.has(column); dot = column.indexOf('.', dot + 1)) {
      const part = roles.get(column.slice(dot + 1));
      if (part?.role === 'aliases') roles.set(column, part);
    }
  }
  return roles;
}

function roleReason(column: string, role: LabelRole): string {
  switch (role) {
    case 'name':
      return 'it holds the names of the subjects';
    case 'aliases':
      return column === 'skos:hiddenLabel'
        ? 'it holds ways of writing that are only for searching'
        : 'it holds aliases';
    case 'description':
      return 'it says in words what is meant';
  }
}

function propertiesOf(
  subjects: RdfSubjects,
  columns: readonly (readonly [string, ColumnUse])[],
): ReadonlyMap<string, OwnProperty> {
  const named = new Set<string>();
  return new Map(
    columns.map(([column, use]) => {
      const { label, description } = describedPredicate(subjects, column);
      const plain = label ?? readableName(column.split('.').map(localName).join(' '));
      const name = named.has(plain.toLowerCase()) ? `${plain} (${column})` : plain;
      named.add(name.toLowerCase());
      return [
        column,
        { id: column, name, ...(description !== undefined && { description }), ...datatypeOf(column, use) },
      ];
    }),
  );
}

/** The file's own description of a predicate. */
function describedPredicate(
  subjects: RdfSubjects,
  column: string,
): { readonly label: string | undefined; readonly description: string | undefined } {
  const { triples, predicates } = subjects;
  for (const [term, { short }] of predicates) {
    if (short !== column) continue;
    const subject = triples.subjectOf(term);
    if (subject < 0) continue;
    return {
      label: subjects.labelOf(term),
      description: bestText(subjects.literalsOf(subject, 'description'), subjects.language),
    };
  }
  return { label: undefined, description: undefined };
}

/** The datatype by the statements; nothing where only the values can give it. */
function datatypeOf(column: string, use: ColumnUse): Pick<OwnProperty, 'datatype' | 'identifying' | 'reason'> {
  const local = localName(column);
  if (use.references > 0 && use.references >= use.values / 2)
    return { datatype: 'reference', reason: 'its values are entities of this list' };
  if (use.addresses > 0 && use.webAddresses === use.values)
    return { datatype: 'url', reason: 'its values are web addresses' };
  if (predicateRank(column, 'description') !== undefined || use.described > 0)
    return { datatype: 'text', reason: 'its values are text' };
  const isUnique = use.distinct.size >= Math.min(use.values, MAX_DISTINCT) * 0.99 && use.values > 0;
  const isLiteral = use.references + use.addresses === 0;
  if (isLiteral && column === 'skos:notation')
    return {
      datatype: 'identifier',
      identifying: isUnique,
      reason: `it holds codes${isUnique ? ', and none comes twice' : ''}`,
    };
  if (
    isLiteral &&
    isUnique &&
    use.values >= 3 &&
    headingHints(local).identifier &&
    [...use.distinct].every((text) => /^\S{1,64}$/.test(text))
  ) {
    return { datatype: 'identifier', identifying: true, reason: 'its name says so, and no value comes twice' };
  }
  const kinds = new Set([...use.datatypes.keys()].map((datatype) => LITERAL_DATATYPES.get(datatype)));
  const [kind] = kinds;
  if (!isLiteral || kinds.size !== 1 || kind === undefined || kind === 'coordinates') return {};
  return { datatype: kind, reason: 'its values are marked so' };
}

type TypeEntry = NonNullable<Manifest['types']>[number];

/** Types of entities: names and order for the dataset, and the cell of each entity. */
export interface RdfTypes {
  readonly types: readonly TypeEntry[];
  readonly cellOf: (subject: number) => readonly RawValue[];
}

/** Deeper hierarchies are cut. */
const MAX_LEVELS = 50;

/**
 * Types by short names with their `rdfs:subClassOf`. The most specific type of an entity comes first, `skos:Concept`
 * and the like last.
 */
export function rdfTypes(subjects: RdfSubjects): RdfTypes {
  const { triples, names } = subjects;
  const broader = broaderTypes(subjects);
  const depths = new Map<number, number>();
  const depthOf = (type: number, level = 0): number => {
    const known = depths.get(type);
    if (known !== undefined || level > MAX_LEVELS) return known ?? 0;
    const depth = largestOf(
      (broader.get(type) ?? []).map((above) => 1 + depthOf(above, level + 1)),
      0,
    );
    depths.set(type, depth);
    return depth;
  };
  const short = (type: number): string => names.shorten(triples.text(type));
  const sorted = (types: readonly number[]): readonly number[] => {
    if (types.length < 2) return types;
    const telling = types.filter((type) => !EMPTY_TYPES.has(short(type)));
    const isGeneral = (type: number): number => (/^(?:skos|owl|rdfs):/.test(short(type)) ? 1 : 0);
    return [...(telling.length > 0 ? telling : types)].sort(
      (a, b) => isGeneral(a) - isGeneral(b) || depthOf(b) - depthOf(a),
    );
  };

  const used = new Set<number>();
  for (const subject of subjects.entities) for (const type of sorted(subjects.typesOf(subject))) used.add(type);
  for (const type of used) for (const above of broader.get(type) ?? []) used.add(above); // a Set goes on with what is added
  return {
    types: [...used].map((type) => entryOf(subjects, type, (broader.get(type) ?? []).map(short))),
    cellOf: (subject) => sorted(subjects.typesOf(subject)).map((type) => ({ text: short(type) })),
  };
}

/** Type → its named direct superclasses. */
function broaderTypes({ triples, predicates, names }: RdfSubjects): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  const above = [...predicates].find(([, { short }]) => short === 'rdfs:subClassOf')?.[0];
  if (above === undefined) return found;
  for (let subject = 0; subject < triples.subjects; subject++) {
    const type = triples.subjectTerm(subject);
    triples.eachOf(subject, (predicate, object) => {
      if (
        predicate !== above ||
        object === type ||
        triples.text(object).startsWith('_:') ||
        EMPTY_TYPES.has(names.shorten(triples.text(object)))
      )
        return;
      const list = found.get(type);
      if (list === undefined) found.set(type, [object]);
      else if (!list.includes(object)) list.push(object);
    });
  }
  return found;
}

function entryOf(subjects: RdfSubjects, type: number, broader: readonly string[]): TypeEntry {
  const { triples, names } = subjects;
  const iri = triples.text(type);
  const described = triples.subjectOf(type);
  const description =
    described < 0 ? undefined : bestText(subjects.literalsOf(described, 'description'), subjects.language);
  return {
    id: names.shorten(iri),
    name: subjects.labelOf(type) ?? readableName(localName(iri)),
    ...(description !== undefined && description !== '' && { description }),
    ...(broader.length > 0 && { broader: [...broader] }),
  };
}
