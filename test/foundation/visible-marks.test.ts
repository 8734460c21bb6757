import { describe, expect, it } from '@jest/globals';
import { html } from '../../src/foundation/escape-html.js';
import { withVisibleMarks } from '../../src/foundation/visible-marks.js';

describe('characters that are not seen', () => {
  it.each([
    ['Ada\u200b Lovelace', 'Ada⟨U+200B⟩ Lovelace'],
    ['\u202eecila\u202c', '⟨U+202E⟩ecila⟨U+202C⟩'],
    ['\ufeffAda\u00ad', '⟨U+FEFF⟩Ada⟨U+00AD⟩'],
    ['a\u200db', 'a⟨U+200D⟩b'],
    ['\u200cAda', '⟨U+200C⟩Ada'],
    ['tag\u{e0041}', 'tag⟨U+E0041⟩'],
  ])('%j are shown by their numbers', (text, shown) => {
    expect(withVisibleMarks(text)).toBe(shown);
  });

  it.each(['Zoë', 'می\u200cخواهم', 'क\u094d\u200dष', '👩\u200d🚒', 'שלום', 'e\u0301', 'a\u00a0b\nc\td'])(
    'in %j there are none, or they belong to the spelling',
    (text) => {
      expect(withVisibleMarks(text)).toBe(text);
    },
  );

  it('are shown on pages where people read, and kept in attributes and fields, which are sent back', () => {
    const name = 'A\u200bB';
    expect(html`<a href="/view?id=${name}" title='${name}'>${name}</a>`.text).toBe(
      `<a href="/view?id=${name}" title='${name}'>A⟨U+200B⟩B</a>`,
    );
    expect(html`${name}<p>${html`<b>${name}</b>`} ${name}</p>`.text).toBe(
      'A⟨U+200B⟩B<p><b>A⟨U+200B⟩B</b> A⟨U+200B⟩B</p>',
    );
    expect(html`<textarea name="x"${html` title="${name}"`}>${name}</textarea>`.text).toBe(
      `<textarea name="x" title="${name}">${name}</textarea>`,
    );
  });
});
