import { z } from 'zod';
import { CANDIDATE_INDEX_CHOICES, EVIDENCE_KINDS, type EvidenceKindId, VALUE_FAMILIES } from '../entities/dataset.js';
import { DATATYPES } from '../entities/property.js';
import { isReadableEncoding } from '../formats/detect-encoding.js';
import { FORMAT_NAMES } from '../formats/file-formats.js';
import { DATE_FORMATS, NUMBER_FORMATS } from './parse-property-value.js';

/*
 * The manifest: every inferred option, and those that cannot be inferred. All keys are optional. `writeManifest` writes
 * all of them, so that inferred ones can be edited.
 */

const text = z.string().trim().min(1);
const columnName = text.describe('The heading of a column, or the key of a JSON object (nested keys with dots).');
const oneOrMany = <T extends z.ZodType>(item: T): z.ZodUnion<[T, z.ZodArray<T>]> => z.union([item, z.array(item)]);

const labelColumn = z.union([
  columnName,
  z.strictObject({
    column: columnName,
    language: text.optional().describe('Language of what is in the column, such as `en` or `pt-BR`.'),
    separator: z
      .string()
      .min(1)
      .nullable()
      .optional()
      .describe('What separates several values in one cell; `null` when a cell holds one value.'),
  }),
]);

const nameColumn = z.union([
  columnName,
  z.strictObject({
    column: columnName,
    before: columnName
      .optional()
      .describe('A column whose text stands in front, such as given names before family names.'),
    language: text.optional().describe('Language of what is in the column, such as `en` or `pt-BR`.'),
    separator: z
      .string()
      .min(1)
      .nullable()
      .optional()
      .describe('What separates several values in one cell; `null` when a cell holds one value.'),
  }),
]);

const fileShape = {
  path: text.describe(
    'Where the file is, relative to the manifest; or the address of a database, a page or a SPARQL endpoint.',
  ),
  format: z
    .enum(FORMAT_NAMES)
    .optional()
    .describe(
      '`delimited` (CSV, TSV …), `json` (a list of objects), `json-lines`, `spreadsheet`, `xml`, `marc` (ISO 2709), `sqlite`, `parquet`, `bibtex`, `turtle` (also N-Triples, N-Quads and TriG), `rdf-xml` or `json-ld`.',
    ),
  encoding: text
    .refine(isReadableEncoding, {
      error: 'is not an encoding that can be read; try utf-8, utf-16le, windows-1252 or iso-8859-15',
    })
    .optional()
    .describe('Character encoding, such as `utf-8` or `windows-1252`.'),
  delimiter: z.string().length(1).optional().describe('The character between cells.'),
  quote: z.string().length(1).optional().describe('The character around cells that hold the delimiter.'),
  header: z
    .boolean()
    .optional()
    .describe('Whether the first row holds headings. Without headings columns are called `Column 1`, `Column 2` …'),
  sheet: text.optional().describe('Name of the sheet of a spreadsheet; the first one with rows when left out.'),
  element: text
    .optional()
    .describe(
      'The element of XML that is a record, by its name or as a path (`catalogue/people/person`); found when left out.',
    ),
  table: text.optional().describe('The table of a database; the only one when left out.'),
  query: text
    .optional()
    .describe('What to select in place of a table: a SELECT of SQL; of an `https://` address, a query of SPARQL.'),
  jsonPath: text
    .optional()
    .describe(
      'The keys that lead to the records of a JSON document, with dots between, such as `data.items`; found out when left out.',
    ),
};

const fileEntry = z.union([text, z.strictObject(fileShape)]);

const aliasFileEntry = z.union([
  text,
  z.strictObject({
    ...fileShape,
    name: columnName.optional().describe('The column of names, when it is not recognised.'),
    id: columnName.optional().describe('The column of the ids that they mean, when it is not recognised.'),
  }),
]);

const columnsSchema = z.strictObject({
  id: z
    .union([z.literal(false), oneOrMany(columnName)])
    .optional()
    .describe(
      'The column of identifiers (of several, the first that a file has). `false`: there is none, ids are made from the names.',
    ),
  name: oneOrMany(nameColumn)
    .optional()
    .describe(
      'The column of preferred names. Of several, the first that is not empty is the name, the others give aliases.',
    ),
  aliases: oneOrMany(nameColumn).optional().describe('Columns of aliases.'),
  description: oneOrMany(labelColumn)
    .optional()
    .describe('The column of descriptions; of several, the first that is not empty.'),
  type: z
    .union([z.literal(false), labelColumn.describe('A column.')])
    .optional()
    .describe('The column that says what kind of thing each entity is; `false`: there is none.'),
  prominence: z
    .union([z.literal(false), columnName])
    .optional()
    .describe(
      'A column of numbers that are larger for what is better known; decides between equals. `false`: there is none.',
    ),
});

const typeEntry = z.strictObject({
  id: text.describe('The type as the type column has it.'),
  name: text.optional().describe('Name to show; the id when left out.'),
  description: text.optional(),
  broader: oneOrMany(text).optional().describe('Ids of the types directly above this one.'),
});

