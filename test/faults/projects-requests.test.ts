import { writeFileSync } from 'node:fs';
import { get as plainGet } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';
import { pathsBelow, requestsAreCleanedUp } from './data-folder-contents.js';
import { projectsClient, uploadCutOff, type CreateAnswer, type ProjectsClient } from './projects-client.js';

/*
 * Requests that are wrong, or meant to do harm, sent to a running service: each gets a clear answer, nothing of it is left on the disk, nothing is written outside of the
 * data folder, and the service goes on.
 */

const temporary = temporaryFolder();
const dataFolder = join(temporary.path, 'deep', 'down', 'data');
let service: RunningService;
let client: ProjectsClient;
let project = '';

const CSV = 'a,b\n1,2\n';

beforeAll(async () => {
  service = await startService([
    temporary.write('list.csv', 'id,name\n1,Rome\n'),
    '--data-dir',
    dataFolder,
    '--project-workers',
    '2',
    '--max-upload-bytes',
    '10MB',
  ]);
  client = projectsClient(service.origin);
  project = await client.created(CSV);
}, 240_000);

afterAll(async () => {
  await service?.stop();
  temporary.remove();
});

/** What each test here has to leave as it was. */
afterEach(async () => {
  expect(await client.csv(project)).toBe(CSV);
  await requestsAreCleanedUp(dataFolder);
  expect(pathsBelow(temporary.path).filter((path) => !path.startsWith(join('deep', 'down', 'data')))).toEqual([
    'deep',
    join('deep', 'down'),
    'list.csv',
  ]);
  expect(pathsBelow(dataFolder).filter((path) => !/^projects\/\d{13}(\/|$)/.test(path))).toEqual([
    'in-use',
    'projects',
    'trash',
    'work',
  ]);
  expect(service.isRunning()).toBe(true);
}, 240_000);

/** A refusal that a person can read: no stack, no path of the server. */
function expectClearRefusal(answer: CreateAnswer): void {
  expect(answer.project).toBeUndefined();
  expect(answer.body).toMatchObject({
    code: 'error',
    status: 'error',
    errorCode: expect.stringMatching(/^(import|upload)-/),
    message: expect.stringMatching(/^.{10,600}$/s),
  });
  expect(answer.text).not.toContain(temporary.path);
  expect(answer.text).not.toMatch(/\bat .*\.js|node_modules|\[object /);
}

describe('a project id that is none', () => {
  const IDS = [
    'abc',
    '../1',
    '..',
    '.',
    '/',
    '-1',
    '1e3',
    ' 1',
    '1.5',
    '١٢٣',
    '99999999999999999999',
    '999999999999999999999999',
    '1'.repeat(5_000),
    '1\0',
    '1\n',
    '%2e%2e%2f',
    '__proto__',
    '[1]',
    '1',
  ];
  const COMMANDS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['get-models', {}],
    ['get-rows', {}],
    ['get-history', {}],
    ['get-project-metadata', {}],
    ['get-processes', {}],
    ['compute-facets', { engine: '{}' }],
    ['export-rows', { format: 'csv' }],
    ['preview-expression', { expression: 'value', cellIndex: '0', rowIndices: '[0]' }],
    ['apply-operations', { operations: '[{"op":"core/row-star","starred":true}]' }],
    ['undo-redo', { lastDoneID: '0' }],
    ['rename-project', { name: 'x' }],
    ['cancel-processes', {}],
    ['delete-project', {}],
  ];

  it.each(COMMANDS)(
    '%s says so',
    async (command, parameters) => {
      const gone = await client.created(CSV);
      expect((await client.ask('delete-project', { project: gone })).body).toMatchObject({ code: 'ok' });
      await requestsAreCleanedUp(dataFolder);
      const before = pathsBelow(dataFolder);
      // To delete what is not there is no fault: clients do so when they clean up.
      const isNone = (id: string | undefined): boolean =>
        command !== 'delete-project' || id === undefined || !/^\d{1,20}$/.test(id);
      for (const id of [
        ...IDS,
        gone,
        `${gone}0`,
        `0${project}`,
        `${project}/`,
        `../projects/${project}`,
        undefined,
      ].filter(isNone)) {
        const { status, body, text } = await client.ask(command, {
          ...parameters,
          ...(id === undefined ? {} : { project: id }),
        });
        expect({ id, body }).toMatchObject({
          id,
          body: {
            code: 'error',
            status: 'error',
            errorCode: expect.stringMatching(/^project-(id-invalid|id-missing|unknown)$/),
            message: expect.stringMatching(/project/i),
          },
        });
        expect(status).toBe(command === 'export-rows' ? 400 : 200);
        expect(text).not.toContain(temporary.path);
      }
      await requestsAreCleanedUp(dataFolder);
      expect(pathsBelow(dataFolder)).toEqual(before);
    },
    240_000,
  );

  it('is deleted without doing anything when it could be one', async () => {
    const before = pathsBelow(dataFolder);
    for (const id of ['1', '99999999999999999999', `${project}0`, `0${project}`])
      expect((await client.ask('delete-project', { project: id })).body).toEqual({ code: 'ok' });
    expect(pathsBelow(dataFolder)).toEqual(before);
  }, 240_000);

  it('the page of a project says so', async () => {
    for (const id of IDS) {
      const response = await fetch(`${service.origin}/project?${new URLSearchParams({ project: id }).toString()}`);
      expect([400, 404]).toContain(response.status);
      expect(await response.text()).not.toContain(temporary.path);
    }
  }, 240_000);
});

