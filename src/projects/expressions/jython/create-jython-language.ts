import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import { ExpressionSyntaxError } from '../expression-language.js';
import type { ColumnSyntax } from '../sandbox/wire-values.js';
import {
  readDriver,
  readFromPackage,
  readInside,
  readInterpreter,
  type EngineParts,
  type InsideScript,
} from '../sandbox/sealed-engine.js';
import { createScriptLanguage, type ScriptLanguage, type ScriptLanguageOptions } from '../sandbox/script-language.js';
import { MONTHS, WEEKDAYS } from '../grel/dates/calendar-fields.js';
import { characterName, characterNamed } from './character-names.js';
import { withTupleParameters } from './tuple-parameters.js';

const SINGLE_BYTE = /^(?:(?:cp|windows|ibm)\d{3,5}|iso8859\d{1,2}|koi8[rtu]|mac[a-z]+|tis620)$/;

/**
 * The characters of the bytes from 1 to 255 in an encoding in which each character is one byte and that of 0 is U+0000,
 * U+FFFD where it has none; an empty text for any other name. From text to text, without effect, for `encode` of
 * programs.
 */
function codePage(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (!SINGLE_BYTE.test(plain) || !iconv.encodingExists(plain)) return '';
  const page = iconv.decode(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), plain);
  // Texts between the interpreters end at U+0000.
  return page.length === 256 && page.startsWith('\0') ? page.slice(1) : '';
}

/*
 * A program for its interpreter: the body of a function, as in OpenRefine, so that line numbers count one hidden first
 * line; with the notation of Python 2 that the interpreter lacks rewritten.
 */

const HEAD = 'def __program__(value, cell, cells, row, rowIndex, value1, value2):\n';

const INDENT = '  ';

