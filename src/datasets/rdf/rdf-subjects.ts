import { type Literal, kindOfTerm, literalOf } from '../../formats/rdf/term.js';
import type { RdfGraph, TripleTable } from '../../formats/rdf/triple-table.js';
import { inPreferredOrder, mostCounted } from '../preferred-language.js';
import {
  HEADER_TYPES,
  type LabelRole,
  PROPERTY_TYPES,
  SECURE_SCHEMA,
  USUAL_PREFIXES,
  XL_LABELS,
  predicateRank,
} from './rdf-vocabulary.js';
import { appendAll } from '../../foundation/append-all.js';

/** A predicate and its role; without a role it gives a property. */
interface Predicate {
  readonly iri: string;
  readonly short: string;
  readonly role?: LabelRole;
  /** Lower is surer. */
  readonly rank: number;
  /** Whether it gives names in general, even where a manifest names another predicate. */
  readonly names: boolean;
}

/** Subjects of a graph by use: those with a name are the entities, except those that describe the dataset. */
export interface RdfSubjects {
  readonly triples: TripleTable;
  readonly names: ShortNames;
  /** Term → predicate. */
  readonly predicates: ReadonlyMap<number, Predicate>;
  /** In file order. */
  readonly entities: readonly number[];
  readonly isEntity: (term: number) => boolean;
  /** Schemes and ontologies, which describe the dataset. */
  readonly headers: readonly number[];
  /** Subjects with an address and no name that are not part of another description. */
  readonly nameless: { readonly count: number; readonly example: string | undefined };
  /** Types of a subject, as terms, in file order. */
  readonly typesOf: (subject: number) => readonly number[];
  /** The language in which most entities have a name; `''` for none. */
  readonly language: string;
  /** A name of a term in the file, preferably in the language of the dataset. */
  readonly labelOf: (term: number) => string | undefined;
  /** Literals of a subject for a role (see `LabelRole`), or by the predicate with a short name; the surest first. */
  readonly literalsOf: (subject: number, wanted: string) => readonly Literal[];
  /** Texts of a label that is a node of its own. */
  readonly literalForms: (term: number) => readonly Literal[];
}

/** Options from the manifest for choosing subjects. */
interface SubjectOptions {
  /** Predicates of names in the manifest, the surest first; empty: the known ones. */
  readonly configuredNames: readonly string[];
  readonly language: string | undefined;
}

const RDF_TYPE = `${USUAL_PREFIXES['rdf'] ?? ''}type`;
const LITERAL_FORM = 'skosxl:literalForm';
const GUESSED_RANK = 100;

/** Classifies the subjects. Cost: two passes over all statements. */
export function findSubjects({ triples, prefixes }: RdfGraph, options: SubjectOptions): RdfSubjects {
  const names = shortNames(prefixes);
  const predicates = readPredicates(triples, names, options.configuredNames);
  const typeTerm = triples.find(RDF_TYPE);
  const typesOf = (subject: number): readonly number[] => {
    const types: number[] = [];
    if (typeTerm >= 0) {
      triples.eachOf(subject, (predicate, object) => {
        if (predicate === typeTerm && !types.includes(object) && kindOfTerm(triples.text(object)) === 'iri')
          types.push(object);
      });
    }
    return types;
  };
  const literalsWhere = (subject: number, isWanted: (predicate: Predicate) => boolean): readonly Literal[] => {
    const found: { readonly literal: Literal; readonly rank: number }[] = [];
    triples.eachOf(subject, (term, object) => {
      const predicate = predicates.get(term);
      if (predicate === undefined || !isWanted(predicate)) return;
      if (predicate.short in XL_LABELS)
        appendAll(
          found,
          literalForms(object).map((literal) => ({ literal, rank: predicate.rank })),
        );
      const text = triples.text(object);
      if (kindOfTerm(text) === 'literal') found.push({ literal: literalOf(text), rank: predicate.rank });
    });
    return found.sort((a, b) => a.rank - b.rank).map(({ literal }) => literal);
  };
  const literalsOf = (subject: number, wanted: string): readonly Literal[] =>
    literalsWhere(subject, ({ role, short }) => role === wanted || short === wanted);
  const literalForms = (term: number): readonly Literal[] => {
    const subject = triples.subjectOf(term);
    return subject < 0 ? [] : literalsOf(subject, LITERAL_FORM);
  };

  const survey = surveySubjects(triples, predicates, names, typeTerm, typesOf, (subject) =>
    literalsOf(subject, 'name').some(({ text }) => text.trim() !== ''),
  );
  const language = options.language ?? mostCommonLanguage(survey.entities, (subject) => literalsOf(subject, 'name'));
  const entities = new Set(survey.entities);
  return {
    triples,
    names,
    predicates,
    entities: survey.entities,
    isEntity: (term) => entities.has(triples.subjectOf(term)),
    headers: survey.headers,
    nameless: survey.nameless,
    typesOf,
    language,
    labelOf: (term) => {
      const subject = triples.subjectOf(term);
      if (subject < 0) return undefined;
      const configured = literalsOf(subject, 'name');
      return bestText(
        configured.length > 0 ? configured : literalsWhere(subject, (predicate) => predicate.names),
        language,
      );
    },
    literalsOf,
    literalForms,
  };
}

