import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrorValue } from '../../../../src/projects/grid/cell-value.js';
import { createClojureLanguage } from '../../../../src/projects/expressions/clojure/create-clojure-language.js';
import { createJythonLanguage } from '../../../../src/projects/expressions/jython/create-jython-language.js';
import { SealedEngine } from '../../../../src/projects/expressions/sandbox/sealed-engine.js';
import { exampleRow, outcome, rowOf } from './script-cases.js';

const LIMITS = { rowMs: 600, totalMs: 5_000 };
/** A row's limit, what loading again takes, and a slow machine. */
const SOON_MS = 30_000;

const python = createJythonLanguage({ limits: LIMITS });
const clojure = createClojureLanguage({ limits: LIMITS });
beforeAll(async () => {
  await python.prepare();
  await clojure.prepare();
}, 240_000);

describe('a program that would use up everything ends in a clear error, and the next one works', () => {
  const TOO_LONG = /took longer than 0\.6 seconds and was stopped/;
  const TOO_MUCH =
    /needed more than 256 MB of memory and was stopped|took longer than|MemoryError: the value is too large/;
  const TOO_DEEP = /maximum recursion depth exceeded|calls itself too deeply/;
  let started = 0;
  beforeEach(() => {
    started = performance.now();
  });
  afterEach(async () => {
    expect(performance.now() - started).toBeLessThan(SOON_MS);
    expect(outcome(python, 'return value.upper()')).toBe('MARIA CURIE');
    expect(outcome(clojure, '(.toUpperCase value)')).toBe('MARIA CURIE');
    // In a process that goes on, this is what gives the memory back.
    await python.prepare();
    await clojure.prepare();
  });

  const errorOf = (result: unknown) => (result as { error?: string }).error; // undefined for anything that is no error

  it.each([
    ['an endless loop', 'while True: pass', TOO_LONG],
    [
      'an endless loop that catches everything',
      'while True:\n  try:\n    while True: pass\n  except:\n    pass',
      TOO_LONG,
    ],
    ['an endless generator', 'def g():\n  while True:\n    yield 1\nreturn sum(g())', TOO_LONG],
    ['a catastrophic regular expression', 'import re\nreturn re.match("(a+)+$", "a" * 40 + "b")', TOO_LONG],
    ['a huge text', 'return "a" * 10**9', TOO_MUCH],
    ['a text that doubles', 's = "ab"\nwhile True:\n  s = s + s', TOO_MUCH],
    ['a huge list', 'return [0] * 10**9', TOO_MUCH],
    ['a list that grows', 'a = []\nwhile True:\n  a.append("x" * 1000 + str(len(a)))', TOO_MUCH],
    ['a huge range', 'return range(10**9)', TOO_MUCH],
    ['a huge number', 'return len(str(10 ** 10 ** 8))', TOO_MUCH],
    ['endless recursion', 'def f(n):\n  return f(n + 1)\nreturn f(0)', TOO_DEEP],
    [
      'recursion through a method',
      'class A(object):\n  def __str__(self):\n    return str(self)\nreturn str(A())',
      TOO_DEEP,
    ],
  ])('Python: %s', (_name, program, message) => {
    expect(errorOf(outcome(python, program))).toMatch(message);
  });

  it.each([
    ['an endless loop', '(loop [] (recur))', TOO_LONG],
    ['an endless sequence', '(count (range))', TOO_LONG],
    ['an endless sequence that is kept', '(let [s (iterate inc 0)] (last s))', TOO_MUCH],
    ['a catastrophic regular expression', '(re-matches #"(a+)+" (str (apply str (repeat 40 "a")) "b"))', TOO_LONG],
    ['a huge text', '(.repeat "a" 1000000000)', /./],
    ['a text that doubles', '(loop [s "ab"] (recur (str s s)))', /./],
    ['a vector that grows', '(loop [v []] (recur (conj v (str "x" (count v)))))', TOO_MUCH],
    ['endless recursion', '((fn f [n] (inc (f n))) 1)', TOO_DEEP],
  ])('Clojure: %s', (_name, program, message) => {
    expect(errorOf(outcome(clojure, program))).toMatch(message);
  });

  it('refuses a result that is too long', () => {
    expect(outcome(python, 'return "a" * (2 * 1024 * 1024)')).toEqual({
      error: 'The result is longer than 1048576 characters',
    });
    expect(outcome(python, 'return len("a" * (2 * 1024 * 1024))')).toEqual({ whole: '2097152' });
    expect(outcome(clojure, '(apply str (repeat 2000000 "a"))')).toMatchObject({
      error: expect.stringMatching(/longer than 1048576|took longer/),
    });
  });

  it('ends reading a program that takes for ever to read', () => {
    expect(outcome(python, `return ${'('.repeat(20_000)}1${')'.repeat(20_000)}`)).toHaveProperty('syntax');
    expect(outcome(clojure, `${'('.repeat(20_000)}1${')'.repeat(20_000)}`)).toHaveProperty('syntax');
  });

  it('gives the other rows their values when one row uses up the memory', () => {
    const rows = ['a', 'stop', 'c'].map((name, i) => rowOf({ name }, i));
    const program = 'a = []\nwhile value == "stop":\n  a.append("x" * 100000 + str(len(a)))\nreturn value * 2';
    const results = python.compile(program).evaluate(rows, { rowMs: 60_000, totalMs: 60_000 });
    expect([results[0], results[2]]).toEqual(['aa', 'cc']);
    expect(results[1]).toEqual(new ErrorValue('The expression needed more than 256 MB of memory and was stopped'));
  });
});

