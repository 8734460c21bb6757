import { basename } from 'node:path';
import type { FormatName } from '../../formats/file-formats.js';
import type { RawCell, RawValue, RecordFault, VisitRecord } from '../../formats/raw-record.js';
import type { TextRead } from '../open-text-records.js';
import { readGraph } from '../../formats/rdf/read-graph.js';
import { RDF_TITLES, type RdfSyntax } from '../../formats/rdf/rdf-syntax.js';
import { kindOfTerm } from '../../formats/rdf/term.js';
import type { TextSource } from '../../formats/text-source.js';
import { amountOf } from '../../foundation/amount-of.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import {
  type AddressIds,
  type DataFile,
  type OpenGraph,
  type OwnDescription,
  SAMPLE_RECORDS,
  withDetails,
} from '../data-file.js';
import { listOf } from '../manifest-files.js';
import type { Manifest } from '../manifest-schema.js';
import { NamelessIds, isWebAddress } from './entity-ids.js';
import { CURRENT_COLUMN, ID_COLUMN, type RdfTypes, TYPE_COLUMN, rdfColumns, rdfTypes } from './rdf-columns.js';
import { type RdfSubjects, bestText, findSubjects } from './rdf-subjects.js';
import { type NamedGraph, eachValue } from './rdf-values.js';

interface RdfFile extends Pick<TextRead, 'stored' | 'gzipped'> {
  /** As the user named it. */
  readonly file: string;
  readonly source: TextSource;
  readonly syntax: RdfSyntax;
}

/**
 * RDF as records: one for each subject with a name, a column for each predicate with the description in the file.
 * Statements are in memory while the files are read.
 *
 * Errors: those of reading the syntax; `dataset-empty` without a named subject.
 */
export async function openRdf(opened: RdfFile, manifest: Pick<Manifest, 'columns' | 'language'>): Promise<OpenGraph> {
  const { file, source, syntax } = opened;
  const graph = await readGraph(source, syntax);
  const configuredNames = listOf(manifest.columns?.name).map((label) =>
    typeof label === 'string' ? label : label.column,
  );
  const found = findSubjects(graph, { configuredNames, language: manifest.language });
  if (found.entities.length === 0) throw nothingNamed(file, found, configuredNames);
  const { triples } = found;
  const iris = found.entities
    .map((subject) => triples.text(triples.subjectTerm(subject)))
    .filter((text) => kindOfTerm(text) === 'iri');
  return {
    iris,
    asDataFile: (ids) => {
      const subjects: RdfSubjects = {
        ...found,
        isEntity: (term) => found.isEntity(term) || ids.isElsewhere(triples.text(term)),
      };
      return dataFileOf({ ...opened, subjects, faults: graph.faults, withAddress: iris.length }, ids);
    },
  };
}

interface ReadRdf extends RdfFile {
  readonly subjects: RdfSubjects;
  readonly faults: readonly RecordFault[];
  /** Number of entities with an address. */
  readonly withAddress: number;
}

function dataFileOf(read: ReadRdf, ids: AddressIds): DataFile {
  const { file, subjects, stored, syntax } = read;
  const graph: NamedGraph = { subjects, idOf: idsOfTerms(subjects, ids) };
  const types = rdfTypes(subjects);
  const deprecated = deprecatedSubjects(subjects);
  const { columns, roles, properties } = rdfColumns(graph, {
    hasTypes: types.types.length > 0,
    hasDeprecated: deprecated.size > 0,
  });
  const eachRecord = recordsOf(graph, { columns, types, deprecated });
  const format: FormatName = syntax;
  const own: OwnDescription = {
    roles,
    properties,
    types: [...types.types],
    metadata: metadataOf(subjects, ids),
    columnNamed: (written) => subjects.names.asShort(written),
  };
  return {
    file,
    stored,
    reader: {
      columns,
      read: (visit, report) => {
        read.faults.forEach(report);
        eachRecord(subjects.entities, visit);
      },
    },
    readAs: withDetails(RDF_TITLES[syntax], [
      amountOf(subjects.triples.size, 'statement'),
      ...(read.gzipped ? ['gzipped'] : []),
    ]),
    options: { path: file, format },
    notes: notesAbout(read, ids),
    own,
    sample: () => {
      const records: (readonly RawCell[])[] = [];
      eachRecord(subjects.entities.slice(0, SAMPLE_RECORDS), (cells) => records.push(cells));
      return { columns, records };
    },
  };
}

function nothingNamed(
  file: string,
  { triples, predicates }: RdfSubjects,
  configuredNames: readonly string[],
): SameasError {
  if (triples.size === 0)
    return new SameasError('file-empty', `${file} holds no statements.`, {
      advice: sentence('Check that the right file was saved.'),
      facts: { file },
    });
  const used = [...predicates.values()].map(({ short }) => short).filter((short) => short !== TYPE_COLUMN);
  const sought =
    configuredNames.length > 0
      ? configuredNames.join(', ')
      : 'skos:prefLabel, rdfs:label, schema:name, foaf:name, dcterms:title and the like';
  return new SameasError(
    'dataset-empty',
    `${file} holds ${amountOf(triples.size, 'statement')} about ${amountOf(triples.subjects, 'subject')}, but no name of any (${sought}).`,
    {
      advice: `If another predicate holds the names, say so in a manifest (columns: { name: … }). The file uses ${used.slice(0, 12).join(', ')}${used.length > 12 ? ' …' : ''}.`,
      facts: { file },
    },
  );
}

