import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadDataset } from '../../../src/datasets/load-dataset.js';
import { writeManifest } from '../../../src/datasets/write-manifest.js';
import { loadForTest, loadingError } from '../../support/loaded-entities.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const PREFIXES = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix geo: <http://www.w3.org/2003/01/geo/wgs84_pos#> .
@prefix gsp: <http://www.opengis.net/ont/geosparql#> .
@prefix schema: <https://schema.org/> .
@prefix ex: <http://ex.org/id/> .
@prefix my: <http://ex.org/terms#> .
`;

const loadTurtle = (text: string, name = 'list.ttl') => loadForTest(folder.write(name, PREFIXES + text));

describe('a SKOS thesaurus', () => {
  it('has names in the language that most concepts have', async () => {
    const { entities } = await loadTurtle(`
      ex:a skos:prefLabel "Apfel"@de, "apple"@en .
      ex:b skos:prefLabel "Birne"@de .
      ex:c skos:prefLabel "cherry"@en, "cerise"@fr .
      ex:d skos:prefLabel "Dattel"@de .`);
    expect(entities.map(({ name, aliases }) => [name, ...aliases.map(({ text }) => text)])).toEqual([
      ['Apfel', 'apple'],
      ['Birne'],
      ['cherry', 'cerise'],
      ['Dattel'],
    ]);
  });

  it('has names of types and properties in the language of the list, or in a regional form of it', async () => {
    const { dataset } = await loadTurtle(`
      my:Fruit rdfs:label "fruit"@en, "Obst"@de-AT . my:taste rdfs:label "taste"@en, "Geschmack"@de-CH .
      ex:a skos:prefLabel "Apfel"@de ; a my:Fruit ; my:taste "sauer" .`);
    expect(dataset.types.get('my:Fruit')?.name).toBe('Obst');
    expect(dataset.properties.map(({ name }) => name)).toEqual(['Geschmack']);
  });

  it('in N-Triples is read but for faulty lines, which the report names', async () => {
    const file = folder.write(
      'list.nt',
      '<http://ex.org/id/a> <http://www.w3.org/2004/02/skos/core#prefLabel> "apple" .\n<http://ex.org/id/b> <http://www.w3.org/2004/02/skos/core#prefLabel> "pear .\n<http://ex.org/id/c> <http://www.w3.org/2004/02/skos/core#prefLabel> "cherry" .\n',
    );
    const { entities, report } = await loadForTest(file);
    expect(entities.map(({ name }) => name)).toEqual(['apple', 'cherry']);
    expect(report.problems).toMatchObject([{ kind: 'not-a-statement', count: 1, examples: [{ line: 2 }] }]);
    expect(report.counts).toMatchObject({ rejected: 0, warnings: 1 });
  });

  it('has names without a language where most concepts have one', async () => {
    const { entities, dataset } = await loadTurtle(
      'ex:a skos:prefLabel "orange"@fr, "Apfelsine" . ex:b skos:prefLabel "Birne" . ex:c skos:prefLabel "cerise"@fr .',
    );
    expect(entities.map(({ name, aliases }) => [name, ...aliases.map(({ text }) => text)])).toEqual([
      ['Apfelsine', 'orange'],
      ['Birne'],
      ['cerise'],
    ]);
    expect(dataset.metadata.language).toBeUndefined();
  });

  it('has labels of SKOS-XL, which are no entities themselves', async () => {
    const { entities } = await loadTurtle(`
      ex:a a skos:Concept ; xl:prefLabel ex:l1 ; xl:altLabel [ a xl:Label ; xl:literalForm "tall ship"@en ] .
      ex:l1 a xl:Label ; rdfs:label "label 1" ; xl:literalForm "sailing ship"@en .
      ex:b a skos:Concept ; skos:prefLabel "barge"@en ; skos:broader ex:a .`);
    expect(entities).toMatchObject([
      { id: 'a', name: 'sailing ship', aliases: [{ text: 'tall ship', language: 'en' }] },
      { id: 'b', name: 'barge', properties: { 'skos:broader': [{ kind: 'reference', id: 'a' }] } },
    ]);
  });

  it('has aliases that nodes without an address hold', async () => {
    const { entities } = await loadTurtle(`@prefix mads: <http://www.loc.gov/mads/rdf/v1#> .
      ex:a a mads:Topic ; mads:authoritativeLabel "Crafts"@en ; mads:hasVariant [ a mads:Topic ; mads:variantLabel "Handicraft"@en ] .`);
    expect(entities).toMatchObject([
      { id: 'a', name: 'Crafts', aliases: [{ text: 'Handicraft', language: 'en' }], properties: {} },
    ]);
  });

  it('has notes that are things of their own, and members of lists', async () => {
    const { entities } = await loadTurtle(`
      ex:a skos:prefLabel "A" ; skos:definition [ rdf:value "The first letter."@en ; dct:created "2020" ] .
      ex:g a skos:OrderedCollection ; skos:prefLabel "Group" ; skos:memberList ( ex:a ex:b ) .
      ex:b skos:prefLabel "B" .`);
    expect(entities).toMatchObject([
      { id: 'a', description: 'The first letter.' },
      {
        id: 'g',
        properties: {
          'skos:memberList': [
            { kind: 'reference', id: 'a' },
            { kind: 'reference', id: 'b' },
          ],
        },
      },
      { id: 'b' },
    ]);
  });

  it('keeps what is deprecated, behind the rest', async () => {
    const { entities } = await loadTurtle('ex:a skos:prefLabel "A" ; owl:deprecated true . ex:b skos:prefLabel "B" .');
    expect(entities.map(({ id, prominence, properties }) => [id, prominence, properties])).toEqual([
      ['a', 0, { 'owl:deprecated': [{ kind: 'boolean', boolean: true }] }],
      ['b', 1, {}],
    ]);
  });

  it('has notations that identify when none comes twice', async () => {
    const identifying = async (text: string) =>
      (await loadTurtle(text)).dataset.properties.map(({ datatype, identifying: is }) => [datatype, is]);
    expect(
      await identifying(
        'ex:a skos:prefLabel "A" ; skos:notation "01" . ex:b skos:prefLabel "B" ; skos:notation "02" .',
      ),
    ).toEqual([['identifier', true]]);
    expect(
      await identifying(
        'ex:a skos:prefLabel "A" ; skos:notation "01" . ex:b skos:prefLabel "B" ; skos:notation "01" .',
      ),
    ).toEqual([['identifier', false]]);
  });
});

describe('types and properties', () => {
  it('have the names and the order that the file gives them', async () => {
    const { dataset, entities } = await loadTurtle(`
      my:River rdfs:subClassOf my:Water ; rdfs:label "river"@en . my:Water a owl:Class ; rdfs:label "body of water"@en ; rdfs:comment "Wet."@en .
      my:flowsInto a owl:ObjectProperty ; rdfs:label "flows into"@en .
      ex:a a owl:NamedIndividual, my:Water, my:River ; rdfs:label "Isar"@en ; my:flowsInto ex:b .
      ex:b a my:River ; rdfs:label "Danube"@en ; my:riverMouth "Sulina" .`);
    expect(entities.map(({ id, types }) => [id, types])).toEqual([
      ['a', ['my:River', 'my:Water']],
      ['b', ['my:River']],
    ]);
    expect(dataset.types.types).toEqual([
      { id: 'my:River', name: 'river', broader: ['my:Water'], entityCount: 2 },
      { id: 'my:Water', name: 'body of water', description: 'Wet.', broader: [], entityCount: 1 },
    ]);
    expect(dataset.properties.map(({ id, name, datatype }) => [id, name, datatype])).toEqual([
      ['my:flowsInto', 'flows into', 'reference'],
      ['my:riverMouth', 'River mouth', 'text'],
    ]);
  });

  it('have the datatypes that are marked, and values without what machines add', async () => {
    const { entities } = await loadTurtle(`
      ex:a rdfs:label "A" ; my:built "1905-03-01+01:00"^^xsd:date ; my:floors 3 ; my:height 12.5 ; my:open true ; my:page "http://a.example/"^^xsd:anyURI ;
        geo:lat "48.1" ; geo:long "11.5" ; my:seen "1890"^^xsd:gYear ; rdfs:seeAlso <http://b.example/> .
      ex:b rdfs:label "B" ; gsp:hasGeometry [ gsp:asWKT "<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT(11.5 48.1)"^^gsp:wktLiteral ] ;
        schema:address [ a schema:PostalAddress ; schema:postalCode "80331" ] .`);
    expect(entities.map(({ properties }) => properties)).toEqual([
      {
        'my:built': [{ kind: 'date', date: { year: 1905, month: 3, day: 1 } }],
        'my:floors': [{ kind: 'integer', number: 3 }],
        'my:height': [{ kind: 'number', number: 12.5 }],
        'my:open': [{ kind: 'boolean', boolean: true }],
        'my:page': [{ kind: 'url', url: 'http://a.example/' }],
        coordinates: [{ kind: 'coordinates', latitude: 48.1, longitude: 11.5 }],
        'my:seen': [{ kind: 'date', date: { year: 1890 } }],
        'rdfs:seeAlso': [{ kind: 'url', url: 'http://b.example/' }],
      },
      {
        'gsp:hasGeometry': [{ kind: 'coordinates', latitude: 48.1, longitude: 11.5 }],
        'schema:address.schema:postalCode': [{ kind: 'text', text: '80331' }],
      },
    ]);
  });

  it('of an ontology are its entities, and restrictions say nothing', async () => {
    const { entities } = await loadTurtle(`
      <http://ex.org/onto> a owl:Ontology ; dct:title "Animals" .
      ex:Animal a owl:Class ; rdfs:label "animal" .
      ex:Dog a owl:Class ; rdfs:label "dog" ; rdfs:subClassOf ex:Animal, [ a owl:Restriction ; owl:onProperty ex:eats ; owl:someValuesFrom ex:Animal ] .
      ex:eats a owl:ObjectProperty ; rdfs:label "eats" .`);
    expect(entities).toMatchObject([
      { id: 'Animal', name: 'animal', types: ['owl:Class'], properties: {} },
      { id: 'Dog', name: 'dog', properties: { 'rdfs:subClassOf': [{ kind: 'reference', id: 'Animal' }] } },
    ]);
    expect(entities).toHaveLength(2);
  });
});

describe('ids', () => {
  it('are whole addresses where these begin in different ways', async () => {
    const mixed = await loadTurtle('<http://a.example/1> rdfs:label "A" . <http://b.example/2> rdfs:label "B" .');
    expect(mixed.entities.map(({ id }) => id)).toEqual(['http://a.example/1', 'http://b.example/2']);
    expect(mixed.dataset.metadata).not.toHaveProperty('identifierSpace');
  });

  describe('of several files', () => {
    const write = (name: string, text: string): string => folder.write(name, PREFIXES + text);

    it('are what follows the beginning that all addresses share, also where one file speaks of what another holds', async () => {
      const { entities, dataset, problems } = await loadForTest({
        files: [
          write('one.ttl', 'ex:a rdfs:label "A" ; my:next ex:b .'),
          write('two.ttl', 'ex:b rdfs:label "B" ; my:next ex:a, <http://ex.org/id/c> .'),
        ],
      });
      expect(entities).toMatchObject([
        { id: 'a', properties: { 'my:next': [{ kind: 'reference', id: 'b' }] } },
        {
          id: 'b',
          properties: {
            'my:next': [
              { kind: 'reference', id: 'a' },
              { kind: 'text', text: 'http://ex.org/id/c' },
            ],
          },
        },
      ]);
      expect(dataset.metadata).toMatchObject({
        identifierSpace: 'http://ex.org/id/',
        viewUrl: 'http://ex.org/id/{{id}}',
      });
      expect(problems).toEqual([expect.stringContaining('reference-dangling')]);
    });

    it('are whole addresses where those of one begin otherwise, and beside a table', async () => {
      const other = await loadForTest({
        files: [
          write('one.ttl', 'ex:a rdfs:label "A" .'),
          folder.write('two.nt', '<http://b.example/2> <http://www.w3.org/2000/01/rdf-schema#label> "B" .\n'),
        ],
      });
      expect(other.entities.map(({ id }) => id)).toEqual(['http://ex.org/id/a', 'http://b.example/2']);
      const beside = await loadForTest({
        files: [
          write('one.ttl', 'ex:a rdfs:label "A" .'),
          folder.write('more.csv', 'id,rdfs:label\nhttp://ex.org/id/b,B\n'),
        ],
      });
      expect(beside.entities.map(({ id }) => id)).toEqual(['http://ex.org/id/a', 'http://ex.org/id/b']);
      expect(beside.dataset.metadata).not.toHaveProperty('identifierSpace');
    });

    it('give the list the licence that all files say, and a name that none of them does', async () => {
      const scheme = (name: string): string =>
        `<http://ex.org/scheme> a skos:ConceptScheme ; dct:title "${name}" ; dct:license <http://ex.org/licence> .`;
      const { dataset } = await loadForTest({
        files: [
          write('fruit.ttl', `${scheme('Apples')} ex:a skos:prefLabel "A" .`),
          write('pears.ttl', `${scheme('Pears')} ex:b skos:prefLabel "B" .`),
        ],
      });
      expect(dataset.metadata).toMatchObject({ name: 'Fruit', licence: 'http://ex.org/licence' });
    });
  });

  it('of what has no address come from the name', async () => {
    const { entities, report } = await loadTurtle(
      '[] a foaf:Person ; foaf:name "Ada Lovelace" ; foaf:knows [ foaf:name "Charles Babbage" ] . ex:a a foaf:Person ; foaf:name "Alan Turing" .',
    );
    expect(entities).toMatchObject([
      { id: 'ada-lovelace', properties: { 'foaf:knows': [{ kind: 'text', text: 'Charles Babbage' }] } },
      { id: 'a' },
    ]);
    expect(report.inferred).toContain('Without an address (blank nodes): 1 entity, with ids made from the names.');
  });

  it('follow the identifier space of a manifest', async () => {
    folder.write('list.ttl', `${PREFIXES}ex:a rdfs:label "A" . ex:b rdfs:label "B" .`);
    const { entities } = await loadForTest(
      folder.write('list.yaml', 'identifierSpace: http://ex.org/\nfiles: list.ttl\n'),
    );
    expect(entities.map(({ id }) => id)).toEqual(['id/a', 'id/b']);
  });
});

