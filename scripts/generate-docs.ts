// Writes the pages of docs/ that are made from tables of the code: `npx tsx scripts/generate-docs.ts`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { REFERENCE_PAGES } from './reference-pages.js';

for (const page of REFERENCE_PAGES) {
  writeFileSync(fileURLToPath(new URL(`../${page.path}`, import.meta.url)), page.render());
  console.log(page.path);
}