function idsOfTerms(subjects: RdfSubjects, ids: AddressIds): (term: number) => string {
  const { triples } = subjects;
  const known = new Map<number, string>();
  const nameless = new NamelessIds();
  return (term) => {
    let id = known.get(term);
    if (id === undefined) {
      const text = triples.text(term);
      id =
        kindOfTerm(text) === 'blank'
          ? nameless.idOf(
              term,
              subjects.labelOf(term) ?? '',
              (made) => triples.find(`${ids.namespace ?? ''}${made}`) >= 0,
            )
          : ids.idOf(text);
      known.set(term, id);
    }
    return id;
  };
}

function deprecatedSubjects({ entities, literalsOf }: RdfSubjects): ReadonlySet<number> {
  return new Set(
    entities.filter((subject) =>
      literalsOf(subject, 'owl:deprecated').some(({ text }) => text === 'true' || text === '1'),
    ),
  );
}

interface RecordParts {
  readonly columns: readonly string[];
  readonly types: RdfTypes;
  readonly deprecated: ReadonlySet<number>;
}

function recordsOf(
  graph: NamedGraph,
  { columns, types, deprecated }: RecordParts,
): (entities: readonly number[], visit: VisitRecord) => void {
  const { triples } = graph.subjects;
  const positions = new Map(columns.map((column, i) => [column, i]));
  const at = (column: string): number => positions.get(column) ?? -1;
  const [idAt, typeAt, currentAt] = [at(ID_COLUMN), at(TYPE_COLUMN), at(CURRENT_COLUMN)];
  return (entities, visit) => {
    for (const subject of entities) {
      const lists = new Map<number, RawValue[]>();
      eachValue(graph, subject, (column, value) => {
        const list = lists.get(at(column));
        if (list === undefined) lists.set(at(column), [value]);
        else if (!list.some(({ text, language }) => text === value.text && language === value.language))
          list.push(value);
      });
      const cells = columns.map((_, i): RawCell => lists.get(i) ?? '');
      cells[idAt] = graph.idOf(triples.subjectTerm(subject));
      if (typeAt >= 0) cells[typeAt] = types.cellOf(subject);
      if (currentAt >= 0) cells[currentAt] = deprecated.has(subject) ? '0' : '1';
      visit(cells, triples.lineOf(subject));
    }
  };
}

/** Metadata of the dataset: from the only scheme or ontology in the file. */
function metadataOf(subjects: RdfSubjects, { namespace }: AddressIds): OwnDescription['metadata'] {
  const [header, ...others] = subjects.headers;
  const only = header !== undefined && others.length === 0 ? header : undefined;
  const text = (wanted: string): string | undefined =>
    only === undefined ? undefined : bestText(subjects.literalsOf(only, wanted), subjects.language);
  const name = only === undefined ? undefined : subjects.labelOf(subjects.triples.subjectTerm(only));
  const description = text('description');
  const licence = only === undefined ? undefined : licenceOf(subjects, only);
  const isAddress = namespace !== undefined && isWebAddress(namespace);
  const metadata: Manifest = {
    ...(name !== undefined && name !== '' && { name }),
    ...(description !== undefined && description !== '' && { description }),
    ...(licence !== undefined && licence !== '' && { licence }),
    ...(isAddress && { identifierSpace: namespace, viewUrl: `${namespace}{{id}}` }),
  };
  return metadata;
}

function licenceOf({ triples, predicates }: RdfSubjects, subject: number): string | undefined {
  let licence: string | undefined;
  triples.eachOf(subject, (term, object) => {
    const short = predicates.get(term)?.short ?? '';
    if (['dcterms:license', 'cc:license', 'dcterms:rights', 'dc:rights', 'schema:license'].includes(short))
      licence ??= triples.text(object).replace(/^"(.*)"[^"]*$/s, '$1');
  });
  return licence?.startsWith('_:') === true ? undefined : licence;
}

function notesAbout({ file, subjects, withAddress }: ReadRdf, ids: AddressIds): readonly string[] {
  const { entities, nameless } = subjects;
  const notes = [
    `${basename(file)}: ${amountOf(entities.length, 'subject')} with a name: ${entities.length === 1 ? 'it is the entity' : 'they are the entities'}.`,
  ];
  if (ids.namespace !== undefined) {
    const others =
      ids.others === 0
        ? 'which all addresses begin with'
        : `which nearly all addresses begin with; ${ids.others.toLocaleString('en')} others are ids as they are`;
    notes.push(
      `Ids are what follows ${ids.namespace}, ${others}.${isWebAddress(ids.namespace) ? ' Links lead to the whole address.' : ''}`,
    );
  } else notes.push('Ids are whole addresses.');
  if (withAddress < entities.length)
    notes.push(
      `Without an address (blank nodes): ${amountOf(entities.length - withAddress, 'entity', 'entities')}, with ids made from the names.`,
    );
  if (nameless.count > 0)
    notes.push(
      `Without a name, and so no entity: ${amountOf(nameless.count, 'subject')}, for instance ${nameless.example ?? ''}.`,
    );
  return notes;
}
