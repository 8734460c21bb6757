import { readFileSync } from 'node:fs';
import { GrelFailure } from '../evaluation/environment.js';

/** The text escaped for HTML, XML, CSV, a script or an address; undefined for an unknown mode. Modes in any case. */
export function escapeText(text: string, mode: string): string | undefined {
  switch (mode.toLowerCase()) {
    case 'html':
      return text.replace(/[&<>"\u0080-\uffff]/g, (char) => {
        const name = htmlNames().get(char);
        return name === undefined ? char : `&${name};`;
      });
    case 'xml':
      return escapeXml(text);
    case 'csv':
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    case 'javascript':
      return text.replace(/['"\\/]|[^ -~]/g, escapeScriptCharacter);
    case 'url':
    case 'urlform':
      return percentEncode(text, FORM).replaceAll('%20', '+');
    case 'urlpath':
      return percentEncode(text, PATH);
    case 'urlfragment':
      return percentEncode(text, FRAGMENT);
    default:
      return undefined;
  }
}

const FORM = /[A-Za-z0-9*\-._]/;
const PATH = /[A-Za-z0-9\-._~!$&'()*+,;=:@/]/;
const FRAGMENT = /[A-Za-z0-9\-._~!$&'()*+,;=:@/?]/;

function percentEncode(text: string, kept: RegExp): string {
  let result = '';
  for (const char of text) {
    if (kept.test(char)) result += char;
    // Half of a pair has no bytes of its own.
    else
      for (const byte of Buffer.from(/^[\ud800-\udfff]$/.test(char) ? '?' : char, 'utf8'))
        result += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return result;
}

const XML_NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  return text
    .replace(/[\u0000\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '')
    .replace(/[&<>"']/g, (char) => XML_NAMES[char] ?? char)
    .replace(
      /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g,
      (char) => `&#${char.charCodeAt(0)};`,
    );
}

const SCRIPT_ESCAPES: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\n': '\\n',
  '\t': '\\t',
  '\f': '\\f',
  '\r': '\\r',
};

function escapeScriptCharacter(char: string): string {
  if (/['"\\/]/.test(char)) return `\\${char}`;
  return (
    SCRIPT_ESCAPES[char] ??
    (char === '\u007f' ? char : `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
  );
}

/** The opposite of `escapeText`; undefined for an unknown mode. Throws `GrelFailure` for a lone percent sign. */
export function unescapeText(text: string, mode: string): string | undefined {
  switch (mode.toLowerCase()) {
    case 'html':
      return unescapeEntities(text, htmlCharacters());
    case 'xml':
      return unescapeEntities(text, XML_CHARACTERS);
    case 'csv':
      return unescapeCsv(text);
    case 'javascript':
      return unescapeScript(text);
    case 'url':
    case 'urlform':
      return unescapeUrl(text.replaceAll('+', ' '));
    case 'urlpath':
    case 'urlfragment':
      return unescapeUrl(text);
    default:
      return undefined;
  }
}

const XML_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function unescapeEntities(text: string, characters: ReadonlyMap<string, string>): string {
  return text.replace(
    /&(?:#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]*));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return characters.get(name) ?? whole;
      const code = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10);
      return code > 0x10ffff ? whole : String.fromCodePoint(code);
    },
  );
}

function unescapeCsv(text: string): string {
  const [, inner] = /^"([^]*)"$/.exec(text) ?? [];
  return inner === undefined ? text : inner.replaceAll('""', '"');
}

const UNESCAPES: Readonly<Record<string, string>> = { b: '\b', n: '\n', t: '\t', f: '\f', r: '\r' };

function unescapeScript(text: string): string {
  return text.replace(
    /\\(?:u+\+?([0-9A-Fa-f]{4})|([0-3]?[0-7]{1,2})|([^]))/g,
    (_whole, hex?: string, octal?: string, char: string = '') => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return UNESCAPES[char] ?? char;
    },
  );
}

function unescapeUrl(text: string): string {
  const fault = /%(?![0-9A-Fa-f]{2})/.exec(text);
  if (fault !== null)
    throw new GrelFailure(
      `java.lang.IllegalArgumentException: Illegal hex characters in escape (%) pattern at position ${fault.index}`,
    );
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

let characters: ReadonlyMap<string, string> | undefined; // loaded on demand
let names: ReadonlyMap<string, string> | undefined; // loaded on demand

/** Character by the name of its entity in HTML 4. */
function htmlCharacters(): ReadonlyMap<string, string> {
  const text = (): string => readFileSync(new URL('../../../../../data/html-entities.txt', import.meta.url), 'utf8');
  characters ??= new Map(
    text()
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .flatMap((line) => {
        const [first = '', ...inOrder] = line.split(' ');
        return inOrder.map((name, index) => [name, String.fromCharCode(parseInt(first, 16) + index)] as const);
      }),
  );
  return characters;
}

/** Name of the entity by the character. */
function htmlNames(): ReadonlyMap<string, string> {
  return (names ??= new Map([...htmlCharacters()].map(([name, char]) => [char, name])));
}
