import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readSourceState } from '../../../src/datasets/dataset-source.js';
import { loadDataset } from '../../../src/datasets/load-dataset.js';
import { describeAliasFile } from '../../../src/datasets/load-report.js';
import { writeManifest } from '../../../src/datasets/write-manifest.js';
import { loadForTest, loadingError, type LoadedForTest } from '../../support/loaded-entities.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(folder.remove);

const AUTHORS = folder.write(
  'authors.csv',
  'id,name,aka,born\na1,Virginia Woolf,Adeline Virginia Stephen,1882\na2,Chinua Achebe,,1930\na3,Clarice Lispector,,1920\n',
);

async function taught(name: string, content: string | Uint8Array, list = AUTHORS): Promise<LoadedForTest> {
  return loadForTest({ files: [list], aliasFiles: [folder.write(name, content)] });
}

/** `id: name, name`, for the entities that have aliases. */
const aliases = ({ entities }: LoadedForTest): readonly string[] =>
  entities.flatMap(({ id, aliases: names }) =>
    names.length === 0 ? [] : [`${id}: ${names.map(({ text }) => text).join(', ')}`],
  );
const counts = ({ report }: LoadedForTest) =>
  report.aliasFiles.map(({ added, entities, known, leftOut, withoutId }) => ({
    added,
    entities,
    known,
    leftOut,
    withoutId,
  }));

