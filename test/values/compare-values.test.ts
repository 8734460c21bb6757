import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PropertyValue } from '../../src/entities/property.js';
import {
  comparatorFor,
  comparatorForExact,
  type ReferenceTargets,
  type ValueKind,
} from '../../src/values/compare-values.js';
import { compareDate } from '../../src/values/compare-quantities.js';
import { describeValueComparator, type ValueComparatorContract } from '../contract/value-comparator.contract.js';

const text = (value: string): PropertyValue => ({ kind: 'text', text: value });
const texts = (...values: readonly string[]): readonly PropertyValue[] => values.map(text);
const integer = (number: number): PropertyValue => ({ kind: 'integer', number });
const identifier = (value: string): PropertyValue => ({ kind: 'identifier', text: value });
const reference = (id: string): PropertyValue => ({ kind: 'reference', id });
const day = (year: number, month: number, of: number): PropertyValue => ({
  kind: 'date',
  date: { year, month, day: of },
});
const point = (latitude: number, longitude: number): PropertyValue => ({ kind: 'coordinates', latitude, longitude });

const word = fc.constantFrom('Berlin', 'north', 'Université', 'of', 'Nagoya', '東京', 'Müller', 'GA', 'X-77', 'Kraków');
const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((all) => all.join(' '));
const code = fc.stringMatching(/^[A-Z]{0,3}-?[0-9]{2,9}$/);
const month = fc.integer({ min: 1, max: 12 });

const ENTITIES = [
  { id: 'US', name: 'United States', aliases: ['USA'], code: 'US-840' },
  { id: 'GB', name: 'United Kingdom', aliases: ['Great Britain'], code: 'GB-826' },
  { id: 'MX', name: 'Mexico', aliases: ['United Mexican States'], code: 'MX-484' },
].map(({ aliases, code: own, ...entity }) => ({
  ...entity,
  aliases: aliases.map((alias) => ({ text: alias })),
  types: ['Country'],
  properties: { code: [{ kind: 'identifier', text: own } as const] },
  prominence: 0,
}));
const TARGETS: ReferenceTargets = {
  entityWithId: (id) => ENTITIES.find((entity) => entity.id === id),
  isNameOf: (folded) => ENTITIES.some(({ name }) => name.toLowerCase() === folded),
  properties: [
    { id: 'code', name: 'Code', datatype: 'identifier', identifying: true, usedBy: [], entityCount: ENTITIES.length },
  ],
  types: ['Country'],
};