/** The text to show in `language`; `undefined` without any. */
export function bestText(literals: readonly Literal[], language: string): string | undefined {
  return inPreferredOrder(literals, language)[0]?.text.trim();
}

function readPredicates(
  triples: TripleTable,
  names: ShortNames,
  configuredNames: readonly string[],
): ReadonlyMap<number, Predicate> {
  const configured = configuredNames.map((name) => names.asShort(name));
  const found = new Map<number, Predicate>();
  for (let subject = 0; subject < triples.subjects; subject++) {
    triples.eachOf(subject, (term) => {
      if (!found.has(term)) found.set(term, predicateOf(triples.text(term), names, configured));
    });
  }
  // Next to known predicates of names, one that only sounds like a name is none: `title` may be "Dr.".
  const hasKnownName =
    configured.length > 0 || [...found.values()].some(({ role, rank }) => role === 'name' && rank < GUESSED_RANK);
  if (!hasKnownName) return found;
  return new Map(
    [...found].map(([term, predicate]) => [
      term,
      predicate.role === 'name' && predicate.rank >= GUESSED_RANK
        ? { iri: predicate.iri, short: predicate.short, rank: predicate.rank, names: predicate.names }
        : predicate,
    ]),
  );
}

function predicateOf(iri: string, names: ShortNames, configured: readonly string[]): Predicate {
  const short = names.shorten(iri);
  const plain = XL_LABELS[short] ?? short;
  const common = { iri, short, names: predicateRank(plain, 'name') !== undefined };
  if (configured.length > 0) {
    const rank = configured.indexOf(plain);
    if (rank >= 0) return { ...common, role: 'name', rank };
  }
  for (const role of ['name', 'aliases', 'description'] as const) {
    const rank = predicateRank(plain, role);
    // A known predicate of names next to the configured ones gives aliases.
    if (rank !== undefined)
      return { ...common, role: role === 'name' && configured.length > 0 ? 'aliases' : role, rank };
  }
  return { ...common, rank: 0 };
}

interface SubjectSurvey {
  readonly entities: readonly number[];
  readonly headers: readonly number[];
  readonly nameless: RdfSubjects['nameless'];
}

