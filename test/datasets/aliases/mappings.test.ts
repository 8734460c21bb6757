import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadForTest, loadingError, type LoadedForTest } from '../../support/loaded-entities.js';
import { temporaryFolder } from '../../support/temporary-files.js';

/*
 * Aliases out of mapping sets (SSSOM): only what a person has said counts.
 */

const folder = temporaryFolder();
afterAll(folder.remove);

const AUTHORS = folder.write('authors.csv', 'id,name\na1,Virginia Woolf\na2,Chinua Achebe\na3,Clarice Lispector\n');
const HEAD =
  '#curie_map:\n#  authors: https://authors.invalid/\n#  orcid: https://orcid.org/\n#mapping_set_id: https://example.org/set\n';
const COLUMNS = [
  'subject_id',
  'subject_label',
  'predicate_id',
  'predicate_modifier',
  'object_id',
  'mapping_justification',
  'reviewer_id',
  'reviewer_agreement',
] as const;

/** A mapping that a person has made, but for what is said. */
const mapping = (
  subject_label: string,
  object_id: string,
  more: Partial<Record<(typeof COLUMNS)[number], string>> = {},
): string => {
  const cells: Partial<Record<(typeof COLUMNS)[number], string>> = {
    subject_id: `names:${subject_label.replace(/\W/g, '_')}`,
    subject_label,
    predicate_id: 'skos:exactMatch',
    object_id,
    mapping_justification: 'semapv:ManualMappingCuration',
    ...more,
  };
  return `${COLUMNS.map((column) => cells[column] ?? '').join('\t')}\n`;
};
const setOf = (...mappings: readonly string[]): string => `${HEAD}${COLUMNS.join('\t')}\n${mappings.join('')}`;
const LEXICAL = { mapping_justification: 'semapv:LexicalMatching' };

async function taught(name: string, content: string | Uint8Array, list = AUTHORS): Promise<LoadedForTest> {
  return loadForTest({ files: [list], aliasFiles: [folder.write(name, content)] });
}
const aliases = ({ entities }: LoadedForTest): readonly string[] =>
  entities.flatMap(({ id, aliases: names }) =>
    names.length === 0 ? [] : [`${id}: ${names.map(({ text }) => text).join(', ')}`],
  );

