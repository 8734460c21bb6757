import { describe, expect, it } from '@jest/globals';
import { foldText } from '../../src/text/fold-text.js';
import { undoWrongDecoding } from '../../src/text/undo-wrong-decoding.js';

/** The text as it looks when its bytes in UTF-8 are read as Latin-1. */
const asLatin1 = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

describe('text that was read in a wrong encoding', () => {
  it.each([
    'Café Zoë',
    'Île d’Yeu',
    'Łódź',
    'Årsta',
    'Żary',
    'İzmir',
    'Čapek',
    'Kēlen',
    '1914–1918',
    'L’Été',
    'São João',
  ])('is put right: %s', (text) => {
    expect(undoWrongDecoding(asLatin1(text))).toBe(text);
    expect(foldText(asLatin1(text))).toBe(foldText(text));
  });

  it.each([
    ['Ã‰cole', 'École'],
    ['1914â€“1918', '1914–1918'],
    ['Lâ€™Ã‰tÃ©', 'L’Été'],
    ['Å¼urek', 'żurek'],
    ['Dvoå™ák', 'Dvoå™ák'],
  ])('is put right after Windows-1252: %s', (damaged, text) => {
    expect(undoWrongDecoding(damaged)).toBe(text);
  });

  it('is put right that was read wrongly twice', () => {
    expect(undoWrongDecoding(asLatin1(asLatin1('Zoë Kröll')))).toBe('Zoë Kröll');
  });

  it.each([
    '«CAFÉ»',
    'IRMÃ Lúcia',
    'SÃO PAULO',
    'É “novo” ou não',
    'dans un café…”',
    'HÔTEL DE LA CITÉ™',
    'Ångström',
    'Ñandú',
    'Прага',
    'l’été – «là»',
    '東京',
    '«Spaß»',
  ])('is left as it is where it is right: %s', (text) => {
    expect(undoWrongDecoding(text)).toBe(text);
  });
});