describe('aliases from a table', () => {
  it('are given to their entities beside those that they have, and counted', async () => {
    const loaded = await taught(
      'plain.csv',
      'name,id\nHelen Palmer,a3\nTereza Quadros,a3\nThe author of Things Fall Apart,a2\n',
    );
    expect(aliases(loaded)).toEqual([
      'a1: Adeline Virginia Stephen',
      'a2: The author of Things Fall Apart',
      'a3: Helen Palmer, Tereza Quadros',
    ]);
    expect(counts(loaded)).toEqual([{ added: 3, entities: 2, known: 0, leftOut: 0, withoutId: 0 }]);
    expect(loaded.report.counts).toMatchObject({ records: 3, entities: 3, labels: 7, rejected: 0, warnings: 0 });
    expect(loaded.report.aliasFiles[0]?.columns).toEqual({ name: 'name', id: 'id' });
  });

  it('are not added to an entity that is called so already, in whatever letters, nor twice', async () => {
    const loaded = await taught(
      'known.csv',
      'name,id\nVIRGINIA WOOLF,a1\nadeline virginia stephen,a1\nV. Woolf,a1\nv woolf,a1\nV. Woolf,a1\n',
    );
    expect(aliases(loaded)).toEqual(['a1: Adeline Virginia Stephen, V. Woolf']);
    expect(counts(loaded)).toEqual([{ added: 1, entities: 1, known: 2, leftOut: 0, withoutId: 0 }]);
  });

  it('are those that were judged to be matched', async () => {
    const loaded = await taught(
      'judged.csv',
      'Author,Author id,judgment\nV. Woolf,a1,matched\nToni Morrison,,new\nTh. Mann,a2,none\n',
    );
    expect(aliases(loaded)).toEqual(['a1: Adeline Virginia Stephen, V. Woolf']);
    expect(counts(loaded)).toEqual([{ added: 1, entities: 1, known: 0, leftOut: 0, withoutId: 2 }]);
    expect(loaded.problems).toEqual([]);
  });

  it('that cannot be used are told with their lines', async () => {
    const loaded = await taught(
      'faults.csv',
      'name,id,judgment\nNobody,a9,matched\n,a1,matched\n\u200b,a1,matched\nSomebody,,matched\nV. Woolf,a1|a8,matched\n',
    );
    expect(aliases(loaded)).toEqual(['a1: Adeline Virginia Stephen, V. Woolf']);
    expect(loaded.problems).toEqual([
      'warned alias-unknown-id ×2: line 2: "Nobody" means "a9", an id that the list does not have.',
      'warned alias-unknown-id ×2: line 6: "V. Woolf" means "a8", an id that the list does not have.',
      'warned alias-empty ×2: line 3: There is no name for the id "a1".',
      'warned alias-empty ×2: line 4: "\u200b" has no letter or digit by which it could be found.',
      'warned alias-without-id ×1: line 5: "Somebody" is said to be matched, but there is no id.',
    ]);
    expect(counts(loaded)).toEqual([{ added: 1, entities: 1, known: 0, leftOut: 5, withoutId: 0 }]);
    expect(loaded.report.counts).toMatchObject({ rejected: 0, warnings: 5 });
  });

  it('that mean several entities are given to all of them, and told', async () => {
    const loaded = await taught(
      'shared.csv',
      'name,id\nThe author,a1\nOther,a1\nthe Author,a2\nBoth,a2|a3\nChinua Achebe,a3\nAdeline Virginia Stephen,a2\n',
    );
    expect(aliases(loaded)).toEqual([
      'a1: Adeline Virginia Stephen, The author, Other',
      'a2: the Author, Both, Adeline Virginia Stephen',
      'a3: Both, Chinua Achebe',
    ]);
    expect(loaded.problems).toEqual([
      'warned alias-shared ×4: line 4: "the Author" means "a2" here, and "a1" in line 2; both are called so.',
      'warned alias-shared ×4: line 5: "Both" means "a3" here, and "a2" as well; both are called so.',
      'warned alias-shared ×4: line 6: "Chinua Achebe" means "a3" here, but it is the name of "a2" in the list, which goes before aliases; both are called so.',
      'warned alias-shared ×4: line 7: "Adeline Virginia Stephen" means "a2" here, and in the list it is an alias of "a1"; both are called so.',
    ]);
  });

  it('may be several in a cell where the heading says aliases, and have languages', async () => {
    expect(aliases(await taught('several.csv', 'id;other names\na2;Achebe, A. | Albert Achebe\n'))).toContain(
      'a2: Achebe, A., Albert Achebe',
    );
    expect(aliases(await taught('whole.csv', 'id;name\na2;Achebe | Soyinka\n'))).toContain('a2: Achebe | Soyinka');
    const { entities } = await taught(
      'languages.json',
      JSON.stringify([
        {
          id: 'a3',
          name: [
            { value: 'Кларисе Лиспектор', language: 'ru' },
            { value: 'クラリッセ', language: 'ja' },
          ],
        },
      ]),
    );
    expect(entities[2]?.aliases).toEqual([
      { text: 'Кларисе Лиспектор', language: 'ru' },
      { text: 'クラリッセ', language: 'ja' },
    ]);
  });

  it('may come from OpenRefine as a history', async () => {
    const similar = (similarValue: string, judgment: string, id?: string) => ({
      op: 'core/recon-judge-similar-cells',
      columnName: 'author',
      similarValue,
      judgment,
      ...(id !== undefined && { match: { id, name: 'x', score: 1, types: [] } }),
    });
    const loaded = await taught(
      'history.json',
      JSON.stringify([
        similar('V. Woolf', 'matched', 'a1'),
        similar('Nobody', 'new'),
        similar('Gone', 'matched', 'a7'),
        { op: 'core/recon-mark-new-topics', columnName: 'author' },
      ]),
    );
    expect(aliases(loaded)).toEqual(['a1: Adeline Virginia Stephen, V. Woolf']);
    expect(loaded.problems).toEqual([
      'warned alias-unknown-id ×1: : Operation 3: "Gone" means "a7", an id that the list does not have.',
      expect.stringMatching(/^warned alias-without-id ×1: : Operation 4: /),
    ]);
    expect(counts(loaded)).toEqual([{ added: 1, entities: 1, known: 0, leftOut: 2, withoutId: 1 }]);
  });

  it('may be what matching has written, gzipped', async () => {
    const csv =
      'who,matched id,candidate id,candidate name,candidate type,score,probability,further candidates,problem\nHelen Palmer,a3,a1,Virginia Woolf,,20,0.1,,\nC. Achebe,a2,a2,Chinua Achebe,,95,0.99,,\nX,,a1,Virginia Woolf,,20,0.1,,\n';
    const loaded = await taught('matched.csv.gz', gzipSync(csv));
    expect(aliases(loaded)).toEqual(['a1: Adeline Virginia Stephen', 'a2: C. Achebe', 'a3: Helen Palmer']);
    expect(counts(loaded)).toMatchObject([{ added: 2, withoutId: 1 }]);
  });

  it('are not what the service itself has matched, as long as nobody has changed it', async () => {
    const head =
      'who,matched id,candidate id,candidate name,candidate type,score,probability,further candidates,problem,matched by';
    const rows = [
      'C. Achebe,a2,a2,Chinua Achebe,,95,0.99,,,sameas',
      'Helen Palmer,a3,a1,Virginia Woolf,,20,0.1,,,',
      'V. Woolfe,a1,a1,Virginia Woolf,,80,0.5,,,',
      'Clarisse,a3,a2,Chinua Achebe,,90,0.99,,,sameas',
      'Chinua A.,a2,a2,Chinua Achebe,,90,0.99,,,',
      'Gone,,a1,Virginia Woolf,,90,0.99,,,sameas',
    ];
    const loaded = await taught('written.csv', [head, ...rows, ''].join('\n'));
    expect(aliases(loaded)).toEqual([
      'a1: Adeline Virginia Stephen, V. Woolfe',
      'a2: Chinua A.',
      'a3: Helen Palmer, Clarisse',
    ]);
    expect(loaded.report.aliasFiles).toMatchObject([{ added: 4, withoutId: 1, ownMatches: 1, leftOut: 0 }]);
    expect(loaded.report.aliasFiles.flatMap(describeAliasFile).at(-1)).toMatch(
      /: 4 names added to 3 entities; 1 row without an id; 1 row as the service itself had matched it\.$/,
    );
  });

  it('are not the matches of the service in JSON lines, but those that were chosen there', async () => {
    const line = (query: string, chosen: number, matchedBy?: string) =>
      JSON.stringify({
        line: 2,
        query,
        row: { who: query },
        ...(matchedBy !== undefined && { matchedBy }),
        candidates: ['a1', 'a2'].map((id, i) => ({ id, name: id, match: i === chosen })),
      });
    const loaded = await taught(
      'written.jsonl',
      [
        line('As it was', 0, 'sameas'),
        line('Corrected', 1, 'sameas'),
        line('Filled in', 0),
        line('Cleared', -1, 'sameas'),
        '',
      ].join('\n'),
    );
    expect(aliases(loaded)).toEqual(['a1: Adeline Virginia Stephen, Filled in', 'a2: Corrected']);
    expect(loaded.report.aliasFiles).toMatchObject([{ added: 2, withoutId: 1, ownMatches: 1 }]);
  });

  it('may have ids as the addresses of entities at the service', async () => {
    const csv =
      'Author,Author uri\nHelen Palmer,http://127.0.0.1:8000/view?id=a3\nV. W.,https://names.example.org/authors/entity/a1\nX,http://127.0.0.1:8000/view?id=%zz\n';
    const loaded = await taught('addresses.csv', csv);
    expect(aliases(loaded)).toEqual(['a1: Adeline Virginia Stephen, V. W.', 'a3: Helen Palmer']);
    expect(loaded.problems).toEqual([expect.stringContaining('line 4')]);
  });

  it('that are not understood are refused, with what to do', async () => {
    const error = await loadingError({ files: [AUTHORS], aliasFiles: [folder.write('strange.csv', 'x,y,z\n1,2,3\n')] });
    expect(error).toMatchObject({ code: 'alias-file-invalid', advice: expect.stringContaining('aliasFiles') });
    expect(await loadingError({ files: [AUTHORS], aliasFiles: [`${folder.path}/none.csv`] })).toMatchObject({
      code: 'file-not-found',
    });
  });

  it('may be given to ids that are made from names', async () => {
    const list = folder.write('bare.csv', 'name,born\nVirginia Woolf,1882\nAnna Bell,1900\nAnna Bell,1930\n');
    const ids = (await loadForTest(list)).entities.map(({ id }) => id);
    const loaded = await taught(
      'made.csv',
      `name,id\nAdeline Stephen,virginia-woolf\nA. Bell,${ids[2] ?? ''}\nB.,anna-bell\nC.,anna-bell-00000000\n`,
      list,
    );
    expect(aliases(loaded)).toEqual(['virginia-woolf: Adeline Stephen', `${ids[2] ?? ''}: A. Bell`]);
    expect(loaded.problems.filter((problem) => problem.includes('unknown-id'))).toEqual([
      expect.stringContaining('line 4'),
      expect.stringContaining('line 5'),
    ]);
  });
});

