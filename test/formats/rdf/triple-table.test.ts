import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TripleTableBuilder } from '../../../src/formats/rdf/triple-table.js';

const name = fc.constantFrom('a', 'b', 'c', 'd', 'p', 'q', '"x"', '"x"@en', '');

describe('a table of triples', () => {
  it('gives back what was added, the statements on a subject together and in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, name, name), { maxLength: 60 }), (added) => {
        const builder = new TripleTableBuilder();
        added.forEach(([subject, predicate, object], i) => builder.add(subject, predicate, object, i + 1));
        const table = builder.finish();
        expect(table.size).toBe(added.length);
        const subjects = [...new Set(added.map(([subject]) => subject))];
        expect(Array.from({ length: table.subjects }, (_, subject) => table.text(table.subjectTerm(subject)))).toEqual(
          subjects,
        );
        subjects.forEach((text, subject) => {
          const said: string[][] = [];
          table.eachOf(subject, (predicate, object) => said.push([table.text(predicate), table.text(object)]));
          expect(said).toEqual(added.filter(([of]) => of === text).map(([, predicate, object]) => [predicate, object]));
          expect(table.lineOf(subject)).toBe(added.findIndex(([of]) => of === text) + 1);
          expect(table.subjectOf(table.find(text))).toBe(subject);
        });
      }),
    );
  });

  it('knows what it does not have', () => {
    const builder = new TripleTableBuilder();
    builder.add('a', 'p', 'b', 1);
    const table = builder.finish();
    expect([table.find('z'), table.subjectOf(table.find('b')), table.subjectOf(-1)]).toEqual([-1, -1, -1]);
  });

  it('keeps texts of any length and letters beyond the basic plane', () => {
    const long = `"${'長い𝄞'.repeat(9000)}"`;
    const builder = new TripleTableBuilder();
    builder.add('a', 'p', long, 1);
    const table = builder.finish();
    expect(table.text(table.find(long))).toBe(long);
  });
});
