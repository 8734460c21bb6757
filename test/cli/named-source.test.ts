import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { namedSource } from '../../src/cli/named-source.js';
import { embeddedManifest } from '../../src/cli/package-files.js';

describe('namedSource', () => {
  it('is the embedded dataset when nothing is named', () => {
    expect(namedSource([], undefined, [])).toEqual({ files: [], manifestFile: embeddedManifest() });
    expect(existsSync(embeddedManifest())).toBe(true);
  });

  it('takes files and manifest as they are', () => {
    expect(namedSource(['a.csv', 'b.json'], undefined, [])).toEqual({ files: ['a.csv', 'b.json'] });
    expect(namedSource(['a.csv'], 'b.yaml', [])).toEqual({ files: ['a.csv'], manifestFile: 'b.yaml' });
    expect(namedSource([], 'b.yaml', [])).toEqual({ files: [], manifestFile: 'b.yaml' });
  });
});
