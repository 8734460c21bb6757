import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { CsrfRule } from '../../../src/web/commands/csrf-tokens.js';
import {
  multipart,
  startProjectsServers,
  type Part,
  type ProjectsServers,
  type RawAnswer,
} from '../../support/projects-app.js';

/*
 * Each program that is known to use this interface has a way of its own of calling it: what stands in the query string, what in the body, what is left out, what is read of
 * the answer. Here those calls are made as the programs make them, under the strictest setting of tokens that they work with.
 */

let servers: ProjectsServers;
beforeAll(async () => {
  servers = await startProjectsServers();
});
afterAll(() => servers.close());

const csv = 'name,area\n Zürich ,87.88\nGenève,15.93\n';
const file: Part = { name: 'project-file', content: csv, fileName: 'towns.csv', mediaType: 'text/csv' };
const recipe = JSON.stringify([
  {
    op: 'core/text-transform',
    engineConfig: { facets: [], mode: 'row-based' },
    columnName: 'name',
    expression: 'grel:value.toUppercase()',
    onError: 'keep-original',
    repeat: false,
    repeatCount: 10,
    description: 'x',
  },
]);
const engine = '{"facets":[],"mode":"row-based"}';
const encoded = (parameters: Readonly<Record<string, string>>): string => new URLSearchParams(parameters).toString();
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

function get(csrf: CsrfRule, command: string, query: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
  return servers.send(csrf, { method: 'GET', path: `/command/core/${command}?${encoded(query)}` });
}

function post(
  csrf: CsrfRule,
  command: string,
  query: Readonly<Record<string, string>>,
  form: Readonly<Record<string, string>> | string,
): Promise<RawAnswer> {
  const asked = encoded(query);
  return servers.send(csrf, {
    method: 'POST',
    path: `/command/core/${command}${asked === '' ? '' : `?${asked}`}`,
    headers: FORM,
    body: typeof form === 'string' ? form : encoded(form),
  });
}

function upload(csrf: CsrfRule, query: string, parts: readonly Part[], headerMore = ''): Promise<RawAnswer> {
  return servers.send(csrf, {
    method: 'POST',
    path: `/command/core/create-project-from-upload${query}`,
    ...multipart(parts, headerMore),
  });
}

const json = (answer: RawAnswer): unknown => JSON.parse(answer.text) as unknown; // compared as it is

/** Token as orcli takes it out: by the text before it. */
async function token(csrf: CsrfRule): Promise<string> {
  const { text } = await get(csrf, 'get-csrf-token');
  expect(text.startsWith('{"token":"')).toBe(true);
  return text.slice('{"token":"'.length, '{"token":"'.length + 32);
}

function location(answer: RawAnswer): string {
  expect(answer.status).toBe(302);
  return answer.headers.location ?? '';
}

async function rowsOf(csrf: CsrfRule, project: string): Promise<readonly unknown[]> {
  const { rows } = z
    .object({ rows: z.array(z.object({ cells: z.array(z.object({ v: z.unknown() }).nullable()) })) })
    .parse(json(await get(csrf, 'get-rows', { project })));
  return rows.map(({ cells }) => cells.map((cell) => cell?.v ?? null));
}

async function columnsOf(csrf: CsrfRule, project: string): Promise<readonly string[]> {
  const models = z
    .object({ columnModel: z.object({ columns: z.array(z.object({ name: z.string() })) }) })
    .parse(json(await get(csrf, 'get-models', { project })));
  return models.columnModel.columns.map(({ name }) => name);
}

const metadataSchema = z.object({
  name: z.string(),
  rowCount: z.number(),
  tags: z.array(z.string()),
  created: z.string(),
  modified: z.string(),
  importOptionMetadata: z.array(z.record(z.string(), z.unknown())),
});

