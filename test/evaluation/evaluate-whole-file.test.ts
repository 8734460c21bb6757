import { afterAll, describe, expect, it } from '@jest/globals';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { evaluateGold } from '../../src/evaluation/evaluate-gold.js';
import { evaluateWholeFile } from '../../src/evaluation/evaluate-whole-file.js';
import type { Evaluation } from '../../src/evaluation/evaluate-gold.js';
import { readInMemory } from '../../src/scoring/snapshot.js';
import { openGold } from '../../src/evaluation/open-gold.js';
import { WITH_PROPERTIES } from '../support/evaluation-options.js';
import { personsFile } from '../support/persons-file.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(folder.remove);

const { entities, queries } = personsFile(200);
/** The column of trades agrees by chance alone, so that it is compared only where the user wants it. */
const WITH_TRADE = ['trade=trade'];

async function measured(
  list: string,
  asked: string,
  properties: readonly string[] = WITH_TRADE,
): Promise<{ readonly alone: Evaluation; readonly asOneFile: Awaited<ReturnType<typeof evaluateWholeFile>> }> {
  const snapshot = attachSnapshot(await buildSnapshot({ files: [folder.write('persons.csv', list)] }));
  const gold = await openGold(folder.write('asked.csv', asked), { dataset: snapshot.dataset }, { properties });
  const access = { snapshot, read: readInMemory(snapshot) };
  return {
    alone: await evaluateGold(access, gold, WITH_PROPERTIES),
    asOneFile: await evaluateWholeFile(access, gold, WITH_PROPERTIES),
  };
}

const { alone, asOneFile } = await measured(entities, queries);

describe('evaluateWholeFile', () => {
  it('finds more of the answers than the service by itself, about as precisely', () => {
    const [before, after] = [alone.figures, asOneFile?.evaluation.figures];
    expect(after?.matchRecall ?? 0).toBeGreaterThan((before.matchRecall ?? 1) + 0.03);
    expect(after?.matchPrecision ?? 0).toBeGreaterThan((before.matchPrecision ?? 1) - 0.08);
    expect(after?.hitAt1 ?? 0).toBeGreaterThanOrEqual(before.hitAt1 ?? 1);
  });

  it('says what it learned: years are copied faithfully, trades say nothing', () => {
    expect(asOneFile?.learned).toEqual([
      expect.stringMatching(
        /^Born: right rows agree in [89]\d %, so a different value \S.* a candidate(?: out)?; an equal value \S/,
      ),
      expect.stringMatching(
        /^Town: right rows agree in [78]\d %, so a different value speaks (?:strongly|a little) against a candidate; an equal value \S/,
      ),
      expect.stringMatching(/^Trade: right rows agree in \d\d %, wrong ones in \d\d %; it does not help\.$/),
      expect.stringMatching(/^9\d % of the entities belong to one row only, so a row yields \S/),
      expect.stringMatching(/^[23]\d % of the right names are abbreviated, so abbreviations count less \S/),
    ]);
  });

  it('a column that misleads costs next to nothing', async () => {
    const trade = (csv: string): string =>
      csv.replaceAll(/,(?:weaver|printer|painter|teacher|smith|notary|baker|cooper)\b|,trade\b/g, '');
    const plain = await measured(trade(entities), trade(queries), []);
    expect(plain.asOneFile?.learned.filter((sentence) => sentence.includes(': right rows'))).toHaveLength(2);
    expect(
      Math.abs(
        (plain.asOneFile?.evaluation.figures.matchRecall ?? 0) - (asOneFile?.evaluation.figures.matchRecall ?? 0),
      ),
    ).toBeLessThan(0.03);
  });

  it('a column that agrees by chance alone is not compared unless the user wants it, and then as many names are found as without it', async () => {
    const unasked = await measured(entities, queries, []);
    expect(unasked.asOneFile?.learned.filter((sentence) => sentence.includes(': right rows'))).toHaveLength(2);
    expect(unasked.alone.figures.matchRecall ?? 0).toBeGreaterThan((alone.figures.matchRecall ?? 1) + 0.05);
    expect(unasked.alone.figures.matchPrecision ?? 0).toBeGreaterThanOrEqual(alone.figures.matchPrecision ?? 1);
    expect(unasked.asOneFile?.evaluation.figures.matchRecall ?? 0).toBeGreaterThanOrEqual(
      asOneFile?.evaluation.figures.matchRecall ?? 1,
    );
  });

  it('is the same every time', async () => {
    const again = await measured(entities, queries);
    expect(again.asOneFile?.learned).toEqual(asOneFile?.learned);
    expect(again.asOneFile?.evaluation.counts).toEqual(asOneFile?.evaluation.counts);
  });

  it('learns nothing from fewer than fifty rows', async () => {
    expect((await measured(entities, queries.split('\n').slice(0, 50).join('\n'))).asOneFile).toBeUndefined();
  });

  it('learns of names alone that persons are meant once, and that given names are shortened', async () => {
    const names = queries
      .split('\n')
      .map((line) => line.replace(/^(".*?"|query),.*,(.*)$/, '$1,$2'))
      .join('\n');
    const { alone: before, asOneFile: after } = await measured(entities, names, []);
    expect(after?.learned).toEqual([
      expect.stringMatching(/^9\d % of the entities belong to one row only/),
      expect.stringMatching(/^2\d % of the right names are abbreviated/),
    ]);
    expect(after?.evaluation.figures.hitAt1 ?? 0).toBeGreaterThanOrEqual((before.figures.hitAt1 ?? 1) - 0.02);
  });

  it('prefers the type that the other rows mean, where none is asked for', async () => {
    const { list, asked } = citiesAndRegions();
    const { alone: before, asOneFile: after } = await measured(list, asked, []);
    expect(after?.learned).toContainEqual(
      expect.stringMatching(/^Type: [5-9]\d % of the rows have the value of a row near/),
    );
    expect(before.figures.hitAt1 ?? 1).toBeLessThan(0.8);
    expect(after?.evaluation.figures.hitAt1).toBe(1);
  });

  it('finds more places by their names alone where rows near each other lie in one county', async () => {
    const { list, asked } = villagesByCounty();
    const { alone: before, asOneFile: after } = await measured(list, asked, []);
    expect(after?.learned).toContainEqual(
      expect.stringMatching(/^County: 9\d % of the rows have the value of a row near them/),
    );
    expect(before.figures.hitAt1 ?? 1).toBeLessThan(0.8);
    expect(after?.evaluation.figures.hitAt1 ?? 0).toBeGreaterThan(0.95);
    expect(after?.evaluation.figures.matchPrecision ?? 0).toBeGreaterThan(0.97);
  });
});

