import { readdirSync, readFileSync } from 'node:fs';
import type { BenchRecord } from './figure.js';
import { renderPerformance } from './performance-table.js';

export const PERFORMANCE_PAGE = 'docs/performance.md';

const MARK = '<!-- Made by bench/write-performance-page.ts from bench/records; what follows is overwritten. -->\n';

/** `page` with what follows the mark made anew from the records in `folder`, in the order of their names. */
export function withCurrentFigures(page: string, folder: string): string {
  const end = page.indexOf(MARK);
  if (end < 0) throw new Error(`${PERFORMANCE_PAGE} has lost the mark after which its figures stand`);
  const records = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    // The suite wrote them.
    .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as BenchRecord);
  return `${page.slice(0, end)}${MARK}\n${renderPerformance(records)}`;
}
