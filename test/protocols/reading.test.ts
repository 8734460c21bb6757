import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { chooseForm } from '../../src/protocols/choose-form.js';
import { checkCallback, wrapInCallback } from '../../src/protocols/jsonp.js';
import { keyedJson } from '../../src/protocols/v0-1/render-extension.js';
import { readExtensionTask } from '../../src/protocols/answer-extension.js';
import { readQueryBatch, readSingleQuery } from '../../src/protocols/read-query-batch.js';
import { identifierInFilter, undoTypedRewriting } from '../../src/protocols/suggest-envelope.js';

const asParameter = (json: string) => ({ json, wire: 'older', from: 'parameter' }) as const;

/** The value, or our error; anything else that is thrown fails the test. */
function orError<T>(compute: () => T): T | SameasError {
  try {
    return compute();
  } catch (thrown) {
    if (thrown instanceof SameasError && thrown.kind !== 'internal') return thrown;
    throw thrown;
  }
}

describe('whatever is sent', () => {
  it('as queries is read, or refused with an error of ours, and no key is lost', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (queries) => {
        const entries = readQueryBatch(JSON.stringify(queries), 1_000);
        expect(new Set(entries.map(({ key }) => key))).toEqual(
          new Set(Object.keys(JSON.parse(JSON.stringify(queries)) as object)),
        );
        for (const entry of entries) {
          if (entry.kind === 'faulty') expect(entry.error.code).toBe('query-invalid');
          else expect(entry.query.limit).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });

  it('as a query with the right keys and anything in them is read, or refused', () => {
    const anything = fc.jsonValue();
    const query = fc.record(
      {
        query: anything,
        limit: anything,
        type: anything,
        type_strict: anything,
        properties: fc.oneof(anything, fc.array(fc.record({ pid: anything, p: anything, v: anything }))),
      },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(query, (one) => void orError(() => readSingleQuery(JSON.stringify(one)))));
  });

  it('as text ends in a value or an error of ours', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        orError(() => readQueryBatch(text, 10));
        orError(() => readSingleQuery(text));
        orError(() => readExtensionTask(asParameter(text)));
        orError(() => chooseForm(undefined, text));
        orError(() => checkCallback(text));
        undoTypedRewriting(text, text);
        identifierInFilter(text);
      }),
    );
  });
});

it('keys and values come back out of keyed JSON', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary' }), fc.jsonValue()), { selector: ([key]) => key }),
      (entries) => {
        const parsed: unknown = JSON.parse(
          keyedJson(entries.map(([key, value]) => [key, JSON.stringify(value)] as const)),
        );
        expect(new Map(Object.entries(parsed as object))).toEqual(
          new Map(entries.map(([key, value]) => [key, JSON.parse(JSON.stringify(value)) as unknown])),
        );
      },
    ),
  );
});

it.each([
  ['berlin', '', 'berlin'],
  ['x', '(all wdt:P31)', 'x wdt:P31'],
  ['', '(all http://ex.org/id/Q1)', 'http://ex.org/id/Q1'],
  ['', '(any alias{start}:"/m/abc" mid:"/m/abc")', '/m/abc'],
  ['kept', 'nonsense', 'kept'],
])('the box made %j and %j of %j', (prefix, filter, typed) => {
  expect(undoTypedRewriting(prefix, filter)).toBe(typed);
});

it('a script made of JSON hands over the same JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const script = wrapInCallback('f', JSON.stringify(value));
      expect(script).not.toMatch(/[\u2028\u2029]/);
      expect(JSON.parse(script.slice('/**/f('.length, -');'.length))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('a byte order mark before the JSON is passed over', () => {
  expect(readQueryBatch('\uFEFF{"a":{"query":"Berlin"}}', 10)).toMatchObject([
    { key: 'a', kind: 'asked', query: { text: 'Berlin' } },
  ]);
  expect(readSingleQuery('\uFEFF{"query":"Berlin"}')).toMatchObject({ text: 'Berlin' });
  expect(readExtensionTask(asParameter('\uFEFF{"ids":["B"],"properties":[]}'))).toEqual({ ids: ['B'], properties: [] });
});
