import { describe, expect, it } from '@jest/globals';
import { ExpressionSyntaxError } from '../../../../src/projects/expressions/expression-language.js';
import {
  clojureFunction,
  clojureOffset,
} from '../../../../src/projects/expressions/clojure/create-clojure-language.js';

const body = (program: string) => clojureFunction(program).split('\n').slice(1, -1).join('\n');
const refused = (program: string) => {
  try {
    clojureFunction(program);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return [error.message, error.offset];
    throw error;
  }
  return undefined;
};

describe('clojureFunction', () => {
  it('keeps the program apart from what stands around it', () => {
    expect(clojureFunction('value ; end')).toBe(
      '(let [] (fn [value cell cells row rowIndex value1 value2]\nvalue ; end\n))',
    );
  });

  it('makes methods names, so that they can be threaded', () => {
    expect(clojureFunction('(-> value .trim (.replace "a" "b") .trim)')).toBe(
      '(let [java-method-trim (partial java-text/call "trim") java-method-replace (partial java-text/call "replace")] ' +
        '(fn [value cell cells row rowIndex value1 value2]\n(-> value java-method-trim (java-method-replace "a" "b") java-method-trim)\n))',
    );
  });

  it('makes regular expressions calls, with their text unchanged', () => {
    expect(body(String.raw`(re-find #"\d\"x\\" s)`)).toBe(String.raw`(re-find (java-text/re-pattern "\\d\"x\\\\") s)`);
  });

  it('touches nothing in texts, comments and characters', () => {
    for (const same of ['"(.trim x) js/x #"', '; .trim js/process', '\\. \\( \\"', '"a\\"b .trim"', '(str "/" \\/)'])
      expect(body(same)).toBe(same);
  });

  it('refuses what reaches out or has no counterpart, and says where', () => {
    expect(refused('(str js/process)')).toEqual(['Syntax error: No such namespace: js', 5]);
    expect(refused('(java.io.File. "x")')).toEqual([
      'Syntax error: the Java class of java.io.File. is not available here',
      1,
    ]);
    expect(refused('(+ 1 1/3)')).toEqual([
      'Syntax error: the ratio 1/3 is not available here: numbers are whole or floating',
      5,
    ]);
    expect(refused('(.-length value)')).toEqual(['Syntax error: the field .-length is not available here', 1]);
    expect(refused('(. value trim)')?.[0]).toMatch(/write \(\.method object\)/);
  });
});

describe('clojureOffset', () => {
  it('counts one hidden line, and stays within the line', () => {
    expect(clojureOffset('(a)\n(b)', 2, 1)).toBe(0);
    expect(clojureOffset('(a)\n(b)', 3, 2)).toBe(5);
    expect(clojureOffset('(a)\n(b)', 2, 99)).toBe(3);
    expect(clojureOffset('(a)', 1, 1)).toBeUndefined();
  });
});
