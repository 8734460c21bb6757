import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EXIT_CODES } from '../../src/cli/command-definition.js';
import { prepareSnapshot } from '../../src/assembly/prepare-snapshot.js';
import { runInProcess } from './run-in-process.js';
import { runSameas } from './run-sameas.js';

// The machine may be busy with other tests.
jest.setTimeout(60_000);

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'sameas-check-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const GOOD = 'id,name,born\np1,Virginia Woolf,1882\np2,Chinua Achebe,1930\np3,Clarice Lispector,1920\n';

describe('sameas check', () => {
  it('reports a good file and exits with 0', async () => {
    const { code, stdout, stderr } = await runInProcess(['check', written('good.csv', GOOD)]);
    expect({ code, stderr }).toEqual({ code: EXIT_CODES.success.code, stderr: '' });
    expect(stdout).toContain('good.csv');
    expect(stdout).toMatch(/\b3\b/);
    expect(stdout).toContain('born');
  });

  it('reports rejected rows with file and line, reads the rest, and exits with 1', async () => {
    const { code, stdout } = await runInProcess([
      'check',
      written('rows.csv', `${GOOD}p3,Orhan Pamuk,1952\np5,,1923\n`),
    ]);
    expect(code).toBe(EXIT_CODES.data.code);
    expect(stdout).toMatch(/rows\.csv, line 5\b/);
    expect(stdout).toMatch(/rows\.csv, line 6\b/);
    expect(stdout).toMatch(/\b3 entities\b/);
  });

  it('marks what needs a look yellow and what was left out red, where colours are wanted', async () => {
    const list = written(
      'marked.csv',
      `${GOOD}${Array.from({ length: 60 }, (_, i) => `q${i},Person ${i},18${i + 10}`).join('\n')}\np3,Orhan Pamuk,1952\np5,Mo Yan,long ago\n`,
    );
    const { stdout } = await runInProcess(['check', list], { colours: true });
    expect(stdout).toContain('\u001b[1mWhat to look at\u001b[22m\n');
    expect(stdout).toContain('\u001b[31m  Ids that were used before: 1 (left out)\u001b[39m\n');
    expect(stdout).toContain('\u001b[33m  Values unlike the rest of their column (kept as text): 1\u001b[39m\n');
    expect((await runInProcess(['check', list])).stdout).toBe(stripVTControlCharacters(stdout));
  });

  it('says where the index of a service is kept, and how large it is', async () => {
    const list = written(
      'kept.csv',
      `${GOOD}${Array.from({ length: 30_000 }, (_, i) => `q${i},Entity ${i} of the list,19${i % 90}`).join('\n')}\n`,
    );
    expect((await runInProcess(['check', list])).stdout).not.toContain('An index for quick starts');
    const { afterwards } = await prepareSnapshot({ source: { files: [list] }, keepIndex: true });
    await afterwards();
    expect((await runInProcess(['check', list])).stdout).toMatch(
      /\nAn index for quick starts is kept in \S+\/\.sameas-cache\/kept\.csv-\S+ \(\d+\.\d MB\)\. You may delete it at any time\.\n$/,
    );
    expect((await prepareSnapshot({ source: { files: [list] }, keepIndex: true })).observations).toMatchObject([
      { kind: 'index-used', path: expect.stringContaining('.sameas-cache') },
    ]);
  });

  it('prints the report as JSON', async () => {
    const { code, stdout } = await runInProcess(['check', written('json.csv', GOOD), '--json']);
    expect(code).toBe(EXIT_CODES.success.code);
    expect(JSON.parse(stdout)).toMatchObject({ counts: { entities: 3, rejected: 0 } });
  });

  it('does not overwrite a manifest that somebody may have edited', async () => {
    const list = written('again.csv', GOOD);
    expect((await runInProcess(['check', list, '--write-manifest'])).code).toBe(EXIT_CODES.success.code);
    const manifest = join(folder, 'again.manifest.yaml');
    writeFileSync(manifest, 'name: Edited\n');
    const { code, stderr } = await runInProcess(['check', list, '--write-manifest']);
    expect(code).toBe(EXIT_CODES.data.code);
    expect(stderr).toContain('again.manifest.yaml');
    expect(stderr).toContain('(file-exists)');
    expect(readFileSync(manifest, 'utf8')).toBe('name: Edited\n');
  });

  it('writes a manifest that gives the same dataset', async () => {
    const list = written('described.csv', GOOD);
    const manifest = join(folder, 'elsewhere.yaml');
    const first = await runInProcess(['check', list, '--json', '--write-manifest', manifest]);
    expect(first.code).toBe(EXIT_CODES.success.code);
    expect(existsSync(manifest)).toBe(true);
    expect(first.stderr).toContain(manifest);
    const second = await runInProcess(['check', manifest]);
    expect(second.stderr).toBe('');
    expect(second.code).toBe(EXIT_CODES.success.code);
    expect(second.stdout).toMatch(/\b3 entities\b/);
  });

  it.each([
    { what: 'a missing file', args: () => [join(folder, 'none.csv')], error: 'file-not-found' },
    { what: 'an empty file', args: () => [written('empty.csv', '')], error: 'file-empty' },
    { what: 'a file of nothing but headings', args: () => [written('headings.csv', 'id,name\n')], error: 'file-empty' },
    {
      what: 'a picture',
      args: () => [written('picture.csv', '\u0089PNG\r\n\u001a\n\0\0\0')],
      error: 'file-format-unknown',
    },
    {
      what: 'a broken manifest',
      args: () => [written('broken.manifest.yaml', 'name: [\n')],
      error: 'manifest-invalid',
    },
  ])('says in a sentence what is wrong with $what', async ({ args, error }) => {
    const { code, stdout, stderr } = await runInProcess(['check', ...args()]);
    expect({ code, stdout }).toEqual({ code: EXIT_CODES.data.code, stdout: '' });
    expect(stderr).toMatch(/^sameas: [^\n]+\n/);
    expect(stderr).toContain(`(${error})`);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('ends quietly when its reader has seen enough', async () => {
    const many = Array.from(
      { length: 20_000 },
      (_, i) => `x${i % 2},Name ${i},a column with a long text that makes the report long ${i}`,
    ).join('\n');
    const file = written('many.csv', `id,name,note\n${many}\n`);
    const { stderr } = await runSameas(['check', file, '--id-column', 'id', '--json'], { closeOutputEarly: true })
      .finished;
    // On a slow machine it has said how far it is.
    expect(stderr.replace(/^ {2}loading: .*\n/gm, '')).toBe('');
  });
});
