import type { BenchRecord } from './figure.js';
import { withRecords } from './page-of-records.js';
import { renderPerformance } from './performance-table.js';

export const PERFORMANCE_PAGE = 'docs/performance.md';

const MARK = '<!-- Made by bench/write-performance-page.ts from bench/records; what follows is overwritten. -->\n';

/** `page` with its figures made anew from the records in `folder`. Throws when it has lost the mark after which they stand. */
export function withCurrentFigures(page: string, folder: string): string {
  return withRecords<BenchRecord>(page, MARK, folder, renderPerformance);
}
