import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { NameRule } from '../text/name-rules.js';
import { nearestWord } from '../foundation/nearest-word.js';
import { type ReportProgress, noProgress } from '../foundation/progress.js';
import type { SectionArray } from '../foundation/sections.js';
import { inEnglish } from '../foundation/sentence.js';
import { type MatchTuning, findProperty } from '../entities/dataset.js';
import { type DatasetFacts, PackedEntityStoreBuilder, attachEntityStore } from '../entities/packed-entity-store.js';
import type { Entity } from '../entities/entity.js';
import type { EntityStore } from '../entities/entity-store.js';
import type { EntityType } from '../entities/type-hierarchy.js';
import type { Property } from '../entities/property.js';
import type { ChangedEntities } from './changes/change-log.js';
import type { Contenders } from './column-parts.js';
import { completeManifest } from './complete-manifest.js';
import { type JudgedList, addressPrefixesOf } from './judgments/judged-list.js';
import type { DataFile, OwnDescription } from './data-file.js';
import {
  type EntitySink,
  type FinishedEntities,
  type SharedNames,
  createNameCollector,
  memoryRegister,
} from './entity-sink.js';
import { inferMapping } from './infer-mapping.js';
import { type LoadReport, ProblemLog } from './load-report.js';
import { type ReadManifest, invalid, listOf } from './manifest-files.js';
import type { Manifest, ManifestLabelColumn } from './manifest-schema.js';
import { chosenColumnSentences, withColumnChoices } from './column-choices.js';
import { withColumnsAsRead } from './columns-as-read.js';
import { type MappedRecords, mapRecords } from './map-records.js';
import type { Mapping } from './mapping.js';
import { openDataFiles } from './open-data-file.js';
import { STANDARD_INPUT, isAddress } from './sources/source-address.js';
import { NO_WEB } from './sources/source-table.js';
import { nameOfType, readableName } from './property-naming.js';
import { nothingUsable, refuseMostlyUnusable } from './refuse-unusable.js';
import type { Survey } from './survey-records.js';
import { type DatasetSource, contentHash, findWhatToRead } from './dataset-source.js';
import { reportColumns } from './report-columns.js';

export interface LoadedDataset extends ReadDataset {
  /** The sections `entities.*` for `attachDataset` and the index builders. */
  readonly entitySections: Map<string, SectionArray>;
}

interface ReadDataset {
  readonly facts: DatasetFacts;
  readonly report: LoadReport;
  /** The number of the last contained change of entities; undefined without a log of changes. */
  readonly changesThrough?: number;
  /**
   * All files read except the log of changes, the manifest first, aliases and folders last; addresses without their
   * secrets.
   */
  readonly filesRead: readonly string[];
  readonly manifest: Manifest;
}

/** Target precision of automatic matches, where the manifest has none. */
const DEFAULT_TARGET_PRECISION = 0.97;

/** Place names have hundreds of languages. */
const MAX_LANGUAGES = 500;

const NO_NAMES: readonly string[] = [];
const ignore = (): void => undefined;

/**
 * Files → entities. Each is also passed to `visit`, by ordinal, during loading, with the names that the manifest's
 * rules make of its names. Missing parts of the manifest are inferred; faults of single records are reported and never
 * stop loading. Cost: three passes over each file, entities packed one by one; a million rows take seconds.
 *
 * Errors: `file-not-found`, `file-unreadable`, `file-empty`, `file-format-unknown`, `file-damaged` for a whole file;
 * `manifest-invalid` with all faults; `dataset-empty` without a usable record, `dataset-mostly-unusable` when most are
 * unusable.
 */
export async function loadDataset(
  source: DatasetSource,
  visit: (entity: Entity, rewrittenNames: readonly string[]) => void = ignore,
  tell: ReportProgress = noProgress,
): Promise<LoadedDataset> {
  const builder = new PackedEntityStoreBuilder();
  const preferred = createNameCollector();
  let entitySections = new Map<string, SectionArray>();
  const sink: EntitySink = {
    inMemory: true,
    mostRemembered: Infinity,
    register: memoryRegister,
    add: (entity, rewrittenNames) => {
      builder.add(entity);
      preferred.add(entity.name);
      visit(entity, rewrittenNames);
    },
    finish: () => {
      entitySections = builder.finish();
      const store = attachEntityStore(entitySections);
      return { typesOf: (ids) => typesInStore(store, ids), sharedNames: preferred.shared(store) };
    },
  };
  return { ...(await readDataset(source, sink, tell)), entitySections };
}

