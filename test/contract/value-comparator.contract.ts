import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PropertyValue } from '../../src/entities/property.js';
import { valueText } from '../../src/entities/value-text.js';
import { inEnglish } from '../../src/foundation/sentence.js';
import type { CompareValue } from '../../src/values/compare-values.js';
import type { ValueComparison, ValueLevel } from '../../src/values/value-level.js';

/** A kind of values, how they are compared, and examples of every level that it has. */
export interface ValueComparatorContract {
  /** `undefined`: the asked text is no value of this kind. */
  readonly compare: (asked: string) => CompareValue | undefined;
  /** Values of the kind, each equal to its own text. */
  readonly values: fc.Arbitrary<PropertyValue>;
  /** Whether the similarity of two values is the same in both directions. */
  readonly symmetric: boolean;
  /** Value of the query for the examples: */
  readonly asked: string;
  readonly levels: Partial<Record<ValueLevel, readonly PropertyValue[]>>;
  readonly incomparable: readonly PropertyValue[];
}

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' ', '1e400', '-0', '0x1F', 'NaN', 'Infinity', '1:99:99', '0/0', '__proto__', '|;|', '91, 181'),
);
const ordinal = fc.integer({ min: 1, max: 12 });
/** Values of every datatype, whatever the comparator expects. */
const ANY_VALUE: fc.Arbitrary<PropertyValue> = fc.oneof(
  text.map((one) => ({ kind: 'text', text: one }) as const),
  text.map((one) => ({ kind: 'identifier', text: one }) as const),
  fc.double().map((number) => ({ kind: 'number', number }) as const),
  fc.integer().map((number) => ({ kind: 'integer', number }) as const),
  fc.boolean().map((boolean) => ({ kind: 'boolean', boolean }) as const),
  fc
    .record({ year: fc.integer({ min: -20_000, max: 20_000 }), month: ordinal, day: ordinal })
    .map((date) => ({ kind: 'date', date }) as const),
  fc
    .record({ latitude: fc.double({ min: -90, max: 90 }), longitude: fc.double({ min: -180, max: 180 }) })
    .map((point) => ({ kind: 'coordinates', ...point }) as const),
  text.map((url) => ({ kind: 'url', url }) as const),
  text.map((id) => ({ kind: 'reference', id }) as const),
);
const LEVELS = ['exact', 'close', 'partial', 'different'] as const;

/** What every comparator of a value of a query with values of entities must do. */
export function describeValueComparator(name: string, kind: ValueComparatorContract): void {
  const { compare, values, asked, levels } = kind;
  const similarityOf = (one: PropertyValue, other: PropertyValue): number | undefined =>
    compare(valueText(one))?.(other)?.similarity;
  const comparator = (): CompareValue => {
    const found = compare(asked);
    if (found === undefined) throw new Error(`"${asked}" cannot be compared.`);
    return found;
  };

  describe(`comparing as ${name}`, () => {
    it('gives arbitrary values a level by their similarity and a reason, or says that they cannot be compared', () => {
      const bounds = new Map<ValueLevel, [number, number]>();
      const check = (found: ValueComparison | undefined): void => {
        if (found === undefined) return;
        const { level, similarity, reason } = found;
        expect(LEVELS).toContain(level);
        expect(similarity >= 0 && similarity <= 1).toBe(true);
        expect(inEnglish(reason)).toMatch(/^\S.*[^.]$/);
        const [least, greatest] = bounds.get(level) ?? [1, 0];
        bounds.set(level, [Math.min(least, similarity), Math.max(greatest, similarity)]);
      };
      const askedTexts = fc.oneof(text, ANY_VALUE.map(valueText), values.map(valueText));
      fc.assert(
        fc.property(askedTexts, fc.oneof(ANY_VALUE, values), (one, value) => {
          check(compare(one)?.(value));
        }),
        { numRuns: 400 },
      );
      const found = LEVELS.flatMap((level) => bounds.get(level) ?? []);
      // From the least of the highest level down to the greatest of the lowest, none overlaps.
      for (let i = 1; i + 1 < found.length; i += 2) expect(found[i + 1] ?? 0).toBeLessThanOrEqual(found[i - 1] ?? 1);
    });

    it('is exact, of similarity 1, for a value and its own text', () => {
      fc.assert(
        fc.property(values, (value) => {
          expect(compare(valueText(value))?.(value)).toMatchObject({ level: 'exact', similarity: 1 });
        }),
      );
    });

    it('gives the same answer whatever was compared before', () => {
      fc.assert(
        fc.property(values, fc.array(fc.oneof(ANY_VALUE, values), { maxLength: 8 }), (one, others) => {
          const kept = compare(valueText(one));
          const first = others.map((other) => kept?.(other));
          expect([...others].reverse().map((other) => kept?.(other))).toEqual(first.reverse());
          expect(others.map((other) => compare(valueText(one))?.(other)).reverse()).toEqual(first);
        }),
      );
    });

    it(`is ${kind.symmetric ? '' : 'nearly '}the same in both directions`, () => {
      fc.assert(
        fc.property(values, values, (one, other) => {
          const [there, back] = [similarityOf(one, other), similarityOf(other, one)];
          if (kind.symmetric) expect(there).toBe(back);
          else expect(there === 1).toBe(back === 1);
        }),
      );
    });

    for (const level of LEVELS)
      for (const value of levels[level] ?? [])
        it(`is ${level} for "${asked}" and ${JSON.stringify(value)}`, () => {
          expect(comparator()(value)?.level).toBe(level);
        });

    it('has no result for values that cannot be compared, and no comparator for a blank one', () => {
      expect(kind.incomparable.map((value) => comparator()(value))).toEqual(kind.incomparable.map(() => undefined));
      expect([compare(''), compare(' \t')]).toEqual([undefined, undefined]);
    });
  });
}
