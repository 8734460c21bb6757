import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { EVIDENCE_TABLE } from '../../../src/reconciliation/evidence/evidence-table.js';
import { NULL_TERMS } from '../../../src/reconciliation/evidence/null-candidate.js';
import { weights } from '../../../src/reconciliation/evidence/weights.js';
import { FEATURE_TABLE } from '../../../src/reconciliation/scoring/feature-table.js';
import { candidatesFor, makeSnapshot } from '../../support/make-snapshot.js';

const page = readFileSync(new URL('../../../docs/scoring.md', import.meta.url), 'utf8');

describe('docs/scoring.md', () => {
  it('has exactly the features of the table', () => {
    const rows = FEATURE_TABLE.map(
      ({ id, name, range, description }) => `| \`${id}\` | ${name} | ${range} | ${description} |`,
    );
    const block = /<!-- features -->\n(?:.*\n){2}([\s\S]*?)<!-- \/features -->/.exec(page)?.[1];
    expect(block?.trimEnd().split('\n')).toEqual(rows);
  });

  it('has exactly the kinds of evidence of the table, with the weights in use', () => {
    const rows = EVIDENCE_TABLE.flatMap(({ name, description, terms }) => [
      `| **${name}** | ${description} | |`,
      ...terms.map(({ id, meaning }) => `| \`${id}\` | ${meaning} | ${String(weights().terms[id])} |`),
    ]);
    rows.push(
      '| **Null candidate** | Nothing in the dataset is meant. | |',
      ...NULL_TERMS.map(({ id, meaning }) => `| \`${id}\` | ${meaning} | ${String(weights().null[id])} |`),
    );
    const block = /<!-- evidence -->\n(?:.*\n){2}([\s\S]*?)<!-- \/evidence -->/.exec(page)?.[1];
    expect(block?.trimEnd().split('\n')).toEqual(rows);
    expect(Object.keys(weights().terms).sort()).toEqual(
      EVIDENCE_TABLE.flatMap(({ terms }) => terms.map(({ id }) => id)).sort(),
    );
    for (const { id, sign } of EVIDENCE_TABLE.flatMap(({ terms }) => terms))
      expect((weights().terms[id] ?? 0) * sign).toBeGreaterThan(0);
    for (const { id, sign } of NULL_TERMS) expect(weights().null[id] * sign).toBeGreaterThan(0);
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
      ],
    });
    const known = new Set<string>(FEATURE_TABLE.map(({ id }) => id));
    const seen = new Set<string>();
    for (const text of ['Twin', 'a', 'Другой', 'Drugoi', 'Twin, red']) {
      const properties = [{ property: 'colour', values: ['red'] }];
      for (const candidate of candidatesFor(snapshot, text, { types: ['T'], typeMode: 'should', properties }))
        for (const { id } of candidate.features) seen.add(id.replace(/^property:.*/, 'property:<id>'));
    }
    expect([...seen].filter((id) => !known.has(id))).toEqual([]);
    expect([...known].filter((id) => !seen.has(id))).toEqual([]);
  });
});
