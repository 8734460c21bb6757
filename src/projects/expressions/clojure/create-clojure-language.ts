import { ExpressionSyntaxError } from '../expression-language.js';
import type { ColumnSyntax } from '../sandbox/wire-values.js';
import { readDriver, readInside, readInterpreter, type EngineParts } from '../sandbox/sealed-engine.js';
import { createScriptLanguage, type ScriptLanguage, type ScriptLanguageOptions } from '../sandbox/script-language.js';

/*
 * A program for its interpreter: the body of a function, with all uses of Java replaced by functions inside
 * (java-methods.js, java-regex.js). Only names outside of texts, comments and regular expressions are touched.
 */

const ARGUMENTS = '[value cell cells row rowIndex value1 value2]';

/** A comment, a regular expression, a text, a character, or a name. */
const TOKEN =
  /;[^\r\n]*|(?<regex>#"(?:[^"\\]|\\[\s\S])*")|"(?:[^"\\]|\\[\s\S])*"|\\(?:newline|space|tab|return|backspace|formfeed|u[0-9a-fA-F]{4}|o[0-7]{1,3}|[\s\S])|(?<name>[^\s()[\]{}"';`~@^\\,#][^\s()[\]{}"';`~@^\\,]*)/g;

/**
 * Functions of the core and of clojure.string for Java's regular expressions, or refusing what the interpreter accepts.
 */
const STANDING_FOR: ReadonlyMap<string, string> = new Map([
  ['/', 'java-text/divide'],
  ['+', 'java-text/plus'],
  ['-', 'java-text/minus'],
  ['*', 'java-text/times'],
  ['<', 'java-text/less'],
  ['>', 'java-text/more'],
  ['<=', 'java-text/at-most'],
  ['>=', 'java-text/at-least'],
]);

/** Those of clojure.string with Java's results for numbers and expressions. */
const TEXT_FUNCTIONS: ReadonlySet<string> = new Set(
  'replace replace-first split split-lines upper-case lower-case capitalize includes? starts-with? ends-with? index-of last-index-of trim triml trimr trim-newline escape blank?'.split(
    ' ',
  ),
);

const REFUSED: ReadonlyMap<string, string> = new Map([
  ['.', 'The form (. object method) is not available here: write (.method object)'],
  ['new', '(new …) is not available here'],
  ['eval', 'eval is not available here'],
  ['load-string', 'load-string is not available here'],
  [
    'require',
    'require is not available here: clojure.string, clojure.set, clojure.walk and clojure.edn are loaded already, as str, set, walk and edn',
  ],
  ['import', 'import is not available here: there are no Java classes'],
  ['slurp', 'slurp is not available here: a program can read no files'],
  ['spit', 'spit is not available here: a program can write no files'],
  ['re-matcher', 're-matcher is not available here: use re-find, re-seq or re-matches'],
  ['re-groups', 're-groups is not available here: re-find gives the groups'],
  ['bigdec', 'bigdec is not available here: numbers are whole up to 2^53, or floating'],
  ['bigint', 'bigint is not available here: numbers are whole up to 2^53, or floating'],
  ['biginteger', 'biginteger is not available here: numbers are whole up to 2^53, or floating'],
  ['rationalize', 'rationalize is not available here: there are no ratios'],
  ['class', 'class is not available here: use string?, number?, nil? and the like'],
  ['memfn', 'memfn is not available here: write #(.method %)'],
]);

/** `(.getField cells "a" …)`, `(.. cells (getField "a" …))` and `(-> cells (.getField "a" …))`. */
export const CLOJURE_COLUMNS: ColumnSyntax = {
  namedColumn:
    /\(\s*\.getField\s+cells\s+"(?<call>[^"\r\n]*)"|\(\s*\.\.\s+cells\s+\(\s*getField\s+"(?<dots>[^"\r\n]*)"|\(\s*->\s+cells\s+\(\s*\.getField\s+"(?<arrow>[^"\r\n]*)"/g,
  harmless: /\(\s*\.getField\s+row\s+"(?:index|starred|flagged|columnNames)"/g,
};

/**
 * The language `clojure`: SCI, an interpreter of Clojure, in a sealed interpreter. Nothing is loaded before `prepare`.
 * docs/clojure.md describes the differences from Clojure on Java.
 */
export function createClojureLanguage(options: ScriptLanguageOptions = {}): ScriptLanguage {
  return createScriptLanguage(
    {
      id: 'clojure',
      name: 'Clojure',
      defaultExpression: 'value',
      columnSyntax: CLOJURE_COLUMNS,
      parts: clojureParts,
      prepareSource: clojureFunction,
      importsOf: () => [],
      importsForDates: [],
      offsetOf: clojureOffset,
    },
    options,
  );
}

function clojureParts(): EngineParts {
  const inside = (fileName: string) => readInside(import.meta.url, fileName);
  return {
    pureFunctions: {},
    scripts: [
      inside('browser-stand-ins.js'),
      readInterpreter('scittle/dist/scittle.js'),
      inside('java-regex.js'),
      inside('java-methods.js'),
      { fileName: 'prelude', text: `globalThis.preludeText = ${JSON.stringify(inside('prelude.clj').text)};` },
      inside('clojure-language.js'),
      readDriver(),
    ],
  };
}

/**
 * The program as a Clojure function. Throws `ExpressionSyntaxError` for unsupported parts, or ways out of the language.
 */
export function clojureFunction(program: string): string {
  const methods = new Set<string>();
  const rewritten = program.replace(TOKEN, (...found: readonly unknown[]) => {
    const token = String(found[0]);
    const offset = Number(found.at(-3));
    const { regex, name } = found.at(-1) as { regex?: string; name?: string }; // the last argument, as the expression has named groups
    if (regex !== undefined) return `(java-text/re-pattern ${textLiteral(regex.slice(2, -1))})`;
    return name === undefined ? token : rewrittenName(name, offset, methods);
  });
  const bindings = [...methods].map((method) => `${methodName(method)} (partial java-text/call "${method}")`);
  // One line before the program; the line break after it ends a comment on its last line.
  return `(let [${bindings.join(' ')}] (fn ${ARGUMENTS}\n${rewritten}\n))`;
}

/** The text between the quotes of a regular expression is raw. */
function textLiteral(raw: string): string {
  return `"${raw.replace(/\\[\s\S]|"/g, (each) => (each === '\\"' ? '\\"' : each === '"' ? '\\"' : each.replace(/\\/g, '\\\\')))}"`;
}

/** The name of the function for `.method`: a plain one, so that it can be threaded and passed on. */
function methodName(method: string): string {
  return `java-method-${method}`;
}

function rewrittenName(name: string, offset: number, methods: Set<string>): string {
  const refused = REFUSED.get(name);
  if (refused !== undefined) throw new ExpressionSyntaxError(`Syntax error: ${refused}`, offset);
  if (/^js(?:\/|$)|^(?:scittle|sci)[./]/.test(name))
    throw new ExpressionSyntaxError(`Syntax error: No such namespace: ${name.split('/')[0]}`, offset);
  if (/^(?:java|javax|org|com)\.[\w.]+(?:\.|\/\w+)$/.test(name) && !name.startsWith('java.util.regex.Pattern/'))
    throw new ExpressionSyntaxError(`Syntax error: the Java class of ${name} is not available here`, offset);
  if (name.startsWith('.-'))
    throw new ExpressionSyntaxError(`Syntax error: the field ${name} is not available here`, offset);
  const standing = STANDING_FOR.get(name);
  if (standing !== undefined) return standing;
  const ratio = /^[+-]?\d+\/\d+$/.test(name);
  if (ratio)
    throw new ExpressionSyntaxError(
      `Syntax error: the ratio ${name} is not available here: numbers are whole or floating`,
      offset,
    );
  const inText = /^(?:clojure\.string|str|string)\/(.+)$/.exec(name)?.[1];
  if (inText !== undefined && TEXT_FUNCTIONS.has(inText)) return `java-text/${inText}`;
  const method = /^\.([A-Za-z]\w*)$/.exec(name)?.[1];
  if (method === undefined) return name;
  methods.add(method);
  return methodName(method);
}

/** The offset in the program of a place in the function; lines and columns from 1. */
export function clojureOffset(program: string, line: number, column: number): number | undefined {
  const starts = [0];
  for (const { index, 0: ending } of program.matchAll(/\r\n|\r|\n/g)) starts.push(index + ending.length);
  const start = starts[line - 2];
  // Names grow when they are replaced, so a column may be too far to the right; the line is right.
  return start === undefined
    ? undefined
    : Math.min(program.length, start + Math.max(0, column - 1), (starts[line - 1] ?? Infinity) - 1);
}
