import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadForTest, loadingError } from '../support/loaded-entities.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const CSV = 'id,name\na,Alpha\nb,Beta\n';
const TURTLE =
  '<http://ex.org/a> <http://www.w3.org/2000/01/rdf-schema#label> "Alpha" .\n<http://ex.org/b> <http://www.w3.org/2000/01/rdf-schema#label> "Beta" .\n';

const zip = (files: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          typeof content === 'string' ? strToU8(content) : content,
        ]),
      ),
    ),
  );

async function refused(content: Buffer): Promise<readonly string[]> {
  const { code, message } = await loadingError(folder.write('list.zip', content));
  return [code, message.replaceAll(folder.path, '.')];
}

describe('a zip archive', () => {
  it.each<[string, Readonly<Record<string, string | Uint8Array>>, string]>([
    ['one table', { 'people.csv': CSV }, '"people.csv" in a zip archive, text delimited by commas, ASCII'],
    [
      'one table, and the same for programs',
      { 'people.csv': CSV, 'people.parquet': 'PAR1', 'people.geojson': '{}' },
      '"people.csv" in a zip archive, text delimited by commas, ASCII',
    ],
    [
      'a table in a folder, and what goes with it',
      {
        'export/': '',
        'export/people.csv': CSV,
        'export/README.txt': 'Read me.',
        'LICENSE.txt': 'Free.',
        'datapackage.json': '{}',
        'about.txt': 'More.',
        '__MACOSX/._people.csv': 'x',
      },
      '"export/people.csv" in a zip archive, text delimited by commas, ASCII',
    ],
    [
      'a vocabulary told by its name and content',
      { 'people.nt': TURTLE },
      '"people.nt" in a zip archive, RDF (Turtle or N-Triples), 2 statements',
    ],
    [
      'a list of names',
      { 'names.txt': 'Alpha\nBeta\n' },
      '"names.txt" in a zip archive, text in a single column, ASCII',
    ],
  ])('with %s is read', async (_, files, readAs) => {
    const { entities, report } = await loadForTest(folder.write('list.zip', zip(files)));
    expect(entities.map(({ name }) => name)).toEqual(['Alpha', 'Beta']);
    expect(report.files.map((file) => file.readAs)).toEqual([readAs]);
  });

  it('with several lists asks which one', async () => {
    expect(await refused(zip({ 'people.csv': CSV, 'places.tsv': CSV }))).toEqual([
      'file-format-unknown',
      './list.zip is a zip archive with 2 files that could be the list: "people.csv", "places.tsv".',
    ]);
  });

  it('with nothing to read is what it was', async () => {
    expect(await refused(zip({ 'word/document.xml': '<a/>', 'picture.png': 'x' }))).toEqual([
      'file-format-unknown',
      './list.zip is a zip archive, or an office document other than a spreadsheet, which cannot be read yet.',
    ]);
  });

  it('that grows beyond measure, or is damaged, is refused', async () => {
    expect((await refused(zip({ 'zeros.csv': new Uint8Array(40_000_000) })))[0]).toBe('file-unreadable');
    const noise = Array.from({ length: 400 }, (_, i) => `${i},${(i * 2_654_435_761) % 4_294_967_296}\n`).join('');
    const bytes = zip({ 'people.csv': `id,name\n${noise}` });
    bytes.fill(255, 200, 400);
    expect((await refused(bytes))[0]).toBe('file-damaged');
  });
});