describe('openrefine-client', () => {
  it('sends options and fields in the query string and a path as file name, and follows the redirect', async () => {
    const query = `?${encoded({ csrf_token: await token('strict'), 'project-name': 'towns', format: 'text/line-based/*sv', options: '{"separator":",","headerLines":1}', separator: ',', storeBlankRows: 'true' })}`;
    const made = await upload('strict', query, [{ ...file, fileName: '/srv/lists/towns.csv' }]);
    const page = await servers.send('strict', {
      method: 'GET',
      path: location(made).slice(servers.origin('strict').length),
    });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const project = /project=(\d+)$/.exec(location(made))?.[1] ?? '';
    const { projects } = z
      .object({ projects: z.record(z.string(), metadataSchema) })
      .parse(json(await get('strict', 'get-all-project-metadata')));
    expect(projects[project]).toMatchObject({
      name: 'towns',
      rowCount: 2,
      importOptionMetadata: [{ fileSource: 'towns.csv' }],
    });
    // It reads dates with this pattern and no other.
    for (const time of [projects[project]?.created, projects[project]?.modified])
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const applied = await post(
      'strict',
      'apply-operations',
      { csrf_token: await token('strict'), project },
      { operations: recipe },
    );
    expect(json(applied)).toMatchObject({ code: 'ok' });
    const transformed = await post(
      'strict',
      'text-transform',
      { csrf_token: await token('strict'), project },
      {
        columnName: 'name',
        expression: 'value.trim()',
        onError: 'set-to-blank',
        repeat: 'False',
        repeatCount: '10',
        engine,
      },
    );
    expect(json(transformed)).toMatchObject({
      code: 'ok',
      historyEntry: { description: 'Text transform on 1 cells in column name: value.trim()' },
    });
    expect(await rowsOf('strict', project)).toEqual([
      ['ZÜRICH', '87.88'],
      ['GENÈVE', '15.93'],
    ]);
    const template = await post(
      'strict',
      'export-rows',
      { csrf_token: await token('strict') },
      {
        project,
        format: 'template',
        prefix: '[',
        suffix: ']',
        separator: ',',
        template: '{{jsonize(cells["name"].value)}}',
        engine,
      },
    );
    expect([template.headers['content-type'], template.text]).toEqual([
      'text/plain;charset=UTF-8',
      '["ZÜRICH","GENÈVE"]',
    ]);
    expect(json(await post('strict', 'delete-project', { csrf_token: await token('strict'), project }, ''))).toEqual({
      code: 'ok',
    });
  });

  it('is served with spreadsheets of which it names the first sheet by its number', async () => {
    const made = await upload('strict', `?csrf_token=${await token('strict')}`, [file]);
    const id = location(made).slice(-13);
    const book = await post(
      'strict',
      'export-rows/x.xlsx',
      { csrf_token: await token('strict') },
      { project: id, format: 'xlsx' },
    );
    const again = await upload(
      'strict',
      `?${encoded({ csrf_token: await token('strict'), format: 'binary/text/xml/xls/xlsx', options: '{"sheets":[0],"headerLines":1}' })}`,
      [{ name: 'project-file', content: book.bytes, fileName: 'towns.xlsx' }],
    );
    expect(await rowsOf('strict', location(again).slice(-13))).toEqual([
      ['Zürich', '87.88'],
      ['Genève', '15.93'],
    ]);
  });
});

describe('refine-client-py and its fork', () => {
  it('send no token, the fields of the time before options, and everything by POST', async () => {
    const made = await upload('off', '', [
      file,
      ...Object.entries({
        'project-name': 'towns',
        separator: ',',
        ignore: '0',
        'header-lines': '1',
        skip: '0',
        limit: '0',
        'guess-value-type': 'true',
        'ignore-quotes': 'false',
        'split-into-columns': 'true',
        'project-url': '',
      }).map(([name, content]) => ({ name, content })),
    ]);
    const project = location(made).split('=')[1] ?? '';
    expect(await rowsOf('off', project)).toEqual([
      ['Zürich', 87.88],
      ['Genève', 15.93],
    ]);
    const models = json(await post('off', 'get-models', { project }, ''));
    expect(models).toMatchObject({
      columnModel: { keyColumnName: 'name', columns: [{ cellIndex: 0 }, { cellIndex: 1 }] },
      recordModel: { hasRecords: false },
    });
    const rows = json(await post('off', 'get-rows', { project }, { sorting: '{"criteria": []}', engine, limit: '1' }));
    expect(rows).toMatchObject({
      mode: 'row-based',
      start: 0,
      limit: 1,
      filtered: 2,
      total: 2,
      rows: [{ i: 0, starred: false, flagged: false, cells: [{ v: 'Zürich' }, { v: 87.88 }] }],
    });
    const facets = json(
      await post(
        'off',
        'compute-facets',
        { project },
        {
          engine:
            '{"facets": [{"type": "text", "name": "n", "columnName": "name", "query": "z", "mode": "text", "caseSensitive": false}], "mode": "row-based"}',
        },
      ),
    );
    expect(facets).toMatchObject({
      mode: 'row-based',
      'engine-mode': 'row-based',
      facets: [{ name: 'n', query: 'z' }],
    });
    expect(json(await post('off', 'get-operations', { project }, ''))).toEqual({ entries: [] });
    expect(json(await post('off', 'annotate-one-row', { project }, { row: '1', starred: 'true' }))).toMatchObject({
      code: 'ok',
    });
    expect(json(await post('off', 'get-processes', { project }, ''))).toEqual({ processes: [] });
    expect(json(await get('off', 'get-preference', { name: 'none' }))).toEqual({ value: null });
  });
});

