import { statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { forbiddenConstructs, importEffects, undocumentedExports } from './code-faults.js';
import { filesBelow, parseModule, readModules, ROOT } from './source-tree.js';
import { exportsForOthersOnly, unusedExports } from './unused-exports.js';

const MODULES = readModules('src');

/** Files over 24,000 bytes, each with the reason why it is one thing. */
const LONG_FILES: Readonly<Record<string, string>> = {
  'src/projects/expressions/jython/inside/modules/re.js':
    'A module of Python is one file for the interpreter that reads it.',
  'test/differential/reconciling.test.ts': 'One list of cases, asked of two programs.',
  'test/web/commands/client-calls.test.ts': 'One list of calls as client programs make them.',
  'test/web/draft.test.ts': 'One protocol version, request by request.',
};

/** Modules that do something when imported, each with the reason. */
const ACTING_MODULES: Readonly<Record<string, string>> = {
  'offline/inside/page.ts': 'a script of a page',
  'offline/inside/worker.ts': 'the body of a worker of that page',
  'main.ts': 'It is the executable.',
  'assembly/projects/project-worker.ts': 'It is what a worker process starts with; nothing imports it.',
  'assembly/workers/worker-body.ts': 'It is what every worker thread starts with; nothing imports it.',
  'foundation/software-version.ts':
    'A constant that is read from the package file, so that the version stands in one place.',
};

/** Every folder with code of ours, the program first. */
const FOLDERS = [
  { folder: 'src', modules: MODULES },
  ...['test', 'bench', 'scripts', 'data/build'].map((folder) => ({ folder, modules: readModules(folder) })),
];

/** What the program itself never calls, each with the reason why it stands in src/. */
const NOT_CALLED: Readonly<Record<string, string>> = {
  'src/protocols/message-table.ts: MESSAGE_TABLE': 'The index of all wire forms; tests hold every answer to it.',
};

describe('the rules themselves', () => {
  const faultsIn = (text: string) => forbiddenConstructs(parseModule('a.ts', text));

  it('find what the house does not use', () => {
    expect(faultsIn('let a: any;')).toEqual(['a.ts:1: any']);
    expect(faultsIn('const a = b!.c;')).toEqual(['a.ts:1: a claim with ! that something is not null']);
    expect(faultsIn('enum A { B }')).toEqual(['a.ts:1: an enum']);
    expect(faultsIn('export default 1;')).toEqual(['a.ts:1: a default export']);
    expect(faultsIn(`// ${'TO'}${'DO'} later`)).toHaveLength(1);
    expect(faultsIn(`/* @ts-${'ignore'} */ f();`)).toHaveLength(1);
    expect(faultsIn('const a = b as C;')).toEqual(['a.ts:1: "as" without a comment that proves it']);
    expect(faultsIn('const a = <C>b;')).toHaveLength(1);
  });

  it('let pass what is proven, constant, or only looks alike', () => {
    expect(faultsIn('const a = b as C; // made by f above')).toEqual([]);
    expect(faultsIn('// made by f above\nconst a = f(b as C);')).toEqual([]);
    expect(faultsIn('// made by f above\nconst a = b as unknown as C;')).toEqual([]);
    expect(faultsIn('const a = [1] as const;')).toEqual([]);
    expect(faultsIn("const a = !b && 'any' !== c;")).toEqual([]);
  });

  it('find exports without a doc comment', () => {
    expect(
      undocumentedExports(
        parseModule('a.ts', '// no doc\nexport function f() {}\n/** Doc. */\nexport function g() {}\nfunction h() {}'),
      ),
    ).toEqual(['a.ts:2: f has no doc comment']);
  });

  it('find what happens on import', () => {
    expect(
      importEffects(
        parseModule(
          'a.ts',
          "import { readFileSync } from 'node:fs';\nconst a = readFileSync('b');\nconst f = () => readFileSync('b');\nstart();",
        ),
      ),
    ).toEqual(['a.ts:2: calls into Node when imported', 'a.ts:4: does something when imported']);
    expect(
      importEffects(parseModule('a.ts', 'export const A = new Map([[1, 2]]);\nexport type B = 1;\nclass C {}')),
    ).toEqual([]);
  });
});

describe('unusedExports', () => {
  const faultsOf = (texts: Readonly<Record<string, string>>) =>
    unusedExports([{ folder: 'src', modules: Object.entries(texts).map(([path, text]) => parseModule(path, text)) }]);

  it('finds what no other file takes', () => {
    expect(
      faultsOf({
        'a.ts': 'export const A = 1;\nexport function f() { return A; }',
        'b/c.ts': "import { f } from '../a.js';",
      }),
    ).toEqual(['src/a.ts: A']);
    expect(faultsOf({ 'a.ts': 'export const { a, b: [c] } = f();', 'b.ts': "import { c } from './a.js';" })).toEqual([
      'src/a.ts: a',
    ]);
    expect(faultsOf({ 'a.ts': "export type { B } from './b.js';", 'b.ts': 'export interface B {}' })).toEqual([
      'src/a.ts: B',
    ]);
  });

  it('lets pass what is taken, whole modules, and types that other exports speak of', () => {
    expect(
      faultsOf({ 'a.ts': 'export const A = 1;\nexport const B = 2;', 'b.ts': "import * as a from './a.js';" }),
    ).toEqual([]);
    expect(faultsOf({ 'a.ts': 'export const A = 1;', 'b.ts': "await import('./a.js');" })).toEqual([]);
    expect(
      faultsOf({
        'a.ts': 'export interface B {}\nexport function f(): B { return {}; }',
        'c.ts': "import { f } from './a.js';",
      }),
    ).toEqual([]);
    expect(faultsOf({ 'a.ts': 'export interface B {}' })).toEqual(['src/a.ts: B']);
  });
});

describe('the code', () => {
  it('exports only what another file uses', () => {
    // src/library.ts and src/client.ts are the doors for programs of others.
    expect(unusedExports(FOLDERS).filter((unused) => !/^src\/(?:library|client)\.ts: /.test(unused))).toEqual([]);
  });

  it('holds nothing that the program never calls, but for what is listed with a reason', () => {
    expect(exportsForOthersOnly(FOLDERS)).toEqual(Object.keys(NOT_CALLED));
  });

  it('uses no forbidden construct', () => {
    expect(MODULES.flatMap(forbiddenConstructs)).toEqual([]);
  });

  it('documents every exported function and class', () => {
    expect(MODULES.flatMap(undocumentedExports)).toEqual([]);
  });

  it('does nothing when imported, but for the modules listed with a reason', () => {
    const acting = MODULES.filter((module) => importEffects(module).length > 0);
    expect(acting.filter(({ path }) => !(path in ACTING_MODULES)).flatMap(importEffects)).toEqual([]);
    expect(Object.keys(ACTING_MODULES).filter((path) => !acting.some((module) => module.path === path))).toEqual([]);
  });

  it('has files of at most 24,000 bytes, but for those listed with a reason', () => {
    const files = FOLDERS.flatMap(({ folder }) => filesBelow(join(ROOT, folder))).filter((file) =>
      /\.(?:ts|js|mjs|py|clj)$/.test(file),
    );
    const long = files
      .filter((file) => statSync(file).size > 24_000)
      .map((file) => relative(ROOT, file).split(sep).join('/'));
    expect(long).toEqual(Object.keys(LONG_FILES));
  });
});
