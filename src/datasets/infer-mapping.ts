import type { ReportProgress } from '../foundation/progress.js';
import {
  type ColumnParts,
  type Contenders,
  type PartColumn,
  columnOf,
  configuredColumns,
  partsOf,
  propertyColumns,
  withoutConfigured,
} from './column-parts.js';
import type { DataFile, DataSample } from './data-file.js';
import type { EntitySink } from './entity-sink.js';
import { type MappingSentences, createMappingSentences, inferProperties } from './infer-properties.js';
import { type InferredRoles, inferRoles } from './infer-roles.js';
import type { Manifest } from './manifest-schema.js';
import type { LabelColumn, Mapping } from './mapping.js';
import { commonestLanguage } from './preferred-language.js';
import { ColumnProfile } from './profile-column.js';
import { labelSeparator, severalInACell } from './infer-datatype.js';
import { type Survey, surveyRecords } from './survey-records.js';

const MAX_SHOWN = 60;

class LabelReader {
  readonly #profiles: Survey['profiles'];
  readonly #say: MappingSentences['say'];

  constructor({ profiles }: Survey, { say }: MappingSentences) {
    this.#profiles = profiles;
    this.#say = say;
  }

  /** One label in each cell, unless a manifest says otherwise. */
  single(part: PartColumn, what: string): LabelColumn {
    return this.#read(part, what, null);
  }

  /** As many labels as the separator gives, unless a manifest says otherwise. */
  several(part: PartColumn, what: string): LabelColumn {
    return this.#read(part, what, labelSeparator(this.#profiles.get(columnOf(part))));
  }

  #read(part: PartColumn, what: string, found: string | null): LabelColumn {
    if (typeof part === 'string') return { column: part, separator: found };
    const { column, before, language } = part;
    const separator = 'separator' in part && part.separator !== undefined ? part.separator : found;
    if ('reason' in part) {
      const inFront = before === undefined ? '' : `, with "${before}" in front`;
      const inLanguage = language === undefined ? '' : ` in the language "${language}"`;
      this.#say(column, `${what}${inFront}${inLanguage}${severalInACell(separator)}`, part.reason);
    }
    return { column, ...(before !== undefined && { before }), separator, ...(language !== undefined && { language }) };
  }
}

/** A complete mapping, the survey behind it, and sentences on what was detected. */
interface InferredMapping extends CompletedMapping {
  readonly survey: Survey;
}

interface SampledFile {
  readonly file: DataFile;
  readonly sample: DataSample;
}

/**
 * Completes the manifest. Cost: the head of each file, then one pass over all files (two when codes taken for ids turn
 * out not to be unique).
 */
export function inferMapping(
  files: readonly DataFile[],
  manifest: Manifest,
  sink: SurveySink,
  tell: ReportProgress,
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
  const configured = configuredColumns(manifest);
  if (file.own !== undefined) return withoutConfigured(file.own.roles, configured);
  const profiles = columns.map((name) => ({ name, profile: new ColumnProfile() }));
  for (const record of records) record.forEach((cell, i) => profiles[i]?.profile.add(cell, ''));
  return inferRoles(profiles, records.length, configured);
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
  readonly tell: ReportProgress;
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
    isConfigured: manifest.language !== undefined,
    isOnly: found.isOnly,
  };
}

/** The language of the names, where cells have names in several languages. */
interface NamesLanguage {
  readonly language: string;
  readonly isConfigured: boolean;
  readonly isOnly: boolean;
}

interface MappingClues {
  readonly files: readonly DataFile[];
  readonly manifest: Manifest;
  readonly parts: ColumnParts;
  readonly survey: Survey;
  readonly language: NamesLanguage | undefined;
}

interface CompletedMapping {
  readonly mapping: Mapping;
  /** A sentence for each inferred part. */
  readonly sentences: readonly string[];
  readonly emptyColumns: readonly string[];
  readonly contenders: Contenders;
}

function completeMapping(clues: MappingClues): CompletedMapping {
  const { files, manifest, parts, survey, language } = clues;
  const columnNames = [...new Set(files.flatMap(({ reader }) => reader.columns))];
  const sentences = createMappingSentences(files, columnNames);
  const labels = new LabelReader(survey, sentences);

  parts.id.forEach(({ column, reason }) => sentences.say(column, 'the id', reason));
  if (parts.id.length === 0 && manifest.columns?.id !== false) reportMadeIds(clues, sentences);
  const name = parts.name.map((part, i) => labels.single(part, i === 0 ? 'the name' : 'another name'));
  if (language !== undefined && !language.isConfigured && !language.isOnly) {
    sentences.add(
      `Of names in several languages, the one ${language.language === '' ? 'without a language' : `in "${language.language}"`} comes first, for most have one; the others are aliases. A manifest can say another language.`,
    );
  }
  const type = parts.type === undefined ? undefined : labels.several(parts.type, 'the type');
  const aliases = parts.aliases.map((part) => labels.several(part, 'aliases'));
  const description = parts.description.map((part) => labels.single(part, 'the description'));
  if (parts.typeCandidates.length > 0) {
    sentences.add(
      `There is no column of types; ${quotedList(parts.typeCandidates)} could be one (few different values), if a manifest says so.`,
    );
  }
  if (parts.prominence !== undefined)
    sentences.say(
      parts.prominence.column,
      'how well known an entity is, which decides between equals',
      parts.prominence.reason,
    );

  const id = parts.id.map(columnOf);
  const ignore = manifest.ignore ?? [];
  const inParts = new Set([
    ...id,
    ...[...name, ...aliases, ...description, ...(type === undefined ? [] : [type])].map(columnOf),
    ...ignore,
  ]);
  const { properties, emptyColumns } = inferProperties(
    { files, manifest, parts, survey, columnNames, inParts },
    sentences,
  );
  return {
    mapping: {
      id,
      name,
      aliases,
      description,
      ...(language !== undefined && { language: language.language }),
      type,
      constantType: manifest.type,
      prominence: parts.prominence?.column,
      properties,
      ignore: [...ignore, ...emptyColumns],
    },
    sentences: sentences.all(),
    emptyColumns,
    contenders: parts.contenders,
  };
}

/** Reports that there is no column of ids, and which column would be one if it were unique. */
function reportMadeIds({ parts: { idCandidate }, survey }: MappingClues, { add }: MappingSentences): void {
  add('There is no column of ids; ids are made from the names, the same at every load as long as the names stay.');
  if (idCandidate === undefined) return;
  const repeated = survey.profiles.get(idCandidate)?.firstRepeated;
  if (repeated !== undefined) {
    add(
      `"${idCandidate}" would be the column of ids, if "${repeated.slice(0, MAX_SHOWN)}" did not come twice in it. Mend that, or say in a manifest that it is; the second record with the same id is left out then.`,
    );
  }
}

function quotedList(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ');
}