const KINDS: Readonly<Record<ValueKind, Omit<ValueComparatorContract, 'compare'>>> = {
  text: {
    values: words.map(text),
    symmetric: false,
    asked: 'University of North Dakota',
    levels: {
      exact: texts('university of NORTH-Dakota'),
      close: texts('Univ. of North Dakota', 'North Dakota'),
      partial: texts('University of South Carolina'),
      different: texts('Hospital'),
    },
    incomparable: texts(''),
  },
  list: {
    values: fc.array(words, { minLength: 1, maxLength: 5 }).map((all) => text(all.join('|'))),
    symmetric: false,
    asked: 'red|white|blue',
    levels: {
      exact: texts('Blue|Red|White', 'white'),
      close: texts('red|white|green'),
      partial: texts('red|black|green', 'whte'),
      different: texts('black'),
    },
    incomparable: texts('', '|'),
  },
  code: {
    values: code.map(text),
    symmetric: true,
    asked: '60601-2207',
    levels: {
      exact: texts('606012207'),
      close: texts('60601', '60601-2208'),
      partial: texts('60601-2250'),
      different: texts('10115'),
    },
    incomparable: texts('', '---'),
  },
  identifier: {
    values: code.map(identifier),
    symmetric: true,
    asked: 'ISBN 978-3-16-148410-0',
    levels: {
      exact: texts('isbn9783161484100'),
      close: texts('9783161484100'),
      different: texts('9783161484117', '100'),
    },
    incomparable: texts('', '---'),
  },
  year: {
    values: fc.integer({ min: 1000, max: 2100 }).map(integer),
    symmetric: true,
    asked: '1685',
    levels: {
      exact: [integer(1685), day(1685, 3, 31)],
      close: [integer(1686)],
      partial: [integer(1688), integer(1695)],
      different: [integer(1750)],
    },
    incomparable: texts('', 'unknown'),
  },
  date: {
    values: fc
      .record({ year: fc.integer({ min: 1, max: 2100 }), month, day: fc.integer({ min: 1, max: 28 }) })
      .map((date) => ({ kind: 'date', date })),
    symmetric: true,
    asked: '1685-03-21',
    levels: {
      exact: [
        day(1685, 3, 21),
        { kind: 'date', date: { year: 1685, month: 3 } },
        integer(1685),
        ...texts('21 March 1685'),
      ],
      close: [day(1685, 3, 31), day(1685, 4, 21), day(1658, 3, 21)],
      partial: [day(1685, 12, 2)],
      different: [day(1750, 7, 28)],
    },
    incomparable: texts('', 'unknown'),
  },
  'small integer': {
    values: fc.integer({ min: -999, max: 999 }).map(integer),
    symmetric: true,
    asked: '12',
    levels: { exact: [integer(12)], close: [integer(13)], partial: [integer(10)], different: [integer(15)] },
    incomparable: texts('many'),
  },
  number: {
    values: fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((number) => ({ kind: 'number', number })),
    symmetric: true,
    asked: '3600000',
    levels: {
      exact: [integer(3_600_000), ...texts('3,600,000')],
      close: [integer(3_700_000)],
      partial: [integer(4_000_000)],
      different: [integer(9_000_000)],
    },
    incomparable: texts('many'),
  },
  duration: {
    values: fc.tuple(month, fc.integer({ min: 10, max: 59 })).map(([min, s]) => text(`${String(min)}:${String(s)}`)),
    symmetric: true,
    asked: '3:25',
    levels: {
      exact: [integer(205), ...texts('3:25', '3:26')],
      close: texts('3:29'),
      partial: texts('3:35'),
      different: texts('9:59'),
    },
    incomparable: texts('long'),
  },
  coordinates: {
    values: fc
      .tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
      .map(([latitude, longitude]) => point(latitude, longitude)),
    symmetric: true,
    asked: '52.52, 13.40',
    levels: {
      exact: [point(52.521, 13.401)],
      close: [point(52.55, 13.4)],
      partial: [point(52.8, 13.4)],
      different: [point(48.1, 11.6)],
    },
    incomparable: texts('', '91, 181', 'Berlin'),
  },
  boolean: {
    values: fc.boolean().map((boolean) => ({ kind: 'boolean', boolean })),
    symmetric: true,
    asked: 'Ja',
    levels: { exact: texts('true', 'yes', 'oui', '1'), different: texts('false', 'nein', '0') },
    incomparable: texts('', 'perhaps'),
  },
  url: {
    values: fc.webUrl().map((url) => ({ kind: 'url', url })),
    symmetric: true,
    asked: 'https://www.example.org/a/',
    levels: {
      exact: texts('http://EXAMPLE.org/a'),
      partial: texts('https://example.org/b', 'https://shop.example.org/a'),
      different: texts('https://example.com/a'),
    },
    incomparable: [],
  },
  reference: {
    values: fc.constantFrom('US', 'GB', 'MX', 'elsewhere').map(reference),
    symmetric: true,
    asked: 'United States',
    levels: {
      exact: [reference('US')],
      different: [reference('GB'), reference('elsewhere')],
    },
    incomparable: [],
  },
};

for (const [kind, promised] of Object.entries(KINDS))
  describeValueComparator(kind, {
    ...promised,
    compare: (asked) => comparatorFor(asked, { kind: kind as ValueKind, separator: undefined }, TARGETS),
  });

const EXACT_VALUES: Readonly<Record<string, Omit<ValueComparatorContract, 'compare' | 'symmetric'>>> = {
  texts: {
    ...KINDS.text,
    levels: { exact: texts('university of NORTH-Dakota'), different: texts('Univ. of North Dakota', '') },
    incomparable: [],
  },
  identifiers: {
    ...KINDS.identifier,
    asked: 'r77',
    levels: { exact: [identifier('R 77')], different: [identifier('R 177'), ...texts('R 78')] },
    incomparable: [],
  },
  numbers: {
    ...KINDS.number,
    asked: '152',
    levels: { exact: [integer(152), ...texts('152')], different: [integer(153), day(152, 1, 1)] },
    incomparable: [],
  },
  dates: {
    ...KINDS.date,
    asked: '1864-10-02',
    levels: { exact: [day(1864, 10, 2)], different: [{ kind: 'date', date: { year: 1864 } }, integer(1864)] },
    incomparable: [],
  },
  booleans: {
    ...KINDS.boolean,
    asked: 'no',
    levels: { exact: [{ kind: 'boolean', boolean: false }], different: [{ kind: 'boolean', boolean: true }] },
    incomparable: [],
  },
  references: {
    ...KINDS.reference,
    asked: 'great britain',
    levels: { exact: [reference('GB')], different: [reference('US')] },
  },
};

for (const [kind, promised] of Object.entries(EXACT_VALUES))
  describeValueComparator(`${kind} that must be exact`, {
    ...promised,
    symmetric: true,
    compare: (asked) => comparatorForExact(asked, TARGETS),
  });

describe('days across the year 100', () => {
  it('are as many days apart as in any other century', () => {
    const early = compareDate('0099-12-28')?.({ kind: 'date', date: { year: 100, month: 1, day: 3 } });
    const late = compareDate('1899-12-28')?.({ kind: 'date', date: { year: 1900, month: 1, day: 3 } });
    expect(early).toEqual(late);
    expect(early).not.toEqual(compareDate('0099-12-28')?.({ kind: 'date', date: { year: 300, month: 4, day: 3 } }));
  });
});
