import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { datasetSourceOf } from '../../src/cli/dataset-source.js';
import { embeddedManifest } from '../../src/cli/package-files.js';

describe('datasetSourceOf', () => {
  it('is the embedded dataset when nothing is named', () => {
    expect(datasetSourceOf([], undefined)).toEqual({ files: [], manifestFile: embeddedManifest() });
    expect(existsSync(embeddedManifest())).toBe(true);
  });

  it('takes files as they are', () => {
    expect(datasetSourceOf(['a.csv', 'b.json'], undefined)).toEqual({ files: ['a.csv', 'b.json'] });
  });

  it.each(['a.manifest.yaml', 'a.yml', 'A.MANIFEST.JSON'])('knows %s for a manifest', (file) => {
    expect(datasetSourceOf([file], undefined)).toEqual({ files: [], manifestFile: file });
    expect(datasetSourceOf(['a.csv', file], undefined)).toEqual({ files: ['a.csv'], manifestFile: file });
    expect(datasetSourceOf(['a.csv'], file)).toEqual({ files: ['a.csv'], manifestFile: file });
  });

  it('takes a manifest of any name by option', () => {
    expect(datasetSourceOf([], 'description.txt')).toEqual({ files: [], manifestFile: 'description.txt' });
  });

  it('refuses two manifests', () => {
    expect(() => datasetSourceOf(['a.yaml'], 'b.yaml')).toThrow('b.yaml, a.yaml');
  });
});
