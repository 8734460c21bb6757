import { describe, expect, it } from '@jest/globals';
import { inEnglish } from '../../src/foundation/sentence.js';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { parseManifest } from '../../src/datasets/read-manifest.js';
import { parseNameRules } from '../../src/datasets/read-name-rules.js';
import { explainCandidate } from '../../src/describe/explain-candidate.js';
import { EVIDENCE_KINDS } from '../../src/entities/dataset.js';
import { TERMS } from '../../src/scoring/evidence-table.js';
import { candidatesFor } from '../support/make-snapshot.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
const BANKS =
  'id,name\nb1,Raiffeisenbank Weststeiermark\nb2,Raiffbk Leoben-Bruck\nb3,Volksbank Kärnten\nb4,The Grand Savings House\nb5,Sparkasse Oberösterreich\n';
const FAULTY =
  'Raiffbk = Raiffeisenbank\n# a comment\n\nstrip (?=a)\nfoo\n= bar\nBär = bar\nraiffbk = Raika\nstrip \na = b = c';

function faultsIn(text: string): string {
  try {
    parseNameRules('names.txt', text);
    return '';
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : '';
  }
}

describe('rules about names in a manifest', () => {
  it('hold for the names of the list and for those that are asked for', async () => {
    folder.write('banks.csv', BANKS);
    folder.write('names.txt', '\uFEFFRaiffbk = Raiffeisenbank\r\nOÖ = Oberösterreich\r\nstrip ^The\\s\r\n');
    const image = await buildSnapshot({
      files: [
        folder.write(
          'banks.yaml',
          'files: banks.csv\nnameRules: names.txt\ntuning:\n  evidenceWeights: { name: 0.5 }\n',
        ),
      ],
    });
    expect(image.files.some((file) => file.endsWith('names.txt'))).toBe(true);
    const snapshot = attachSnapshot(image);
    const plain = attachSnapshot(await buildSnapshot({ files: [folder.write('plain.csv', BANKS)] }));
    for (const [query, id] of [
      ['Raiffbk Weststeiermark', 'b1'],
      ['Raiffeisenbank Leoben-Bruck', 'b2'],
      ['RAIFFBK. LEOBEN-BRUCK', 'b2'],
      ['Grand Savings House', 'b4'],
      ['Sparkasse OÖ', 'b5'],
    ] as const) {
      const [first] = candidatesFor(snapshot, query);
      expect({ query, id: first?.id }).toEqual({ query, id });
      expect(first?.score).toBeGreaterThanOrEqual(65);
    }
    expect(candidatesFor(plain, 'Raiffbk Weststeiermark')[0]?.score ?? 0).toBeLessThan(90);
    expect(candidatesFor(snapshot, 'Volksbank Kärnten')[0]?.score).toBe(100);

    const explanation = explainCandidate(
      snapshot,
      { text: 'Raiffbk Weststeiermark', types: [], typeMode: 'any', properties: [], limit: 10 },
      'b1',
    );
    expect(explanation?.retrieval.map(({ text, rules }) => [text, rules])).toEqual([
      ['Raiffbk Weststeiermark', undefined],
      ['Raiffeisenbank Weststeiermark', ['Raiffbk = Raiffeisenbank']],
    ]);
    expect(explanation?.candidate.features.map(({ reason }) => inEnglish(reason)).join()).toContain(
      'read as "Raiffeisenbank Weststeiermark"',
    );
    const { terms = [], sum = NaN } = explanation?.evidence ?? {};
    const named = terms.filter(({ kind }) => kind === 'name');
    expect(named.length).toBeGreaterThan(0);
    for (const { factor } of named) expect(factor).toBe(0.5);
    expect(terms.reduce((nats, { value, weight, factor = 1 }) => nats + value * weight * factor, 0)).toBeCloseTo(
      sum,
      9,
    );
  });

  it('make another content, so that an index that was built before does not fit', async () => {
    folder.write('banks.csv', BANKS);
    folder.write('names.txt', 'Raiffbk = Raiffeisenbank\n');
    const manifest = folder.write('banks.yaml', 'files: banks.csv\nnameRules: names.txt\n');
    const before = (await buildSnapshot({ files: [manifest] })).id;
    expect((await buildSnapshot({ files: [manifest] })).id).toBe(before);
    folder.write('names.txt', 'Raiffbk = Raika\n');
    expect((await buildSnapshot({ files: [manifest] })).id).not.toBe(before);
  });

  it('are refused with line, fault and remedy, all at once', () => {
    expect(faultsIn(FAULTY).split('\n  ')).toEqual([
      'names.txt has 7 faults:',
      'line 4: "(?=a)" is not a pattern that can be used: invalid or unsupported Perl syntax: `(?=`. Patterns are those of RE2, without look-ahead and back-references.',
      expect.stringMatching(/^line 5: "foo" is no rule\. Write a synonym as /),
      expect.stringMatching(/^line 6: a word is missing before the equals sign\. Write /),
      'line 7: "Bär" and "bar" are the same but for case and accents, which never count. Delete the line.',
      'line 8: "raiffbk" is a synonym in line 1 already. Keep one of the two lines.',
      'line 9: there is no pattern behind "strip". Write strip ^The\\s',
      expect.stringMatching(/^line 10: "a = b = c" is no rule\. /),
    ]);
    expect(faultsIn(`strip ${'a'.repeat(201)}`)).toContain(
      'the pattern has 201 characters, and at most 200 are allowed',
    );
    expect(faultsIn(Array.from({ length: 101 }, (_, i) => `strip x${String(i)}`).join('\n'))).toContain(
      'line 101: there are more than 100 patterns',
    );
    expect(faultsIn('one two three four five six seven eight nine = x')).toContain(
      'has 9 words, and a synonym may have 8',
    );
  });
});

describe('weights for kinds of evidence', () => {
  it('are known by the ids of the evidence table', () => {
    expect(new Set(TERMS.map(({ kind }) => kind))).toEqual(new Set([...EVIDENCE_KINDS, 'null']));
  });

  it('of no kind, or beyond the limits, are refused with their place', () => {
    expect(() => parseManifest('banks.yaml', 'tuning:\n  evidenceWeights:\n    propertie: 2\n')).toThrow(
      'line 3, column 5: there is no key "propertie" in "tuning.evidenceWeights"; did you mean "property"?',
    );
    expect(() => parseManifest('banks.yaml', 'tuning:\n  evidenceWeights: { name: 4 }\n')).toThrow(
      'line 2, column 22: "tuning.evidenceWeights.name" must be at most 3',
    );
  });
});