/** Backquotes, comments, and texts of every kind with their prefix, from left to right. */
const PIECE = /`|#[^\r\n]*|(?<![A-Za-z0-9_])([uUbBrR]{0,2})("""|'''|"|')/g;

const ALGORITHMS = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'];

/** `cells["a"]`, `cells.a`, `cells.get…` is not one; also below `row`. */
export const PYTHON_COLUMNS: ColumnSyntax = {
  namedColumn:
    /(?:\brow\s*(?:\.\s*|\[\s*["'])cells(?:["']\s*\])?|\bcells)\s*(?:\[\s*[uU]?(?:"(?<double>[^"\r\n]*)"|'(?<single>[^'\r\n]*)')\s*\]|\.\s*(?<dotted>[A-Za-z_]\w*))/g,
  harmless:
    /\brow\s*(?:\.\s*(?:index|starred|flagged|columnNames)\b|\[\s*["'](?:index|starred|flagged|columnNames)["']\s*\])/g,
};

/** Modules written in Python load slowly; they are loaded beforehand where a program names them, or their last part. */
const SLOW_MODULES = [
  'datetime',
  'copy',
  'textwrap',
  'bisect',
  'StringIO',
  'cStringIO',
  'urllib',
  'urllib2',
  'urlparse',
  'cgi',
  'functools',
  'csv',
  'calendar',
  'uuid',
  'difflib',
  'decimal',
  'fractions',
  'heapq',
  'HTMLParser',
  'htmlentitydefs',
  'locale',
  'os',
  'posixpath',
  'zlib',
  'binascii',
  'xml.etree.ElementTree',
  'xml.etree.cElementTree',
  'xml.sax.saxutils',
];

/**
 * The language `jython`: Python 2.7, interpreted by Skulpt in a sealed interpreter. Nothing is loaded before `prepare`.
 * docs/jython.md describes the differences from Jython.
 */
export function createJythonLanguage(options: ScriptLanguageOptions = {}): ScriptLanguage {
  return createScriptLanguage(
    {
      id: 'jython',
      name: 'Python / Jython',
      defaultExpression: 'return value',
      columnSyntax: PYTHON_COLUMNS,
      parts: pythonParts,
      prepareSource: pythonFunction,
      importsOf: (program) =>
        SLOW_MODULES.filter((name) => new RegExp(`\\b${name.split('.').at(-1) ?? name}\\b`).test(program)),
      importsForDates: ['datetime', '_dates'],
      offsetOf: programOffset,
    },
    options,
  );
}

/** Modules of the standard library of Python 2.7, unchanged. */
const PYTHON_LIBRARY = new URL('../../../../vendor/python27/', import.meta.url);

function pythonParts(): EngineParts {
  const modules = Object.fromEntries([
    ...readdirSync(PYTHON_LIBRARY)
      .filter((name) => name.endsWith('.py'))
      .map((name) => [name, readFileSync(new URL(name, PYTHON_LIBRARY), 'utf8')] as const),
    ...readdirSync(new URL('./inside/modules/', import.meta.url)).map((name) => [name, moduleText(name)] as const),
  ]);
  return {
    pureFunctions: { hashText, codePage, characterName, characterNamed },
    scripts: [
      { fileName: 'before-skulpt', text: 'globalThis.internStrings = 2;' },
      patchSkulpt(readInterpreter('skulpt/dist/skulpt.min.js')),
      libraryScript(),
      { fileName: 'own-modules', text: `globalThis.ownModules = ${JSON.stringify(modules)};` },
      {
        fileName: 'tables',
        text: [
          `globalThis.fflateText = ${JSON.stringify(readFromPackage('fflate/browser').text)};`,
          `globalThis.dateNames = ${JSON.stringify({ months: MONTHS, weekdays: WEEKDAYS })};`,
        ].join('\n'),
      },
      readInside(import.meta.url, 'python-codecs.js'),
      readInside(import.meta.url, 'python-text.js'),
      readInside(import.meta.url, 'python-dicts.js'),
      readInside(import.meta.url, 'python-shortcuts.js'),
      readInside(import.meta.url, 'python-code.js'),
      readInside(import.meta.url, 'python-formatting.js'),
      readInside(import.meta.url, 'python-additions.js'),
      readInside(import.meta.url, 'python-modules.js'),
      readInside(import.meta.url, 'python-values.js'),
      readInside(import.meta.url, 'python-dependence.js'),
      readInside(import.meta.url, 'python-language.js'),
      readDriver(),
    ],
  };
}

/** Skulpt looks for a variable of that name in a module of its own language. */
function moduleText(name: string): string {
  const { text } = readInside(import.meta.url, `modules/${name}`);
  return name.endsWith('.js') ? `${text}\nvar $builtinmodule = globalThis.pythonModule;\n` : text;
}

/** The library is one assignment to a member of Skulpt's own object, without the names that we replace. */
function libraryScript(): { readonly fileName: string; readonly text: string } {
  const { fileName, text } = readInterpreter('skulpt/dist/skulpt-stdlib.js');
  return { fileName, text: text.replace(/^\s*Sk\.builtinFiles\s*=/, 'globalThis.skulptLibrary =') };
}

/**
 * The digest in hexadecimal digits of `algorithm:bytes`, the bytes in hexadecimal digits too: texts between the
 * interpreters end at U+0000. Programs can call it outside of their interpreter: from text to text, without effect.
 */
function hashText(request: string): string {
  const colon = request.indexOf(':');
  const algorithm = request.slice(0, colon);
  if (!ALGORITHMS.includes(algorithm)) return '';
  return createHash(algorithm)
    .update(Buffer.from(request.slice(colon + 1), 'hex'))
    .digest('hex');
}

/** The program as a Python function `__program__`. Every line is indented, also inside long texts. */
export function pythonFunction(program: string): string {
  const plain = withPlainEscapes(program);
  const text = /\blambda\b[^:]*\(/.test(plain) ? withTupleParameters(plain, withBlankTexts(plain)) : plain;
  const lines = text.split(/\r\n|\r|\n/);
  return `${HEAD}${lines.map((line) => `${INDENT}${line}`).join('\n')}\n`;
}

/** The offset in the program of a place in the function, lines from 1 and columns from 0; undefined for a place outside of it. */
export function programOffset(program: string, line: number, column: number): number | undefined {
  const starts = [0];
  for (const { index, 0: ending } of program.matchAll(/\r\n|\r|\n/g)) starts.push(index + ending.length);
  const start = starts[line - 2];
  if (start === undefined) return undefined;
  const end = (starts[line - 1] ?? program.length + 1) - 1;
  return Math.min(start + Math.max(0, column - INDENT.length), Math.max(start, end));
}

/**
 * `ur"…"` as `u"…"` with the backslashes doubled, except those of `\uXXXX`, which are escapes there; octal escapes as
 * hexadecimal ones, and characters by name by their number; `\`expression\`` as `repr(expression)`. Throws
 * `ExpressionSyntaxError` for an unknown name of a character.
 */
