import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lookOf } from '../../src/assembly/service-parts.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sameas-look-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

it('is our own without files', () => {
  expect(lookOf({ theme: '', logo: '' })).toEqual({});
});

describe('a theme', () => {
  it('is the text of its file', () => {
    const css = '/* @import is no way here */\n:root{--mark:#7a1f1f}\nheader{background:url(data:image/png;base64,AA)}';
    expect(lookOf({ theme: file('own.css', css), logo: '' })).toEqual({ theme: css });
  });

  it.each([
    ['a{}</style><script>alert(1)</script>', /has tags of HTML/],
    ['@import url("fonts.css");', /loads other files/],
    ['body { background: url( "https://example.org/a.png" ) }', /loads other files/],
    [`a{}${' '.repeat(256 * 1024)}`, /is larger than 256 KB/],
  ])('%.40s is refused', (css, fault) => {
    expect(() => lookOf({ theme: file('bad.css', css), logo: '' })).toThrow(fault);
  });

  it('that is missing is named', () => {
    expect(() => lookOf({ theme: join(folder, 'none.css'), logo: '' })).toThrow(/theme: there is no file .*none\.css/);
  });
});

describe('a logo', () => {
  it('has the type of its content', () => {
    expect(lookOf({ theme: '', logo: file('a.png', PNG) }).logo?.contentType).toBe('image/png');
    expect(lookOf({ theme: '', logo: file('a.svg', '<?xml version="1.0"?>\n<svg />') }).logo?.contentType).toMatch(
      /svg/,
    );
  });

  it('is refused in another format', () => {
    expect(() => lookOf({ theme: '', logo: file('a.jpg', 'JFIF') })).toThrow(/is neither SVG nor PNG/);
  });
});
