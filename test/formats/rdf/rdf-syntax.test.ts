import { describe, expect, it } from '@jest/globals';
import { recogniseRdf } from '../../../src/formats/rdf/rdf-syntax.js';

describe('how RDF is written', () => {
  it.each([
    ['list.txt', '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n', 'turtle'],
    ['list', '# made by hand\n\nPREFIX ex: <http://ex.org/>\nex:a ex:b ex:c .', 'turtle'],
    ['list.txt', '<http://ex.org/a> <http://ex.org/name> "Alpha, \\"A\\""@en .\n', 'turtle'],
    ['list.txt', '_:b0 <http://ex.org/p> <http://ex.org/o> <http://ex.org/graph> .\n', 'turtle'],
    ['list.TTL.gz', 'ex:a ex:b ex:c .', 'turtle'],
    ['list.nq', '', 'turtle'],
    ['list.xml', '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">', 'rdf-xml'],
    ['list.owl', '@prefix owl: <http://www.w3.org/2002/07/owl#> .', 'turtle'],
    ['list.rdf', '<?xml version="1.0"?>\n', 'rdf-xml'],
    ['list.json', '{"@context": {"name": "http://ex.org/name"}, "@graph": []}', 'json-ld'],
    ['list.json', '[ {"@context": "https://schema.org/", "@id": "x"} ]', 'json-ld'],
    [
      'list.json',
      '[{"@id": "http://ex.org/a", "http://ex.org/name": [{"@value": "Alpha", "@language": "en"}]}]',
      'json-ld',
    ],
    ['list.jsonld', '{"@context": "https://elsewhere.example/c.json"}', 'json-ld'],
  ])('%s, %j', (file, head, syntax) => {
    expect(recogniseRdf(file, head)).toBe(syntax);
  });

  it.each([
    ['list.xml', '<?xml version="1.0"?><records><record/></records>'],
    ['list.json', '[{"@id": "http://ex.org/a", "name": "Alpha"}]'],
    ['list.json', '{"@context": "https://elsewhere.example/c.json", "@graph": []}'],
    ['list.jsonl', '{"id": "a", "@context": "https://elsewhere.example/c.json"}\n{"id": "b"}\n'],
    ['list.jsonl', '{"@context": {"name": "http://ex.org/name"}, "@id": "a"}\n{"@id": "b"}\n'],
    ['list.csv', 'id,name\n<http://ex.org/a>,Alpha\n'],
    ['list.csv', '# a list\nname\nAlpha\n'],
  ])('%s, %j is none', (file, head) => {
    expect(recogniseRdf(file, head)).toBeUndefined();
  });
});