const STARTS = ['Alder', 'Birk', 'Crow', 'Dun', 'Elm', 'Fen', 'Gorse', 'Heath', 'Ivel', 'Keld', 'Lang', 'Mar'];
const ENDS = ['bridge', 'combe', 'don', 'field', 'gate', 'ham', 'ley', 'mere', 'stow', 'thorpe', 'wick', 'worth'];

/** Cities, of which each fourth has a region of the same name, asked for without a type. */
function citiesAndRegions(): { readonly list: string; readonly asked: string } {
  const names = STARTS.flatMap((start) => ENDS.map((end) => start + end));
  const rows = names.flatMap((name, i) => [
    ...(i % 4 === 0 ? [{ id: `a${String(i)}`, name, type: 'Region' }] : []),
    { id: `c${String(i)}`, name, type: 'City' },
  ]);
  return {
    list: ['id,name,type', ...rows.map(({ id, name, type }) => `${id},${name},${type}`)].join('\n'),
    asked: ['query,id', ...names.map((name, i) => `${name},c${String(i)}`)].join('\n'),
  };
}

/** Villages of twelve counties, half of which have a namesake in another county, asked for by name in the order of the counties. */
function villagesByCounty(): { readonly list: string; readonly asked: string } {
  const villages = STARTS.flatMap((start, county) =>
    ENDS.flatMap((end, i) => {
      const name = start + end;
      const others = i % 2 === 0 ? [{ name, county: (county + 3 + i) % STARTS.length }] : [];
      return [{ name, county }, ...others];
    }),
  );
  villages.sort((a, b) => a.county - b.county);
  const rows = villages.map(({ name, county }, i) => ({
    id: `v${String(i)}`,
    name,
    county: `County ${String(county)}`,
  }));
  const inOrder = (own: typeof rows): typeof rows =>
    [...own].sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
  return {
    list: ['id,name,county', ...inOrder(rows).map(({ id, name, county }) => `${id},${name},${county}`)].join('\n'),
    asked: ['query,id', ...rows.map(({ id, name }) => `${name},${id}`)].join('\n'),
  };
}
