import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ROOT } from '../architecture/source-tree.js';
import { fencedBlocks } from './markdown-blocks.js';
import { runExamples } from './run-examples.js';

/** Pages whose every example is run; the pages for browsers in docs/autocomplete.md by test/browser/autocomplete-page.test.ts. */
const PAGES = [
  'README.md',
  'docs/first-steps.md',
  'docs/sources.md',
  'docs/teaching-names.md',
  'docs/protocols.md',
  'docs/autocomplete.md',
  'docs/evaluating.md',
  'docs/duplicates.md',
  'docs/comparing.md',
  'docs/library.md',
  'docs/client.md',
  'docs/agents.md',
  'docs/mappings.md',
  'docs/changing-entities.md',
];

describe.each(PAGES)('%s', (page) => {
  it('has examples that do what it says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sameas-examples-'));
    try {
      expect(await runExamples(page, folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 300_000);

  it('has no block of a kind that the test passes over', () => {
    const blocks = fencedBlocks(readFileSync(join(ROOT, page), 'utf8'));
    const unread = blocks.filter(({ language, info }, i) => {
      if (info !== '' || language === 'sh' || language === 'python') return false;
      const before = blocks[i - 1];
      return !(
        ['json', 'text'].includes(language) &&
        before !== undefined &&
        ['sh', 'python'].includes(before.language)
      );
    });
    expect(unread.map(({ language, line }) => `${page}:${line}: ${language}`)).toEqual([]);
  });
});

it('npm start serves as the examples take it to', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  expect(scripts['start']).toBe('node scripts/start.mjs');
});