/**
 * `loadDataset` into any sink. Cost: three passes over each file, and the sink; memory: that of the readers of each
 * format (records of tables and of JSON lines are streamed), the files of aliases, and the sink.
 */
export async function readDataset(source: DatasetSource, sink: EntitySink, tell: ReportProgress): Promise<ReadDataset> {
  const {
    read,
    fileOptions,
    aliasFiles: namesOptions,
    folders,
    choices,
    nameRules,
    configurationText,
    notes,
  } = await findWhatToRead(source);
  const written = read?.manifest ?? {};
  const files = await openDataFiles(fileOptions, written, { ...(source.access ?? NO_WEB), tell });
  const manifest = withColumnChoices(withColumnsAsRead(written, files), choices, files);

  const { mapping, survey, sentences, emptyColumns, contenders } = inferMapping(files, manifest, sink, tell);
  const columnNames = [...new Set(files.flatMap(({ reader }) => reader.columns))];
  if (read !== undefined) checkColumns({ ...read, manifest }, columnNames);
  if (read !== undefined) checkTunedProperties(read, mapping.properties);
  const problems = new ProblemLog(
    new Map(
      files.flatMap(({ file, reader: { placesAre } }) => (placesAre === undefined ? [] : [[file, placesAre] as const])),
    ),
  );
  noteContenders(files, mapping, contenders, problems);
  // Most datasets have none.
  const named =
    namesOptions.length === 0
      ? undefined
      : await (
          await import('./aliases/read-alias-files.js')
        ).readAliasFiles(namesOptions, judgedListOf(manifest, files, mapping, survey), problems);
  const changed = await changedEntities(source, mapping, problems);
  const rewrite =
    nameRules.rules.length === 0
      ? undefined
      : (await import('../text/name-rules.js')).createNameRewriter(nameRules.rules);
  const take = (entity: Entity): void => {
    sink.add(
      entity,
      rewrite === undefined
        ? NO_NAMES
        : [entity.name, ...entity.aliases.map(({ text }) => text)].flatMap((name) => rewrite(name)?.text ?? []),
    );
  };
  const mapped = mapRecords(
    files,
    {
      mapping,
      survey: withChangedIds(survey, changed?.entities),
      problems,
      aliasFiles: named?.names,
      changed: changed?.entities,
      mostTargets: sink.mostRemembered,
      tell,
    },
    take,
  );
  const aliasFiles = named?.names.finish(problems) ?? [];
  if (mapped.entities === 0 && changed === undefined) throw nothingUsable(files, mapped.recordsByFile, problems);
  // Where a person has named the columns, the faults are those of the data.
  if (manifest.columns?.name === undefined && manifest.columns?.id === undefined)
    refuseMostlyUnusable(files, mapped.recordsByFile, problems);

  const { typesOf: typesOfIds, sharedNames } = sink.finish();
  const facts: DatasetFacts = {
    metadata: {
      ...(mapped.languages.length > 0 && { languages: mapped.languages.slice(0, MAX_LANGUAGES) }),
      ...metadataOf(
        manifest,
        { files, folders, rules: nameRules.rules },
        mapping,
        contentHash(
          files.map(({ stored }) => stored),
          configurationText,
          named?.files.map(({ stored }) => stored),
          changed?.digest,
        ),
      ),
    },
    types: typesOf(manifest, files, mapped),
    properties: propertiesOf(mapping, mapped, typesOfIds),
  };
  const records = mapped.recordsByFile.reduce((sum, count) => sum + count, 0);
  noteWholeDataset(files, emptyColumns, sharedNames, problems);
  return {
    facts,
    ...(changed !== undefined && { changesThrough: changed.through }),
    filesRead: [
      ...(read === undefined ? [] : [read.file]),
      ...files.map(({ file }) => file),
      ...(named?.files.map(({ file }) => file) ?? []),
      ...nameRules.files,
      ...folders,
    ],
    manifest: completeManifest(
      nameRules.files.length === 0 ? manifest : { ...manifest, nameRules: [...nameRules.files] },
      mapping,
      facts,
      files,
      named?.files.map(({ options }) => options) ?? [],
    ),
    report: {
      name: facts.metadata.name,
      files: files.map(({ file, readAs }, i) => ({
        file,
        readAs: inEnglish(readAs),
        records: mapped.recordsByFile[i] ?? 0,
      })),
      columns: reportColumns(files, mapping),
      inferred: [
        ...notes,
        ...files.flatMap((file) => file.notes),
        ...chosenColumnSentences(choices, manifest, columnNames),
        ...sentences,
      ],
      aliasFiles,
      counts: {
        records,
        entities: mapped.entities,
        labels: mapped.labels,
        types: facts.types.length,
        properties: facts.properties.length,
        rejected: problems.rejected,
        warnings: problems.warnings,
      },
      problems: problems.list(),
    },
  };
}

