import { describe, expect, it } from '@jest/globals';
import { foldText } from '../../src/text/fold-text.js';
import { undoCharacterReferences } from '../../src/text/fold-text.js';

describe('references to characters in a text', () => {
  it.each([
    ['AT&amp;T', 'AT&T'],
    ['Caf&eacute; M&uuml;ller', 'Café Müller'],
    ['May&#x0131;s', 'Mayıs'],
    ['Guns N&#39; Roses', "Guns N' Roses"],
    ['Caf&amp;eacute;', 'Café'],
    ['Stra&szlig;e &ndash; S&Atilde;O', 'Straße – SÃO'],
  ])('%s is %s', (text, meant) => {
    expect(undoCharacterReferences(text)).toBe(meant);
    expect(foldText(text)).toBe(foldText(meant));
  });

  it.each(['AT&T; Bell', 'R&D;', 'Smith & Sons; Ltd.', '&copy2;', '&#;', '&#99999999;', '&#x110000;', 'Q&A'])(
    'leaves %s as it is',
    (text) => {
      expect(undoCharacterReferences(text)).toBe(text);
    },
  );
});
