import type { Entity } from '../entities/entity.js';
import { ownValue } from '../foundation/own-value.js';
import type { ReportProgress } from '../foundation/progress.js';
import type { DataFile } from './data-file.js';
import {
  type MappingRun,
  type Positions,
  type RecordMapping,
  type UseCount,
  mapRecord,
  positionsIn,
} from './map-record.js';
import type { FileAliases } from './aliases/collect-aliases.js';
import { PROGRESS_INTERVAL } from './survey-records.js';

export interface PropertyUse {
  readonly entities: number;
  /** Type id → entities of the type with a value. */
  readonly byType: ReadonlyMap<string, number>;
  /** For references: target id → count; only the first ids where there are too many. */
  readonly targets: ReadonlyMap<string, number>;
}

export interface MappedRecords {
  /** In the order of `mapping.properties`. */
  readonly propertyUse: readonly PropertyUse[];
  /** Type id → number of its entities. */
  readonly typeCounts: ReadonlyMap<string, number>;
  /** Languages of names and aliases, most frequent first. */
  readonly languages: readonly string[];
  readonly entities: number;
  readonly labels: number;
  /** Records of each file, in the order of `files`. */
  readonly recordsByFile: readonly number[];
}

interface EntityMapping extends RecordMapping {
  /** Aliases from files. */
  readonly aliasFiles: Pick<FileAliases, 'withNames'> | undefined;
  /** Entities that replace those of the files with the same ids, or are new; `undefined` for a deleted one. */
  readonly changed: ReadonlyMap<string, Entity | undefined> | undefined;
  /** Maximum number of distinct reference ids counted for a property. */
  readonly mostTargets: number;
  readonly tell: ReportProgress;
}

/** Reads all files and maps every usable record to an entity for `visit`; faults go to `problems`. */
export function mapRecords(
  files: readonly DataFile[],
  { mapping, survey, problems, aliasFiles, changed, mostTargets, tell }: EntityMapping,
  visit: (entity: Entity) => void,
): MappedRecords {
  const uses = mapping.properties.map((): UseCount => ({ entities: 0, byType: new Map(), targets: new Map() }));
  const typeCounts = new Map<string, number>();
  const languageCounts = new Map<string, number>();
  const run: MappingRun = { mapping, survey, problems, usedIds: new Set() };
  const recordsByFile: number[] = [];
  let entities = 0;
  let labels = 0;
  let met = 0;
  const take = (entity: Entity, positions: Positions): void => {
    const named = aliasFiles === undefined ? entity : aliasFiles.withNames(entity);
    entities++;
    visit(named);
    labels += 1 + named.aliases.length;
    count(named, positions, typeCounts, mostTargets);
    countLanguages(named, languageCounts);
  };

  for (const file of files) {
    let records = 0;
    const positions = positionsIn(file.reader.columns, mapping, uses);
    file.reader.read(
      (cells, line) => {
        records++;
        if (++met % PROGRESS_INTERVAL === 0)
          tell({ phase: 'loading', unit: 'records', done: met, all: survey.records });
        const record = mapRecord({ cells, line, file: file.file, positions }, run);
        if (record === undefined) return;
        if (changed?.has(record.id) !== true) take(record, positions);
      },
      (fault) => {
        problems.add(
          fault.kind,
          {
            file: file.file,
            line: fault.line,
            message: fault.message,
            ...(fault.column !== undefined && { column: fault.column }),
          },
          { rejected: fault.rejected, ...(fault.count !== undefined && { count: fault.count }) },
        );
        if (fault.rejected) records++;
      },
    );
    recordsByFile.push(records);
  }
  const positions = positionsIn([...new Set(files.flatMap(({ reader }) => reader.columns))], mapping, uses);
  for (const entity of changed?.values() ?? []) if (entity !== undefined) take(entity, positions);
  const languages = [...languageCounts]
    .sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1))
    .map(([language]) => language);
  return { propertyUse: uses, typeCounts, languages, entities, labels, recordsByFile };
}

function count(entity: Entity, positions: Positions, typeCounts: Map<string, number>, mostTargets: number): void {
  for (const type of entity.types) typeCounts.set(type, (typeCounts.get(type) ?? 0) + 1);
  for (const { property, use } of positions.properties) {
    const values = ownValue(entity.properties, property.id);
    if (values === undefined) continue;
    use.entities++;
    for (const type of entity.types) use.byType.set(type, (use.byType.get(type) ?? 0) + 1);
    if (property.datatype !== 'reference') continue;
    for (const value of values) {
      if (value.kind !== 'reference') continue;
      const times = use.targets.get(value.id) ?? 0;
      if (times > 0 || use.targets.size < mostTargets) use.targets.set(value.id, times + 1);
    }
  }
}

function countLanguages({ nameLanguage, aliases }: Entity, counts: Map<string, number>): void {
  if (nameLanguage !== undefined) counts.set(nameLanguage, (counts.get(nameLanguage) ?? 0) + 1);
  for (const { language } of aliases) if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
}
