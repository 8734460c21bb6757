import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { QUALITY_PAGE, qualityPage, readQualityRecords } from '../../bench/quality/quality-page.js';

describe('docs/quality.md', () => {
  it('is what the records say', () => {
    const page = readFileSync(QUALITY_PAGE, 'utf8');
    const commit = /at commit `(?<commit>[0-9a-f]{7,40})`/.exec(page)?.groups?.['commit'] ?? '';
    expect(page).toBe(qualityPage(readQualityRecords(), commit));
  });
});