describe('aliases of a vocabulary', () => {
  const CRAFTS = folder.write(
    'crafts.ttl',
    '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n@prefix ex: <https://crafts.example.org/id/> .\nex:c1 a skos:Concept ; skos:prefLabel "metalwork"@en .\nex:c2 a skos:Concept ; skos:prefLabel "goldsmithing"@en .\n',
  );

  it('may be given by ids, by addresses and by RDF', async () => {
    const csv = await taught(
      'crafts.csv',
      'term,id\ngold working,c2\nwork in metal,https://crafts.example.org/id/c1\n',
      CRAFTS,
    );
    expect(aliases(csv)).toEqual(['c1: work in metal', 'c2: gold working']);
    const rdf = await taught(
      'more.ttl',
      '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n<https://crafts.example.org/id/c2> skos:prefLabel "Goldschmiedekunst"@de ; skos:altLabel "orfèvrerie"@fr .\n',
      CRAFTS,
    );
    expect(rdf.entities[1]?.aliases).toEqual([
      { text: 'Goldschmiedekunst', language: 'de' },
      { text: 'orfèvrerie', language: 'fr' },
    ]);
  });
});

describe('a manifest with aliases', () => {
  it('names files relative to itself, with their columns, beside those of the command line', async () => {
    folder.write('lists/names.csv', 'spelling;what;note\nHelen Palmer;a3;x\n');
    folder.write('lists/more.csv', 'name,id\nTereza Quadros,a3\n');
    const manifest = folder.write(
      'lists/authors.yaml',
      'files: ../authors.csv\naliasFiles:\n  - { path: names.csv, name: spelling, id: what }\n  - more.csv\n',
    );
    const third = folder.write('third.csv', 'name,id\nC. L.,a3\n');
    const loaded = await loadForTest({ files: [manifest], aliasFiles: [third, `${folder.path}/lists/more.csv`] });
    expect(aliases(loaded)).toContain('a3: Helen Palmer, Tereza Quadros, C. L.');
    expect(loaded.report.aliasFiles).toHaveLength(3);
  });

  it('is told what is wrong with it', async () => {
    const manifest = folder.write('wrong.yaml', 'files: authors.csv\naliasFiles: { path: names.csv, nmae: what }\n');
    expect((await loadingError(manifest)).message).toMatch(
      /line 2, column \d+: there is no key "nmae" in "aliasFiles"; did you mean "name"\?/,
    );
    const unknown = folder.write('unknown.yaml', `files: authors.csv\naliasFiles: { path: plain.csv, id: nmuber }\n`);
    folder.write('plain.csv', 'name,number\nX,a1\n');
    expect(await loadingError(unknown)).toMatchObject({ code: 'alias-file-invalid', advice: 'Did you mean "number"?' });
  });

  it('can be written, and gives the same names again', async () => {
    const names = folder.write('written.tsv', 'was\twer\nHelen Palmer\ta3\n');
    const first = await loadDataset({ files: [AUTHORS], aliasFiles: [names] });
    const manifest = folder.write('written.manifest.yaml', writeManifest(first.manifest, dirname(names)));
    const again = await loadForTest(manifest);
    expect(aliases(again)).toContain('a3: Helen Palmer');
    expect(again.report.aliasFiles.map(({ columns, added }) => [columns, added])).toEqual(
      first.report.aliasFiles.map(({ columns, added }) => [columns, added]),
    );
  });
});

describe('the content of a list with aliases', () => {
  it('is another when they change, the same that loading tells, and none without them', async () => {
    const names = folder.write('hashed.csv', 'name,id\nHelen Palmer,a3\n');
    const source = { files: [AUTHORS], aliasFiles: [names] };
    const { facts, filesRead } = await loadDataset(source);
    const state = await readSourceState(source);
    expect(state).toEqual({ contentHash: facts.metadata.contentHash, files: [AUTHORS, names] });
    expect(filesRead).toEqual(state.files);
    folder.write('hashed.csv', 'name,id\nTereza Quadros,a3\n');
    const hashes = [
      state.contentHash,
      (await readSourceState(source)).contentHash,
      (await readSourceState({ files: [AUTHORS] })).contentHash,
      (await readSourceState({ files: [AUTHORS, names] })).contentHash,
    ];
    expect(new Set(hashes).size).toBe(4);
  });
});
