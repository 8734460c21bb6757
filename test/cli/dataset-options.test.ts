import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { datasetArguments, sourceGiven, embeddedManifest } from '../../src/cli/dataset-options.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { EXIT_CODES } from '../../src/cli/command-definition.js';
import { runInProcess } from './run-in-process.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe('the dataset of a command line', () => {
  it('is the embedded dataset when nothing is named', () => {
    expect(sourceGiven([], {})).toEqual({ files: [], manifestFile: embeddedManifest() });
    expect(existsSync(embeddedManifest())).toBe(true);
  });

  it('takes files and manifest as they are', () => {
    expect(sourceGiven(['a.csv', 'b.json'], {})).toEqual({ files: ['a.csv', 'b.json'] });
    expect(sourceGiven(['a.csv'], { manifest: 'b.yaml', aliases: ['c.csv'] })).toEqual({
      files: ['a.csv'],
      manifestFile: 'b.yaml',
      aliasFiles: ['c.csv'],
    });
    expect(sourceGiven([], { manifest: 'b.yaml' })).toEqual({ files: [], manifestFile: 'b.yaml' });
  });

  it('is written again as it was given', () => {
    expect(datasetArguments({ nameColumn: ['Full name'], idColumn: '1' })).toEqual([
      '--name-column',
      "'Full name'",
      '--id-column',
      '1',
    ]);
  });
});

describe('columns named on the command line', () => {
  const STAFF = folder.write(
    'staff.csv',
    'no,street,person,nick,what\nA1,Alder Lane,Ada Alder,Adi,boss\nB2,Birch Road,Ben Birch,Benno,clerk\n',
  );
  const CHOSEN = [
    '--name-column',
    'person',
    '--id-column',
    '1',
    '--alias-column',
    'nick',
    '--type-column',
    'what',
    '--language',
    'en',
  ];

  it('are told in the report with what they were chosen for', async () => {
    const { stdout } = await runInProcess(['check', STAFF, ...CHOSEN]);
    for (const sentence of [
      'Column 1 "no" is the id, as you said.',
      'Column 3 "person" is the name, as you said.',
      'Column 4 "nick" is aliases, as you said.',
      'Column 5 "what" is the type, as you said.',
    ])
      expect(stdout).toContain(`  ${sentence}\n`);
    expect((await runInProcess(['check', STAFF])).stdout).not.toContain('as you said');
  });

  it('are taken by every command that reads a list', async () => {
    const { stdout } = await runInProcess(['check', STAFF, ...CHOSEN, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ counts: { entities: 2, labels: 4, types: 2, properties: 1 } });
    const names = folder.write('names.csv', 'name\nBenno\n');
    expect(
      (await runInProcess(['reconcile', STAFF, names, ...CHOSEN, '--workers', '0', '--index-cache', 'off'])).stdout,
    ).toContain('Benno,B2,');
    const judged = folder.write('judged.csv', 'query,what is meant\nAda Alder,A1\n');
    const measured = await runInProcess([
      'evaluate',
      STAFF,
      judged,
      ...CHOSEN,
      '--expected-column',
      'what is meant',
      '--index-cache',
      'off',
    ]);
    expect(measured.stdout).toMatch(/hit@1\) +100\.0 %/);
    expect(
      (await runInProcess(['duplicates', STAFF, ...CHOSEN, '--workers', '0', '--index-cache', 'off'])).stderr,
    ).toContain('2 entities');
    expect((await runInProcess(['index', STAFF, ...CHOSEN, '--out', `${folder.path}/index`])).stdout).toContain(
      '2 entities with 4 names, 2 types',
    );
    expect(
      (
        await runInProcess([
          'evaluate',
          `${folder.path}/index`,
          judged,
          '--name-column',
          'nick',
          '--expected-column',
          'what is meant',
        ])
      ).stderr,
    ).toContain('what is said of columns goes into it when it is built');
  });

  it('must be there', async () => {
    const { code, stderr } = await runInProcess(['check', STAFF, '--name-column', 'persom']);
    expect(code).toBe(EXIT_CODES.usage.code);
    expect(stderr).toContain('--name-column: there is no column "persom".');
    expect(stderr).toContain('Did you mean "person"?');
  });

  it('go before a manifest', async () => {
    const manifest = folder.write(
      'stated.yaml',
      'files: staff.csv\ncolumns: { name: street, id: no }\nproperties: [{ column: person, id: who }]\nignore: [nick]\n',
    );
    const { stdout } = await runInProcess([
      'check',
      manifest,
      '--name-column',
      'person',
      '--alias-column',
      'nick',
      '--json',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ counts: { labels: 4 } });
  });

  it('choose the records of a JSON document', async () => {
    const answer = folder.write(
      'answer.json',
      JSON.stringify({
        data: {
          items: [
            { id: 1, name: 'Ada' },
            { id: 2, name: 'Ben' },
          ],
          places: [
            { id: 'p', name: 'Bern' },
            { id: 'q', name: 'Graz' },
            { id: 'r', name: 'Linz' },
          ],
        },
      }),
    );
    expect((await runInProcess(['check', answer, '--json-path', 'data.places'])).stdout).toContain(
      'JSON, the records at "data.places", ASCII, 3 records',
    );
    const wrong = await runInProcess(['check', answer, '--json-path', 'data.place']);
    expect([wrong.code, wrong.stderr]).toEqual([
      EXIT_CODES.data.code,
      expect.stringContaining('has no records at the JSON path "data.place"'),
    ]);
  });
});

describe('a manifest that lies beside the file', () => {
  it('says how the file is read, which is told', async () => {
    const trees = folder.write('trees.csv', 'id,latin,name\nt1,Alnus,Alder\nt2,Betula,Birch\n');
    expect((await runInProcess(['check', trees, '--write-manifest'])).code).toBe(EXIT_CODES.success.code);
    const path = `${folder.path}/trees.manifest.yaml`;
    folder.write('trees.manifest.yaml', 'name: My trees\nfiles: trees.csv\ncolumns: { name: latin, aliases: name }\n');
    const { stdout } = await runInProcess(['check', trees]);
    expect(stdout).toContain('My trees');
    expect(stdout).toContain(`${path} lies beside the file and says how to read it.`);
    expect(stdout).toContain('2 entities with 4 names');
  });

  it('is left alone when it is about another file', async () => {
    const shrubs = folder.write('shrubs.csv', 'id,name\ns1,Elder\n');
    folder.write('shrubs.manifest.yaml', 'name: Others\nfiles: trees.csv\n');
    expect((await runInProcess(['check', shrubs])).stdout).not.toContain('Others');
  });
});
