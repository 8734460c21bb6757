import { describe, expect, it } from '@jest/globals';
import {
  gatherSections,
  jsonSection,
  readJsonSection,
  section,
  sharedArray,
  toShared,
  type SectionArray,
} from '../../src/foundation/sections.js';
import { attachStringTable, StringTableBuilder } from '../../src/foundation/string-table.js';

describe('gathered sections', () => {
  it('read as they did, and lie in one memory', () => {
    const builder = new StringTableBuilder();
    for (const text of ['a', 'Łódź', '', '東京']) builder.add(text);
    const sections = new Map<string, SectionArray>([
      ['small', toShared(Uint8Array.of(1, 2, 3))],
      ...builder.finish('texts', { findable: true }),
      ['none', sharedArray('Float64Array', 0)],
      ['numbers', toShared(Float64Array.of(0.5, -1))],
      ['facts', jsonSection({ types: ['a'] })],
    ]);
    const gathered = gatherSections(sections);
    expect([...gathered.keys()]).toEqual([...sections.keys()]);
    expect(new Set([...gathered.values()].map(({ buffer }) => buffer)).size).toBe(1);
    const texts = attachStringTable(gathered, 'texts');
    expect([0, 1, 2, 3].map(texts.get)).toEqual(['a', 'Łódź', '', '東京']);
    expect(texts.find('東京')).toBe(3);
    expect([...section(gathered, 'numbers', 'Float64Array')]).toEqual([0.5, -1]);
    expect([...section(gathered, 'small', 'Uint8Array')]).toEqual([1, 2, 3]);
    expect(section(gathered, 'none', 'Float64Array')).toHaveLength(0);
    expect(readJsonSection(gathered, 'facts')).toEqual({ types: ['a'] });
  });

  it('leaves what has a memory of its own where it is', () => {
    const large = sharedArray('Uint8Array', 40 * 1024 * 1024);
    large[5] = 7;
    const gathered = gatherSections(
      new Map<string, SectionArray>([
        ['large', large],
        ['small', toShared(Uint8Array.of(1))],
      ]),
    );
    expect(gathered.get('large')).toBe(large);
    expect(section(gathered, 'small', 'Uint8Array')[0]).toBe(1);
  });
});
