import { afterAll, expect, it } from '@jest/globals';
import { loadDataset } from '../../src/datasets/load-dataset.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

it.each([
  [
    'columns with a language in their headings',
    'a.csv',
    'id,name_en,name_de,name@fr\n1,Cologne,Köln,Cologne-sur-Rhin\n2,Munich,München,\n',
    ['de', 'en', 'fr'],
  ],
  [
    'JSON with names by language',
    'b.json',
    '[{"id":"1","name":{"en":"Cologne","de":"Köln"}},{"id":"2","name":{"en":"Munich"}}]',
    ['en', 'de'],
  ],
  [
    'labels of SKOS',
    'c.ttl',
    '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n<http://x.example/1> a skos:Concept ; skos:prefLabel "Cologne"@en, "Köln"@de ; skos:altLabel "Colônia"@pt-BR .\n<http://x.example/2> a skos:Concept ; skos:prefLabel "Munich"@en .\n',
    ['en', 'de', 'pt-BR'],
  ],
  ['names that say no language', 'd.csv', 'id,name\n1,Cologne\n2,Munich\n', undefined],
])('the languages of %s are known, the most frequent first', async (_, name, text, languages) => {
  const { facts } = await loadDataset({ files: [folder.write(name, text)] });
  expect(facts.metadata.languages).toEqual(languages);
});
