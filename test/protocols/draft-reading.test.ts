import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { chooseForm, mediaTypeNamed } from '../../src/protocols/choose-form.js';
import { asksNothing } from '../../src/protocols/read-query.js';
import { languageOf } from '../../src/protocols/v1-0-draft/language-of.js';
import { readMatchBatch, renameOlderDraft } from '../../src/protocols/v1-0-draft/read-messages.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';

const PLAIN: ReconciliationQuery = { text: '', types: [], typeMode: 'any', properties: [], limit: 10 };

function read(...conditions: readonly object[]): ReconciliationQuery | undefined {
  return readMatchBatch({ queries: [{ conditions }] }, 10)[0]?.query;
}

const name = (propertyValue: unknown, more: object = {}): object => ({ matchType: 'name', propertyValue, ...more });

describe('the conditions of a query', () => {
  it('are the query of older versions when they say no more than that', () => {
    expect(read(name('Berlin'))).toEqual({ ...PLAIN, text: 'Berlin' });
    expect(
      read(
        name(['Berlin'], {
          matchQuantifier: 'any',
          matchQualifier: 'FuzzyMatch',
          required: false,
          lang: 'de',
          dir: 'ltr',
          note: 1,
        }),
      ),
    ).toEqual({ ...PLAIN, text: 'Berlin' });
    expect(
      read(name(1998), {
        matchType: 'property',
        propertyId: 'country',
        propertyValue: [{ id: 'DE', name: 'Germany', lang: 'en' }, true, 5],
      }),
    ).toEqual({
      ...PLAIN,
      text: '1998',
      properties: [{ property: 'country', values: [{ id: 'DE', name: 'Germany' }, true, 5] }],
    });
    expect(
      readMatchBatch({ queries: [{ conditions: [name('Berlin')], type: 'City', limit: 500, lang: 'de' }] }, 1),
    ).toEqual([{ query: { ...PLAIN, text: 'Berlin', types: ['City'], limit: 100 }, warnings: [] }]);
  });

  it('keep what else they say', () => {
    expect(
      read(
        name(['Bern', { id: 'x', name: 'Berne' }], {
          required: true,
          matchQuantifier: 'all',
          matchQualifier: 'ExactMatch',
        }),
        name('Basel', { matchQuantifier: 'none' }),
      ),
    ).toEqual({
      ...PLAIN,
      text: 'Bern',
      names: [
        { values: ['Bern', 'Berne'], required: true, quantifier: 'all', exact: true },
        { values: ['Basel'], quantifier: 'none' },
      ],
    });
    expect(read({ matchType: 'id', propertyValue: ['a', 5, { id: 'b', name: 'B' }], required: true })).toEqual({
      ...PLAIN,
      identifiers: [{ values: ['a', '5', 'b'], required: true }],
    });
    expect(
      read({
        matchType: 'property',
        propertyId: 'p',
        propertyValue: 'x',
        matchQuantifier: 'none',
        matchQualifier: 'ExactMatch',
      })?.properties,
    ).toEqual([{ property: 'p', values: ['x'], quantifier: 'none', exact: true }]);
  });

  it('say nothing without values, unless any of them is required', () => {
    for (const propertyValue of ['', ' ', [], ['']]) {
      for (const matchType of ['name', 'id', 'property']) {
        const one = { matchType, propertyId: 'p', propertyValue };
        for (const more of [
          {},
          { matchQuantifier: 'all', required: true },
          { matchQuantifier: 'none', required: true },
        ])
          expect(read({ ...one, ...more })).toEqual(PLAIN);
        const required = read(name('Berlin'), { ...one, required: true });
        const conditions = [
          ...(required?.names ?? []),
          ...(required?.identifiers ?? []),
          ...(required?.properties ?? []),
        ];
        expect(conditions.some(({ values, required: must }) => values.length === 0 && must === true)).toBe(true);
      }
    }
    expect(
      [read(name('')), read(name('x')), read({ matchType: 'id', propertyValue: 'x' })].map(
        (query) => query !== undefined && asksNothing(query),
      ),
    ).toEqual([true, false, false]);
  });
});