/** The entities changed through the interface; most datasets have none. Errors: those of `readChangedEntities`. */
async function changedEntities(
  { changesFile }: DatasetSource,
  { properties }: Mapping,
  problems: ProblemLog,
): Promise<ChangedEntities | undefined> {
  return changesFile === undefined || !existsSync(changesFile)
    ? undefined
    : (await import('./changes/change-log.js')).readChangedEntities(changesFile, properties, problems);
}

/** The survey with the ids of changed entities, which may also be referred to. */
function withChangedIds(survey: Survey, changed: ChangedEntities['entities'] | undefined): Survey {
  if (changed === undefined) return survey;
  const { ids } = survey;
  return {
    ...survey,
    ids: {
      size: ids.size,
      get: (number) => ids.get(number),
      has: (id) => (changed.has(id) ? changed.get(id) !== undefined : ids.has(id)),
    },
  };
}

/** An id derived from a name of several records. */
const MARKED_ID = /^(.+)-[0-9a-f]{8}(?:-\d+)?$/;

/** The dataset as readers of judgments see it, from facts known before its records become entities. */
function judgedListOf(
  manifest: Manifest,
  files: readonly DataFile[],
  { id, properties }: Mapping,
  { ids, repeatedIds }: Survey,
): JudgedList {
  const isMade = (text: string): boolean =>
    ids.has(text) ? !repeatedIds.has(text) : repeatedIds.has(MARKED_ID.exec(text)?.[1] ?? '');
  return {
    hasId: id.length === 0 ? isMade : (text) => ids.has(text),
    addressPrefixes: addressPrefixesOf({ ...agreedMetadata(files), ...manifest }),
    properties,
  };
}

/** Throws unless the data has every column of the manifest. */
function checkColumns({ file, manifest, placeOf }: ReadManifest, columnNames: readonly string[]): void {
  const faults: string[] = [];
  const check = (column: string | undefined, path: readonly (string | number)[]): void => {
    if (column === undefined || columnNames.includes(column)) return;
    const meant = nearestWord(column, columnNames);
    faults.push(
      `${placeOf(path)}: there is no column "${column}"; ${meant === undefined ? `the columns are "${columnNames.slice(0, 20).join('", "')}"` : `did you mean "${meant}"?`}`,
    );
  };
  const { columns = {} } = manifest;
  for (const role of ['id', 'name', 'aliases', 'description', 'type', 'prominence'] as const) {
    const configured = columns[role];
    if (configured === undefined || configured === false) continue;
    const list: readonly ManifestLabelColumn[] = Array.isArray(configured) ? configured : [configured];
    list.forEach((entry, i) => {
      const path = ['columns', role, ...(Array.isArray(configured) ? [i] : [])];
      check(typeof entry === 'string' ? entry : entry.column, path);
      if (typeof entry !== 'string') check(entry.before, [...path, 'before']);
    });
  }
  manifest.properties?.forEach((property, i) => {
    for (const key of ['column', 'latitude', 'longitude'] as const) check(property[key], ['properties', i, key]);
    if (property.column === undefined && (property.latitude === undefined || property.longitude === undefined)) {
      faults.push(`${placeOf(['properties', i])}: a property needs a "column", or "latitude" and "longitude"`);
    }
  });
  const ids = (manifest.properties ?? []).map(({ id }) => id);
  ids.forEach((id, i) => {
    if (id !== undefined && ids.indexOf(id) < i)
      faults.push(`${placeOf(['properties', i, 'id'])}: the property id "${id}" is used twice`);
  });
  if (faults.length > 0) throw invalid(file, faults);
}

