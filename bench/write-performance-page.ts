/* Writes the figures of bench/records into docs/performance.md: `npx tsx bench/write-performance-page.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { PERFORMANCE_PAGE, withCurrentFigures } from './performance-page.js';

writeFileSync(PERFORMANCE_PAGE, withCurrentFigures(readFileSync(PERFORMANCE_PAGE, 'utf8'), 'bench/records'));
