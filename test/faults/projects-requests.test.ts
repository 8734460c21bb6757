import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { projectsClient, uploadCutOff, type ProjectsClient } from './projects-client.js';

/* Uploads that are broken or hostile, ids that are none, and many clients at once, against a running service: a clear error each, nothing lost, nothing left behind. */

const temporary = temporaryFolder();
const data = join(temporary.path, 'data');
const MAX_UPLOAD_BYTES = 2_000_000;
let service: RunningService;
let client: ProjectsClient;
let project = '';

beforeAll(async () => {
  const list = temporary.write('list.csv', 'id,name\n1,Rome\n');
  service = await startService([list, '--data-dir', data, '--project-workers', '2', '--max-upload-bytes', String(MAX_UPLOAD_BYTES)]);
  client = projectsClient(service.origin);
  project = await client.created('a,b\n1,2\n3,4\n');
}, 120_000);

afterAll(async () => {
  await service?.stop();
  temporary.remove();
});

const leftovers = (): readonly string[] => ['work', 'trash'].flatMap((folder) => readdirSync(join(data, folder)));

/** Fails when the folders for work are not empty soon: what one request needed goes when it has ended. */
async function expectNothingLeft(): Promise<void> {
  for (let attempt = 0; attempt < 100 && leftovers().length > 0; attempt += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(leftovers()).toEqual([]);
}

// Whatever a test did: the project of before is whole, and nothing lies about.
afterEach(async () => {
  expect(await client.csv(project)).toBe('a,b\n1,2\n3,4\n');
  await expectNothingLeft();
}, 30_000);

const zeros = new Uint8Array(64 * 1024 * 1024);
const bomb = zipSync({ 'zeros.csv': [zeros, { level: 9 }] });
const BROKEN: readonly (readonly [string, string, string | Uint8Array, string])[] = [
  ['an xlsx that is none', 'broken.xlsx', 'no spreadsheet at all', 'binary/text/xml/xls/xlsx'],
  ['an xlsx cut in the middle', 'cut.xlsx', zipSync({ 'xl/workbook.xml': new Uint8Array(5_000).fill(65) }).subarray(0, 60), 'binary/text/xml/xls/xlsx'],
  ['an ods that is none', 'broken.ods', 'PK\u0003\u0004 and then nothing', 'text/xml/ods'],
  ['JSON that breaks off', 'broken.json', '[{"a": 1}, {"a": ', 'text/json'],
  ['XML that breaks off', 'broken.xml', '<rows><row><a>1</a></row><row>', 'text/xml'],
  ['a gzip that breaks off', 'broken.csv.gz', gzipSync('a,b\n1,2\n'.repeat(5_000)).subarray(0, 60), 'text/line-based/*sv'],
  ['a zip bomb', 'bomb.zip', bomb, 'text/line-based/*sv'],
  ['a zip bomb in a zip', 'nested.zip', zipSync({ 'bomb.zip': bomb }), 'text/line-based/*sv'],
  ['a gzip bomb', 'bomb.csv.gz', gzipSync(zeros), 'text/line-based/*sv'],
  ['an upload that is too large', 'large.csv', 'a,b\n'.repeat(MAX_UPLOAD_BYTES), 'text/line-based/*sv'],
];

describe('a file that cannot be imported', () => {
  it.each(BROKEN)('%s: a clear error, and no project', async (_, name, content, format) => {
    const before = await client.projects();
    const answer = await client.create([{ name, content }], format === 'text/json' || format === 'text/xml' ? { recordPath: ['_', '_'] } : {});
    expect(answer.project).toBeUndefined();
    expect(answer.body).toMatchObject({ status: 'error', message: expect.stringMatching(/\w{3}.*[.!]/s) });
    expect(await client.projects()).toEqual(before);
  }, 60_000);

  it('an upload that is cut in the middle leaves nothing', async () => {
    const before = await client.projects();
    await uploadCutOff(client, 1_000_000, 300_000);
    await expectNothingLeft();
    expect(await client.projects()).toEqual(before);
  }, 30_000);
});

describe('names that try to lead out of the data folder', () => {
  const NAMES = ['../../escaped.csv', '/tmp/escaped.csv', '..\\..\\escaped.csv', `${'long'.repeat(2_000)}.csv`, '.', '..', 'a\u0000b.csv'];

  it.each(NAMES)('a file %j', async (name) => {
    const { project: made } = await client.create([{ name, content: 'a\n1\n' }]);
    if (made !== undefined) {
      expect((await client.ask('delete-project', { project: made })).body).toMatchObject({ code: 'ok' });
    }
    expect(readdirSync(temporary.path).sort()).toEqual(['data', 'list.csv']);
    expect(readdirSync(data).filter((entry) => /escaped|long/.test(entry))).toEqual([]);
  }, 30_000);

  it.each(NAMES)('an entry %j of a zip', async (name) => {
    const { project: made } = await client.create([{ name: 'table.zip', content: zipSync({ [name]: new TextEncoder().encode('a\n1\n') }) }]);
    if (made !== undefined) expect((await client.ask('delete-project', { project: made })).body).toMatchObject({ code: 'ok' });
    expect(readdirSync(temporary.path).sort()).toEqual(['data', 'list.csv']);
    expect(readdirSync(data).filter((entry) => /escaped|long/.test(entry))).toEqual([]);
  }, 30_000);
});

describe('a project id that is none', () => {
  const COMMANDS = ['get-models', 'get-rows', 'apply-operations', 'delete-project', 'get-history', 'export-rows'];

  it.each(['abc', '../1', '-1', '12345678901234567890', '0000000000001', '1/../../x', ''])('%j is answered with an error by every command', async (id) => {
    for (const command of COMMANDS) {
      const { text, body } = await client.ask(command, { project: id, operations: '[]', format: 'csv' });
      expect([command, text]).toEqual([command, expect.stringMatching(/project/i)]);
      expect(body['code'] ?? 'error').toBe('error');
    }
    expect(statSync(join(data, 'projects', project)).isDirectory()).toBe(true);
  }, 30_000);

  it('of a project that was deleted', async () => {
    const gone = await client.created('a\n1\n');
    expect((await client.ask('delete-project', { project: gone })).body).toMatchObject({ code: 'ok' });
    expect((await client.ask('get-models', { project: gone }, 'GET')).text).toContain(`Failed to find project id #${gone}`);
    expect(readdirSync(join(data, 'projects'))).not.toContain(gone);
  }, 30_000);
});

describe('ten clients on one project', () => {
  it('each acknowledged change is in the history and in the rows, and readers see whole states', async () => {
    const shared = await client.created('a,b\n1,2\n3,4\n');
    const add = (name: string): object => ({ op: 'core/column-addition', baseColumnName: 'a', newColumnName: name, columnInsertIndex: 1, expression: 'grel:value', onError: 'set-to-blank' });
    const changes = Array.from({ length: 10 }, async (_, number) => {
      const { body } = await client.ask('apply-operations', { project: shared, operations: JSON.stringify([add(`by ${number} one`), add(`by ${number} two`)]) });
      return { number, isDone: body['code'] === 'ok' };
    });
    const reads = Array.from({ length: 10 }, async () => (await client.csv(shared)).trim().split('\n').map((line) => line.split(',').length));
    const done = (await Promise.all(changes)).filter(({ isDone }) => isDone);
    expect(done.length).toBeGreaterThan(0);
    for (const widths of await Promise.all(reads)) expect(widths).toEqual([widths[0], widths[0], widths[0]]);
    const heading = (await client.csv(shared)).split('\n', 1)[0] ?? '';
    const history = (await client.ask('get-history', { project: shared }, 'GET')).text;
    for (const { number } of done) {
      for (const name of [`by ${number} one`, `by ${number} two`]) {
        expect(heading.split(',')).toContain(name);
        expect(history).toContain(name);
      }
    }
    expect((await client.ask('delete-project', { project: shared })).body).toMatchObject({ code: 'ok' });
  }, 60_000);

  it('an export during which the project is deleted ends whole or with an error', async () => {
    const csv = `a,b\n${'one,two\n'.repeat(100_000)}`;
    const doomed = await client.created(csv);
    const [exported, deleted] = await Promise.all([client.csv(doomed), client.ask('delete-project', { project: doomed })]);
    expect(deleted.body).toMatchObject({ code: 'ok' });
    if (exported !== csv) expect(exported).toMatch(/project/i);
    expect(await client.projects()).not.toHaveProperty(doomed);
  }, 60_000);
});
