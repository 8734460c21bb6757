import { readdirSync } from 'node:fs';
import { HTML_CHARACTERS } from '../grel/text/html-entities.js';
import type { ColumnSyntax } from '../sandbox/needed-columns.js';
import { readDriver, readFromPackage, readInside, readInterpreter } from '../sandbox/read-inside.js';
import { createScriptLanguage, type ScriptLanguage, type ScriptLanguageOptions } from '../sandbox/script-language.js';
import type { EngineParts } from '../sandbox/sealed-engine.js';
import { characterName, characterNamed } from './character-names.js';
import { codePage } from './code-page.js';
import { hashText } from './hash-text.js';
import { patchSkulpt } from './patch-skulpt.js';
import { programOffset, pythonFunction } from './python-source.js';

/** `cells["a"]`, `cells.a`, `cells.get…` is not one; also below `row`. */
export const PYTHON_COLUMNS: ColumnSyntax = {
  namedColumn:
    /(?:\brow\s*(?:\.\s*|\[\s*["'])cells(?:["']\s*\])?|\bcells)\s*(?:\[\s*[uU]?(?:"(?<double>[^"\r\n]*)"|'(?<single>[^'\r\n]*)')\s*\]|\.\s*(?<dotted>[A-Za-z_]\w*))/g,
  harmless:
    /\brow\s*(?:\.\s*(?:index|starred|flagged|columnNames)\b|\[\s*["'](?:index|starred|flagged|columnNames)["']\s*\])/g,
};

/** Modules written in Python take long to load; they are loaded beforehand where a program names them, or the last part of theirs. */
const SLOW_MODULES = [
  'datetime',
  'copy',
  'textwrap',
  'bisect',
  'StringIO',
  'cStringIO',
  'urllib',
  'urlparse',
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
 * The language `jython`: Python 2.7, interpreted by Skulpt in a sealed interpreter. Nothing is loaded before `prepare`. What differs
 * from Jython is described in docs/jython.md.
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
      importsForDates: ['datetime'],
      offsetOf: programOffset,
    },
    options,
  );
}

function pythonParts(): EngineParts {
  const names = (folder: string) => readdirSync(new URL(`./inside/${folder}/`, import.meta.url));
  const modules = Object.fromEntries(names('modules').map((name) => [name, moduleText(name)]));
  const additions = Object.fromEntries(
    names('additions').map((name) => [name, readInside(import.meta.url, `additions/${name}`).text]),
  );
  return {
    pureFunctions: { hashText, codePage, characterName, characterNamed },
    scripts: [
      { fileName: 'before-skulpt', text: 'globalThis.internStrings = 2;' },
      patchSkulpt(readInterpreter('skulpt/dist/skulpt.min.js')),
      libraryScript(),
      { fileName: 'own-modules', text: `globalThis.ownModules = ${JSON.stringify(modules)};` },
      {
        fileName: 'tables',
        text: `globalThis.htmlCharacters = ${JSON.stringify([...HTML_CHARACTERS])}; globalThis.fflateText = ${JSON.stringify(readFromPackage('fflate/browser').text)};`,
      },
      { fileName: 'additions', text: `globalThis.moduleAdditions = ${JSON.stringify(additions)};` },
      readInside(import.meta.url, 'python-codecs.js'),
      readInside(import.meta.url, 'python-text.js'),
      readInside(import.meta.url, 'python-letters.js'),
      readInside(import.meta.url, 'python-shortcuts.js'),
      readInside(import.meta.url, 'python-code.js'),
      readInside(import.meta.url, 'python-formatting.js'),
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

/** The library is one assignment to a member of Skulpt's own object, in which those names must not be found that we replace. */
function libraryScript(): { readonly fileName: string; readonly text: string } {
  const { fileName, text } = readInterpreter('skulpt/dist/skulpt-stdlib.js');
  return { fileName, text: text.replace(/^\s*Sk\.builtinFiles\s*=/, 'globalThis.skulptLibrary =') };
}
