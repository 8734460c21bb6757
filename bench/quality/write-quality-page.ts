/* Writes docs/quality.md from bench/quality/figures.md and misses.md: `npx tsx bench/quality/write-quality-page.ts COMMIT`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { QUALITY_PAGE, qualityPage } from './quality-page.js';

const commit = process.argv[2];
if (commit === undefined) throw new Error('Name the commit the figures were made with.');
writeFileSync(QUALITY_PAGE, qualityPage(readFileSync('bench/quality/figures.md', 'utf8'), readFileSync('bench/quality/misses.md', 'utf8'), commit));