describe('orcli', () => {
  /** As `curl --form` writes it, with a look at what curl calls the redirect. */
  async function orcliImport(
    options: string,
    parts: readonly Part[] = [file],
    format = 'text/line-based/*sv',
    headerMore = '',
  ): Promise<string> {
    const made = await upload(
      'strict',
      `?csrf_token=${await token('strict')}`,
      [
        ...parts,
        { name: 'project-name', content: 'towns csv' },
        { name: 'format', content: format },
        { name: 'options', content: options },
      ],
      headerMore,
    );
    const project = location(made).split('=')[1] ?? '';
    expect(project).toHaveLength(13);
    // It reads the number of rows between commas and a colon.
    const counted = await get('strict', 'get-rows', { project, limit: '0', start: '0' });
    expect(counted.text.split(',').filter((piece) => piece.includes('"total"'))).toHaveLength(1);
    return project;
  }

  const exported = async (project: string, form: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await post('strict', 'export-rows', { csrf_token: await token('strict') }, { project, ...form });
    expect(answer.status).toBe(200);
    return answer.text;
  };
  const tsv = (project: string, form: Readonly<Record<string, string>> = {}): Promise<string> =>
    exported(project, { format: 'tsv', engine, ...form });

  it.each([
    [
      'names of members without quotes',
      '{ "separator": ",", includeFileSources: true }',
      csv,
      'File\tname\tarea\ntowns.csv\t Zürich \t87.88\ntowns.csv\tGenève\t15.93\n',
    ],
    [
      'blankCellsAsStrings',
      '{ "separator": ",", "storeBlankCellsAsNulls": false, "guessCellValueTypes": false, "trimStrings": false }',
      'a,b\n1,\n',
      'a\tb\n1\t\n',
    ],
    [
      'columnNames',
      '{ "separator": ",", "columnNames": [ "x","y" ] }',
      csv,
      'x\ty\nname\tarea\n Zürich \t87.88\nGenève\t15.93\n',
    ],
    ['guessCellValueTypes', '{ "separator": ",", "guessCellValueTypes": true }', 'a,b\n007,1e3\n', 'a\tb\n7\t1000.0\n'],
    ['headerLines 0', '{ "separator": ",", "headerLines": 0 }', 'a,b\n', 'Column 1\tColumn 2\na\tb\n'],
    ['headerLines 2', '{ "separator": ",", "headerLines": 2 }', 'a,b\nc,d\n1,2\n', 'a c\tb d\n1\t2\n'],
    ['ignoreLines', '{ "separator": ",", "ignoreLines": 1 }', 'x\na,b\n1,2\n', 'a\tb\n1\t2\n'],
    [
      'ignoreQuoteCharacter',
      '{ "separator": ",", "processQuotes": false }',
      'a,b\n"1",2\n',
      '"a\tb\n'.replace('"', '') + '"1"\t2\n',
    ],
    ['quoteCharacter', '{ "separator": ",", "quoteCharacter": "\'" }', "a,b\n'1,2',3\n", 'a\tb\n1,2\t3\n'],
    ['limit', '{ "separator": ",", "limit": 1 }', csv, 'name\tarea\n Zürich \t87.88\n'],
    ['separator', '{ "separator": ";" }', 'a;b\n1;2\n', 'a\tb\n1\t2\n'],
    ['skipBlankRows', '{ "separator": ",", "storeBlankRows": false }', 'a,b\n,\n1,2\n', 'a\tb\n1\t2\n'],
    ['skipDataLines', '{ "separator": ",", "skipDataLines": 1 }', csv, 'name\tarea\nGenève\t15.93\n'],
    ['trimStrings', '{ "separator": ",", "trimStrings": true }', csv, 'name\tarea\nZürich\t87.88\nGenève\t15.93\n'],
  ])('imports with %s', async (_, options, content, expected) => {
    expect(await tsv(await orcliImport(options, [{ ...file, content }]))).toBe(expected);
  });

  it('declares the encoding of the file with the upload', async () => {
    const project = await orcliImport(
      '{ "separator": ",", "encoding": "ISO-8859-1", "projectTags": ["a","b"] }',
      [{ ...file, content: Buffer.from(csv, 'latin1') }],
      'text/line-based/*sv',
      ' charset=ISO-8859-1;',
    );
    expect(await tsv(project)).toContain('Genève');
    expect(metadataSchema.parse(json(await get('strict', 'get-project-metadata', { project })))).toMatchObject({
      name: 'towns csv',
      tags: ['a', 'b'],
      importOptionMetadata: [{ encoding: 'ISO-8859-1' }],
    });
    expect(
      (
        await post(
          'strict',
          'export-rows',
          { csrf_token: await token('strict') },
          { project, format: 'csv', encoding: 'ISO-8859-1', options: '{"separator": ";"}' },
        )
      ).bytes.toString('latin1'),
    ).toBe('name;area\n Zürich ;87.88\nGenève;15.93\n');
  });

  it('imports JSON lines and takes the first part of the names away, spaces unencoded in the body', async () => {
    const project = await orcliImport(
      '{ "recordPath": [ "_" ], "guessCellValueTypes": false, "trimStrings": false }',
      [{ name: 'project-file', content: '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n', fileName: 'list.jsonl' }],
      'text/json',
    );
    const names = z
      .array(z.object({ name: z.string() }))
      .parse(json(await get('strict', 'get-columns-info', { project })));
    for (const { name } of names)
      expect(
        json(
          await post(
            'strict',
            'rename-column',
            { csrf_token: await token('strict') },
            `project=${project}&oldColumnName=${name}&newColumnName=${name.replace('_ - ', '')}`,
          ),
        ),
      ).toMatchObject({ code: 'ok' });
    expect(await columnsOf('strict', project)).toEqual(['a', 'b']);
  });

  it('sends each operation of a recipe to a command of its own, all members as fields', async () => {
    const project = await orcliImport('{ "separator": "," }', [
      { ...file, content: 'email,name\nb@x,B\na@x,A\nb@x,C\n' },
    ]);
    const one = (command: string, form: Readonly<Record<string, string>>): Promise<RawAnswer> =>
      token('strict').then((csrf_token) => post('strict', command, { csrf_token }, { project, ...form }));
    const done = [
      await one('reorder-rows', {
        mode: 'record-based',
        sorting:
          '{"criteria":[{"errorPosition":1,"caseSensitive":false,"valueType":"string","column":"email","blankPosition":2,"reverse":false}]}',
        engine: '',
        expression: '',
      }),
      await one('add-column', {
        newColumnName: 'count',
        columnInsertIndex: '1',
        baseColumnName: 'email',
        expression: 'grel:facetCount(value, "value", "email")',
        onError: 'set-to-blank',
        engine,
      }),
      await one('blank-down', { columnName: 'email', engine, expression: '' }),
      await one('remove-rows', {
        engine:
          '{"mode":"row-based","facets":[{"omitError":false,"expression":"isBlank(value)","selectBlank":false,"selection":[{"v":{"v":true,"l":"true"}}],"selectError":false,"invert":false,"name":"email","omitBlank":false,"type":"list","columnName":"email"}]}',
        expression: '',
      }),
      await one('reorder-columns', { columnNames: '["name","email","count"]', engine: '' }),
    ];
    expect(
      done.map((answer) =>
        z.object({ code: z.string(), historyEntry: z.object({ description: z.string() }) }).parse(json(answer)),
      ),
    ).toEqual(
      [
        'Reorder rows',
        expect.stringMatching(/^Create new column count/),
        'Blank down 1 cells in column email',
        'Remove 1 rows',
        'Reorder columns',
      ].map((description) => ({ code: 'ok', historyEntry: { description } })),
    );
    expect(await tsv(project)).toBe('name\temail\tcount\nA\ta@x\t1\nB\tb@x\t2\n');
    const unknown = await one('nothing-such', {});
    expect(unknown.status).toBe(404);
    expect(json(await one('remove-column', { columnName: 'none', engine }))).toMatchObject({
      code: 'error',
      message: expect.stringContaining('none'),
    });
  });

  it('searches with a facet over all columns and a template', async () => {
    const project = await orcliImport('{ "separator": "," }', [
      { ...file, content: 'email,name\nm@x,Melanie White\nb@x,Ben\nm@x,"Melanie\tWhite"\n,\n' },
    ]);
    const matching = 'filter(row.columnNames,cn,cells[cn].value.find(/^Mel/).length()>0)';
    const found = await exported(project, {
      format: 'template',
      template: `{{forEach(${matching}, cn, cells["email"].value + "\\t" + cn + "\\t" + forNonBlank(cells[cn].value, v, if(v.contains("\t"), "<" + v + ">", v), "") + "\\n")}}`,
      engine: `{"facets":[ { "type": "list", "expression": ${JSON.stringify(`grel:${matching}.length()>0`)}, "columnName": "", "selection": [ { "v": { "v": true } } ] } ],"mode":"row-based"}`,
    });
    expect(found).toBe('m@x\tname\tMelanie White\nm@x\tname\t<Melanie\tWhite>\n');
  });

  it('exports JSON lines of rows and of records with templates', async () => {
    const project = await orcliImport('{ "separator": "," }', [
      { ...file, content: 'email,name\nd@x,Danny\n,"D. ""B"""\nb@x,Ben\n' },
    ]);
    const rows =
      '{{"%7B".unescape("url") + " " + forEach(row.columnNames, cn, forNonBlank(cells[cn].value, v, "\\"" + cn + "\\": " + v.jsonize(), null)).join(", ") + " " + "%7D".unescape("url") + "\\n"}}';
    expect(await exported(project, { format: 'template', template: rows, engine })).toBe(
      '{ "email": "d@x", "name": "Danny" }\n{ "name": "D. \\"B\\"" }\n{ "email": "b@x", "name": "Ben" }\n',
    );
    const records =
      '{{if(row.index - row.record.fromRowIndex == 0, forEach(row.columnNames, cn, row.record.cells[cn].value.jsonize()).join(" ") + "\\n", "")}}';
    expect(
      await exported(project, { format: 'template', template: records, engine: '{"facets":[],"mode":"record-based"}' }),
    ).toBe('[ "d@x" ] [ "Danny", "D. \\"B\\"" ]\n[ "b@x" ] [ "Ben" ]\n');
    expect(await tsv(project, { options: '{"columns": [{"name": "name"}]}' })).toBe('name\nDanny\nD. "B"\nBen\n');
  });
});