/** Throws unless every property with a weight in the manifest exists. */
function checkTunedProperties({ file, manifest, placeOf }: ReadManifest, properties: Mapping['properties']): void {
  const ids = properties.map(({ id }) => id);
  const configured = [
    ...Object.keys(manifest.tuning?.propertyWeights ?? {}).map((id) => ['propertyWeights', id] as const),
    ...Object.keys(manifest.tuning?.learned?.properties ?? {}).map((id) => ['learned', 'properties', id] as const),
  ];
  const faults = configured.flatMap((path) => {
    const id = path.at(-1) ?? '';
    if (findProperty(properties, id) !== undefined) return [];
    const meant = nearestWord(id, ids);
    return [
      `${placeOf(['tuning', ...path])}: there is no property "${id}"; ${meant === undefined ? `the properties are "${ids.slice(0, 20).join('", "')}"` : `did you mean "${meant}"?`}`,
    ];
  });
  if (faults.length > 0) throw invalid(file, faults);
}

function metadataOf(
  manifest: Manifest,
  {
    files,
    folders,
    rules,
  }: { readonly files: readonly DataFile[]; readonly folders: readonly string[]; readonly rules: readonly NameRule[] },
  mapping: Mapping,
  hash: string,
): DatasetFacts['metadata'] {
  const language =
    manifest.language ?? mapping.name[0]?.language ?? (mapping.language === '' ? undefined : mapping.language);
  const { name, description, identifierSpace, viewUrl, licence } = { ...agreedMetadata(files), ...manifest };
  return {
    name: name ?? nameOfList(files, folders),
    ...(description !== undefined && { description }),
    ...(identifierSpace !== undefined && { identifierSpace }),
    ...(manifest.schemaSpace !== undefined && { schemaSpace: manifest.schemaSpace }),
    ...(viewUrl !== undefined && { viewUrl }),
    ...(manifest.documentation !== undefined && { documentation: manifest.documentation }),
    ...(licence !== undefined && { licence }),
    ...(manifest.attribution !== undefined && { attribution: manifest.attribution }),
    ...(manifest.updated !== undefined && { updated: manifest.updated }),
    ...(language !== undefined && { language }),
    previewProperties: (manifest.previewProperties ?? []).map((id) => findProperty(mapping.properties, id)?.id ?? id),
    contentHash: hash,
    targetPrecision: manifest.targetPrecision ?? DEFAULT_TARGET_PRECISION,
    ...(manifest.candidateIndex !== undefined && { candidateIndex: manifest.candidateIndex }),
    ...(manifest.tuning !== undefined && { tuning: tuningOf(manifest.tuning, mapping) }),
    ...(rules.length > 0 && { nameRules: rules }),
  };
}

function agreedMetadata(files: readonly DataFile[]): OwnDescription['metadata'] {
  const [first, ...others] = files.map(({ own }) => own?.metadata ?? {});
  return Object.fromEntries(
    Object.entries(first ?? {}).filter(([key, value]) =>
      others.every((other) => other[key as keyof typeof other] === value),
    ),
  ); // a key of both
}

function tuningOf(
  { matchThreshold, propertyWeights, evidenceWeights, learned }: NonNullable<Manifest['tuning']>,
  { properties }: Mapping,
): MatchTuning {
  const weights = Object.entries(propertyWeights ?? {}).map(
    ([id, weight]) => [findProperty(properties, id)?.id ?? id, weight] as const,
  );
  return {
    ...(matchThreshold !== undefined && { matchThreshold }),
    ...(propertyWeights !== undefined && { propertyWeights: Object.fromEntries(weights) }),
    ...(evidenceWeights !== undefined && {
      evidenceWeights: Object.fromEntries(Object.entries(evidenceWeights).filter(([, weight]) => weight !== undefined)),
    }),
    ...(learned !== undefined && { learned }),
  };
}

/** `museum_artists.csv.gz` is "Museum artists". */
function nameOfList(files: readonly DataFile[], folders: readonly string[]): string {
  const [first] = files;
  const file = first?.file ?? '';
  // Several files of one folder are named after the folder.
  const [folder, ...more] = folders;
  const named =
    folder !== undefined &&
    more.length === 0 &&
    files.every((one) => dirname(one.file) === dirname(join(folder, 'list')))
      ? folder
      : isAddress(file)
        ? (URL.parse(file)?.pathname ?? '')
        : file;
  const name = readableName(
    (first?.options.table ?? basename(named))
      .replace(/\.(?:gz|bz2)$/i, '')
      .replace(/\.[a-z0-9]+$/i, '')
      .replace(/-/g, '_'),
  );
  return name === '' || file === STANDARD_INPUT ? 'Entities' : name;
}

