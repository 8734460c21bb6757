import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readJsonEvents, type JsonHandler } from '../../../src/formats/json/json-events.js';

describe('readJsonEvents', () => {
  it('gives what JSON.parse would give, in the order of the text', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 0, max: 3 }), (text, indent) => {
        const value: unknown = JSON.parse(text);
        expect(eventsOf([JSON.stringify(value, null, indent)]).map(numbersAlike)).toEqual(eventsOfValue(value));
      }),
    );
  });

  it.each([
    ['{"a":1,}', 'line 1, character 8: a key in quotation marks is missing'],
    ['{a: 1}', 'line 1, character 2: a key in quotation marks is missing'],
    ['[1,]', 'line 1, character 4: a value is missing'],
    ['{"a" 1}', 'line 1, character 6: a colon is missing after a key'],
    ['[1 2]', 'line 1, character 4: a comma or ] is missing'],
    ['{"a":1]', 'line 1, character 7: a comma or } is missing'],
    ['{\n "a": no}', 'line 2, character 7: "no" is neither text in quotation marks nor a number'],
    ['"abc', 'line 1, character 1: the closing quotation mark of a text is missing'],
    ['"\\x"', 'line 1, character 1: a text holds a backslash that stands for nothing'],
    [
      '["a\0"]',
      'line 1, character 2: a text holds a NUL character, so that the file is damaged, or in another encoding',
    ],
    ['[', 'line 1, character 2: the text ends before everything is closed'],
    ['[[', 'line 1, character 3: the text ends before everything is closed'],
    ['['.repeat(11), 'line 1, character 11: more than 10 objects and lists stand within each other'],
    ['/ a\n1', 'line 1, character 1: a slash stands outside of a text'],
  ])('refuses %j', (text, message) => expect(() => eventsOf([text])).toThrow(new SyntaxError(message)));

  it('gives events or a SyntaxError for any text', () => {
    const anyText = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '1', '-', 'a', ' ') }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        try {
          eventsOf([text]);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(SyntaxError);
        }
      }),
    );
  });

  it('gives the same events however the text is cut into pieces', () => {
    const text =
      '{"a": [1, 1.0, "x\\"y\\u00e9", true], /* note } */ "b": {"c": 12345678901234567890, "d": 9007199254740993}}\n[null] // end\n';
    const whole = eventsOf([text]);
    expect(whole).toEqual([
      '{',
      'a:',
      '[',
      1n,
      1,
      'x"yé',
      true,
      ']',
      'b:',
      '{',
      'c:',
      12345678901234567890n,
      'd:',
      9007199254740993n,
      '}',
      '}',
      '[',
      null,
      ']',
    ]);
    for (const size of [1, 2, 3, 7])
      expect(eventsOf(text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])).toEqual(whole);
  });

  it('ends its pieces also when it stops early', () => {
    let ended = 0;
    const pieces = function* (text: string): Generator<string> {
      try {
        yield text;
        yield text;
      } finally {
        ended += 1;
      }
    };
    eventsOf(pieces('[1]'));
    expect(() => eventsOf(pieces('[}'))).toThrow();
    expect(ended).toBe(2);
  });

  it('names the line of a fault in a later piece', () => {
    expect(() => eventsOf(['[1,\n2,', '\n\n', '3', ' 4]'])).toThrow('line 4, character 3: a comma or ] is missing');
  });
});

function eventsOf(pieces: Iterable<string>): unknown[] {
  const events: unknown[] = [];
  const handler: JsonHandler = {
    beginObject: () => events.push('{'),
    endObject: () => events.push('}'),
    beginArray: () => events.push('['),
    endArray: () => events.push(']'),
    key: (name) => events.push(`${name}:`),
    value: (scalar) => events.push(scalar),
  };
  readJsonEvents(pieces, handler, { maxDepth: 10, maxStringLength: 1000 });
  return events;
}

/** The events that a value has: what holds others, its keys and its scalars. */
function eventsOfValue(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return ['[', ...value.flatMap(eventsOfValue), ']'];
  if (typeof value !== 'object' || value === null) return [value];
  return ['{', ...Object.entries(value).flatMap(([key, member]) => [`${key}:`, ...eventsOfValue(member)]), '}'];
}

function numbersAlike(event: unknown): unknown {
  return typeof event === 'bigint' ? Number(event) : event;
}