describe('the PHP client of Keboola', () => {
  it('sends a file and a name alone, takes what stands behind the last =, and looks at status and code', async () => {
    const made = await upload('off', '', [
      { name: 'project-file', content: csv, fileName: 'phpX1y2Z3.csv' },
      { name: 'project-name', content: 'towns' },
    ]);
    const project = location(made).split('=').at(-1) ?? '';
    expect(json(await get('off', 'get-project-metadata', { project }))).toMatchObject({ name: 'towns', rowCount: 2 });
    expect(json(await post('off', 'apply-operations', { project }, { operations: recipe }))).toMatchObject({
      code: 'ok',
    });
    expect((await post('off', 'export-rows', {}, { project, format: 'csv', engine })).text).toBe(
      'name,area\nZÜRICH,87.88\nGENÈVE,15.93\n',
    );
    expect(json(await post('off', 'delete-project', { project }, ''))).toEqual({ code: 'ok' });
    expect(json(await get('off', 'get-project-metadata', { project }))).toMatchObject({
      status: 'error',
      code: 'error',
      message: expect.any(String),
    });
  });
});

describe('OpenRefine.Net', () => {
  it('sends names of formats in capitals, and the engine as a field of a multipart body', async () => {
    const csrf_token = await token('strict');
    const made = await upload('strict', `?csrf_token=${csrf_token}`, [
      { name: 'csrf_token', content: csrf_token },
      { name: 'project-name', content: 'towns' },
      { name: 'options', content: '' },
      file,
    ]);
    const project = location(made).slice(-13);
    expect(
      json(
        await servers.send('strict', {
          method: 'POST',
          path: `/command/core/apply-operations?project=${project}&csrf_token=${csrf_token}`,
          ...multipart([{ name: 'operations', content: recipe }]),
        }),
      ),
    ).toMatchObject({ code: 'ok' });
    const exported = await servers.send('strict', {
      method: 'POST',
      path: `/command/core/export-rows?project=${project}&format=TSV&csrf_token=${csrf_token}`,
      ...multipart([{ name: 'engine', content: engine }]),
    });
    expect([exported.status, exported.headers['content-type'], exported.text]).toEqual([
      200,
      'text/plain;charset=UTF-8',
      'name\tarea\nZÜRICH\t87.88\nGENÈVE\t15.93\n',
    ]);
    const previewed = await servers.send('strict', {
      method: 'POST',
      path: `/command/core/preview-expression?project=${project}&csrf_token=${csrf_token}`,
      ...multipart(
        Object.entries({
          cellIndex: '0',
          rowIndices: '[0]',
          expression: 'value',
          repeat: 'False',
          repeatCount: '0',
        }).map(([name, content]) => ({ name, content })),
      ),
    });
    expect(json(previewed)).toEqual({ code: 'ok', results: ['ZÜRICH'] });
  });
});

