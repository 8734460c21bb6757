import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { datasetSourceOf } from '../../src/cli/dataset-source.js';
import { embeddedManifest } from '../../src/cli/package-files.js';

describe('datasetSourceOf', () => {
  it('is the embedded dataset when nothing is named', () => {
    expect(datasetSourceOf([], undefined)).toEqual({ files: [], manifestFile: embeddedManifest() });
    expect(existsSync(embeddedManifest())).toBe(true);
  });

  it('takes files and manifest as they are', () => {
    expect(datasetSourceOf(['a.csv', 'b.json'], undefined)).toEqual({ files: ['a.csv', 'b.json'] });
    expect(datasetSourceOf(['a.csv'], 'b.yaml')).toEqual({ files: ['a.csv'], manifestFile: 'b.yaml' });
    expect(datasetSourceOf([], 'b.yaml')).toEqual({ files: [], manifestFile: 'b.yaml' });
  });
});
