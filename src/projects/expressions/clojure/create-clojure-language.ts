import type { ColumnSyntax } from '../sandbox/needed-columns.js';
import { readDriver, readInside, readInterpreter } from '../sandbox/read-inside.js';
import { createScriptLanguage, type ScriptLanguage, type ScriptLanguageOptions } from '../sandbox/script-language.js';
import type { EngineParts } from '../sandbox/sealed-engine.js';
import { clojureFunction, clojureOffset } from './clojure-source.js';

/** `(.getField cells "a" …)`, `(.. cells (getField "a" …))` and `(-> cells (.getField "a" …))`. */
export const CLOJURE_COLUMNS: ColumnSyntax = {
  namedColumn:
    /\(\s*\.getField\s+cells\s+"(?<call>[^"\r\n]*)"|\(\s*\.\.\s+cells\s+\(\s*getField\s+"(?<dots>[^"\r\n]*)"|\(\s*->\s+cells\s+\(\s*\.getField\s+"(?<arrow>[^"\r\n]*)"/g,
  harmless: /\(\s*\.getField\s+row\s+"(?:index|starred|flagged|columnNames)"/g,
};

/**
 * The language `clojure`: SCI, an interpreter of Clojure, in a sealed interpreter. Nothing is loaded before `prepare`. What differs from
 * Clojure on Java is described in docs/clojure.md.
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
