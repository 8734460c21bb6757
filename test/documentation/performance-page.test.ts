import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PERFORMANCE_PAGE, withCurrentFigures } from '../../bench/performance-page.js';
import { ROOT } from '../architecture/source-tree.js';

describe('docs/performance.md', () => {
  it('holds the figures of the records (npx tsx bench/write-performance-page.ts writes them)', () => {
    const page = readFileSync(join(ROOT, PERFORMANCE_PAGE), 'utf8');
    expect(page).toContain('| target | 140,000 entities | 1,000,000 entities |');
    expect(withCurrentFigures(page, join(ROOT, 'bench/records'))).toBe(page);
  });
});