describe('a fault of a batch of the draft', () => {
  const query = {
    conditions: [
      {
        matchType: 'property',
        propertyId: 'p',
        propertyValue: 'x',
        required: true,
        matchQuantifier: 'any',
        matchQualifier: 'ExactMatch',
        lang: 'de',
        dir: 'ltr',
      },
    ],
    type: 'City',
    limit: 1,
    lang: 'de',
    dir: 'ltr',
  };
  const [condition] = query.conditions;

  it.each([
    ...Object.keys(query).map((key) => ({ ...query, [key]: null })),
    ...Object.keys(condition ?? {}).map((key) => ({ ...query, conditions: [{ ...condition, [key]: null }] })),
  ])('is told in plain words (%#)', (faulty) => {
    expect(() => readMatchBatch({ queries: [faulty] }, 10)).toThrow(
      /^The batch cannot be read: \/queries\/0\/\S+ (?:must|needs|is required)/,
    );
  });
});

describe('whatever is sent as a batch of the draft', () => {
  const refused = (compute: () => unknown): void => {
    try {
      compute();
    } catch (thrown) {
      if (!(thrown instanceof SameasError) || (thrown.code !== 'match-invalid' && thrown.code !== 'batch-too-large'))
        throw thrown;
      const { pointers, faults } = thrown.facts;
      if (thrown.code === 'match-invalid')
        expect(
          Array.isArray(pointers) && Array.isArray(faults) && pointers.length === faults.length && pointers.length > 0,
        ).toBe(true);
    }
  };

  it('is read, or refused with the places of its faults', () => {
    const anything = fc.jsonValue();
    const condition = fc.record(
      {
        matchType: fc.oneof(fc.constantFrom('name', 'id', 'property'), anything),
        propertyId: fc.oneof(fc.string(), anything),
        propertyValue: anything,
        required: anything,
        matchQuantifier: fc.oneof(fc.constantFrom('any', 'all', 'none'), anything),
        matchQualifier: anything,
      },
      { requiredKeys: ['matchType'] },
    );
    const query = fc.record(
      { conditions: fc.oneof(anything, fc.array(condition)), type: anything, limit: anything, lang: anything },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(anything, fc.record({ queries: fc.oneof(anything, fc.array(query)) })), (batch) =>
        refused(() => readMatchBatch(batch, 5)),
      ),
    );
  });

  it('and in the words of older drafts likewise', () => {
    const anything = fc.jsonValue();
    const property = fc.record({ pid: anything, v: anything, match_type: anything }, { requiredKeys: [] });
    const query = fc.record(
      {
        query: anything,
        properties: fc.oneof(anything, fc.array(property)),
        conditions: fc.oneof(anything, fc.array(property)),
        type: anything,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(anything, fc.record({ queries: fc.array(query) })), (batch) =>
        refused(() => readMatchBatch(renameOlderDraft(batch), 5)),
      ),
    );
  });
});

it('the draft is chosen by its profile and by the names it has in Accept, by nothing else', () => {
  expect(chooseForm('1.0-draft', 'application/reconciliation.v0.1+json')).toBe('1.0-draft');
  expect(
    chooseForm(undefined, 'application/reconciliation.v1+json;q=0.4, application/reconciliation.v0.1+json;q=0.5'),
  ).toBe('0.1');
  expect(chooseForm(undefined, 'application/reconciliation.v2+json, application/json; version=1.0')).toBe('1.0-draft');
  expect(() => chooseForm('1.0', undefined)).toThrow(SameasError);
  expect(
    [
      'application/reconciliation.v1+json',
      'application/reconciliation.v1+json;q=0',
      'application/json;version=1',
      '*/*',
    ].map((accept) => mediaTypeNamed('1.0-draft', accept)),
  ).toEqual(['application/reconciliation.v1+json', undefined, undefined, undefined]);
});

it('texts are marked by their language where it is one, and by their direction where that is from right to left', () => {
  expect(['de', 'EN-us', 'ar', 'he-IL', 'az-Arab', '', 'not a language', undefined].map(languageOf)).toEqual([
    { lang: 'de' },
    { lang: 'en-US' },
    { lang: 'ar', dir: 'rtl' },
    { lang: 'he-IL', dir: 'rtl' },
    { lang: 'az-Arab', dir: 'rtl' },
    {},
    {},
    {},
  ]);
});
