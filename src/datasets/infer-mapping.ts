import type { TellProgress } from '../foundation/progress.js';
import { columnOf, partsOf, type ColumnParts } from './column-parts.js';
import { completeMapping, type CompletedMapping, type NamesLanguage } from './complete-mapping.js';
import type { DataFile, DataSample } from './data-file.js';
import type { EntitySink } from './entity-sink.js';
import { inferRoles, type InferredRoles } from './infer-roles.js';
import type { Manifest } from './manifest-schema.js';
import type { LabelColumn } from './mapping.js';
import { commonestLanguage } from './preferred-language.js';
import { ColumnProfile } from './profile-column.js';
import { propertyColumns, statedColumns, withoutStated } from './stated-columns.js';
import { surveyRecords, type Survey } from './survey-records.js';

/** A complete mapping, what was read to find it, and what was recognised in words. */
export interface InferredMapping extends CompletedMapping {
  readonly survey: Survey;
}

/** A file, and its first records. */
interface SampledFile {
  readonly file: DataFile;
  readonly sample: DataSample;
}

/** Fills everything that the manifest leaves open. Cost: the head of each file, then one reading of all files (two when codes taken for ids turn out not to be unique). */
export function inferMapping(
  files: readonly DataFile[],
  manifest: Manifest,
  sink: SurveySink,
  tell: TellProgress,
): InferredMapping {
  const sampled = files.map((file): SampledFile => ({ file, sample: file.sample() }));
  const roles = sampled.map((one) => rolesOf(one, manifest));
  const first = readAll({ sampled, manifest, sink, tell }, partsOf(manifest, roles));
  const isIdGuessedWrong = first.parts.idFromValues && first.survey.repeatedIds.size > 0;
  const { parts, survey, language } = isIdGuessedWrong
    ? readAll({ sampled, manifest, sink, tell }, partsOf(manifest, roles.map(withoutGuessedId)))
    : first;
  return { ...completeMapping({ files, manifest, parts, survey, language }), survey };
}

function rolesOf({ file, sample: { columns, records } }: SampledFile, manifest: Manifest): InferredRoles {
  const stated = statedColumns(manifest);
  if (file.own !== undefined) return withoutStated(file.own.roles, stated);
  const profiles = columns.map((name) => ({ name, profile: new ColumnProfile() }));
  for (const record of records) record.forEach((cell, i) => profiles[i]?.profile.add(cell, ''));
  return inferRoles(profiles, records.length, stated);
}

function withoutGuessedId(roles: InferredRoles): InferredRoles {
  return roles.idFromValues ? { ...roles, id: undefined, idFromValues: false, idCandidate: roles.id?.column } : roles;
}

interface SurveyedParts {
  readonly parts: ColumnParts;
  readonly survey: Survey;
  readonly language: NamesLanguage | undefined;
}

type SurveySink = Pick<EntitySink, 'register' | 'inMemory' | 'mostRemembered'>;

interface WhatIsSurveyed {
  readonly sampled: readonly SampledFile[];
  readonly manifest: Manifest;
  readonly sink: SurveySink;
  readonly tell: TellProgress;
}

function readAll({ sampled, manifest, sink, tell }: WhatIsSurveyed, parts: ColumnParts): SurveyedParts {
  const id = parts.id.map(columnOf);
  const name = parts.name.map((part): LabelColumn => ({
    column: columnOf(part),
    ...(typeof part !== 'string' && part.before !== undefined && { before: part.before }),
    separator: null,
  }));
  const listed = new Set(propertyColumns(manifest));
  const unlisted = (columns: readonly string[]): ReadonlySet<string> =>
    new Set(columns.filter((column) => !listed.has(column)));
  const unprofiled = unlisted([...id, ...[...name, ...parts.description].map(columnOf), ...(manifest.ignore ?? [])]);
  const labels = unlisted([...parts.aliases, ...(parts.type === undefined ? [] : [parts.type])].map(columnOf));
  const language = languageOfNames(sampled, manifest, name.map(columnOf));
  const survey = surveyRecords(
    sampled.map(({ file }) => file),
    { id, name, ...(language !== undefined && { language: language.language }) },
    { unprofiled, labels, sink, tell },
  );
  return { parts, survey, language };
}

function languageOfNames(
  sampled: readonly SampledFile[],
  manifest: Manifest,
  names: readonly string[],
): NamesLanguage | undefined {
  const [found] = sampled.flatMap(({ sample }) => commonestLanguage(sample, names) ?? []);
  if (found === undefined) return undefined;
  return {
    language: manifest.language ?? found.language,
    isStated: manifest.language !== undefined,
    isOnly: found.isOnly,
  };
}
