import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readBibtex } from '../../src/formats/bibtex/read-bibtex.js';
import { textOfLatex } from '../../src/formats/bibtex/read-bibtex.js';
import { formatOfName, formatOfStart } from '../../src/formats/file-formats.js';
import { SameasError } from '../../src/foundation/sameas-error.js';

const WAYS = { table: '--table', query: '--query' };

async function rowsOf(text: string | Buffer): Promise<readonly Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  await readBibtex({ file: 'works.bib', content: Buffer.from(text), ways: WAYS }, (columns) => (values) => {
    rows.push(Object.fromEntries(columns.flatMap((column, i) => (values[i] === null ? [] : [[column, values[i]]])))); // of pairs of text and unknown
    return true;
  });
  return rows;
}

describe('BibTeX', () => {
  it('gives every entry with its key, its type and its fields', async () => {
    expect(
      await rowsOf(`% from a reference manager
@Book{knuth1984,
  author = {Knuth, Donald E. and Bibby, Duane}, title = {The {\\TeX}book},
  year = 1984, address = "Reading, {M}ass.",
}
@ARTICLE(erdos:1935, title={A combinatorial problem in geometry}, pages={463--470}, month=Jan)`),
    ).toEqual([
      {
        key: 'knuth1984',
        type: 'book',
        author: 'Knuth, Donald E.; Bibby, Duane',
        title: 'The TeXbook',
        year: '1984',
        address: 'Reading, Mass.',
      },
      {
        key: 'erdos:1935',
        type: 'article',
        title: 'A combinatorial problem in geometry',
        pages: '463–470',
        month: '1',
      },
    ]);
  });

  it('puts abbreviations and parts of values together, and passes over comments', async () => {
    expect(
      await rowsOf(`@string{lncs = "Lecture Notes"} @comment{@book{no, title={No}}} @preamble{ "\\newcommand{x}" }
Words between entries, with an address: someone@example.org, are comments.
@book{a, series = lncs # " in " # {Computer Science}, type = {Report}, key = {Z}, editor = {{Barnes and Noble} and Doe}}`),
    ).toEqual([
      {
        key: 'a',
        type: 'book',
        series: 'Lecture Notes in Computer Science',
        subtype: 'Report',
        'sort key': 'Z',
        editor: 'Barnes and Noble; Doe',
      },
    ]);
  });

  it.each([
    ['J{\\"u}rgen M\\"{u}ller, \\v{C}ech, \\L\\\'od\\\'z', 'Jürgen Müller, Čech, Łódź'],
    ['Erd{\\H o}s, na{\\"\\i}ve, \\c{c}a, \\aa ngstr\\"om', 'Erdős, naïve, ça, ångström'],
    ['R\\&D \\textit{of} \\emph{$O(n)$} -- 50\\,\\%', 'R&D of O(n) – 50 %'],
    ['{A title over\n   two lines}', 'A title over two lines'],
    ['Größe', 'Größe'],
  ])('writes %s as %s', (latex, text) => {
    expect(textOfLatex(latex)).toBe(text);
  });

  it('is told by its first bytes and by its extension', () => {
    expect(formatOfStart(Buffer.from('\uFEFF% c\n\n@Misc{x, title={A}}'))).toBe('text/bibtex');
    expect(formatOfStart(Buffer.from('@string{a = "b"}'))).toBe('text/bibtex');
    expect(formatOfStart(Buffer.from('@handle, name\n@a, A'))).toBeUndefined();
    expect(formatOfStart(Buffer.from('@prefix ex: <http://example.org/> .'))).toBeUndefined();
    expect(formatOfName('library.bib')).toBe('text/bibtex');
  });

  it('says in which line an incomplete entry begins', async () => {
    await expect(rowsOf('@book{a, title={A}}\n\n@book{b,\n title={never closed')).rejects.toMatchObject({
      code: 'file-damaged',
      message: 'The entry in line 3 of works.bib is incomplete.',
    });
    await expect(rowsOf('@book{b, no field}')).rejects.toMatchObject({ code: 'file-damaged' });
  });

  it('ends with rows or an error of its own, whatever the text', async () => {
    const piece = fc.constantFrom('@book', '@', '{', '}', '(', ')', '"', ',', '=', '#', '\\', 'a', ' ', '\n', '%', '1');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const outcome = await rowsOf(pieces.join('')).catch((thrown: unknown) => thrown);
        expect(Array.isArray(outcome) || outcome instanceof SameasError).toBe(true);
      }),
      { seed: 7, numRuns: 400 },
    );
  });

  it('reads a library of many entries without a look at those before each', async () => {
    const entries = Array.from({ length: 60_000 }, (_, i) => `@article{k${String(i)}, title={Work ${String(i)}}}\n\n`);
    expect(await rowsOf(entries.join(''))).toHaveLength(entries.length);
  });

  it('takes time in proportion to the length of an entry that never ends', async () => {
    const rows = await rowsOf(`@book{a, title={${'{x} and '.repeat(100_000)}}}`);
    expect(rows).toHaveLength(1);
    await expect(rowsOf('@book{'.repeat(20_000))).rejects.toMatchObject({ code: 'file-damaged' });
  });
});
