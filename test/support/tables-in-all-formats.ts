import { gzipSync } from 'node:zlib';
import { utils, write, type BookType } from '@e965/xlsx';
import { zipWriter } from '../../src/formats/archives/write-zip.js';
import { iso2709 } from './iso2709.js';

const TURTLE =
  '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n<http://x.example/1> a skos:Concept ; skos:prefLabel "Berlin"@de, "Berlin"@en, "Berlino"@it .\n<http://x.example/2> a skos:Concept ; skos:prefLabel "Tokyo"@en, "Tokio"@de .\n';
const PREDICATE = 'http://www.w3.org/2004/02/skos/core#prefLabel';

function book(bookType: BookType): Buffer {
  const made = utils.book_new();
  utils.book_append_sheet(
    made,
    utils.aoa_to_sheet([
      ['name', 'note'],
      ['Berlin', 'x'],
      ['Tokyo', ''],
    ]),
    'Names',
  );
  return write(made, { type: 'buffer', bookType, compression: true }) as Buffer; // a Buffer for the type "buffer"
}

/** A zip archive with one file. */
export function zipOf(name: string, text: string): Buffer {
  const pieces: Uint8Array[] = [];
  const zip = zipWriter((piece) => pieces.push(piece));
  zip.begin(name);
  zip.write(text);
  zip.end();
  return Buffer.concat(pieces);
}

const file = (name: string, content: string | Buffer): { readonly name: string; readonly content: Buffer } => ({
  name,
  content: Buffer.from(content),
});

/** A table with the names "Berlin" and "Tokyo" in every format that a dataset may have, but for databases. */
export const TABLES_IN_ALL_FORMATS = {
  CSV: file('names.csv', 'name,note\nBerlin,x\nTokyo,\n'),
  TSV: file('names.tsv', 'name\tnote\nBerlin\tx\nTokyo\t\n'),
  'a list of names': file('names.txt', 'Berlin\nTokyo\n'),
  JSON: file('names.json', '[{"name":"Berlin"},{"name":"Tokyo","note":"x"}]'),
  'JSON lines': file('names.jsonl', '{"name":"Berlin"}\n{"name":"Tokyo","note":"x"}\n'),
  GeoJSON: file(
    'names.geojson',
    '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Berlin"},"geometry":null},{"type":"Feature","properties":{"name":"Tokyo"},"geometry":null}]}',
  ),
  'an answer to a SPARQL query': file(
    'names.json',
    '{"head":{"vars":["name"]},"results":{"bindings":[{"name":{"type":"literal","value":"Berlin"}},{"name":{"type":"literal","value":"Tokyo"}}]}}',
  ),
  'a workbook (xlsx)': file('names.xlsx', book('xlsx')),
  'a workbook (xlsb)': file('names.xlsb', book('xlsb')),
  'a workbook (ods)': file('names.ods', book('ods')),
  'a workbook (xls)': file('names.xls', book('biff8')),
  XML: file(
    'names.xml',
    '<?xml version="1.0"?><towns><town><name>Berlin</name></town><town><note>x</note><name>Tokyo</name></town></towns>',
  ),
  MARCXML: file(
    'names.xml',
    `<collection xmlns="http://www.loc.gov/MARC21/slim">${['Berlin', 'Tokyo'].map((name, i) => `<record><leader>00000nz  a2200000n  4500</leader><controlfield tag="001">${String(i)}</controlfield><datafield tag="151" ind1=" " ind2=" "><subfield code="a">${name}</subfield></datafield></record>`).join('')}</collection>`,
  ),
  'MARC 21': file(
    'names.mrc',
    Buffer.concat(
      ['Berlin', 'Tokyo'].map((name, i) =>
        iso2709('z', [
          ['001', String(i)],
          ['151', `  $a${name}`],
        ]),
      ),
    ),
  ),
  Turtle: file('names.ttl', TURTLE),
  'N-Triples': file(
    'names.nt',
    `<http://x.example/1> <${PREDICATE}> "Berlin" .\n<http://x.example/2> <${PREDICATE}> "Tokyo" .\n`,
  ),
  'RDF/XML': file(
    'names.rdf',
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#"><skos:Concept rdf:about="http://x.example/1"><skos:prefLabel>Berlin</skos:prefLabel></skos:Concept><skos:Concept rdf:about="http://x.example/2"><skos:prefLabel>Tokyo</skos:prefLabel></skos:Concept></rdf:RDF>`,
  ),
  'JSON-LD': file(
    'names.jsonld',
    `[{"@id":"http://x.example/1","${PREDICATE}":[{"@value":"Berlin"}]},{"@id":"http://x.example/2","${PREDICATE}":[{"@value":"Tokyo"}]}]`,
  ),
  'gzipped CSV': file('names.csv.gz', gzipSync('name,note\nBerlin,x\nTokyo,\n')),
  'CSV packed with bzip2': file(
    'names.csv.bz2',
    Buffer.from('QlpoOTFBWSZTWcPp/HkAAAjXgAAQAAQQAAQAIi+UYCAAMUwAE0KGmhpsSOmDB7YR6eIGJpAw9fF3JFOFCQw+n8eQ', 'base64'),
  ),
  'Turtle in a zip archive': file('names.zip', zipOf('names.ttl', TURTLE)),
  'XML in a zip archive': file(
    'names.zip',
    zipOf('names.xml', '<towns><town><name>Berlin</name></town><town><note>x</note><name>Tokyo</name></town></towns>'),
  ),
} as const;
