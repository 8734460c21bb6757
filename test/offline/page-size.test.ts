import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../architecture/source-tree.js';

const PAGE = join(ROOT, 'dist', 'sameas.html');

describe('dist/sameas.html', () => {
  it('has at most three megabytes', () => {
    expect(statSync(PAGE).size).toBeLessThanOrEqual(3_000_000);
  });

  it('refers to nothing beside itself', () => {
    const html = readFileSync(PAGE, 'utf8');
    const markup = html.replace(/(<script[^>]*>)[\s\S]*?<\/script>/g, '$1').replace(/<style>[\s\S]*?<\/style>/g, '');
    expect([...markup.matchAll(/(?:src|href|action)="([^"]*)"/g)].map(([, address]) => address)).toEqual(['data:,']);
    expect(markup).toContain("connect-src 'none'");
  });
});