const NAMES: readonly (readonly [string, string])[] = [
  ['that climbs up', '../../../climbed.csv'],
  ['that climbs up with backslashes', '..\\..\\..\\climbed.csv'],
  ['that begins at the root', join(temporary.path, 'rooted.csv')],
  ['with a NUL', 'nul\0.csv'],
  ['that is very long', `${'long'.repeat(5_000)}.csv`],
  ['of many folders', `${'folder/'.repeat(500)}deep.csv`],
  ['that is a folder', '..'],
  ['of one space', ' '],
  ['with a line break', 'two\nlines.csv'],
  ['that turns round', '\u202Evsc.elif'],
  ['that is a member of every object', '__proto__'],
];

describe('a file name', () => {
  it.each(NAMES)(
    '%s is only a name',
    async (_, name) => {
      const created = await client.create([{ name, content: CSV }], { separator: ',' });
      if (created.project === undefined) {
        expectClearRefusal(created);
        return;
      }
      expect(await client.csv(created.project)).toBe(CSV);
      expect((await client.projects())[created.project]).not.toMatch(/\.\.|[/\\\0]/);
      expect((await client.ask('delete-project', { project: created.project })).body).toMatchObject({ code: 'ok' });
    },
    240_000,
  );

  it.each([...NAMES.filter(([, name]) => name !== '__proto__'), ['of a link', 'link.csv'] as const])(
    'in an archive %s leads nowhere',
    async (what, name) => {
      // The mode of a symbolic link, whose content is where it leads to.
      const entry: Zippable[string] =
        what === 'of a link' ? [strToU8('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }] : strToU8(CSV);
      const created = await client.create(
        [{ name: 'tricky.zip', content: zipSync({ 'good.csv': strToU8(CSV), [name]: entry }) }],
        { separator: ',' },
      );
      if (created.project === undefined) expectClearRefusal(created);
      else {
        expect(await client.csv(created.project)).not.toMatch(/root:/);
        expect((await client.ask('delete-project', { project: created.project })).body).toMatchObject({ code: 'ok' });
      }
    },
    240_000,
  );
});

describe('a file that grows', () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  const lines = Buffer.from('a,b\n'.repeat(16 * 1024 * 1024));
  const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, depth) => `<!ENTITY ${'a'.repeat(depth + 2)} "${`&${'a'.repeat(depth + 1)};`.repeat(10)}">`).join('')}]><l><i>&${'a'.repeat(31)};</i></l>`;

  it.each<[string, string, () => Uint8Array | string]>([
    ['gzip of zeros', 'bomb.csv.gz', () => gzipSync(zeros)],
    ['gzip of lines', 'bomb.csv.gz', () => gzipSync(lines)],
    ['zip of lines', 'bomb.zip', () => zipSync({ 'bomb.csv': lines })],
    [
      'a spreadsheet of zeros',
      'bomb.xlsx',
      () =>
        zipSync({
          '[Content_Types].xml': strToU8('<Types/>'),
          'xl/workbook.xml': strToU8('<workbook/>'),
          'xl/worksheets/sheet1.xml': zeros,
        }),
    ],
    ['gzip in gzip of zeros', 'bomb.csv.gz.gz', () => gzipSync(gzipSync(zeros))],
    ['entities of entities', 'laughs.xml', () => laughs],
    ['JSON of brackets', 'deep.json', () => '['.repeat(3_000_000)],
    ['XML of elements', 'deep.xml', () => '<a>'.repeat(1_000_000)],
    ['a line of commas', 'wide.csv', () => ','.repeat(1_000_000)],
    ['more than may be uploaded', 'large.csv', () => 'a,b\n'.repeat(2_800_000)],
  ])(
    '%s is refused',
    async (_, name, content) => {
      expectClearRefusal(await client.create([{ name, content: content() }]));
    },
    240_000,
  );
});

describe('a file that is broken', () => {
  it.each(['xlsx', 'ods', 'xls'])(
    'as %s: cut, or with other bytes in it',
    async (format) => {
      const rows = Array.from({ length: 200 }, (_, row) => `${row},name ${row * 7919}\n`).join('');
      const source = await client.created(`id,name\n${rows}`);
      const whole = new Uint8Array(
        await (
          await fetch(`${service.origin}/command/core/export-rows?project=${source}&format=${format}`)
        ).arrayBuffer(),
      );
      const good = await client.create([{ name: `whole.${format}`, content: whole }]);
      expect(await client.csv(good.project ?? '')).toBe(`id,name\n${rows}`);
      for (const share of [0.001, 0.2, 0.5, 0.9]) {
        const cut = await client.create([
          { name: `cut.${format}`, content: whole.slice(0, Math.max(10, Math.floor(whole.length * share))) },
        ]);
        // The old format is a file system of its own: what is cut off may be a part that nobody needs.
        if (cut.project === undefined || format !== 'xls') expectClearRefusal(cut);
      }
      for (let place = 40; place < whole.length; place += Math.floor(whole.length / 6)) {
        const bytes = whole.slice();
        bytes.fill(0xa5, place, place + 40);
        const spoilt = await client.create([{ name: `spoilt.${format}`, content: bytes }]);
        if (spoilt.project === undefined) expectClearRefusal(spoilt);
        else
          expect((await client.ask('get-rows', { project: spoilt.project, limit: '1' })).body).toHaveProperty('total');
      }
    },
    240_000,
  );

  it.each<[string, string, Uint8Array | string]>([
    ['XML that breaks off', 'cut.xml', '<list><item>1</item><item>2</ite'],
    ['XML with crossed elements', 'crossed.xml', '<list><item><b>1</item></b></list>'],
    [
      'XML with an entity from elsewhere',
      'entity.xml',
      '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><l><i>&x;</i></l>',
    ],
    ['JSON that breaks off', 'cut.json', '[{"a":1},{"a":'],
    ['JSON with something behind it', 'more.json', '[{"a":1}]]'],
    ['JSON of bytes that are no text', 'bytes.json', Uint8Array.of(0x5b, 0x22, 0xff, 0xfe, 0x00, 0x22, 0x5d)],
    ['a zip archive that is text', 'text.zip', 'PK\u0003\u0004 and so on'],
    ['a gzip file that is text', 'text.csv.gz', Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3)],
    ['a spreadsheet that is a zip archive', 'archive.xlsx', zipSync({ 'a.csv': strToU8(CSV) })],
    ['an empty file', 'empty.csv', ''],
    ['gzip in gzip in gzip', 'nested.csv.gz.gz.gz', gzipSync(gzipSync(gzipSync(CSV)))],
    ['gzip in a zip archive', 'nested.zip', zipSync({ 'a.csv.gz': gzipSync(CSV) })],
    ['a zip archive in a zip archive', 'nested.zip', zipSync({ 'inner.zip': zipSync({ 'a.csv': strToU8(CSV) }) })],
  ])(
    '%s is refused',
    async (_, name, content) => {
      expectClearRefusal(await client.create([{ name, content }]));
    },
    240_000,
  );

  it.each<[string, string, Uint8Array | string]>([
    ['binary/text/xml/xls/xlsx', 'text.xlsx', 'no spreadsheet at all'],
    ['binary/text/xml/xls/xlsx', 'cut.xlsx', 'PK\u0003\u0004 and then nothing'],
    ['text/xml/ods', 'text.ods', 'no spreadsheet at all'],
    ['text/xml/ods', 'cut.ods', 'PK\u0003\u0004 and then nothing'],
    ['text/json', 'text.json', 'no JSON at all'],
    ['text/xml', 'text.xml', 'no XML at all'],
    ['text/rdf/n3', 'list.csv', CSV],
    ['nothing/such', 'empty.csv', ''],
  ])(
    'that is said to be %s: %s is refused',
    async (format, name, content) => {
      expectClearRefusal(await client.create([{ name, content }], undefined, format));
    },
    240_000,
  );
});

describe('an upload that is cut', () => {
  const HEAD =
    '--cut\r\nContent-Disposition: form-data; name="project-file"; filename="cut.csv"\r\nContent-Type: text/csv\r\n\r\n';
  const uploads = (): readonly string[] => pathsBelow(join(dataFolder, 'work'));

  it.each([
    ['in the headers of a part', HEAD.slice(0, 60), 'work folder'],
    ['at the beginning of a file', `${HEAD}a,b\r\n`, 'file'],
    ['in the middle of a file', HEAD + '1,2\r\n'.repeat(200_000), 'file'],
    ['behind a file', `${HEAD}a,b\r\n1,2\r\n--cut\r\n`, 'file'],
    ['in a field', '--cut\r\nContent-Disposition: form-data; name="project-name"\r\n\r\nhalf a na', 'work folder'],
  ])(
    '%s leaves nothing',
    async (_, sent, sign) => {
      const before = await client.projects();
      await uploadCutOff(client, sent, () =>
        until(() => uploads().some((path) => (sign === 'file' ? path.includes('/upload-') : true))),
      );
      await requestsAreCleanedUp(dataFolder);
      expect(await client.projects()).toEqual(before);
    },
    240_000,
  );

  it('twenty at once leave nothing', async () => {
    const before = await client.projects();
    const allThere = until(() => uploads().filter((path) => path.includes('/upload-')).length === 20);
    await Promise.all(Array.from({ length: 20 }, () => uploadCutOff(client, `${HEAD}a,b\r\n1,2`, () => allThere)));
    await requestsAreCleanedUp(dataFolder);
    expect(await client.projects()).toEqual(before);
  }, 240_000);

  it('is told apart from one that ends too early but in good order', async () => {
    const token = String((await client.ask('get-csrf-token', {}, 'GET')).body['token']);
    for (const [type, body] of [
      ['multipart/form-data; boundary=cut', `${HEAD}a,b\r\n1,2\r\n`],
      ['multipart/form-data; boundary=other', `${HEAD}a,b\r\n1,2\r\n--cut--\r\n`],
      ['multipart/form-data', `${HEAD}a,b\r\n1,2\r\n--cut--\r\n`],
      ['multipart/form-data; boundary=cut', ''],
    ] as const) {
      const response = await fetch(`${service.origin}/command/core/create-project-from-upload?csrf_token=${token}`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': type, Accept: 'application/json' },
        redirect: 'manual',
      });
      expect(await response.json()).toMatchObject({
        code: 'error',
        errorCode: expect.stringMatching(/^(upload-invalid|import-empty)$/),
      });
    }
  }, 240_000);
});

describe('a client that goes away', () => {
  it('while it is sent an export leaves nothing', async () => {
    const large = await client.created(
      `id,name\n${Array.from({ length: 150_000 }, (_, row) => `${row},a name that takes some room ${row}\n`).join('')}`,
    );
    for (const format of ['csv', 'xlsx']) {
      await new Promise<void>((resolve, reject) => {
        const request = plainGet(
          `${service.origin}/command/core/export-rows?project=${large}&format=${format}`,
          (response) => {
            response.once('data', () => request.destroy());
            response.on('error', () => undefined);
            response.on('close', resolve);
          },
        );
        request.on('error', reject);
      });
      await requestsAreCleanedUp(dataFolder);
    }
    expect((await client.ask('delete-project', { project: large })).body).toEqual({ code: 'ok' });
  }, 240_000);

  it('while its upload is imported leaves a whole project or none', async () => {
    const before = Object.keys(await client.projects());
    const rows = 200_000;
    const content = `--cut\r\nContent-Disposition: form-data; name="project-file"; filename="whole.csv"\r\n\r\na,b\n${'1,2\n'.repeat(rows)}\r\n--cut--\r\n`;
    await uploadCutOff(
      client,
      content,
      () => until(() => pathsBelow(join(dataFolder, 'work')).some((path) => /\/project-\d{13}$/.test(path))),
      content.length,
    );
    await requestsAreCleanedUp(dataFolder);
    const made = Object.keys(await client.projects()).filter((id) => !before.includes(id));
    for (const id of made) {
      expect((await client.ask('get-rows', { project: id, limit: '0' })).body).toMatchObject({ total: rows });
      expect((await client.ask('delete-project', { project: id })).body).toEqual({ code: 'ok' });
    }
  }, 240_000);
});

describe('a project whose files were damaged', () => {
  it('says so, is listed as damaged, can be deleted, and is no obstacle to others', async () => {
    const other = await client.created(CSV);
    const damaged = await client.created(CSV);
    writeFileSync(join(dataFolder, 'projects', damaged, 'project.json'), '{"format":1');
    for (const command of [
      'get-models',
      'get-rows',
      'get-history',
      'apply-operations',
      'export-rows',
      'rename-project',
    ]) {
      const { body } = await client.ask(command, {
        project: damaged,
        operations: '[{"op":"core/row-star","starred":true}]',
        format: 'csv',
        name: 'x',
      });
      expect({ command, body }).toMatchObject({
        command,
        body: { code: 'error', errorCode: 'project-damaged', message: expect.stringContaining(damaged) },
      });
    }
    const listed = (await client.ask('get-all-project-metadata', {}, 'GET')).body;
    expect(listed).toMatchObject({
      projects: { [other]: {} },
      damaged: { [damaged]: expect.stringContaining('damaged') },
    });
    expect(await (await fetch(`${service.origin}/projects`, { headers: { Accept: 'text/html' } })).text()).toContain(
      damaged,
    );
    for (const project of [damaged, other])
      expect((await client.ask('delete-project', { project })).body).toEqual({ code: 'ok' });
    expect(Object.keys(await client.projects())).not.toContain(other);
    expect((await client.ask('get-all-project-metadata', {}, 'GET')).body).not.toHaveProperty('damaged');
  }, 240_000);
});

it('a request line and a body that nobody would send end in an answer', async () => {
  for (const address of [
    '/command/core/%00',
    '/command/core/..%2f..%2fetc',
    '/command/%ff/get-rows',
    `/command/core/${'x'.repeat(8_000)}`,
    '/command/core/get-rows?project=%',
    '/project?project=%ff%00',
  ]) {
    const response = await fetch(service.origin + address);
    expect(response.status).toBeLessThan(500);
    await response.text();
  }
  const answer = await client.ask('apply-operations', { project, operations: '[{"op":'.repeat(20_000) });
  expect(answer.body).toMatchObject({ code: 'error' });
}, 240_000);