describe('node-openrefine', () => {
  it('writes options and bodies without any encoding, and turns the id into a number', async () => {
    const options =
      '{"encoding":"UTF-8","separator":",","ignoreLines":-1,"headerLines":1,"skipDataLines":0,"limit":-1,"storeBlankRows":true,"guessCellValueTypes":false,"processQuotes":true,"storeBlankCellsAsNulls":true,"includeFileSources":false}';
    const made = await upload('off', `?options=${options}`, [
      { name: 'project-name', content: 'towns' },
      { ...file, fileName: 'test/towns.csv' },
    ]);
    const project = Number(location(made).replace(`${servers.origin('off')}/project?project=`, ''));
    expect(Number.isSafeInteger(project)).toBe(true);
    expect(json(await post('off', `apply-operations?project=${project}`, {}, `operations=${recipe}`))).toMatchObject({
      code: 'ok',
    });
    expect(
      (await post('off', `export-rows/${project}.csv`, {}, `engine=${engine}&project=${project}&format=csv`)).text,
    ).toBe('name,area\n ZÜRICH ,87.88\nGENÈVE,15.93\n');
    expect(
      (
        await post(
          'off',
          `export-rows/${project}.csv`,
          {},
          `engine={"facets":[{"type":"text","name":"100%","columnName":"name","query":"%zz"}]}&project=${project}&format=csv`,
        )
      ).text,
    ).toBe('name,area\n');
    expect(json(await post('off', 'delete-project', {}, `project=${project}`))).toEqual({ code: 'ok' });
  });
});

describe('refine-ruby', () => {
  it('sends empty options, names the download after the project, and calls any command by its name', async () => {
    const made = await upload('off', '', [
      file,
      { name: 'project-name', content: 'a+towns%21' },
      { name: 'options', content: '' },
    ]);
    const project = new URLSearchParams(location(made).split('?')[1]).get('project') ?? '';
    const exported = await post('off', 'export-rows/a+towns%21.tsv', {}, { engine, project, format: 'tsv' });
    expect([exported.text, exported.headers['content-disposition']]).toEqual([
      'name\tarea\nZürich\t87.88\nGenève\t15.93\n',
      "attachment; filename=a%2Btowns%21.tsv; filename*=UTF-8''a%2Btowns%21.tsv".replaceAll('%21', '!'),
    ]);
    const reading = [
      'get-models',
      'get-rows',
      'get-columns-info',
      'get-project-metadata',
      'get-history',
      'get-operations',
      'get-processes',
      'compute-facets',
      'get-all-project-metadata',
      'get-version',
    ];
    for (const command of reading) {
      const [byGet, byPost] = [await get('off', command, { project }), await post('off', command, {}, { project })];
      expect([command, byGet.status, json(byPost)]).toEqual([command, 200, json(byGet)]);
    }
    const asked = { project, cellIndex: '0', rowIndices: '[1]', expression: 'value' };
    expect(json(await get('off', 'preview-expression', asked))).toEqual(
      json(await post('off', 'preview-expression', {}, asked)),
    );
  });
});

describe('openrefine-wrench', () => {
  it('sends options that are null, and waits until no process is left', async () => {
    const names = [
      'encoding',
      'separator',
      'ignoreLines',
      'headerLines',
      'skipDataLines',
      'limit',
      'storeBlankRows',
      'guessCellValueTypes',
      'processQuotes',
      'storeBlankCellsAsNulls',
      'includeFileSources',
      'columnWidths',
      'linesPerRow',
      'recordPath',
      'sheets',
      'trimStrings',
    ];
    const csrf_token = await token('strict');
    const made = await upload('strict', `?csrf_token=${csrf_token}`, [
      file,
      { name: 'project-name', content: 'towns' },
      { name: 'format', content: 'text/line-based/*sv' },
      { name: 'options', content: JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))) },
    ]);
    const project = location(made).split('=')[1] ?? '';
    expect(await rowsOf('strict', project)).toEqual([
      [' Zürich ', '87.88'],
      ['Genève', '15.93'],
    ]);
    expect(
      json(await post('strict', 'apply-operations', { project, csrf_token }, { operations: recipe })),
    ).toMatchObject({ code: 'ok' });
    expect(json(await get('strict', 'get-processes', { project }))).toEqual({ processes: [] });
  });
});

