import { afterAll, describe, expect, it } from '@jest/globals';
import { inEnglish } from '../../src/foundation/sentence.js';
import { openDataFile } from '../../src/datasets/open-data-file.js';
import { loadForTest, loadingError } from '../support/loaded-entities.js';
import { temporaryFolder } from '../support/temporary-files.js';

/* Shapes of files that packages of data have, with other content. */

const folder = temporaryFolder();
afterAll(() => folder.remove());

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
/** Words that look like names, and are all different. */
const word = (i: number): string =>
  `${['Bal', 'Dor', 'Fen', 'Gar', 'Hel'][i % 5] ?? ''}${['mo', 'ri', 'sta', 'vel'][((i / 5) % 4) | 0] ?? ''}${['ham', 'nau', 'ton'][((i / 20) % 3) | 0] ?? ''}${'x'.repeat((i / 60) | 0)}`;
const json = (name: string, content: unknown): string => folder.write(name, JSON.stringify(content, undefined, 1));
const namesOf = async (file: string): Promise<readonly string[]> =>
  (await loadForTest(file)).entities.slice(0, 2).map(({ name }) => name);

describe('the first row of a table', () => {
  it('is data where a cell is an address over addresses, though another one may be a heading', async () => {
    const rows = range(30).map((i) => `${i === 0 ? 'AD' : 'BE'},Academy of ${word(i)},http://${word(i)}.example/`);
    expect(await namesOf(folder.write('academies.csv', `${rows.join('\n')}\n`))).toEqual([
      'Academy of Balmoham',
      'Academy of Dormoham',
    ]);
  });

  it('is data where a cell is a number with decimals over such numbers', async () => {
    expect(
      await namesOf(
        json(
          'rows.json',
          range(30).map((i) => [`Villa ${word(i)}`, 'AD', `${String(i)}.25`, '1.5']),
        ),
      ),
    ).toEqual(['Villa Balmoham', 'Villa Dormoham']);
  });

  it('holds headings where only years stand over numbers', async () => {
    const rows = range(10).map((i) => `${word(i)},${String(i)}.5,${String(i)}.75`);
    expect(await namesOf(folder.write('years.csv', `Name,2010,2011\n${rows.join('\n')}\n`))).toEqual([
      'Balmoham',
      'Dormoham',
    ]);
  });
});

describe('records of a JSON object', () => {
  it('are called by their keys where no column names most of them', async () => {
    const file = json(
      'typefaces.json',
      Object.fromEntries(
        range(40).map((i) => [
          `${word(i)} Sans`,
          { styles: ['regular', 'italic'], range: i === 7 ? { khudawadi: 'U+112B0' } : {} },
        ]),
      ),
    );
    expect(await namesOf(file)).toEqual(['Balmoham Sans', 'Dormoham Sans']);
  });

  it('are names with a number each, however many, also where a key is a common heading', async () => {
    const file = json('counts.json', Object.fromEntries([...range(300).map((i) => [word(i), 1]), ['Titel', 1]]));
    const { entities } = await loadForTest(file);
    expect(entities).toHaveLength(301);
    expect(entities[0]?.name).toBe('Balmoham');
  });

  it('are in the longest layer of a map, not its layers', async () => {
    const layer = (count: number): object => ({
      type: 'GeometryCollection',
      geometries: range(count).map((i) => ({ type: 'Polygon', id: `r${String(i)}`, properties: { name: word(i) } })),
    });
    const { entities } = await loadForTest(
      json('map.json', { type: 'Topology', objects: { regions: layer(40), outline: layer(1) }, arcs: [] }),
    );
    expect(entities).toHaveLength(40);
    expect(entities[1]).toMatchObject({ id: 'r1', name: 'Dormoham' });
  });

  it('are read in the time that their number says, whatever order JavaScript gives to their keys', async () => {
    // Keys that are whole numbers come first; each other one was once looked for in all of the text.
    const key = (i: number): string => (i % 2 === 0 ? `0${String(100_000 + i)}` : String(100_000 + i));
    const file = json(
      'registry.json',
      Object.fromEntries(range(60_000).map((i) => [key(i), `${word(i % 60)} ${String(i)} works\nHarbour road`])),
    );
    const start = process.cpuUsage();
    const { entities, report } = await loadForTest(file);
    const { user, system } = process.cpuUsage(start);
    expect(entities).toHaveLength(60_000);
    expect(report.counts.rejected).toBe(0);
    expect((user + system) / 1_000_000).toBeLessThan(30);
  }, 120_000);
});

describe('groups in JSON', () => {
  const groups = range(3).map((g) => ({
    name: `Coast ${word(g)}`,
    ports: range(5).map((i) => ({
      code: `c${String(g)}${String(i)}`,
      name: `Port ${word(g * 5 + i)}`,
      piers: [{ name: `Pier ${String(i)}` }],
    })),
  }));

  it('are the records, and the report says what is in them', async () => {
    const { entities, report } = await loadForTest(json('coasts.json', groups));
    expect(entities).toHaveLength(3);
    expect(report.inferred.join('\n')).toContain('"ports" (5 objects in each). --json-path says which is read.');
  });

  it('are read into at the path that a person names, and every record says what it is in', async () => {
    const ports = await loadForTest({
      files: [json('ports.json', { data: { coasts: groups } })],
      choices: { jsonPath: 'data.coasts.ports' },
    });
    expect(ports.entities).toHaveLength(15);
    expect(ports.entities[5]).toMatchObject({ id: 'c10', name: 'Port Balriham' });
    expect(ports.entities[5]?.properties['parent_name']?.[0]).toMatchObject({ text: 'Coast Dormoham' });
    const piers = await loadForTest({ files: [json('piers.json', groups)], choices: { jsonPath: 'ports.piers' } });
    expect(piers.entities).toHaveLength(15);
    expect(
      await loadingError({ files: [json('no.json', groups)], choices: { jsonPath: 'ports.quays' } }),
    ).toMatchObject({ code: 'json-path-unknown' });
  });
});

