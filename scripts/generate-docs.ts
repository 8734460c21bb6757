// Writes the pages of docs/ that are made from tables of the code: `npx tsx scripts/generate-docs.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PAGE_WITH_QUERY, withQueryDrawn } from './one-query.js';
import { REFERENCE_PAGES } from './reference-pages.js';
import { SCORING_PAGE, withScoringTables } from './scoring-tables.js';

for (const page of REFERENCE_PAGES) {
  writeFileSync(fileURLToPath(new URL(`../${page.path}`, import.meta.url)), page.render());
  console.log(page.path);
}

const page = fileURLToPath(new URL(`../${PAGE_WITH_QUERY}`, import.meta.url));
writeFileSync(page, await withQueryDrawn(readFileSync(page, 'utf8')));
console.log(PAGE_WITH_QUERY);

const scoring = fileURLToPath(new URL(`../${SCORING_PAGE}`, import.meta.url));
writeFileSync(scoring, withScoringTables(readFileSync(scoring, 'utf8')));
console.log(SCORING_PAGE);