describe('rrefine', () => {
  it('names a format that does not exist, exports without a token, and finds its project by comparing', async () => {
    const known = async (): Promise<readonly string[]> =>
      Object.keys(
        z
          .object({ projects: z.record(z.string(), z.unknown()) })
          .parse(json(await get('compatible', 'get-all-project-metadata'))).projects,
      );
    const before = await known();
    await upload('compatible', `?csrf_token=${await token('compatible')}`, [
      file,
      { name: 'project-name', content: 'towns' },
      { name: 'format', content: 'text/line-based/csv' },
    ]);
    const [project = '', ...more] = (await known()).filter((id) => !before.includes(id));
    expect(more).toEqual([]);
    const exported = await post(
      'compatible',
      `export-rows/${project}.csv`,
      {},
      { project, format: 'csv', 'engine.facets': '', 'engine.mode': 'row-based' },
    );
    expect(exported.text).toBe('name,area\nZürich,87.88\nGenève,15.93\n');
  });
});

describe('refine-java, openrefine-api-client and openrefine_mcp', () => {
  it('see the redirect as it is, send options twice, and export with every parameter in the query string', async () => {
    const csrf_token = await token('strict');
    const options = '{"separator":","}';
    const made = await upload('strict', `?${encoded({ csrf_token, options })}`, [
      file,
      { name: 'project-name', content: 'towns' },
      { name: 'format', content: 'text/line-based/*sv' },
      { name: 'options', content: options },
    ]);
    const target = new URL(location(made));
    expect([target.origin, target.pathname, [...target.searchParams.keys()], target.hash]).toEqual([
      servers.origin('strict'),
      '/project',
      ['project'],
      '',
    ]);
    const project = target.searchParams.get('project') ?? '';
    expect(json(await get('strict', 'get-models', { project }))).toMatchObject({
      scripting: {
        grel: { defaultExpression: 'value' },
        jython: { defaultExpression: 'return value' },
        clojure: { defaultExpression: 'value' },
      },
    });
    const exported = await post('strict', 'export-rows', { project, format: 'csv', engine, csrf_token }, '');
    expect([exported.headers['content-type'], exported.text]).toEqual([
      'text/plain;charset=UTF-8',
      'name,area\n Zürich ,87.88\nGenève,15.93\n',
    ]);
    const previewed = await post(
      'strict',
      'preview-expression',
      { csrf_token },
      {
        cellIndex: '0',
        rowIndices: '[0,1,2]',
        expression: 'grel:toUppercase(value)',
        project,
        repeat: 'false',
        repeatCount: '',
      },
    );
    expect(json(previewed)).toEqual({ code: 'ok', results: [' ZÜRICH ', 'GENÈVE', null] });
    expect(json(await get('strict', 'get-version'))).toMatchObject({
      version: expect.stringMatching(/^3\.\d+\.\d+$/),
      full_version: expect.any(String),
      revision: expect.any(String),
      full_name: expect.any(String),
    });
  });
});

describe('the preview of an expression', () => {
  let project = '';
  beforeAll(async () => {
    project = location(await upload('off', '', [file])).slice(-13);
  });
  const preview = async (parameters: Readonly<Record<string, string>>): Promise<unknown> =>
    json(await post('off', 'preview-expression', {}, { project, cellIndex: '0', rowIndices: '[0]', ...parameters }));

  it.each([
    ['the value', { expression: 'value + "x"', repeatCount: '2' }, 'Zürichxxx'],
    ['the cell', { expression: 'cell.value + "x"', repeatCount: '2' }, 'Zürichxxx'],
    ['the cell by its column, which stays', { expression: 'cells.name.value + "x"', repeatCount: '2' }, 'Zürichx'],
    ['no more than ten times', { expression: 'value + "x"', repeatCount: '99' }, `Zürich${'x'.repeat(11)}`],
    ['ten times when it is not said', { expression: 'value + "x"' }, `Zürich${'x'.repeat(11)}`],
    ['not at all', { expression: 'value + "x"', repeatCount: '0' }, 'Zürichx'],
    ['until nothing changes', { expression: 'value.replace("ür", "u")' }, 'Zuich'],
    [
      'until it fails, showing what was before',
      { expression: 'if(value.length() < 8, value + "x", "a".toNumber())' },
      'Zürichxx',
    ],
  ])('repeats %s', async (_, parameters, expected) => {
    expect(await preview({ ...parameters, repeat: 'true' })).toEqual({ code: 'ok', results: [expected] });
  });

  it('takes the index of a row in quotes, and has nothing for a row that is not there', async () => {
    expect(await preview({ expression: 'value', rowIndices: '["0", 0, 99, -1]' })).toEqual({
      code: 'ok',
      results: ['Zürich', 'Zürich', null, null],
    });
  });

  it.each([
    ['a program that cannot be read', { expression: 'value +' }, 'parser'],
    ['no rows', { expression: 'value', rowIndices: '' }, 'other'],
    ['rows that are no JSON', { expression: 'value', rowIndices: '[' }, 'other'],
    ['half a row', { expression: 'value', rowIndices: '[0.5]' }, 'other'],
    ['a row that is no number', { expression: 'value', rowIndices: '[0,null]' }, 'other'],
    ['no such column', { expression: 'value', cellIndex: '9' }, 'other'],
    ['no project', { expression: 'value', project: '' }, 'other'],
    ['a project that is gone', { expression: 'value', project: '1000000000001' }, 'other'],
  ])('says for %s what kind of error it is', async (_, parameters, type) => {
    expect(await preview(parameters)).toMatchObject({ code: 'error', type, message: expect.any(String) });
  });
});

