import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { openRefineFor } from '../support/recorded-openrefine.js';
import type { RunningOpenRefine } from '../support/start-openrefine.js';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';

/*
 * The files of the golden imports given to OpenRefine and to this service: the same columns and cells come of them, but for the differences below, which docs/importing.md names.
 */

interface Upload {
  readonly files: readonly { readonly name: string; readonly text: string | Uint8Array<ArrayBuffer> }[];
  readonly format?: string;
  readonly options?: unknown;
  readonly legacyFields?: Readonly<Record<string, string>>;
}

const FOUND_OUT = 'what options leave out is found out';
const RELEASE_3_8 = 'as in release 3.8 and later';
const DIFFERENCES: Readonly<Record<string, string>> = {
  'two lines a row': RELEASE_3_8,
  "a separator of one's own": RELEASE_3_8,
  'fixed width found by its gaps': 'texts are trimmed where options are guessed',
  'options without a separator: it is guessed all the same, nothing is trimmed': FOUND_OUT,
  'tab without quotes: the backslash writes tab, line feed and itself': RELEASE_3_8,
  'tab guessed: quotation marks are text': RELEASE_3_8,
  'a cell that goes on behind its closing quotation mark is kept as it is written': RELEASE_3_8,
  'each kind of line end ends a line, empty lines are no rows': RELEASE_3_8,
  'lines that begin with # are kept': 'releases since 3.8 lose them',
  'storeBlankColumns false': RELEASE_3_8,
  'guessCellValueTypes: whole and floating numbers, never dates or booleans': '1d and 0x1p3 are no numbers',
  'columnNames as a text with commas': RELEASE_3_8,
  'columnNames take the place of a header, the first line is data': RELEASE_3_8,
  'fields of the time before options': '`skip` and `ignore-quotes` mean what they say',
  'two files of one name': 'names of files are those without folders',
  'a header and nothing else': 'one line tells its separator',
  'an unclosed quotation mark takes what is left': RELEASE_3_8,
  'a path that ends at scalars': RELEASE_3_8,
  'JSON lines with comments, numbers keep all digits': RELEASE_3_8,
  'longer whole numbers stay text': 'numbers keep all digits',
  'recordPath guessed: JSON lines': FOUND_OUT,
  'recordPath guessed: a list': FOUND_OUT,
  'recordPath guessed: the only list of objects': FOUND_OUT,
  'recordPath guessed: one object': FOUND_OUT,
  'XML: recordPath guessed, CDATA, character references': FOUND_OUT,
  'the file comes first': FOUND_OUT,
};

const modelsSchema = z.object({
  columnModel: z.object({ columns: z.array(z.object({ cellIndex: z.number(), name: z.string() })) }),
});
const rowsSchema = z.object({
  rows: z.array(z.object({ cells: z.array(z.looseObject({ v: z.unknown().optional() }).nullable()) })),
});
const goldenSchema = z.array(
  z.object({
    title: z.string(),
    files: z.array(z.object({ name: z.string(), text: z.string() })),
    format: z.string().optional(),
    options: z.unknown().optional(),
    legacyFields: z.record(z.string(), z.string()).optional(),
  }),
);

let refine: RunningOpenRefine;
let service: RunningService;
const folder = temporaryFolder();

beforeAll(async () => {
  refine = await openRefineFor('import');
  service = await startService(['--data-dir', join(folder.path, 'projects')]);
}, 240_000);
afterAll(async () => {
  await refine?.stop();
  await service?.stop();
  folder.remove();
});