describe('nothing of the host can be reached', () => {
  it.each([
    'return open("/etc/passwd").read()',
    'return file("/etc/passwd").read()',
    'import os\nreturn os.environ',
    'import subprocess',
    'import socket',
    'import js\nreturn js.process',
    'return jseval("typeof process")',
    'return __import__("os").getcwd()',
    'import document',
    'import urllib\nreturn urllib.urlopen("http://localhost/").read()',
    'import urllib2\nreturn urllib2.urlopen("http://localhost/").read()',
    'import webbrowser',
    'return raw_input()',
    'from java.lang import System\nreturn System.getenv()',
    'import signal',
    'import platform\nreturn platform.node()',
  ])('Python: %s', (program) => {
    expect(outcome(python, program)).toEqual({
      error: expect.stringMatching(/^(?:ImportError|NameError|IOError|AttributeError|NotImplementedError): /),
    });
  });

  it.each([
    'js/process',
    '(js/require "fs")',
    '(.constructor value)',
    '(.. value constructor (constructor "return process"))',
    '((.-constructor (.-constructor value)) "return process")',
    '(slurp "/etc/passwd")',
    '(System/getenv "HOME")',
    '(System/exit 0)',
    '(eval (read-string "(js/eval \\"1\\")"))',
    '(java.io.File. "/etc/passwd")',
    '(Runtime/getRuntime)',
  ])('Clojure: %s', (program) => {
    const result = outcome(clojure, program) as { error?: string; syntax?: string }; // or something else, and then neither is there
    expect(result.error ?? result.syntax).toMatch(/./);
  });

  it('not even from the interpreter behind the languages', async () => {
    const script =
      'globalThis.look = (name) => `${typeof globalThis[name]} ${new Function(`return typeof ${name}`)()}`';
    const engine = await SealedEngine.create({ pureFunctions: {}, scripts: [{ fileName: 'look', text: script }] });
    const names = [
      'process',
      'require',
      'module',
      'fetch',
      'XMLHttpRequest',
      'WebAssembly',
      'importScripts',
      'postMessage',
      'setTimeout',
      'console',
      'std',
      'os',
    ];
    for (const name of names)
      expect(engine.call('look', name, LIMITS)).toEqual({ kind: 'returned', text: 'undefined undefined' });
  });
});

describe('nothing is kept from one program to the next', () => {
  it('Python: globals, modules and built-in names', () => {
    outcome(python, 'global kept\nkept = 5\nreturn kept');
    expect(outcome(python, 'return kept')).toEqual({ error: "NameError: name 'kept' is not defined on line 2" });
    outcome(python, 'import math\nmath.pi = 3\nimport sys\nsys.kept = 1\nreturn 1');
    expect(outcome(python, 'import math\nreturn int(math.pi * 100)')).toEqual({ whole: '314' });
  });

  it('Clojure: definitions', () => {
    outcome(clojure, '(def kept 5)');
    expect(outcome(clojure, 'kept')).toHaveProperty('syntax');
  });

  it('two programs in turn keep apart, and a program keeps what it is', () => {
    const one = python.compile('return value + "1"');
    const other = python.compile('return value + "2"');
    for (let i = 0; i < 3; i++) {
      expect(one.evaluate([exampleRow])).toEqual(['Maria Curie1']);
      expect(other.evaluate([exampleRow])).toEqual(['Maria Curie2']);
    }
  });
});