describe('aliases from mappings', () => {
  it('are those of which a person has said that they mean the same', async () => {
    const loaded = await taught(
      'judged.sssom.tsv',
      setOf(
        mapping('Helen Palmer', 'authors:a3'),
        mapping('V. W.', 'authors:a1', { predicate_id: 'owl:sameAs', mapping_justification: 'semapv:MappingReview' }),
        mapping('A. S.', 'authors:a1', { ...LEXICAL, reviewer_id: 'orcid:0000-0001' }),
        mapping('By machine', 'authors:a2', LEXICAL),
        mapping('Doubted', 'authors:a2', { ...LEXICAL, reviewer_id: 'orcid:0000-0001', reviewer_agreement: '-0.5' }),
        mapping('Close', 'authors:a2', { predicate_id: 'skos:closeMatch' }),
        mapping('Broader', 'authors:a2', { predicate_id: 'skos:broadMatch' }),
        mapping('Nobody', 'sssom:NoTermFound'),
      ),
    );
    expect(aliases(loaded)).toEqual(['a1: V. W., A. S.', 'a3: Helen Palmer']);
    expect(loaded.report.aliasFiles).toMatchObject([
      { added: 3, entities: 2, leftOut: 0, withoutId: 5, columns: { name: 'subject_label', id: 'object_id' } },
    ]);
    expect(loaded.report.aliasFiles[0]?.notes[0]).toContain(
      'Read as mappings (SSSOM), text delimited by tabs, UTF-8: names in "subject_label", ids in "object_id".',
    );
    expect(loaded.problems).toEqual([]);
  });

  it('are not those of which a person has said that they do not', async () => {
    const loaded = await taught(
      'not.sssom.tsv',
      setOf(
        mapping('Palmer', 'authors:a3'),
        mapping('Palmer', 'authors:a1', { predicate_modifier: 'Not' }),
        mapping('X. Y.', 'authors:a2', { predicate_modifier: 'Not', predicate_id: 'skos:closeMatch' }),
      ),
    );
    expect(aliases(loaded)).toEqual(['a3: Palmer']);
    expect(loaded.problems).toEqual([]);
  });

  it('are told when it is said that they do and that they do not, in one file or in two', async () => {
    const one = await taught(
      'both.sssom.tsv',
      setOf(mapping('Palmer', 'authors:a3'), mapping('Palmer', 'authors:a3', { predicate_modifier: 'Not' })),
    );
    expect([aliases(one), one.problems]).toEqual([
      [],
      ['warned contradiction ×1: line 6: "Palmer" is said to mean "a3", and not to; what is said of it was left out.'],
    ]);
    const table = folder.write('plain.csv', 'name,id\nPALMER,a3\nC. L.,a3\n');
    const mappings = folder.write(
      'denied.sssom.tsv',
      setOf(mapping('Palmer', 'authors:a3', { predicate_modifier: 'Not' })),
    );
    const two = await loadForTest({ files: [AUTHORS], aliasFiles: [table, mappings] });
    expect(aliases(two)).toEqual(['a3: C. L.']);
    expect(two.problems).toEqual([
      `warned alias-denied ×1: line 2: "PALMER" means "a3" here, and is said not to in ${mappings}, line 6; it was not added.`,
    ]);
    expect(two.report.aliasFiles).toMatchObject([
      { added: 1, leftOut: 1 },
      { added: 0, leftOut: 0, withoutId: 1 },
    ]);
  });

  it('may mean several things', async () => {
    expect(
      aliases(
        await taught(
          'several.sssom.tsv',
          setOf(mapping('The author', 'authors:a1'), mapping('The author', 'authors:a2')),
        ),
      ),
    ).toEqual(['a1: The author', 'a2: The author']);
  });

  it('that mean nothing in the list are told with their lines', async () => {
    const { problems } = await taught(
      'unknown.sssom.tsv',
      setOf(mapping('W.', 'authors:a1'), mapping('X.', 'authors:a9'), mapping('Y.', '')),
    );
    expect(problems).toEqual([
      'warned alias-unknown-id ×1: line 7: "X." means "authors:a9", an id that the list does not have.',
      expect.stringContaining('line 8: "Y." is said to be matched, but there is no id.'),
    ]);
  });

  it.each([
    ['with line breaks of Windows, gzipped', gzipSync(setOf(mapping('Palmer', 'authors:a3')).replaceAll('\n', '\r\n'))],
    [
      'after a program for spreadsheets',
      setOf(mapping('Palmer', 'authors:a3')).replace(/^#.*$/gm, (line) => `"${line}"\t\t\t\t\t\t\t`),
    ],
    [
      'with semicolons',
      setOf(mapping('Palmer', 'authors:a3'))
        .replaceAll('\t', ';')
        .replace(/^#.*$/gm, (line) => `${line};;;;;;;`),
    ],
    ['without any metadata', setOf(mapping('Palmer', 'authors:a3')).replace(/^#.*\n/gm, '')],
    [
      'with more metadata than lines may stand above a table',
      setOf(mapping('Palmer', 'authors:a3')).replace(
        '#mapping_set_id',
        `${'#see_also: x\n'.replace('x', '[]')}${Array.from({ length: 30 }, (_, i) => `#x${String(i)}: y\n`).join('')}#mapping_set_id`,
      ),
    ],
  ])('are read %s', async (name, content) => {
    expect(aliases(await taught(`${name.replace(/\W/g, '-')}.tsv`, content))).toEqual(['a3: Palmer']);
  });

  it('may have the list on the other side', async () => {
    const content = `#curie_map:\n#  gnd: https://d-nb.info/gnd/\n#  my: https://my.invalid/\nsubject_id\tpredicate_id\tobject_id\tobject_label\tmapping_justification\nmy:a3\tskos:exactMatch\tgnd:1\tPalmer, Helen\tsemapv:ManualMappingCuration\n`;
    const loaded = await taught('other-side.sssom.tsv', content);
    expect(aliases(loaded)).toEqual(['a3: Palmer, Helen']);
    expect(loaded.report.aliasFiles[0]?.columns).toEqual({ name: 'object_label', id: 'subject_id' });
  });

  it('belong to the addresses of a list that has some, and to no others', async () => {
    const crafts = folder.write(
      'crafts.ttl',
      '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n@prefix ex: <https://crafts.example.org/id/> .\nex:c1 skos:prefLabel "metalwork"@en .\nex:c2 skos:prefLabel "goldsmithing"@en .\n',
    );
    const content = setOf(mapping('work in metal', 'crafts:c1'), mapping('gold working', 'elsewhere:c2')).replace(
      '#  orcid',
      '#  crafts: https://crafts.example.org/id/\n#  elsewhere: https://elsewhere.example.org/\n#  orcid',
    );
    const loaded = await taught('crafts.sssom.tsv', content, crafts);
    expect(aliases(loaded)).toEqual(['c1: work in metal']);
    expect(loaded.problems).toEqual([
      expect.stringContaining('"gold working" means "elsewhere:c2", an id that the list does not have.'),
    ]);
  });

  it('are refused where the head or the names cannot be read, with what to do', async () => {
    const refused = (content: string) =>
      loadingError({ files: [AUTHORS], aliasFiles: [folder.write('refused.sssom.tsv', content)] });
    expect(await refused(setOf(mapping('P', 'authors:a3')).replace('#  authors', '# "authors'))).toMatchObject({
      code: 'alias-file-invalid',
      message: expect.stringMatching(/its head cannot be read: line [2-5], /),
      advice: expect.stringContaining('YAML'),
    });
    expect(
      await refused(
        setOf(mapping('P', 'authors:a3'))
          .replace('#  authors: https', '#  authors: [https')
          .replace('.invalid/', '.invalid/]'),
      ),
    ).toMatchObject({ code: 'alias-file-invalid', message: expect.stringContaining('"curie_map"') });
    expect(
      await refused(
        'subject_id\tpredicate_id\tobject_id\tmapping_justification\nx:1\tskos:exactMatch\ty:a1\tsemapv:ManualMappingCuration\n',
      ),
    ).toMatchObject({ code: 'alias-file-invalid', advice: expect.stringContaining('"subject_label"') });
  });

  it('are read once more as a manifest that was written says', async () => {
    folder.write('again.sssom.tsv', setOf(mapping('Palmer', 'authors:a3')));
    const manifest = folder.write(
      'again.yaml',
      'files: authors.csv\naliasFiles: { path: again.sssom.tsv, format: delimited, encoding: utf-8, delimiter: "\\t", quote: "\\"", header: true, name: subject_label, id: object_id }\n',
    );
    expect(aliases(await loadForTest(manifest))).toEqual(['a3: Palmer']);
  });
});
