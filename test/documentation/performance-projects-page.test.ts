import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PROJECTS_PAGE, withProjectsFigures } from '../../bench/projects/projects-page.js';
import { ROOT } from '../architecture/source-tree.js';

describe('docs/performance-projects.md', () => {
  it('holds the figures of the records (npx tsx bench/projects/write-projects-page.ts writes them)', () => {
    const page = readFileSync(join(ROOT, PROJECTS_PAGE), 'utf8');
    expect(page).toContain('| times as fast |');
    expect(withProjectsFigures(page, join(ROOT, 'bench/projects/records'))).toBe(page);
  });
});
