import { existsSync } from 'node:fs';
import type { NameRule } from '../text/name-rules.js';
import { defined } from '../foundation/defined.js';
import { type ReportProgress, noProgress } from '../foundation/progress.js';
import type { SectionArray } from '../foundation/sections.js';
import { type DatasetFacts, PackedEntityStoreBuilder, attachEntityStore } from '../entities/packed-entity-store.js';
import type { Entity } from '../entities/entity.js';
import type { EntityStore } from '../entities/entity-store.js';
import type { ChangedEntities } from './changes/change-log.js';
import { agreedMetadata, completeManifest, factsOf } from './loaded-facts.js';
import { type JudgedList, addressPrefixesOf } from './judgments/judged-list.js';
import type { DataFile } from './data-file.js';
import { type EntitySink, createNameCollector, memoryRegister } from './entity-sink.js';
import { inferMapping } from './infer-mapping.js';
import type { LoadReport, ProblemLog } from './load-report.js';
import type { Manifest } from './manifest-schema.js';
import { chosenColumnSentences, withColumnChoices } from './column-choices.js';
import { checkColumns, checkTunedProperties, withColumnsAsRead } from './manifest-columns.js';
import { mapRecords } from './map-records.js';
import type { Mapping } from './mapping.js';
import { openDataFiles } from './open-data-file.js';
import {
  noteContenders,
  noteWholeDataset,
  nothingUsable,
  problemLog,
  refuseMostlyUnusable,
  reportOf,
} from './report-loaded.js';
import { NO_WEB } from './sources/source-table.js';
import type { Survey } from './survey-records.js';
import { type DatasetSource, contentHash, findWhatToRead } from './dataset-source.js';

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
  const understood = await understand(source, sink, tell);
  const { found, files, manifest, inferred } = understood;
  const { read, aliasFiles, folders, nameRules, configurationText } = found;
  const { mapping, survey } = inferred;
  const problems = problemLog(files);
  noteContenders(files, mapping, inferred.contenders, problems);
  // Most datasets have none.
  const named =
    aliasFiles.length === 0
      ? undefined
      : await (
          await import('./aliases/read-alias-files.js')
        ).readAliasFiles(aliasFiles, judgedListOf(manifest, files, mapping, survey), problems);
  const changed = await changedEntities(source, mapping, problems);
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
    await takingInto(sink, nameRules.rules),
  );
  const aliasReports = named?.names.finish(problems) ?? [];
  if (mapped.entities === 0 && changed === undefined) throw nothingUsable(files, mapped.recordsByFile, problems);
  // Where a person has named the columns, the faults are those of the data.
  if (manifest.columns?.name === undefined && manifest.columns?.id === undefined)
    refuseMostlyUnusable(files, mapped.recordsByFile, problems);

  const { typesOf, sharedNames } = sink.finish();
  const hash = contentHash(
    files.map(({ stored }) => stored),
    configurationText,
    named?.files.map(({ stored }) => stored),
    changed?.digest,
  );
  const facts = factsOf({ manifest, files, folders, rules: nameRules.rules, mapping, mapped, typesOf }, hash);
  noteWholeDataset(files, inferred.emptyColumns, sharedNames, problems);
  const readFiles = [...files, ...(named?.files ?? [])].map(({ file }) => file);
  return {
    facts,
    ...defined({ changesThrough: changed?.through }),
    filesRead: [...(read === undefined ? [] : [read.file]), ...readFiles, ...nameRules.files, ...folders],
    manifest: completeManifest(
      nameRules.files.length === 0 ? manifest : { ...manifest, nameRules: [...nameRules.files] },
      mapping,
      facts,
      files,
      named?.files.map(({ options }) => options) ?? [],
    ),
    report: reportOf(facts, files, mapping, mapped, problems, {
      inferred: inferredSentences(understood),
      aliasFiles: aliasReports,
    }),
  };
}

/** The files of a dataset, opened, and what their columns mean. */
interface Understood {
  readonly found: Awaited<ReturnType<typeof findWhatToRead>>;
  readonly files: readonly DataFile[];
  readonly manifest: Manifest;
  readonly columnNames: readonly string[];
  readonly inferred: ReturnType<typeof inferMapping>;
}

async function understand(source: DatasetSource, sink: EntitySink, tell: ReportProgress): Promise<Understood> {
  const found = await findWhatToRead(source);
  const { read, fileOptions, choices } = found;
  const written = read?.manifest ?? {};
  const files = await openDataFiles(fileOptions, written, { ...(source.access ?? NO_WEB), tell });
  const manifest = withColumnChoices(withColumnsAsRead(written, files), choices, files);
  const inferred = inferMapping(files, manifest, sink, tell);
  const columnNames = [...new Set(files.flatMap(({ reader }) => reader.columns))];
  if (read !== undefined) checkColumns({ ...read, manifest }, columnNames);
  if (read !== undefined) checkTunedProperties(read, inferred.mapping.properties);
  return { found, files, manifest, columnNames, inferred };
}

/** A sentence for each inferred part. */
function inferredSentences({ found, files, manifest, columnNames, inferred }: Understood): readonly string[] {
  return [
    ...found.notes,
    ...files.flatMap((file) => file.notes),
    ...chosenColumnSentences(found.choices, manifest, columnNames),
    ...inferred.sentences,
  ];
}

/** Takes entities into the sink, each with the names that the rules make of its names. */
async function takingInto(sink: EntitySink, rules: readonly NameRule[]): Promise<(entity: Entity) => void> {
  if (rules.length === 0)
    return (entity) => {
      sink.add(entity, NO_NAMES);
    };
  const rewrite = (await import('../text/name-rules.js')).createNameRewriter(rules);
  return (entity) => {
    const names = [entity.name, ...entity.aliases.map(({ text }) => text)];
    sink.add(
      entity,
      names.flatMap((name) => rewrite(name)?.text ?? []),
    );
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

function typesInStore(store: EntityStore, ids: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const types = new Map<string, readonly string[]>();
  for (const id of ids) {
    const ordinal = store.ordinalOf(id);
    if (ordinal >= 0) types.set(id, store.typesOf(ordinal));
  }
  return types;
}
