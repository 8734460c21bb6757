/* Writes the figures of bench/projects/records into docs/performance-projects.md: `npx tsx bench/projects/write-projects-page.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { PROJECTS_PAGE, withProjectsFigures } from './projects-page.js';

writeFileSync(PROJECTS_PAGE, withProjectsFigures(readFileSync(PROJECTS_PAGE, 'utf8'), 'bench/projects/records'));
