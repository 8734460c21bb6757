import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attachLabelTable } from '../../src/search/attach-label-table.js';
import { analyseLabel } from '../../src/text/analyse-label.js';
import { hasLettersBeyondLatin, transliterate } from '../../src/text/transliterate.js';
import { searchFixture, type ShortEntity } from '../support/search-fixture.js';

const tableOf = (entities: readonly ShortEntity[]): ReturnType<typeof attachLabelTable> =>
  attachLabelTable(searchFixture(entities).sections);

describe('the label table', () => {
  it('keeps a folded form once for each entity, the preferred name before an alias', () => {
    const table = tableOf([{ name: 'Zürich', aliases: ['zurich', 'ZÜRICH', 'Züri'] }]);
    expect([0, 1].map((row) => [table.textOf(row), table.kindOf(row)])).toEqual([
      ['Zürich', 'name'],
      ['Züri', 'alias'],
    ]);
    expect(table.rowCount).toBe(2);
  });

  it('adds a row in Latin letters behind a label in another script, unless the entity has that name', () => {
    const table = tableOf([{ name: 'Москва' }, { name: 'Sofia', aliases: ['София', 'Sofiya'] }]);
    const rows = Array.from({ length: table.rowCount }, (_, row) => [
      table.textOf(row),
      table.foldedOf(row),
      table.isTransliteration(row),
      table.kindOf(row),
    ]);
    expect(rows).toEqual([
      ['Москва', 'москва', false, 'name'],
      ['Москва', 'moskva', true, 'name'],
      ['Sofia', 'sofia', false, 'name'],
      ['София', 'софия', false, 'alias'],
      ['София', 'sofiya', true, 'alias'],
    ]);
  });

  it('weighs a word by the entities that have it, not by their labels', () => {
    const { vocabulary } = tableOf([
      { name: 'Lake Como', aliases: ['Como Lake District', 'The Lake'] },
      { name: 'Lake Garda' },
      { name: 'Rome' },
    ]);
    expect(vocabulary.entityFrequency(vocabulary.idOf('lake'))).toBe(2);
    expect(vocabulary.entityFrequency(vocabulary.idOf('como'))).toBe(1);
    expect(vocabulary.weightOf(vocabulary.idOf('lake'))).toBeCloseTo(Math.log(4 / 2.5), 5);
    expect(vocabulary.weightOf(-1)).toBeCloseTo(Math.log(4 / 1.5), 5);
    expect(vocabulary.idOf('nowhere')).toBe(-1);
  });

  it('agrees with a plain model for any entities', () => {
    const label = fc.string({ unit: fc.constantFrom(...'ab A.é東б '), maxLength: 8 });
    const entity = fc.record({ name: label, aliases: fc.array(label, { maxLength: 4 }) });
    fc.assert(
      fc.property(fc.array(entity, { maxLength: 12 }), (entities) => {
        const table = tableOf(entities);
        const expected = entities.flatMap((each, place) => modelRows(each).map((row) => ({ ...row, entity: place })));
        expect(table.rowCount).toBe(expected.length);
        for (const [row, model] of expected.entries()) {
          const { folded, tokens } = analyseLabel(model.source);
          expect(table.entityOf(row)).toBe(model.entity);
          expect(table.textOf(row)).toBe(model.text);
          expect(table.foldedOf(row)).toBe(folded);
          expect(table.tokensOf(row)).toEqual(tokens);
          expect([...table.tokenIdsOf(row)].map((id) => table.vocabulary.tokenOf(id))).toEqual(tokens);
          const read = new Uint32Array(3).fill(99);
          expect(table.readTokenIds(row, read)).toBe(tokens.length);
          expect([...read]).toEqual([...table.tokenIdsOf(row), 99, 99, 99].slice(0, 3));
          expect(table.rowsWithFolded(folded)).toEqual(
            expected.flatMap((other, at) => (analyseLabel(other.source).folded === folded ? [at] : [])),
          );
        }
        for (const [place] of entities.entries()) {
          const [first, end] = table.rowsOf(place);
          expect(expected.slice(first, end).every((row) => row.entity === place)).toBe(true);
          expect(end - first).toBe(expected.filter((row) => row.entity === place).length);
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** Rows of one entity by the rules, written out plainly. */
function modelRows(entity: {
  readonly name: string;
  readonly aliases: readonly string[];
}): { readonly text: string; readonly source: string }[] {
  const rows: { text: string; source: string }[] = [];
  const has = (source: string): boolean =>
    rows.some((row) => analyseLabel(row.source).folded === analyseLabel(source).folded);
  for (const [place, text] of [entity.name, ...entity.aliases].entries()) {
    if ((place > 0 && analyseLabel(text).folded === '') || has(text)) continue;
    rows.push({ text, source: text });
    const latin = transliterate(text);
    if (hasLettersBeyondLatin(text) && analyseLabel(latin).folded !== '' && !has(latin))
      rows.push({ text, source: latin });
  }
  return rows;
}
