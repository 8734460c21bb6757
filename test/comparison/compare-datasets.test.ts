import { describe, expect, it } from '@jest/globals';
import { compareDatasets } from '../../src/comparison/compare-datasets.js';
import type { Comparison } from '../../src/comparison/compare-datasets.js';
import { attachDataset } from '../../src/entities/packed-entity-store.js';
import type { Dataset } from '../../src/entities/dataset.js';
import { loadDataset } from '../../src/datasets/load-dataset.js';
import { temporaryFolder } from '../support/temporary-files.js';

async function datasetOf(csv: string): Promise<Dataset> {
  const folder = temporaryFolder();
  try {
    const { facts, entitySections } = await loadDataset({ files: [folder.write('list.csv', csv)] });
    return attachDataset(facts, entitySections);
  } finally {
    folder.remove();
  }
}

const compare = async (old: string, next: string): Promise<Comparison> =>
  compareDatasets(await datasetOf(old), await datasetOf(next));
const kindsOf = ({ successions }: Comparison): readonly string[] =>
  successions.map(
    ({ kind, old, new: next }) =>
      `${kind}: ${old.map(({ id }) => id).join('+')} → ${next.map(({ id }) => id).join('+')}`,
  );

describe('compareDatasets', () => {
  it('finds no difference between equal datasets in different order', async () => {
    const comparison = await compare(
      'id,name,born\np1,Ada Lovelace,1815\np2,Mary Somerville,1780\n',
      'born,name,id\n1780,Mary Somerville,p2\n1815,Ada Lovelace,p1\n',
    );
    expect(comparison).toMatchObject({
      added: [],
      removed: [],
      renamed: [],
      changed: [],
      successions: [],
      properties: { added: [], removed: [] },
    });
  });

  it('tells what was added, removed, renamed and changed', async () => {
    const comparison = await compare(
      'id,name,alias,city\np1,Kiev,Kyjiw,Ukraine\np2,Oslo,,Norway\np3,Riga,,Latvia\n',
      'id,name,alias,city\np1,Kyiv,Kiev|Kyjiw,Ukraine\np2,Oslo,,Norge\np4,Vilnius,,Lithuania\n',
    );
    expect(comparison).toMatchObject({
      added: [{ id: 'p4', name: 'Vilnius' }],
      removed: [{ id: 'p3', name: 'Riga' }],
      renamed: [{ id: 'p1', from: 'Kiev', to: 'Kyiv' }],
      // That the former name is an alias now is no change of the aliases.
      changed: [{ id: 'p2', changes: [{ what: 'property', property: 'City', removed: ['Norway'], added: ['Norge'] }] }],
    });
  });

  it('names a property that only one dataset has once, and compares the others', async () => {
    const comparison = await compare('id,name,born\np1,Ada Lovelace,1815\n', 'id,name,died\np1,Ada Lovelace,1852\n');
    expect(comparison).toMatchObject({ properties: { removed: ['Born'], added: ['Died'] }, changed: [] });
  });

  it('finds an entity under a new id by its name, if its properties do not contradict', async () => {
    const old = 'id,name,born\np1,"Strauss, Johann",1804\np2,Johann Strauss,1825\np3,Clara Schumann,1819\n';
    expect(
      kindsOf(
        await compare(old, 'id,name,born\nq1,Johann Strauss,1825\nq2,Johann Strauss,1804\np3,Clara Schumann,1819\n'),
      ),
    ).toEqual(['renumbered: p1 → q2', 'renumbered: p2 → q1']);
    expect(kindsOf(await compare(old, 'id,name,born\nq1,Johann Strauss,1899\np3,Clara Schumann,1819\n'))).toEqual([]);
  });

  it('finds merges into an entity that stays, and into a new one', async () => {
    const old = 'id,name,born\np1,Virginia Woolf,1882\np2,"Woolf, Virginia",1882\np3,Orhan Pamuk,1952\n';
    expect(kindsOf(await compare(old, 'id,name,born\np1,Virginia Woolf,1882\np3,Orhan Pamuk,1952\n'))).toEqual([
      'merged: p1+p2 → p1',
    ]);
    expect(kindsOf(await compare(old, 'id,name,born\nw,Virginia Woolf,1882\np3,Orhan Pamuk,1952\n'))).toEqual([
      'merged: p1+p2 → w',
    ]);
  });

  it('finds splits of an entity that is gone, and of one that lost a name', async () => {
    const gone = await compare(
      'id,name\np1,Hans Müller\np2,Ada Lovelace\n',
      'id,name\nq1,Hans Müller (1901-1980)\nq2,"Müller, Hans, 1950-"\np2,Ada Lovelace\n',
    );
    expect(kindsOf(gone)).toEqual(['split: p1 → q1+q2']);
    const lost = await compare(
      'id,name,alias\np1,Frankfurt,Frankfurt am Main|Frankfurt (Oder)\np2,Bonn,\n',
      'id,name,alias\np1,Frankfurt,Frankfurt am Main\nq1,Frankfurt (Oder),\np2,Bonn,\n',
    );
    expect(kindsOf(lost)).toEqual(['split: p1 → p1+q1']);
    expect(lost.successions[0]?.reasons).toEqual(['"Frankfurt (Oder)" was its name before']);
  });

  it('follows an identifying value through another name', async () => {
    const books = (rows: string): string =>
      `id,title,isbn\n${rows}b8,Emma,9780141439587\nb9,Persuasion,9780141439686\n`;
    const comparison = await compare(books('b1,The Castle,9780805211061\n'), books('c1,Das Schloss,9780805211061\n'));
    expect(kindsOf(comparison)).toEqual(['renumbered: b1 → c1']);
    expect(comparison.successions[0]?.reasons).toEqual([expect.stringContaining('9780805211061')]);
  });

  it('links two places with different qualifiers with nobody', async () => {
    expect(
      kindsOf(await compare('id,name\np1,Paris (Texas)\np2,Rome\n', 'id,name\nq1,Paris (France)\np2,Rome\n')),
    ).toEqual([]);
  });
});
