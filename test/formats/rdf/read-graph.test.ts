import { describe, expect, it } from '@jest/globals';
import { SameasError } from '../../../src/foundation/sameas-error.js';
import { readGraph } from '../../../src/formats/rdf/read-graph.js';
import type { RdfSyntax } from '../../../src/formats/rdf/rdf-syntax.js';
import { textSource } from '../../../src/formats/text-source.js';

async function statements(text: string, syntax: RdfSyntax): Promise<readonly string[]> {
  const { triples } = await readGraph(textSource('list', Buffer.from(text)), syntax);
  const found: string[] = [];
  for (let subject = 0; subject < triples.subjects; subject++) {
    triples.eachOf(subject, (predicate, object) =>
      found.push(
        [
          triples.lineOf(subject),
          triples.text(triples.subjectTerm(subject)),
          triples.text(predicate),
          triples.text(object),
        ].join(' '),
      ),
    );
  }
  return found;
}

async function failure(text: string, syntax: RdfSyntax): Promise<SameasError> {
  try {
    await readGraph(textSource('list', Buffer.from(text)), syntax);
  } catch (thrown) {
    if (thrown instanceof SameasError) return thrown;
    throw thrown;
  }
  throw new Error('reading was expected to fail');
}

const A_IS_ALPHA = 'http://ex.org/a http://ex.org/name "Alpha"@en';

describe('statements', () => {
  it.each<[string, RdfSyntax, string, readonly string[]]>([
    [
      'Turtle',
      'turtle',
      '@prefix ex: <http://ex.org/> .\n\nex:a ex:name "Alpha"@en ;\n  ex:size 5 .\n',
      [`3 ${A_IS_ALPHA}`, '3 http://ex.org/a http://ex.org/size "5"^^http://www.w3.org/2001/XMLSchema#integer'],
    ],
    [
      'Turtle in several lines',
      'turtle',
      '<http://ex.org/a> <http://ex.org/name> """One\n"Two" """ .\n<http://ex.org/b> <http://ex.org/name> \'B\' .',
      ['2 http://ex.org/a http://ex.org/name "One\n"Two" "', '3 http://ex.org/b http://ex.org/name "B"'],
    ],
    ['N-Triples', 'turtle', '# a comment\n<http://ex.org/a> <http://ex.org/name> "Alpha"@en .\n', [`2 ${A_IS_ALPHA}`]],
    [
      'N-Quads',
      'turtle',
      '<http://ex.org/a> <http://ex.org/name> "Alpha"@en <http://ex.org/graph> .\n',
      [`1 ${A_IS_ALPHA}`],
    ],
    ['TriG', 'turtle', '@prefix ex: <http://ex.org/> .\nex:graph { ex:a ex:name "Alpha"@en }\n', [`2 ${A_IS_ALPHA}`]],
    [
      'RDF/XML',
      'rdf-xml',
      '<?xml version="1.0"?>\n<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://ex.org/">\n  <r:Description r:about="http://ex.org/a">\n    <ex:name xml:lang="en">Alpha</ex:name>\n  </r:Description>\n</r:RDF>\n',
      [`4 ${A_IS_ALPHA}`],
    ],
    [
      'JSON-LD',
      'json-ld',
      '{"@context": {"name": {"@id": "http://ex.org/name", "@container": "@language"}}, "@id": "http://ex.org/a", "name": {"en": "Alpha"}}',
      [`0 ${A_IS_ALPHA}`],
    ],
    [
      'JSON-LD with its context at the end',
      'json-ld',
      '{"@id": "http://ex.org/a", "name": "Alpha", "@context": {"name": {"@id": "http://ex.org/name", "@language": "en"}}}',
      [`0 ${A_IS_ALPHA}`],
    ],
    [
      'JSON-LD of schema.org',
      'json-ld',
      '{"@context": "https://schema.org", "@id": "http://ex.org/a", "name": "Alpha"}',
      ['0 http://ex.org/a http://schema.org/name "Alpha"'],
    ],
    [
      'entities that RDF/XML defines',
      'rdf-xml',
      '<!DOCTYPE r [<!ENTITY ex "http://ex.org/">]><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://ex.org/"><r:Description r:about="&ex;a"><ex:name xml:lang="en">Alpha</ex:name></r:Description></r:RDF>',
      [`1 ${A_IS_ALPHA}`],
    ],
  ])('are read from %s', async (_, syntax, text, expected) => {
    expect(await statements(text, syntax)).toEqual(expected);
  });

  it('are completed where they are relative and the file says no base', async () => {
    expect(await statements('<#a> <http://ex.org/name> "A" .', 'turtle')).toEqual([
      '1 http://relative.invalid/#a http://ex.org/name "A"',
    ]);
  });
});