describe('columns', () => {
  it('of a few values that all records share are no aliases', async () => {
    const { entities, dataset } = await loadForTest(
      json(
        'faces.json',
        range(120).map((i) => ({ family: `${word(i)} Serif`, variants: ['regular', 'bold', 'italic'] })),
      ),
    );
    expect(entities[0]?.aliases).toEqual([]);
    expect(dataset.properties.map(({ id }) => id)).toContain('variants');
  });

  it('called a description are the names of codes where they are short', async () => {
    const rows = range(60).map(
      (i) => `script,${'abcdefghij'[i % 10] ?? ''}${'klmnop'[(i / 10) | 0] ?? ''},Script of ${word(i)}`,
    );
    expect(await namesOf(folder.write('codes.csv', `Kind,Code,Description\n${rows.join('\n')}\n`))).toEqual([
      'Script of Balmoham',
      'Script of Dormoham',
    ]);
  });
});

describe('a file of which most records cannot be used', () => {
  const rows = range(40).map((i) => `k${String(i)},${i < 10 ? word(i) : ''},${String(i)}`);
  const file = folder.write('sparse.csv', `id,name,number\n${rows.join('\n')}\n`);

  it('is refused, with the number and the first reason', async () => {
    const error = await loadingError(file);
    expect(error).toMatchObject({ code: 'dataset-mostly-unusable', facts: { rejected: 30, records: 40 } });
    expect(error.message).toContain('line 12');
  });

  it('is loaded where a person has named the columns', async () => {
    const { entities } = await loadForTest({ files: [file], choices: { nameColumns: ['name'], idColumn: 'id' } });
    expect(entities).toHaveLength(10);
  });
});

describe('YAML', () => {
  it('is data where it is a list of records', async () => {
    const file = folder.write(
      'lakes.yaml',
      `# lakes\n---\n${range(5)
        .map((i) => `- id: l${String(i)}\n  name: Lake ${word(i)}\n  depth: ${String(i)}\n  aliases: [${word(i)}see]\n`)
        .join('')}`,
    );
    const { entities } = await loadForTest(file);
    expect(entities).toHaveLength(5);
    expect(entities[1]).toMatchObject({ id: 'l1', name: 'Lake Dormoham', aliases: [{ text: 'Dormohamsee' }] });
    expect(inEnglish((await openDataFile({ path: file })).readAs)).toBe('YAML');
  });

  it('is data where it has groups by id, and a manifest where it has keys of manifests', async () => {
    const groups = folder.write(
      'ports.yml',
      `${range(4)
        .map((i) => `p${String(i)}:\n  name: Port ${word(i)}\n  basin: north\n`)
        .join('')}`,
    );
    expect((await loadForTest(groups)).entities[3]).toMatchObject({ id: 'p3', name: 'Port Garmoham' });
    folder.write('data.csv', 'id,name\n1,Ulm\n');
    expect((await loadForTest(folder.write('of.yaml', 'files: data.csv\nname: Places\n'))).entities).toHaveLength(1);
    expect(await loadingError(folder.write('slip.yaml', 'fils: data.csv\n'))).toMatchObject({
      code: 'manifest-invalid',
    });
  });

  it('that multiplies itself by aliases, or is broken, is refused with the place', async () => {
    const bomb = range(9).map((i) => `- &a${String(i)} [${i === 0 ? 'x' : `*a${String(i - 1)},`.repeat(9)}]`);
    expect(await loadingError(folder.write('bomb.yaml', `${bomb.join('\n')}\n`))).toMatchObject({
      code: 'file-damaged',
    });
    const broken = await loadingError(folder.write('broken.yaml', '- name: a\n- name: "b\n- name: c\n'));
    expect(broken).toMatchObject({ code: 'file-damaged' });
    expect(broken.message).toMatch(/line \d+/);
  });
});

describe('a web page', () => {
  const row = (cells: readonly string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const page = `<!DOCTYPE html><html><body><h2>Menu</h2><table><tr><td>Home<td>About</table>
    <table><caption>Harbours &amp; piers</caption><thead><tr><th>Code<th>Harbour<th>Sea</tr></thead><tbody>
    <tr><td>h0<td>Old <b>Pier</b><td rowspan=2>North</td></tr><tr><td>h1<td>New&nbsp;Quay</tr>${row(['h2', 'Long<br>Mole', 'South'])}
    </tbody></table><script>var x = '<table><tr><td>no</td></tr></table>';</script></body></html>`;

  it('is its largest table, with cells that reach over rows, and says which', async () => {
    const { entities, report } = await loadForTest(folder.write('harbours.html', page));
    expect(entities.map(({ id, name, properties }) => [id, name, properties['sea']?.[0]])).toEqual([
      ['h0', 'Old Pier', expect.objectContaining({ text: 'North' })],
      ['h1', 'New Quay', expect.objectContaining({ text: 'North' })],
      ['h2', expect.stringContaining('Long'), expect.objectContaining({ text: 'South' })],
    ]);
    expect(report.files[0]?.readAs).toContain('the table "Harbours & piers"');
  });

  it('has another table where one is named, and is refused where it has none', async () => {
    const file = folder.write('two.html', page);
    expect(await loadingError({ files: [file], choices: { table: 'Harbors & piers' } })).toMatchObject({
      code: 'manifest-invalid',
      advice: 'Did you mean "Harbours & piers"?',
    });
    expect(await loadingError(folder.write('none.html', '<html><p>Nothing here</p></html>'))).toMatchObject({
      code: 'file-format-unknown',
    });
  });
});