describe('RDF files', () => {
  const xml = `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
    <skos:Concept rdf:about="http://ex.org/id/a"><skos:prefLabel xml:lang="en">Alpha</skos:prefLabel></skos:Concept></rdf:RDF>`;
  const json =
    '{"@context": {"skos": "http://www.w3.org/2004/02/skos/core#"}, "@graph": [{"@id": "http://ex.org/id/a", "@type": "skos:Concept", "skos:prefLabel": {"@value": "Alpha", "@language": "en"}}]}';
  const expanded =
    '[{"@id": "http://ex.org/id/a", "@type": ["http://www.w3.org/2004/02/skos/core#Concept"], "http://www.w3.org/2004/02/skos/core#prefLabel": [{"@value": "Alpha", "@language": "en"}]}]';
  const turtle = `${PREFIXES}ex:a a skos:Concept ; skos:prefLabel "Alpha"@en .`;

  it.each([
    ['a.ttl', turtle],
    ['a.txt', turtle],
    ['a.trig', `${PREFIXES}my:graph { ex:a a skos:Concept ; skos:prefLabel "Alpha"@en }`],
    ['a.rdf', xml],
    ['a.xml', xml],
    ['a.jsonld', json],
    ['a.json', json],
    ['expanded.json', expanded],
    ['a.ttl.gz', gzipSync(turtle)],
    ['a.rdf.gz', gzipSync(xml)],
  ])('are read alike however they are written: %s', async (name, content) => {
    const { entities, dataset } = await loadForTest(folder.write(name, content));
    expect(entities).toEqual([
      {
        id: 'a',
        name: 'Alpha',
        nameLanguage: 'en',
        aliases: [],
        types: ['skos:Concept'],
        prominence: 0,
        properties: {},
      },
    ]);
    expect(dataset.metadata.identifierSpace).toBe('http://ex.org/id/');
  });

  it('without a name say what they use instead, and a manifest may name it', async () => {
    const file = folder.write('codes.ttl', `${PREFIXES}ex:a my:code "Alpha"@en ; my:size 5 .`);
    const error = await loadingError(file);
    expect([error.code, error.message.replaceAll(folder.path, '.')]).toEqual([
      'dataset-empty',
      './codes.ttl holds 2 statements about 1 subject, but no name of any (skos:prefLabel, rdfs:label, schema:name, foaf:name, dcterms:title and the like).',
    ]);
    expect(error.advice).toBe(
      'If another predicate holds the names, say so in a manifest (columns: { name: … }). The file uses my:code, my:size.',
    );
    const { entities } = await loadForTest(
      folder.write('codes.yaml', 'files: codes.ttl\ncolumns: { name: "http://ex.org/terms#code" }\n'),
    );
    expect(entities).toMatchObject([
      { id: 'a', name: 'Alpha', properties: { 'my:size': [{ kind: 'integer', number: 5 }] } },
    ]);
  });

  it('say with line and column what the manifest calls wrongly', async () => {
    folder.write('list.ttl', turtle);
    const error = await loadingError(folder.write('list.yaml', 'files: list.ttl\ncolumns: { name: skos:preflabel }\n'));
    expect(error.message).toContain('no name');
    const other = await loadingError(
      folder.write('list.yaml', 'files: list.ttl\nignore: []\ncolumns: { aliases: skos:prefLabl }\n'),
    );
    expect(other.message).toContain(
      'line 3, column 12: there is no column "skos:prefLabl"; did you mean "skos:prefLabel"?',
    );
  });

  it('are read the same way again by the manifest that is written for them', async () => {
    const file = folder.write(
      'again.ttl',
      `${PREFIXES}my:Fruit rdfs:subClassOf skos:Concept . <http://ex.org/s> a skos:ConceptScheme ; dct:title "Fruit"@en ; dct:license <http://licence.example/> .
      ex:a a my:Fruit ; skos:prefLabel "apple"@en, "Apfel"@de ; skos:definition "Red."@en ; skos:scopeNote "Or green."@en ; geo:lat 1.5 ; geo:long 2.5 ; skos:inScheme <http://ex.org/s> .
      ex:b a my:Fruit ; skos:prefLabel "pear"@en ; skos:related ex:a ; owl:deprecated true ; dct:modified "2020-01-01"^^xsd:date .`,
    );
    const first = await loadForTest(file);
    const again = await loadForTest(
      folder.write('again.yaml', writeManifest((await loadDataset({ files: [file] })).manifest, dirname(file))),
    );
    expect(again.entities).toEqual(first.entities);
    expect(again.dataset.properties).toEqual(first.dataset.properties);
    expect(again.dataset.types.types).toEqual(first.dataset.types.types);
    expect(again.dataset.metadata).toEqual({
      ...first.dataset.metadata,
      contentHash: again.dataset.metadata.contentHash,
    });
  });
});
