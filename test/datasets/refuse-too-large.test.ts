import { describe, expect, it } from '@jest/globals';
import { memoryRanOut, memoryNeeded, refuseTooLarge, type SizeSoFar } from '../../src/datasets/refuse-too-large.js';
import { saysOutOfMemory } from '../../src/foundation/out-of-memory.js';
import { SameasError } from '../../src/foundation/sameas-error.js';

const GB = 1e9;
/** What twenty million entities of one name each are like. */
const LARGE: SizeSoFar = {
  entities: 20e6,
  nameCharacters: 340e6,
  idCharacters: 170e6,
  characters: 640e6,
  share: undefined,
};

function refusalOf(size: SizeSoFar, available: number): SameasError | undefined {
  try {
    refuseTooLarge('persons.csv', size, available);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof SameasError) return thrown;
    throw thrown;
  }
}

describe('a dataset that is too large', () => {
  it('is refused with what it needs and what there is', () => {
    expect(memoryNeeded(LARGE)).toBeGreaterThan(8 * GB);
    expect(memoryNeeded(LARGE)).toBeLessThan(16 * GB);
    expect(refusalOf(LARGE, 16 * GB)).toBeUndefined();
    const refusal = refusalOf(LARGE, 4 * GB);
    expect(refusal?.code).toBe('dataset-too-large');
    expect(refusal?.message).toMatch(
      /^persons\.csv holds about 20 million entities, which need about [\d.]+ GB of memory; this computer has 4\.0 GB\.$/,
    );
    expect(refusal?.advice).toContain('more memory');
  });

  it('is refused after a hundredth of its files has been read', () => {
    const hundredth = { entities: 200_000, nameCharacters: 3.4e6, idCharacters: 1.7e6, characters: 6.4e6 };
    expect(memoryNeeded({ ...hundredth, share: 0.01 })).toBeCloseTo(memoryNeeded(LARGE), -3);
    expect(refusalOf({ ...hundredth, share: 0.01 }, 4 * GB)?.message).toContain('about 20 million entities');
    expect(refusalOf({ ...hundredth, share: undefined }, 4 * GB)).toBeUndefined();
  });

  it('is not concluded from a few records, nor from what lacks a little', () => {
    expect(refusalOf({ ...LARGE, entities: 1000, share: 0.000_01 }, GB)).toBeUndefined();
    expect(refusalOf(LARGE, memoryNeeded(LARGE) * 0.9)).toBeUndefined();
  });

  it('is recognised where the memory has run out', () => {
    const met: unknown[] = [];
    for (const provoke of [
      () => new Uint8Array(2 ** 50),
      () => 'x'.repeat(2 ** 30),
      () => new SharedArrayBuffer(2 ** 52),
    ]) {
      try {
        provoke();
      } catch (thrown) {
        met.push(thrown);
      }
    }
    expect(met).toHaveLength(3);
    expect(met.map(saysOutOfMemory)).toEqual([true, true, true]);
    expect(
      [
        new RangeError('Map maximum size exceeded'),
        new RangeError('The value is out of range'),
        new TypeError('Invalid array length'),
        'text',
      ].map(saysOutOfMemory),
    ).toEqual([true, false, false, false]);
    expect(memoryRanOut(met[0])).toMatchObject({ code: 'dataset-too-large', cause: met[0] });
  });
});