function surveySubjects(
  triples: TripleTable,
  predicates: ReadonlyMap<number, Predicate>,
  names: ShortNames,
  typeTerm: number,
  typesOf: (subject: number) => readonly number[],
  hasName: (subject: number) => boolean,
): SubjectSurvey {
  const usedTypes = new Set<number>();
  const described = new Set<number>();
  const labels = new Set<number>();
  for (let subject = 0; subject < triples.subjects; subject++) {
    triples.eachOf(subject, (predicate, object) => {
      if (predicate === typeTerm) usedTypes.add(object);
      else described.add(object);
      if ((predicates.get(predicate)?.short ?? '') in XL_LABELS) labels.add(object);
    });
  }
  const content: number[] = [];
  const headers: number[] = [];
  const schema: number[] = [];
  const blanks: number[] = [];
  let namelessCount = 0;
  let example: string | undefined;
  for (let subject = 0; subject < triples.subjects; subject++) {
    const term = triples.subjectTerm(subject);
    const text = triples.text(term);
    const types = typesOf(subject).map((type) => names.shorten(triples.text(type)));
    if (labels.has(term)) continue;
    if (types.some((type) => HEADER_TYPES.has(type))) headers.push(subject);
    else if (!hasName(subject)) {
      if (kindOfTerm(text) === 'iri' && types.length > 0 && !described.has(term)) {
        namelessCount++;
        example ??= text;
      }
    } else if (kindOfTerm(text) === 'blank') blanks.push(subject);
    else if (predicates.has(term) || types.some((type) => PROPERTY_TYPES.has(type))) schema.push(subject);
    else if (usedTypes.has(term) && types.every((type) => type === 'rdfs:Class' || type === 'owl:Class'))
      schema.push(subject);
    else content.push(subject);
  }
  const free = blanks.filter((subject) => content.length === 0 || !described.has(triples.subjectTerm(subject)));
  const entities = [...content, ...free].sort((a, b) => a - b);
  const left = entities.length > 0 ? entities : schema.length > 0 ? schema : headers.filter(hasName);
  return { entities: left, headers, nameless: { count: namelessCount, example } };
}

function mostCommonLanguage(entities: readonly number[], namesOf: (subject: number) => readonly Literal[]): string {
  const counts = new Map<string, number>();
  for (const subject of entities) {
    for (const language of new Set(namesOf(subject).map((literal) => literal.language ?? '')))
      counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return mostCounted(counts);
}

interface ShortNames {
  /** By the usual prefix, else the prefix of the file, else the whole address. */
  readonly shorten: (iri: string) => string;
  /** User input in the form of `shorten`: an address, or a name with a usual or declared prefix. */
  readonly asShort: (written: string) => string;
}

/** Short names by the usual prefixes and those of a file. Where both define a prefix, the usual meaning wins. */
function shortNames(declared: ReadonlyMap<string, string>): ShortNames {
  const prefixOf = new Map(Object.entries(USUAL_PREFIXES).map(([prefix, namespace]) => [namespace, prefix]));
  prefixOf.set(SECURE_SCHEMA, 'schema');
  for (const [prefix, namespace] of declared) {
    if (!prefixOf.has(namespace) && !(prefix in USUAL_PREFIXES) && prefix !== '') prefixOf.set(namespace, prefix);
  }
  const known = new Map<string, string>();
  const shortened = (iri: string): string => {
    // The longest namespace that leaves a plain name.
    for (let end = iri.length - 1; end > 0; end--) {
      const prefix = prefixOf.get(iri.slice(0, end));
      if (prefix !== undefined)
        return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(iri.slice(end)) ? `${prefix}:${iri.slice(end)}` : iri;
    }
    return iri;
  };
  const shorten = (iri: string): string => {
    let short = known.get(iri);
    if (short === undefined) {
      short = shortened(iri);
      known.set(iri, short);
    }
    return short;
  };
  return {
    shorten,
    asShort: (written) => {
      const plain = written.replace(/^<(.*)>$/, '$1');
      const [, prefix, local] = /^([^:/#]*):([^/].*)$/.exec(plain) ?? [];
      const namespace = prefix === undefined ? undefined : (declared.get(prefix) ?? USUAL_PREFIXES[prefix]);
      return shorten(namespace === undefined || local === undefined ? plain : `${namespace}${local}`);
    },
  };
}
