import type { RawValue } from '../../formats/raw-record.js';
import type { Manifest } from '../manifest-schema.js';
import { readableName } from '../property-naming.js';
import { bestText, type RdfSubjects } from './rdf-subjects.js';
import { EMPTY_TYPES, localName } from './rdf-vocabulary.js';
import { largestOf } from '../../foundation/largest-of.js';

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
