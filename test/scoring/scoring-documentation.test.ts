import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { fittedWeights, TERMS } from '../../src/scoring/evidence-table.js';
import { FEATURE_TABLE } from '../../src/scoring/feature-table.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const page = readFileSync(new URL('../../docs/scoring.md', import.meta.url), 'utf8');

describe('docs/scoring.md', () => {
  it('has exactly the features of the table', () => {
    const rows = FEATURE_TABLE.map(
      ({ id, name, range, description }) => `| \`${id}\` | ${name} | ${range} | ${description} |`,
    );
    const block = /<!-- features -->\n(?:.*\n){2}([\s\S]*?)<!-- \/features -->/.exec(page)?.[1];
    expect(block?.trimEnd().split('\n')).toEqual(rows);
  });

  it('has exactly the terms of the evidence table, with the weights in use', () => {
    const weights = fittedWeights();
    const rows = TERMS.map(({ id, meaning }, i) => `| \`${id}\` | ${meaning} | ${String(weights[i])} |`);
    const block = /<!-- evidence -->\n(?:.*\n){2}([\s\S]*?)<!-- \/evidence -->/.exec(page)?.[1];
    expect(block?.trimEnd().split('\n')).toEqual(rows);
  });

  it('gives no term a weight of a sign that it may not have', () => {
    const weights = fittedWeights();
    for (const [i, { sign }] of TERMS.entries()) expect((weights[i] ?? NaN) * sign).toBeGreaterThanOrEqual(0);
    const written: unknown = JSON.parse(
      readFileSync(new URL('../../src/scoring/weights.json', import.meta.url), 'utf8'),
    );
    expect(Object.keys(written as object)).toEqual(TERMS.map(({ id }) => id));
  });

  it('leaves out no feature that an answer carries', () => {
    const snapshot = makeSnapshot({
      types: [{ id: 'T', name: 'T', broader: [] }],
      properties: [{ id: 'colour', datatype: 'text' }],
      entities: [
        {
          id: 'a',
          name: 'Twin',
          types: ['T'],
          aliases: ['Другой'],
          properties: { colour: [{ kind: 'text', text: 'red' }] },
        },
        { id: 'b', name: 'Twin', types: ['T'] },
        { id: 'c', name: 'Other', types: ['T'] },
      ],
    });
    const known = new Set<string>(FEATURE_TABLE.map(({ id }) => id));
    const seen = new Set<string>();
    for (const text of ['Twin', 'a', 'Другой', 'Drugoi', 'Twin, red', 'Twin and Other']) {
      const properties = [{ property: 'colour', values: ['red'] }];
      for (const candidate of candidatesFor(snapshot, text, { types: ['T'], typeMode: 'should', properties }))
        for (const { id } of candidate.features) seen.add(id.replace(/^property:.*/, 'property:<id>'));
    }
    expect([...seen].filter((id) => !known.has(id))).toEqual([]);
    expect([...known].filter((id) => !seen.has(id))).toEqual([]);
  });
});