describe('uploads', () => {
  it.each([
    ['options in the query string', '&options=%7B%22separator%22%3A%22%3B%22%7D', {}, [['1,x', '2']]],
    ['options in the form', '', { options: '{"separator":";"}' }, [['1,x', '2']]],
    [
      'options in both, of which the form counts',
      '&options=%7B%22separator%22%3A%22%2C%22%7D',
      { options: '{"separator":";"}' },
      [['1,x', '2']],
    ],
    ['options that are empty', '', { options: '' }, [['1,x', '2']]],
    ['options that are null', '', { options: 'null' }, [['1,x', '2']]],
    ['options without anything', '', { options: '{}' }, [['1,x', '2']]],
    ['a format that nobody knows', '&format=nonsense', {}, [['1,x', '2']]],
    ['names of fields in capitals', '', { OPTIONS: '{"separator":";"}', 'Project-Name': 'n' }, [['1,x', '2']]],
  ])('with %s', async (_, query, fields, rows) => {
    const made = await upload('off', `?x=1${query}`, [
      ...Object.entries<string>(fields).map(([name, content]) => ({ name, content })),
      { name: 'upload', content: 'a;b\n1,x;2\n', fileName: 'list.csv' },
    ]);
    expect(await rowsOf('off', location(made).slice(-13))).toEqual(rows);
  });

  it.each(['/srv/lists/list.csv', 'C:\\data\\list.csv', '../../list.csv', 'list.csv'])(
    'of a file that is called %s',
    async (fileName) => {
      const project = location(await upload('off', '', [{ ...file, fileName }])).slice(-13);
      expect(metadataSchema.parse(json(await get('off', 'get-project-metadata', { project })))).toMatchObject({
        name: 'list',
        importOptionMetadata: [{ fileSource: 'list.csv' }],
      });
    },
  );

  it('of several files, and of one without a name beside', async () => {
    const project = location(
      await upload('off', '', [
        { ...file, content: 'a,b\n1,2\n', fileName: 'one.csv' },
        { ...file, content: 'a,c\n3,4\n', fileName: 'two.csv' },
        { ...file, content: '', fileName: '' },
      ]),
    ).slice(-13);
    expect([await columnsOf('off', project), await rowsOf('off', project)]).toEqual([
      ['File', 'a', 'b', 'c'],
      [
        ['one.csv', '1', '2', null],
        ['two.csv', '3', null, '4'],
      ],
    ]);
  });

  it('of a text in place of a file', async () => {
    const project = location(await upload('off', '', [{ name: 'clipboard', content: 'a\tb\n1\t2\n' }])).slice(-13);
    expect(await rowsOf('off', project)).toEqual([['1', '2']]);
  });
});