const propertyEntry = z.strictObject({
  column: columnName
    .optional()
    .describe('The column of the values. Coordinates in two columns have `latitude` and `longitude` instead.'),
  latitude: columnName.optional().describe('The column of latitudes, in degrees.'),
  longitude: columnName.optional().describe('The column of longitudes, in degrees.'),
  id: text.optional().describe('Identifier of the property; made from the heading when left out.'),
  name: text.optional().describe('Name to show; made from the heading when left out.'),
  description: text.optional(),
  datatype: z.enum(DATATYPES).optional().describe('What the values are; inferred when left out.'),
  separator: z
    .string()
    .min(1)
    .nullable()
    .optional()
    .describe('What separates several values in one cell; `null` when a cell holds one value.'),
  identifying: z.boolean().optional().describe('True when equal values mean the same entity, as with an ISBN.'),
  language: text.optional().describe('Language of text values.'),
  targetTypes: oneOrMany(text)
    .optional()
    .describe('For references: types of the entities referred to; counted when left out.'),
  numberFormat: z.enum(NUMBER_FORMATS).optional().describe('How numbers are written, by example.'),
  dateFormat: z.enum(DATE_FORMATS).optional().describe('How dates are written, by example.'),
});

const share = z.number().min(0).max(1);
const shares = z.array(share).length(4);
const learnedSchema = z.strictObject({
  rows: z.number().int().min(1).describe('Rows that it was learned from.'),
  properties: z.record(
    text,
    z.strictObject({
      family: z.enum(VALUE_FAMILIES),
      right: shares.describe('How often values are equal, close, partly the same and different in right pairs.'),
      pairs: z.number().min(0).describe('Right pairs that this was learned from.'),
    }),
  ),
});

export const MANIFEST_SCHEMA = z.strictObject({
  name: text.optional().describe('Name of the service, as clients show it.'),
  description: text.optional().describe('What the list is, in a sentence or two.'),
  identifierSpace: z.url().optional().describe('URI that, followed by an id, makes the URI of an entity.'),
  schemaSpace: z.url().optional().describe('URI of the space of types and properties.'),
  language: text.optional().describe('Language of the preferred names, such as `en`.'),
  viewUrl: z
    .string()
    .regex(/^https?:\/\/.*\{\{id\}\}/, { error: 'must be a web address with {{id}} in it' })
    .optional()
    .describe('Address of the page about an entity, with `{{id}}` where its id belongs.'),
  documentation: z.url().optional().describe('Address of a page about the list.'),
  licence: text.optional().describe('Licence of the data.'),
  attribution: text.optional().describe('Credit that the licence asks for; shown on pages.'),
  updated: z
    .union([z.number().transform(String), z.string()])
    .refine((date) => /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(date), {
      error: 'must be a year, a month or a day, such as 2026-11-29',
    })
    .optional()
    .describe('When the data was last brought up to date, such as `2026-11-29`; shown in previews.'),
  targetPrecision: z
    .number()
    .min(0.5)
    .max(1)
    .optional()
    .describe('Share of automatic matches that should be right, 0.5 to 1; 0.97 when left out.'),
  candidateIndex: z
    .enum(CANDIDATE_INDEX_CHOICES)
    .optional()
    .describe(
      'What finds the candidates of a query: `minisearch` or `compiled`; `auto`, or nothing, chooses by the number of names. `--candidate-index` goes before it.',
    ),
  tuning: z
    .strictObject({
      matchThreshold: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe(
          'The least probability that is matched, 0 to 1; in place of the one that `targetPrecision` and the list give.',
        ),
      propertyWeights: z
        .record(text, z.number().min(0).max(3))
        .optional()
        .describe('Id of a property: factor on how much its values say, 0 (nothing) to 3; 1 for properties not named.'),
      evidenceWeights: z
        .strictObject(
          Object.fromEntries(EVIDENCE_KINDS.map((kind) => [kind, z.number().min(0).max(3).optional()])) as Record<
            EvidenceKindId,
            z.ZodOptional<z.ZodNumber>
          >,
        ) // the keys are the kinds
        .optional()
        .describe(
          'Kind of evidence: factor on how much it counts for the probability, 0 (nothing) to 3; 1 for kinds not named.',
        ),
      learned: learnedSchema
        .optional()
        .describe('What a file of names taught; written by `sameas match --keep-learned`.'),
    })
    .optional()
    .describe('Values fitted to judged questions by `sameas evaluate --tune`.'),
  nameRules: oneOrMany(text)
    .optional()
    .describe('Files of synonyms and of what to leave out of names, relative to the manifest.'),
  previewProperties: z.array(text).optional().describe('Ids of the properties that previews show, in order.'),
  files: oneOrMany(fileEntry).optional().describe('The files with the data.'),
  aliasFiles: oneOrMany(aliasFileEntry)
    .optional()
    .describe('Files of names with the ids they mean, such as judgments: each becomes an alias of its entity.'),
  columns: columnsSchema.optional().describe('Which column plays which part.'),
  type: text.optional().describe('Type of every entity for which the type column says nothing.'),
  types: z.array(typeEntry).optional().describe('Names and order of the types.'),
  properties: z
    .array(propertyEntry)
    .optional()
    .describe('What the other columns are. Columns that are not listed are inferred.'),
  ignore: z.array(columnName).optional().describe('Columns to leave out.'),
});

export type Manifest = z.infer<typeof MANIFEST_SCHEMA>;
export type ManifestProperty = z.infer<typeof propertyEntry>;
export type ManifestLabelColumn = z.infer<typeof nameColumn>;