function withPlainEscapes(program: string): string {
  let result = '';
  let done = 0;
  let isQuoted = false;
  PIECE.lastIndex = 0;
  for (let found = PIECE.exec(program); found !== null; found = PIECE.exec(program)) {
    const [piece, prefix = '', quote] = found;
    if (piece === '`') {
      result += program.slice(done, found.index) + (isQuoted ? ')' : 'repr(');
      done = found.index + 1;
      isQuoted = !isQuoted;
    }
    if (quote === undefined) continue;
    const bodyStart = found.index + piece.length;
    const end = textEnd(program, bodyStart, quote);
    if (/^ur$/i.test(prefix)) {
      result +=
        program.slice(done, found.index) +
        `u${quote}` +
        escaped(program.slice(bodyStart, end)) +
        program.slice(end, end + quote.length);
      done = end + quote.length;
    } else if (!/r/i.test(prefix)) {
      const isUnicode = /u/i.test(prefix);
      const body = withoutOctal(program.slice(bodyStart, end), bodyStart, isUnicode);
      result += program.slice(done, bodyStart) + body;
      done = end;
      if (!isUnicode && isOfBytes(body) && standsAlone(program, found.index, end + quote.length)) {
        result += `${program.slice(end, end + quote.length)}.encode("latin-1")`;
        done = end + quote.length;
      }
    }
    PIECE.lastIndex = end + quote.length;
  }
  return result + program.slice(done);
}

/** Whether a text is written as bytes beyond ASCII: `'caf\\xc3\\xa9'`. */
function isOfBytes(body: string): boolean {
  return /^[\x00-\x7f]*$/.test(body) && /^(?:[^\\]|\\[^x]|\\x[0-7])*\\x[89a-f]/i.test(body);
}

