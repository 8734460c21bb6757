import { columnOf, type ColumnParts, type Contenders, type PartColumn } from './column-parts.js';
import type { DataFile } from './data-file.js';
import { inferProperties } from './infer-properties.js';
import type { Manifest } from './manifest-schema.js';
import type { LabelColumn, Mapping } from './mapping.js';
import { createMappingSentences, type MappingSentences } from './mapping-sentences.js';
import { labelSeparator, severalInACell } from './separators.js';
import type { Survey } from './survey-records.js';

/** The language of the names, where cells have names in several. */
export interface NamesLanguage {
  readonly language: string;
  readonly isStated: boolean;
  readonly isOnly: boolean;
}

/** What a mapping is made from. */
export interface MappingClues {
  readonly files: readonly DataFile[];
  readonly manifest: Manifest;
  readonly parts: ColumnParts;
  readonly survey: Survey;
  readonly language: NamesLanguage | undefined;
}

export interface CompletedMapping {
  readonly mapping: Mapping;
  /** A sentence for each thing that nobody had stated. */
  readonly sentences: readonly string[];
  /** Columns without a value anywhere. */
  readonly emptyColumns: readonly string[];
  readonly contenders: Contenders;
}

/** Characters of a value that a sentence shows. */
const MAX_SHOWN = 60;

/** What is known of the columns as a mapping, in which nothing is open, and in words. */
export function completeMapping(clues: MappingClues): CompletedMapping {
  const { files, manifest, parts, survey, language } = clues;
  const columnNames = [...new Set(files.flatMap(({ reader }) => reader.columns))];
  const sentences = createMappingSentences(files, columnNames);
  const labels = new LabelReader(survey, sentences);

  parts.id.forEach(({ column, reason }) => sentences.say(column, 'the id', reason));
  if (parts.id.length === 0 && manifest.columns?.id !== false) tellMadeIds(clues, sentences);
  const name = parts.name.map((part, i) => labels.single(part, i === 0 ? 'the name' : 'another name'));
  if (language !== undefined && !language.isStated && !language.isOnly) {
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

/** That there is no column of ids, and which one would be if it were unique. */
function tellMadeIds({ parts: { idCandidate }, survey }: MappingClues, { add }: MappingSentences): void {
  add('There is no column of ids; ids are made from the names, the same at every load as long as the names stay.');
  if (idCandidate === undefined) return;
  const repeated = survey.profiles.get(idCandidate)?.firstRepeated;
  if (repeated !== undefined) {
    add(
      `"${idCandidate}" would be the column of ids, if "${repeated.slice(0, MAX_SHOWN)}" did not come twice in it. Mend that, or say in a manifest that it is; the second record with the same id is left out then.`,
    );
  }
}

/** Columns of labels, each told when it is read. */
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

  /** As many as the mark between them tells, unless a manifest says otherwise. */
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

function quotedList(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ');
}