/** The id of the project that an upload makes; undefined when none is made. */
async function projectOf(
  origin: string,
  { files, format, options, legacyFields = {} }: Upload,
): Promise<string | undefined> {
  const { token } = z
    .object({ token: z.string() })
    .parse(await (await fetch(`${origin}/command/core/get-csrf-token`)).json());
  const form = new FormData();
  for (const { name, text } of files) form.append('project-file', new File([text], name));
  form.set('project-name', 'golden');
  if (format !== undefined) form.set('format', format);
  if (options !== undefined) form.set('options', JSON.stringify(options));
  for (const [name, value] of Object.entries(legacyFields)) form.set(name, value);
  const made = await fetch(`${origin}/command/core/create-project-from-upload?csrf_token=${token}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  return made.status === 302 ? made.headers.get('location')?.split('=').at(-1) : undefined;
}

/** Names of columns and cells; undefined when no project can be read. */
async function tableOf(origin: string, upload: Upload): Promise<unknown> {
  const project = await projectOf(origin, upload);
  if (project === undefined) return undefined;
  const models = modelsSchema.safeParse(await jsonOf(`${origin}/command/core/get-models?project=${project}`));
  if (!models.success) return undefined;
  const { columns } = models.data.columnModel;
  const { rows } = rowsSchema.parse(
    await jsonOf(`${origin}/command/core/get-rows?project=${project}&start=0&limit=1000`),
  );
  return {
    columns: columns.map(({ name }) => name),
    rows: rows.map(({ cells }) => columns.map(({ cellIndex }) => shownCell(cells[cellIndex] ?? null))),
  };
}

/** A cell without a value has the member all the same here, so that clients find it. */
function shownCell(cell: z.infer<typeof rowsSchema>['rows'][number]['cells'][number]): unknown {
  return cell !== null && Object.keys(cell).length === 0 ? { v: null } : cell;
}

async function jsonOf(address: string): Promise<unknown> {
  const text = await (await fetch(address)).text();
  return text.startsWith('{') ? (JSON.parse(text) as unknown) : undefined; // looked at by whoever asked
}

const FOLDER = join(import.meta.dirname, '../golden/imports');
/** The packages of Debian leave out what OpenRefine needs for RDF. */
const FILES = readdirSync(FOLDER).filter((name) => name !== 'graphs.json');

for (const name of FILES) {
  const cases = goldenSchema.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
  describe(`imports/${name}`, () => {
    it.each(cases.filter(({ title }) => DIFFERENCES[title] === undefined).map((one) => [one.title, one] as const))(
      '%s',
      async (_, { files, format, options, legacyFields }) => {
        const upload: Upload = {
          files,
          ...(format === undefined ? {} : { format }),
          ...(options === undefined ? {} : { options }),
          ...(legacyFields === undefined ? {} : { legacyFields }),
        };
        const expected = await tableOf(refine.origin, upload);
        expect(expected).toBeDefined();
        expect(await tableOf(service.origin, upload)).toEqual(expected);
      },
    );
  });
}

it('every difference belongs to a case', () => {
  const titles = FILES.flatMap((name) =>
    goldenSchema.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))).map(({ title }) => title),
  );
  expect(Object.keys(DIFFERENCES).filter((title) => !titles.includes(title))).toEqual([]);
});

describe('spreadsheets that either writes', () => {
  const typed = {
    files: [
      {
        name: 'typed.json',
        text: '[{"a":"Köln","b":6,"c":0.5,"d":true},{"a":"=1+1","b":-3,"c":1e10,"d":false},{"a":"http://a.example/x","b":0}]',
      },
    ],
    format: 'text/json',
    options: { recordPath: ['_', '_'] },
  };
  const write = async (origin: string, format: string): Promise<Uint8Array<ArrayBuffer>> => {
    const project = (await projectOf(origin, typed)) ?? '';
    const { token } = z
      .object({ token: z.string() })
      .parse(await (await fetch(`${origin}/command/core/get-csrf-token`)).json());
    const answer = await fetch(`${origin}/command/core/export-rows/x.${format}`, {
      method: 'POST',
      body: new URLSearchParams({ project, format, csrf_token: token, engine: '{"facets":[],"mode":"row-based"}' }),
    });
    expect(answer.status).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  };

  // The packages of Debian leave out what OpenRefine needs for xlsx and ods; spreadsheet-programs.test.ts shows those to other programs.
  it.each(['this service', 'OpenRefine'])('xls of %s is read the same by both', async (writer) => {
    const text = await write(writer === 'OpenRefine' ? refine.origin : service.origin, 'xls');
    const upload: Upload = {
      files: [{ name: 'x.xls', text }],
      format: 'binary/text/xml/xls/xlsx',
      options: {
        headerLines: 1,
        sheets: [{ name: 'golden', fileNameAndSheetIndex: 'x.xls#0', rows: 4, selected: true }],
      },
    };
    const expected = await tableOf(refine.origin, upload);
    expect(expected).toMatchObject({
      rows: [
        [{ v: 'Köln' }, { v: 6 }, { v: 0.5 }, { v: true }],
        [{ v: '=1+1' }, { v: -3 }, { v: 1e10 }, { v: false }],
        [{ v: 'http://a.example/x' }, { v: 0 }, null, null],
      ],
    });
    expect(await tableOf(service.origin, upload)).toEqual(expected);
  });

  it('a gzipped file is read the same by both', async () => {
    const upload: Upload = {
      files: [{ name: 'x.csv.gz', text: new Uint8Array(gzipSync('a,b\n1,x\n')) }],
      format: 'text/line-based/*sv',
      options: { separator: ',' },
    };
    const expected = await tableOf(refine.origin, upload);
    expect(expected).toEqual({ columns: ['a', 'b'], rows: [[{ v: '1' }, { v: 'x' }]] });
    expect(await tableOf(service.origin, upload)).toEqual(expected);
  });
});
