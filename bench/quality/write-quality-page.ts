/* Writes docs/quality.md from figures.md, left-out.md, misses.md and two-sources.md: `npx tsx bench/quality/write-quality-page.ts COMMIT`. */
import { writeFileSync } from 'node:fs';
import { QUALITY_PAGE, qualityPage, readQualityRecords } from './quality-page.js';

const commit = process.argv[2];
if (commit === undefined) throw new Error('Name the commit the figures were made with.');
writeFileSync(QUALITY_PAGE, qualityPage(readQualityRecords(), commit));