function typesOf(manifest: Manifest, files: readonly DataFile[], { typeCounts }: MappedRecords): readonly EntityType[] {
  const described = new Map(
    [...files.flatMap(({ own }) => own?.types ?? []), ...(manifest.types ?? [])].map((type) => [type.id, type]),
  );
  const broader = [...described.values()].flatMap((type) => listOf(type.broader));
  const ids = new Set([...typeCounts.keys(), ...described.keys(), ...broader]);
  return [...ids]
    .map((id): EntityType => {
      const type = described.get(id);
      return {
        id,
        name: type?.name ?? nameOfType(id),
        ...(type?.description !== undefined && { description: type.description }),
        broader: listOf(type?.broader),
        entityCount: typeCounts.get(id) ?? 0,
      };
    })
    .sort((a, b) => b.entityCount - a.entityCount || (a.id < b.id ? -1 : 1));
}

function propertiesOf(
  mapping: Mapping,
  { propertyUse }: MappedRecords,
  typesOfIds: FinishedEntities['typesOf'],
): readonly Property[] {
  return mapping.properties
    .map((property, i): Property => {
      const use = propertyUse[i];
      const targetTypes =
        property.datatype === 'reference'
          ? (property.targetTypes ?? countedTargetTypes(use?.targets ?? new Map(), typesOfIds))
          : undefined;
      return {
        id: property.id,
        name: property.name,
        ...(property.description !== undefined && { description: property.description }),
        datatype: property.datatype,
        identifying: property.identifying,
        usedBy: mostFirst(use?.byType ?? new Map()),
        entityCount: use?.entities ?? 0,
        ...(targetTypes !== undefined && { targetTypes }),
      };
    })
    .sort((a, b) => b.entityCount - a.entityCount || (a.id < b.id ? -1 : 1));
}

function countedTargetTypes(
  targets: ReadonlyMap<string, number>,
  typesOfIds: FinishedEntities['typesOf'],
): readonly string[] {
  const counts = new Map<string, number>();
  for (const [id, types] of typesOfIds(targets.keys()))
    for (const type of types) counts.set(type, (counts.get(type) ?? 0) + (targets.get(id) ?? 0));
  return mostFirst(counts);
}

function typesInStore(store: EntityStore, ids: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const types = new Map<string, readonly string[]>();
  for (const id of ids) {
    const ordinal = store.ordinalOf(id);
    if (ordinal >= 0) types.set(id, store.typesOf(ordinal));
  }
  return types;
}

function mostFirst(counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1)).map(([id]) => id);
}

/** Doubts about the columns of names, ids and types. */
function noteContenders(
  files: readonly DataFile[],
  { name: [name], id: [id], type }: Mapping,
  contenders: Contenders,
  problems: ProblemLog,
): void {
  const note = (
    kind: 'name-uncertain' | 'id-uncertain' | 'type-uncertain',
    column: string | undefined,
    others: readonly string[],
    option: string,
  ): void => {
    if (column === undefined || others.length === 0) return;
    const message = `It was taken for the ${kind.replace('-uncertain', '')}; ${others
      .slice(0, 3)
      .map((other) => `"${other}"`)
      .join(', ')} could be it as well. ${option} says which.`;
    problems.add(kind, { file: basename(files[0]?.file ?? ''), column, message });
  };
  note('name-uncertain', name?.column, contenders.name, '--name-column');
  note('id-uncertain', id, contenders.id, '--id-column');
  note('type-uncertain', type?.column, contenders.type, '--type-column');
}

function noteWholeDataset(
  files: readonly DataFile[],
  emptyColumns: readonly string[],
  shared: SharedNames,
  problems: ProblemLog,
): void {
  for (const column of emptyColumns) {
    const file = files.find(({ reader }) => reader.columns.includes(column))?.file ?? '';
    problems.add('column-empty', { file, column, message: 'There is no value in it; it was left out.' });
  }
  shared.examples.forEach(({ name, entities }, i) => {
    problems.add(
      'name-shared',
      {
        file: files.map(({ file }) => basename(file)).join(', '),
        message: `${entities} entities are called "${name}".`,
      },
      { count: i === 0 ? shared.count - shared.examples.length + 1 : 1 },
    );
  });
}
