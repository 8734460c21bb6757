import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { importCycles, layerFaults, layerOf, LAYERS } from './layers.js';
import { PACKAGE_DOORS } from './package-doors.js';
import { parseModule, readModules, ROOT } from './source-tree.js';

const MODULES = readModules('src');

describe('the rules themselves', () => {
  const faultsIn = (path: string, text: string) => layerFaults(parseModule(path, text));

  it('see every way to import', () => {
    const { imports } = parseModule(
      'web/a.ts',
      [
        "import { a } from './b.js';",
        "import type { T } from '../x/y.js';",
        "import { type U, type V } from 'zod';",
        "export * from './c.js';",
        "export type { W } from '@e965/xlsx/deep';",
        "const d = await import('node:fs');",
        "type E = import('./e.js').E;",
        "import './f.js';",
        "const g = createRequire(import.meta.url)('jschardet');",
      ].join('\n'),
    );
    expect(imports.map(({ target, packageName, typeOnly, line }) => [target ?? packageName, typeOnly, line])).toEqual([
      ['web/b.ts', false, 1],
      ['x/y.ts', true, 2],
      ['zod', true, 3],
      ['web/c.ts', false, 4],
      ['@e965/xlsx', true, 5],
      ['node:fs', false, 6],
      ['web/e.ts', true, 7],
      ['web/f.ts', false, 8],
      ['jschardet', false, 9],
    ]);
  });

  it('refuse an import upwards, sideways, past a port, of Express, and from outside', () => {
    expect(faultsIn('search/a.ts', "import '../scoring/b.js';")).toEqual([
      'search/a.ts:1: search may not import scoring (../scoring/b.js)',
    ]);
    expect(faultsIn('search/a.ts', "import type { B } from '../datasets/b.js';")).toHaveLength(1);
    expect(faultsIn('scoring/a.ts', "import '../search/compiled/b.js';")).toEqual([
      'scoring/a.ts:1: scoring sees only the ports of search, not search/compiled/b.ts',
    ]);
    expect(faultsIn('protocols/a.ts', "import type { Request } from 'express';")).toEqual([
      'protocols/a.ts:1: express belongs to web/',
    ]);
    expect(faultsIn('web/a.ts', "import '../../package.json';")).toHaveLength(1);
    expect(faultsIn('foundation/a.ts', "import '../../data/messages/de.json';")).toHaveLength(1);
    expect(faultsIn('web/a.ts', "import type A from '../../data/messages/de.json';")).toHaveLength(1);
    expect(faultsIn('foundation/a.ts', "import type A from '../../data/messages/de.json';")).toEqual([]);
    expect(faultsIn('utilities/a.ts', '')).toEqual([
      'utilities/a.ts: the folder utilities is not in the picture of layers',
    ]);
  });

  it('allow what lies below, ports, and neighbours', () => {
    expect(
      faultsIn('scoring/a.ts', "import '../search/prefix-index.js'; import './scoring/b.js'; import { z } from 'zod';"),
    ).toEqual([]);
    expect(faultsIn('web/a.ts', "import express from 'express';")).toEqual([]);
  });

  it('find a cycle, also over several modules', () => {
    const modules = [
      parseModule('a/a.ts', "import './b.js';"),
      parseModule('a/b.ts', "import '../c/c.js';"),
      parseModule('c/c.ts', "import '../a/a.js';"),
      parseModule('c/d.ts', "import './c.js';"),
    ];
    expect(importCycles(modules)).toEqual([['a/a.ts', 'a/b.ts', 'c/c.ts', 'a/a.ts']]);
  });

  it('have no cycle in the picture: each layer is above all that it may import', () => {
    const order = Object.keys(LAYERS);
    for (const [layer, below] of Object.entries(LAYERS))
      for (const each of below) expect(order.indexOf(each)).toBeLessThan(order.indexOf(layer));
  });
});

describe('the code', () => {
  it('imports only down the picture of layers', () => {
    expect(MODULES.flatMap(layerFaults)).toEqual([]);
  });

  it('has no cycles', () => {
    expect(importCycles(MODULES)).toEqual([]);
  });

  it('imports only files that exist', () => {
    const paths = new Set(MODULES.map(({ path }) => path));
    // What runs in pages is plain JavaScript.
    const isScript = (target: string): boolean => existsSync(join(ROOT, 'src', target.replace(/\.ts$/, '.js')));
    const missing = MODULES.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target !== undefined && !paths.has(target) && !isScript(target))
        .map(({ specifier }) => `${path}: ${specifier}`),
    );
    expect(missing).toEqual([]);
  });

  it('uses each folder of the picture', () => {
    expect([...new Set(MODULES.map(({ path }) => layerOf(path)))].sort()).toEqual(Object.keys(LAYERS).sort());
  });

  it('has no file or folder whose name says nothing', () => {
    const empty = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'types', 'index', 'shared', 'lib'];
    const parts = [...MODULES, ...readModules('test')].flatMap(({ path }) =>
      path.split('/').map((part) => ({ path, name: basename(part, '.ts') })),
    );
    expect(parts.filter(({ name }) => empty.includes(name)).map(({ path }) => path)).toEqual([]);
  });

  it('names files in kebab case', () => {
    expect(MODULES.map(({ path }) => path).filter((path) => !/^[a-z0-9-]+(\/[a-z0-9-]+)*\.ts$/.test(path))).toEqual([]);
  });
});

describe('packages', () => {
  const uses = MODULES.flatMap(({ path, imports }) =>
    imports.filter(({ typeOnly }) => !typeOnly).map(({ packageName }) => ({ path, packageName })),
  ).filter(
    (use): use is { path: string; packageName: string } =>
      use.packageName !== undefined && !use.packageName.startsWith('node:'),
  );

  it('enter through the files that the table names', () => {
    const strangers = uses.filter(
      ({ path, packageName }) =>
        !(PACKAGE_DOORS[packageName] ?? []).some(
          (door) => path === door || (door.endsWith('/') && path.startsWith(door)),
        ),
    );
    expect(strangers.map(({ path, packageName }) => `${packageName} in ${path}`)).toEqual([]);
  });

  it('are used by every file that the table names', () => {
    const idle = Object.entries(PACKAGE_DOORS).flatMap(([name, doors]) =>
      doors
        .filter(
          (door) =>
            !uses.some(({ path, packageName }) => packageName === name && (path === door || path.startsWith(door))),
        )
        .map((door) => `${name} in ${door}`),
    );
    expect(idle).toEqual([]);
  });
});
