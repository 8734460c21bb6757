import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { QUALITY_PAGE, qualityPage } from '../../bench/quality/quality-page.js';

describe('docs/quality.md', () => {
  it('is what the figures say', () => {
    const page = readFileSync(QUALITY_PAGE, 'utf8');
    const commit = /Committed with `(?<commit>[0-9a-f]{7,40})`/.exec(page)?.groups?.['commit'] ?? '';
    expect(page).toBe(qualityPage(readFileSync('bench/quality/figures.md', 'utf8'), readFileSync('bench/quality/misses.md', 'utf8'), commit));
  });
});
