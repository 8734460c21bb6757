import { expect, it } from '@jest/globals';
import { insideModule } from './inside-modules.js';

const { STYLE } = (await insideModule('style.js')) as { readonly STYLE: string }; // its export

/** The colours of one name, by light and by dark. */
function coloursOf(name: string): readonly string[] {
  const [, light = '', dark = ''] =
    new RegExp(`--sameas-${name},light-dark\\((#[0-9a-f]+),(#[0-9a-f]+)\\)`).exec(STYLE) ?? [];
  return [light, dark];
}

/** Relative luminance, as the guidelines for accessible web content define it. */
function luminance(colour: string): number {
  const digits =
    colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : (colour.slice(1).match(/../g) ?? []);
  const [red = NaN, green = NaN, blue = NaN] = digits.map((pair) => {
    const share = parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = NaN, lighter = NaN] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

it('the measure of contrast is the usual one', () => {
  expect(contrast('#000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#fff')).toBeCloseTo(4.48, 2);
});

it.each([
  ['ink', 'paper', 4.5],
  ['ink', 'tint', 4.5],
  ['soft', 'paper', 4.5],
  ['soft', 'tint', 4.5],
  ['fault', 'paper', 4.5],
  ['line', 'paper', 3],
  ['accent', 'paper', 3],
] as const)('%s can be told from %s, in the light and in the dark', (name, ground, least) => {
  const grounds = coloursOf(ground);
  for (const [i, colour] of coloursOf(name).entries())
    expect(contrast(colour, grounds[i] ?? '')).toBeGreaterThanOrEqual(least);
});
