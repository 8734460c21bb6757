import { describe, expect, it } from '@jest/globals';
import {
  documentOfChanges,
  readChangedSettings,
  unchangedSettings,
  withAddedWords,
  withChanges,
  type ChangedSettings,
} from '../../src/cluster/changed-settings.js';
import { documentsOf } from '../support/documents-of-snapshot.js';
import { smallSnapshot } from '../support/small-snapshot.js';

const { settings } = documentsOf(smallSnapshot()).state;
const CHANGED: ChangedSettings = {
  through: 12,
  entityCount: 77,
  places: 80,
  typeSets: [['City', 'Port'], ['Port']],
  words: [
    ['zyzzyva', 1, 1],
    ['éclair', 2, 3],
    ['aa', 1, 2],
  ],
};

describe('the settings of a dataset of which entities were changed', () => {
  it('have its entities, types and words, and another name for what is served', () => {
    const now = withChanges(settings, CHANGED);
    expect(now).toMatchObject({ entityCount: 77, places: 80, wordCount: settings.wordCount + 3 });
    expect(now.snapshot).not.toBe(settings.snapshot);
    expect(now.typeSets.slice(settings.typeSets.length).map(({ types }) => types)).toEqual(CHANGED.typeSets);
    expect(now.facts.types.filter(({ id }) => id === 'Port')).toEqual([
      { id: 'Port', name: 'Port', broader: [], entityCount: 0 },
    ]);
    expect(now.facts.types.filter(({ id }) => id === 'City')).toHaveLength(1);
    expect(now.scoring).toBe(settings.scoring);
  });

  it('are as they were written where nothing has changed', () => {
    expect(withChanges(settings, unchangedSettings(settings, 0))).toBe(settings);
  });

  it('are read as they were written, and refused where they are missing or damaged', () => {
    expect(readChangedSettings(JSON.parse(JSON.stringify(documentOfChanges(CHANGED))))).toEqual(CHANGED);
    expect(() => readChangedSettings(undefined)).toThrow(
      expect.objectContaining({ code: 'search-cluster-unavailable' }),
    );
    expect(() => readChangedSettings({ settings: { json: '{"through": -1}' } })).toThrow();
  });

  it('take words that came later to their places among the others', () => {
    const words = ['b', 'm', 'zz'].map((word) => ({ word, entities: 1, names: 1 }));
    const merged = [...withAddedWords(words, CHANGED)].map(({ word }) => word);
    expect(merged).toEqual(['aa', 'b', 'm', 'zyzzyva', 'zz', 'éclair']);
    expect([...withAddedWords([], CHANGED)]).toHaveLength(3);
  });
});
