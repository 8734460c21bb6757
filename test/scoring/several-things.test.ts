import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { decidedByFile, queryForFile, rowEvidenceOf } from '../../src/input/decide-row.js';
import { learnFile } from '../../src/scoring/learn.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

/** Countries and territories by the names that the runtime has for them, some with "&" in them. */
const ALL_CODES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  .split('')
  .flatMap((a, _, letters) => letters.map((b) => a + b))
  .map((code) => [code, new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code)] as const)
  .flatMap(([code, name]) =>
    name === undefined || /Unknown|Pseudo|Outlying|Eurozone|United Nations/.test(name) ? [] : [{ id: code, name }],
  );
/** Without codes of former countries, which have a name a second time. */
const NAMES = [...new Map(ALL_CODES.map((one) => [one.name, one])).values()];
const COUNTRIES = makeSnapshot({ entities: NAMES });

const ORGANISATIONS = makeSnapshot({
  entities: [
    'Max Planck Institute for Physics',
    'Technical University of Munich',
    'Chinese Academy of Sciences',
    'Shanghai Institute of Materia Medica',
    'American Academy of Arts and Sciences',
    'Academy of Arts',
    'Institute of Physics',
    'Harbin Institute of Technology',
    'Institute of Technology',
    ...Array.from({ length: 40 }, (_, i) => `University of Town${String(i)}`),
  ].map((name, i) => ({ id: `o${String(i)}`, name })),
});

describe('a text that names several things', () => {
  it('brings each of them as surely as if it stood alone, and matches none', () => {
    const one = fc.constantFrom(...NAMES);
    fc.assert(
      fc.property(one, one, fc.constantFrom(' and ', ' & ', '; ', ' / ', ' und ', ' | ', '\n'), (a, b, joint) => {
        fc.pre(a.id !== b.id && !NAMES.some(({ name }) => name === `${a.name}${joint}${b.name}`));
        const candidates = candidatesFor(COUNTRIES, `${a.name}${joint}${b.name}`);
        const found = candidates.filter(({ id }) => id === a.id || id === b.id);
        expect(
          candidates
            .slice(0, 2)
            .map(({ id }) => id)
            .sort(),
        ).toEqual([a.id, b.id].sort());
        expect(found.every(({ match, several }) => !match && several === true)).toBe(true);
        for (const { id, probability } of found)
          expect(probability).toBeGreaterThan(
            0.5 * (candidatesFor(COUNTRIES, id === a.id ? a.name : b.name)[0]?.probability ?? 0),
          );
      }),
      { seed: 38, numRuns: 200 },
    );
  });

  it('leaves a name with a conjunction in it whole', () => {
    for (const { id, name } of NAMES.filter(({ name: text }) => /&|and /.test(text)))
      expect(candidatesFor(COUNTRIES, name)[0]).toMatchObject({ id, match: true });
    const [first] = candidatesFor(ORGANISATIONS, 'American Academy of Arts and Sciences; Institute of Physics');
    expect(first?.several).toBe(true);
    expect(['American Academy of Arts and Sciences', 'Institute of Physics']).toContain(first?.name);
    expect(candidatesFor(ORGANISATIONS, 'American Academy of Arts & Sciences')[0]).toMatchObject({
      match: true,
    });
  });

  it('says so with each of them', () => {
    const [first] = candidatesFor(ORGANISATIONS, 'Max Planck Institute for Physics and Technical University of Munich');
    expect(first?.features.map(({ id, value, reason }) => ({ id, value, reason }))).toContainEqual({
      id: 'several',
      value: true,
      reason: 'the text names several things, and this is one of them',
    });
  });

  it('matches the surest of the parts of an address, which are no rivals of each other', () => {
    const candidates = candidatesFor(
      ORGANISATIONS,
      'Shanghai Institute of Materia Medica, Chinese Academy of Sciences, Shanghai',
    );
    const [first, second] = candidates;
    expect([first?.name, second?.name].sort()).toEqual([
      'Chinese Academy of Sciences',
      'Shanghai Institute of Materia Medica',
    ]);
    expect(first?.part).not.toBe(second?.part);
    expect((first?.probability ?? 0) + (second?.probability ?? 0)).toBeGreaterThan(1);
  });

  it('is matched by no file either', () => {
    const rows = NAMES.slice(0, 80).map(({ name }, i) => {
      const text = i === 7 ? 'Norway; Sweden' : name;
      const query = queryForFile({ text, types: [], typeMode: 'any', properties: [], limit: 3 });
      const outcome = reconcile(COUNTRIES, query, NO_DEADLINE);
      if (outcome.kind === 'failed') throw outcome.error;
      return { query, answer: outcome };
    });
    const learned = learnFile([rows.map(({ query, answer }) => rowEvidenceOf(query, answer))]);
    expect(learned).toBeDefined();
    if (learned === undefined) return;
    const decided = decidedByFile(learned, COUNTRIES.dataset, rows);
    expect(decided.filter(({ candidates: [first] }) => first?.match === true).length).toBeGreaterThan(60);
    expect(
      decided[7]?.candidates
        .slice(0, 2)
        .map(({ name, match }) => [name, match])
        .sort(),
    ).toEqual([
      ['Norway', false],
      ['Sweden', false],
    ]);
  });
});