describe('the page of a project', () => {
  it('shows what cells are, page by page, and nothing of another address', async () => {
    const long = 'x'.repeat(1_500);
    const project = location(
      await upload('off', '', [{ ...file, content: `a,b\n1,<b>\n,${long}\nn,"two\nlines"\n` }]),
    ).slice(-13);
    await post(
      'off',
      'text-transform',
      { project },
      { columnName: 'a', expression: 'value.toNumber()', onError: 'store-error', engine },
    );
    await post('off', 'annotate-one-row', { project }, { row: '1', starred: 'true' });
    const page = async (query: string): Promise<RawAnswer> =>
      servers.send('off', { method: 'GET', path: `/project?project=${project}${query}` });
    const whole = await page('');
    expect(whole.headers['content-security-policy']).toContain("default-src 'none'");
    for (const shown of [
      '<td dir="auto">&lt;b&gt;</td>',
      'aria-label="starred"',
      '<em>Error: Unable to parse as number</em>',
      '<td dir="auto">two\nlines</td>',
      `<td dir="auto">${'x'.repeat(1_000)}… (1\u202f500 characters)</td>`,
      '<title>towns</title>',
    ])
      expect(whole.text).toContain(shown);
    const origin = servers.origin('off');
    const addresses = [...whole.text.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses.filter((address) => !address.startsWith(`${origin}/`))).toEqual([]);
    expect((await page('&limit=2')).text).toContain('<span>2 of 3 rows</span>');
    const middle = (await page('&start=1&limit=1')).text;
    expect(middle).toMatch(/limit=1&amp;end=\d+">Previous</);
    expect(middle).toMatch(/limit=1&amp;start=2">Next</);
    expect((await page('&limit=1&end=1')).text).toMatch(/<th scope="row" class="number">1/);
  });

  const tableOf = (answer: RawAnswer): readonly string[] =>
    [...answer.text.matchAll(/<th scope="row" class="number">\d+<\/th><td dir="auto">([^<]*)<\/td>/g)].map(
      ([, cell = '']) => cell,
    );
  const made = async (content: string): Promise<string> =>
    location(await upload('off', '', [{ ...file, content }])).slice(-13);
  const shown = (project: string, query = ''): Promise<RawAnswer> =>
    servers.send('off', { method: 'GET', path: `/project?project=${project}${query}` });
  const sent = (project: string, fields: Readonly<Record<string, string>>): Promise<RawAnswer> =>
    servers.send('off', {
      method: 'POST',
      path: `/project?project=${project}`,
      headers: { ...FORM, Accept: 'text/html' },
      body: encoded(fields),
    });

  it('has facets to choose values by, a filter and an order, all kept in its address', async () => {
    const project = await made('town,land,size\nUlm,DE,9\nLyon,FR,10\nBonn,DE,8\nOslo,,7\n');
    const facet = await shown(project, '&facet=land');
    expect(facet.text).toMatch(/<bdi>DE<\/bdi><\/a> <span class="number">2<\/span>/);
    expect(facet.text).toMatch(/\(blank\)<\/a> <span class="number">1<\/span>/);
    const [, address = ''] = /<a href="[^"]*(\/project\?[^"]*)"><bdi>DE<\/bdi>/.exec(facet.text) ?? [];
    const chosen = await servers.send('off', { method: 'GET', path: address.replaceAll('&amp;', '&') });
    expect(tableOf(chosen)).toEqual(['Ulm', 'Bonn']);
    expect(chosen.text).toMatch(/2 of 4 rows.*aria-current="true">✓ <bdi>DE/s);
    expect(tableOf(await shown(project, '&blank%3Aland=yes'))).toEqual(['Oslo']);
    expect(tableOf(await shown(project, '&in=town&filter=O'))).toEqual(['Lyon', 'Bonn', 'Oslo']);
    expect(tableOf(await shown(project, '&sort=size&as=string'))).toEqual(['Lyon', 'Oslo', 'Bonn', 'Ulm']);
    expect(tableOf(await shown(project, '&sort=town&order=down'))).toEqual(['Ulm', 'Oslo', 'Lyon', 'Bonn']);
    expect((await shown(project, '&facet=nothing&sort=nothing&choice%3Aland=x&in=nothing&filter=a')).status).toBe(200);
  });

  it('changes the project by its forms: a recipe, undo and redo, another name, deleting', async () => {
    const project = await made('name\nulm\n');
    expect([
      (await sent(project, { action: 'recipe', operations: recipe })).status,
      tableOf(await shown(project)),
    ]).toEqual([303, ['ULM']]);
    expect((await sent(project, { action: 'history', entry: '0' })).status).toBe(303);
    const [, entry = ''] = /name="entry" value="(\d{2,})"/.exec((await shown(project)).text) ?? [];
    expect(tableOf(await shown(project))).toEqual(['ulm']);
    await sent(project, { action: 'history', entry });
    expect(tableOf(await shown(project))).toEqual(['ULM']);
    const german = await servers.send('off', {
      method: 'GET',
      path: `/project?project=${project}`,
      headers: { 'Accept-Language': 'de' },
    });
    expect(german.text).toMatch(
      /<li>1 Zellen der Spalte <bdi>name<\/bdi> umgewandelt|<li>1 Zellen der Spalte name umgewandelt/,
    );
    await sent(project, { action: 'rename', name: 'Towns of the south' });
    expect((await shown(project)).text).toContain('<h1 dir="auto">Towns of the south</h1>');
    for (const [fields, message] of [
      [{ action: 'rename', name: ' ' }, 'The project needs a name.'],
      [{ action: 'delete' }, 'Confirm that the project is to be deleted.'],
      [{ action: 'recipe', operations: '' }, 'There is no recipe to apply.'],
      [{ action: 'recipe', operations: '[{]' }, 'The recipe cannot be read: it is not a list of operations as JSON.'],
    ] as const) {
      const refused = await sent(project, fields);
      expect([message, refused.status, refused.text.includes(message)]).toEqual([message, 400, true]);
    }
    expect((await sent(project, { action: 'recipe', operations: '[{]' })).text).toMatch(
      /<textarea name="operations"[^>]*>\n\[\{\]<\/textarea>/,
    );
    const gone = await sent(project, { action: 'delete', sure: 'yes' });
    expect([gone.status, gone.headers.location?.endsWith('/projects'), (await shown(project)).status]).toEqual([
      303,
      true,
      404,
    ]);
  });

  it('takes its forms only with the token of the page', async () => {
    const project = location(await upload('compatible', `?csrf_token=${await token('compatible')}`, [file])).slice(-13);
    const rename = (fields: Readonly<Record<string, string>>): Promise<RawAnswer> =>
      servers.send('compatible', {
        method: 'POST',
        path: `/project?project=${project}`,
        headers: FORM,
        body: encoded({ action: 'rename', name: 'New', ...fields }),
      });
    expect((await rename({})).status).toBeGreaterThanOrEqual(400);
    const page = await servers.send('compatible', { method: 'GET', path: `/project?project=${project}` });
    const [, given = ''] = /name="csrf_token" value="([^"]*)"/.exec(page.text) ?? [];
    expect((await rename({ csrf_token: given })).status).toBe(303);
  });
});

it('whole and floating numbers stay apart', async () => {
  const project = location(
    await upload('off', '', [
      { ...file, content: 'a,b\n6,6.0\n' },
      { name: 'options', content: '{"separator":",","guessCellValueTypes":true}' },
    ]),
  ).slice(-13);
  expect((await get('off', 'get-rows', { project })).text).toContain('"cells":[{"v":6},{"v":6}]');
  expect((await post('off', 'export-rows', {}, { project, format: 'csv' })).text).toBe('a,b\n6,6.0\n');
});
