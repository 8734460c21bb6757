import { describe, expect, it } from '@jest/globals';
import { manifestWithTuning } from '../../src/datasets/write-manifest.js';
import { parseManifest } from '../../src/datasets/read-manifest.js';

const TUNING = { matchThreshold: 0.71, propertyWeights: { 'birth: year': 0.5 } };

describe('manifestWithTuning', () => {
  it('keeps all else of YAML, comments and order too', () => {
    const before = '# By hand\nname: "Works: all" # of ours\ntuning: { matchThreshold: 0.9 }\nfiles:\n  - works.csv\n';
    const after = manifestWithTuning('works.yaml', before, TUNING);
    expect(after).toMatch(
      /^# By hand\nname: "Works: all" # of ours\ntuning:\n {2}matchThreshold: 0\.71\n[^]*files:\n {2}- works\.csv\n$/,
    );
    expect(parseManifest('works.yaml', after).manifest).toEqual({
      name: 'Works: all',
      tuning: TUNING,
      files: ['works.csv'],
    });
  });

  it('writes into an empty manifest, and keeps JSON what it is', () => {
    expect(parseManifest('empty.yaml', manifestWithTuning('empty.yaml', '', TUNING)).manifest).toEqual({
      tuning: TUNING,
    });
    expect(JSON.parse(manifestWithTuning('works.JSON', '\uFEFF{"files": "works.csv"}', TUNING))).toEqual({
      files: 'works.csv',
      tuning: TUNING,
    });
  });
});