describe('damaged RDF', () => {
  it.each<[string, RdfSyntax, string, string, RegExp]>([
    [
      'a prefix that nobody declared',
      'turtle',
      '@prefix ex: <http://ex.org/> .\nex:a foo:b ex:c .',
      'list is RDF, but line 2 cannot be read: Undefined prefix "foo:".',
      /@prefix foo: </,
    ],
    [
      'a full stop that is missing',
      'turtle',
      '<http://a> <http://b> "c"\n<http://d> <http://e> "f" .',
      'list is RDF, but line 2 cannot be read: Expected dot to follow quad.',
      /full stop/,
    ],
    [
      'a file that breaks off',
      'turtle',
      '<http://a> <http://b> "c" ;\n<http://d> ',
      'list is RDF, but line 2 cannot be read: Expected entity but got eof.',
      /copy, download or export/,
    ],
    [
      'a quotation mark that is not closed',
      'turtle',
      '<http://a> <http://b> "c ; .\n',
      'list is RDF, but line 1 cannot be read: Unexpected ""c".',
      /quotation mark/,
    ],
    [
      'an address that is not closed',
      'turtle',
      '<http://a> <http://b "c" .\n',
      'list is RDF, but line 1 cannot be read: Unexpected "<http://b".',
      /between < and >/,
    ],
    [
      'XML that breaks off',
      'rdf-xml',
      '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n<r:Description>\n',
      'list is RDF, but line 2 cannot be read: a tag is not closed.',
      /copy, download or export/,
    ],
    [
      'XML that closes another tag',
      'rdf-xml',
      '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n<r:Description></r:Bag>\n</r:RDF>',
      'list is RDF, but line 2 cannot be read: unexpected close tag.',
      /tag that is not closed/,
    ],
    [
      'JSON that breaks off',
      'json-ld',
      '{"@id": "http://a",\n "x": [1, 2',
      "list is RDF, but line 2 cannot be read: Expected ',' or ']' after array element.",
      /comma, quotation mark or bracket/,
    ],
  ])('%s is refused with its line and what to mend', async (_, syntax, text, message, advice) => {
    const error = await failure(text, syntax);
    expect([error.code, error.message]).toEqual(['file-damaged', message]);
    expect(error.advice).toMatch(advice);
  });

  describe('with a statement a line', () => {
    const LINES = [
      '<http://ex.org/a> <http://ex.org/name> "Alpha" .',
      '_:b <http://ex.org/name> "Beta" .',
      '# a comment',
      '_:b <http://ex.org/of> <http://ex.org/a> <http://ex.org/graph> .',
    ];
    const read = (lines: readonly string[]) =>
      readGraph(textSource('list.nt', Buffer.from(`${lines.join('\n')}\n`)), 'turtle');

    it('is read but for its faulty lines', async () => {
      const broken = [
        ...LINES.slice(0, 1),
        '<http://ex.org/c> <http://ex.org/name> "Gamma"x .',
        ...LINES.slice(1),
        '<http://ex.org/d> <http://ex.org/name .',
      ];
      expect((await read(broken)).faults).toEqual([
        { kind: 'not-a-statement', line: 2, message: 'Unexpected "x"; the line was left out.', rejected: false },
        {
          kind: 'not-a-statement',
          line: 6,
          message: expect.stringContaining('Unexpected "<http://ex.org/name"'),
          rejected: false,
        },
      ]);
      const said = await statements(broken.join('\n') + '\n', 'turtle');
      expect(said).toEqual([
        '1 http://ex.org/a http://ex.org/name "Alpha"',
        '3 _:node-b http://ex.org/name "Beta"',
        '3 _:node-b http://ex.org/of http://ex.org/a',
      ]);
    });

    it('says what the lines say when none is faulty', async () => {
      expect((await read(LINES)).faults).toEqual([]);
    });

    it('counts faulty lines beyond a thousand', async () => {
      const { faults } = await read(
        Array.from({ length: 2500 }, (_, i) =>
          i % 2 === 0 ? `<http://ex.org/${i}> <http://ex.org/name> "${i}" .` : '<http://ex.org/x> "no predicate" .',
        ),
      );
      expect(faults.length).toBe(1000);
      expect(faults.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(1250);
    });

    it.each<[string, readonly string[]]>([
      [
        'when more lines are faulty than not',
        [...LINES, ...LINES.map((line) => line.replace(/<\S+> (?=\S+ \.)/, 'predicate ')), '<http://ex.org/c> .'],
      ],
      [
        'when a prefix is declared, for other lines may depend on one',
        ['@prefix ex: <http://ex.org/> .', ...LINES, 'ex:c ex:name "Gamma" "Delta" .'],
      ],
    ])('is refused as a whole %s', async (_, lines) => {
      expect((await failure(lines.join('\n'), 'turtle')).code).toBe('file-damaged');
    });

    it('is refused when it breaks off', async () => {
      const error = await failure(`${LINES.join('\n')}\n<http://ex.org/c> <http://ex.org/na`, 'turtle');
      expect([error.code, error.facts?.['line']]).toEqual(['file-damaged', 5]);
    });
  });

  it('says where characters could not be decoded', async () => {
    const text = Buffer.concat([
      Buffer.from(
        `<http://ex.org/a> <http://ex.org/name> "${'ä'.repeat(300)}" .\n<http://ex.org/b> <http://ex.org/name> "B`,
      ),
      Buffer.from([0xe4]),
      Buffer.from('" .\n'),
    ]);
    expect((await readGraph(textSource('list.nt', text), 'turtle')).faults).toMatchObject([
      { kind: 'broken-encoding', line: 2 },
    ]);
  });

  it('is JSON-LD whose context is elsewhere: nothing is fetched', async () => {
    const error = await failure(
      '{"@context": "https://elsewhere.example/context.json", "@id": "http://ex.org/a", "name": "Alpha"}',
      'json-ld',
    );
    expect([error.code, error.message]).toEqual([
      'file-format-unknown',
      'list is JSON-LD with its context at https://elsewhere.example/context.json, and nothing is fetched while a list is read.',
    ]);
    expect(error.advice).toContain('put what it holds into the file');
  });
});
