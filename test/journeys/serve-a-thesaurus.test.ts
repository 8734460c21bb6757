import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';

/*
 * A librarian has a thesaurus in SKOS and nothing else: it is served, matched against, shown and pulled back, without a word of configuration.
 */

const THESAURUS = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix ex: <https://crafts.example.org/id/> .
@prefix my: <https://crafts.example.org/terms#> .

<https://crafts.example.org/scheme> a skos:ConceptScheme ; dct:title "Crafts and trades"@en, "Handwerk und Gewerbe"@de .
my:Trade rdfs:subClassOf skos:Concept ; rdfs:label "Trade"@en, "Gewerbe"@de .

ex:c1 a skos:Concept ; skos:prefLabel "metalwork"@en, "Metallhandwerk"@de ; skos:narrower ex:c2, ex:c3 .
ex:c2 a my:Trade ; skos:prefLabel "goldsmithing"@en, "Goldschmiedekunst"@de ; skos:altLabel "gold working"@en ; skos:hiddenLabel "goldsmithery"@en ;
  skos:definition "Making of jewellery and vessels from gold and silver."@en ; skos:broader ex:c1 ; skos:notation "M1" .
ex:c3 a my:Trade ; xl:prefLabel [ xl:literalForm "blacksmithing"@en ] ; skos:broader ex:c1 ; skos:notation "M2" .
ex:c4 a skos:Concept ; skos:prefLabel "bookbinding"@en, "Buchbinderei"@de .
`;

interface Answers {
  readonly [key: string]: {
    readonly result: readonly {
      readonly id: string;
      readonly name: string;
      readonly match: boolean;
      readonly type: readonly { readonly name: string }[];
    }[];
  };
}

describe('a thesaurus that is served', () => {
  const folder = temporaryFolder();
  let service: RunningService;
  beforeAll(async () => {
    service = await startService([folder.write('crafts.ttl', THESAURUS)]);
  }, 240_000);
  afterAll(async () => {
    await service.stop();
    folder.remove();
  });

  const ask = async (parameter: string, value: unknown): Promise<unknown> =>
    (await fetch(`${service.url}?${parameter}=${encodeURIComponent(JSON.stringify(value))}`)).json();

  it('says what it is, and leads to its concepts', async () => {
    expect(await (await fetch(service.url)).json()).toMatchObject({
      name: 'Crafts and trades',
      identifierSpace: 'https://crafts.example.org/id/',
      view: { url: 'https://crafts.example.org/id/{{id}}' },
    });
  });

  it('finds concepts by every label, with slips and in each language', async () => {
    const names = [
      'Goldschmidekunst',
      'gold working',
      'goldsmithery',
      'Black-smithing',
      'metall handwerk',
      'bookbinding',
    ];
    // As JSON that came over the wire.
    const answers = (await ask(
      'queries',
      Object.fromEntries(names.map((query, i) => [`q${i}`, { query }])),
    )) as Answers;
    expect(names.map((_, i) => answers[`q${i}`]?.result[0]?.id)).toEqual(['c2', 'c2', 'c2', 'c3', 'c1', 'c4']);
    expect(answers['q5']?.result[0]).toMatchObject({
      name: 'bookbinding',
      match: true,
      type: [{ id: 'skos:Concept', name: 'Concept' }],
    });
    const trades = (await ask('queries', { q: { query: 'goldsmithing', type: 'my:Trade' } })) as Answers;
    expect(trades['q']?.result[0]).toMatchObject({
      id: 'c2',
      match: true,
      type: [
        { id: 'my:Trade', name: 'Trade' },
        { id: 'skos:Concept', name: 'Concept' },
      ],
    });
  });

  it('shows a concept and gives its relations', async () => {
    const preview = await (await fetch(`${service.url}preview?id=c2`)).text();
    for (const text of [
      'goldsmithing',
      'Making of jewellery',
      'Goldschmiedekunst',
      'Broader',
      'metalwork',
      'Notation',
      'M1',
    ])
      expect(preview).toContain(text);
    expect(
      await ask('extend', {
        ids: ['c2', 'c1'],
        properties: [{ id: 'skos:broader' }, { id: 'skos:notation' }, { id: 'skos:narrower' }],
      }),
    ).toMatchObject({
      meta: [
        { id: 'skos:broader', name: 'Broader' },
        { id: 'skos:notation', name: 'Notation' },
        { id: 'skos:narrower', name: 'Narrower' },
      ],
      rows: {
        c2: { 'skos:broader': [{ id: 'c1', name: 'metalwork' }], 'skos:notation': [{ str: 'M1' }] },
        c1: {
          'skos:narrower': [
            { id: 'c2', name: 'goldsmithing' },
            { id: 'c3', name: 'blacksmithing' },
          ],
        },
      },
    });
  });
});