/** Whether no other text is directly before or after one, as a part of the same text. */
function standsAlone(program: string, start: number, end: number): boolean {
  return !/["']\s*$/.test(program.slice(0, start)) && !/^\s*[uUbBrR]{0,2}["']/.test(program.slice(end));
}

/** The program with spaces for texts and comments, character for character. */
function withBlankTexts(program: string): string {
  let result = '';
  PIECE.lastIndex = 0;
  for (let found = PIECE.exec(program); found !== null; found = PIECE.exec(program)) {
    const [piece, , quote = ''] = found;
    const end =
      quote === '' ? found.index + piece.length : textEnd(program, found.index + piece.length, quote) + quote.length;
    result += program.slice(result.length, found.index);
    result += program.slice(result.length, end).replace(/[^\r\n]/g, ' ');
    PIECE.lastIndex = end;
  }
  return result + program.slice(result.length);
}

/** Place of the closing quotes; the end of the program without any. */
function textEnd(program: string, start: number, quote: string): number {
  for (let i = start; i < program.length; i++) {
    if (program[i] === '\\') i++;
    else if (program.startsWith(quote, i)) return i;
    else if (quote.length === 1 && /[\r\n]/.test(program[i] ?? '')) return i;
  }
  return program.length;
}

function withoutOctal(body: string, start: number, unicode: boolean): string {
  return body.replace(
    /\\(?:([0-7]{1,3})|N\{([^}]*)\}|[\s\S])/g,
    (all, octal: string | undefined, named: string | undefined, at: number) => {
      if (named !== undefined && unicode) {
        const char = characterNamed(named);
        if (char === '')
          throw new ExpressionSyntaxError(`SyntaxError: no character has the name "${named}"`, start + at);
        return `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
      }
      return octal === undefined ? all : `\\x${(parseInt(octal, 8) & 0xff).toString(16).padStart(2, '0')}`;
    },
  );
}

function escaped(body: string): string {
  return body.replace(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|["'])?/g, (all, next: string | undefined) => {
    if (next === undefined) return '\\\\';
    return next === '"' || next === "'" ? `\\\\\\${next}` : all;
  });
}

/** Replacements in the text of Skulpt 1.2.0: each original occurs once. */
const REPLACED: readonly (readonly [string, string])[] = [
  // Skulpt keeps one object for each text for ever, so that a large table would fill the interpreter's memory. Here it
  // keeps those that are made while it is loaded (`internStrings` 2), finds them again while a program is parsed (1),
  // and no others (0): later texts get the two derived names on demand (python-text.js).
  [
    'var b=n[a];if(void 0!==b)return b;n[a]=this;b=void 0===t[a]?a:a+"_$rw$";this.$mangled=b;this.$savedKeyHash=a.replace(g,"!$&");this.v=a}',
    'this.v=a;if(internStrings){var b=n[a];if(void 0!==b)return b;if(internStrings===2){n[a]=this;this.$mangled=void 0===t[a]?a:a+"_$rw$";this.$savedKeyHash=a.replace(g,"!$&")}}}',
  ],
  // Nothing is ever suspended (python-shortcuts.js sees to it), and a check after each call costs as much as a short
  // call.
  ['else l("if ($ret && $ret.$isSuspension) { $ret = Sk.misceval.retryOptionalSuspensionOrThrow($ret); }")', ''],
  // Calls, parts, sums, loops and comparisons, in fewer steps where python-code.js knows how.
  [
    'a.prototype.ccall=function(a){',
    'a.prototype.ccall=function(a){var short=Sk.shortCall(this,a,l);if(short!==undefined)return short;',
  ],
  [
    'a.prototype.vslice=function(a,b,c,e){',
    'a.prototype.vslice=function(a,b,c,e){var short=Sk.shortSlice(this,a,b,c,l);if(short!==undefined)return short;',
  ],
  [
    'return this._gr("binop","Sk.abstr.numberBinOp(",this.vexpr(a.left),",",this.vexpr(a.right),",\'",a.op.prototype._astname,"\')")',
    '{const one=this.vexpr(a.left),other=this.vexpr(a.right);return this._gr("binop",Sk.shortOperator(a.op.prototype._astname,one,other))}',
  ],
  [
    'a=this._gr("inplbinop","Sk.abstr.numberInplaceBinOp(",c,",",e,",\'",a.op.prototype._astname,"\')")',
    'a=this._gr("inplbinop",Sk.shortInPlace(a.op.prototype._astname,c,e))',
  ],
  ['p=this._gr("iter","Sk.abstr.iter(",p,")");', 'p=this._gr("iter","$py.walk(",p,")");'],
  ['l("$ret = Sk.abstr.iternext(",p,", true);");', 'l("$ret = ",p,".tp$iternext(true);");'],
  ['f=this._gr("iter","Sk.abstr.iter(",e,")")', 'f=this._gr("iter","$py.walk(",e,")")'],
  [
    'l("$ret = Sk.abstr.iternext(",f,this.u.canSuspend?", true":", false",");");',
    'l("$ret = ",f,".tp$iternext(",this.u.canSuspend,");");',
  ],
  [
    'l("$ret = Sk.builtin.bool(Sk.misceval.richCompareBool(",c,",",h,",\'",a.ops[b].prototype._astname,"\', true));");',
    'l("$ret = $py.",a.ops[b].prototype._astname,"(",c,",",h,");");',
  ],
  [
    'a=this._gr("jfalse","(",a,"===false||!Sk.misceval.isTrue(",a,"))");',
    'a=this._gr("jfalse","(",a,"===$py.no||",a,"!==$py.yes&&!Sk.misceval.isTrue(",a,"))");',
  ],
  // The parameters of a function always have a value where it begins.
  [
    'case 0:switch(c){case Sk.astnodes.Load:case Sk.astnodes.Param:return l("if ("',
    'case 0:switch(c){case Sk.astnodes.Param:return d;case Sk.astnodes.Load:return l("if ("',
  ],
];

/** Skulpt with these replacements. Throws when an original does not occur once, as after a change of version. */
function patchSkulpt({ fileName, text }: InsideScript): InsideScript {
  return {
    fileName,
    text: REPLACED.reduce((patched, [from, to]) => {
      const pieces = patched.split(from);
      if (pieces.length !== 2) throw new Error(`${fileName} is not the version that this program knows`);
      return pieces.join(to);
    }, text),
  };
}
