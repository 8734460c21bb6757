import { describe, expect, it } from '@jest/globals';
import { BOUNDED, BOUNDED_PACKAGES, PARSES_JSON, reachedFrom, servingFaults, SERVING_ROOTS } from './serving-thread.js';
import { parseModule, readModules } from './source-tree.js';

const MODULES = readModules('src');

describe('the thread that serves HTTP', () => {
  it('can call nothing whose cost a request controls', () => {
    expect(servingFaults(MODULES, SERVING_ROOTS)).toEqual([]);
  });

  it('is reached by the roots that there are, and by all that the tables name', () => {
    const reached = reachedFrom(MODULES, SERVING_ROOTS);
    const paths = reached.map(({ module }) => module.path);
    expect(paths).toEqual(expect.arrayContaining([...SERVING_ROOTS]));
    expect(
      Object.keys(BOUNDED).filter(
        (known) => !paths.some((path) => path === known || (known.endsWith('/') && path.startsWith(known))),
      ),
    ).toEqual([]);
    expect(Object.keys(PARSES_JSON).filter((path) => !paths.includes(path))).toEqual([]);
    const packages = new Set(reached.flatMap(({ module }) => module.imports.map(({ packageName }) => packageName)));
    expect([...BOUNDED_PACKAGES].filter((name) => !packages.has(name))).toEqual([]);
  });

  it('does not load what the threads and processes do', () => {
    const paths = new Set(reachedFrom(MODULES, SERVING_ROOTS).map(({ module }) => module.path));
    const elsewhere = MODULES.filter(({ path }) =>
      /-worker\.ts$|^projects\/(?:expressions|operations|importing|exporting|browsing|clustering)\/|^learning\/|^datasets\/(?!headings\/|heading-vocabulary|composed-headings)|^web\/matching\/(?:match-table|table-tasks)/.test(
        path,
      ),
    );
    expect(elsewhere.length).toBeGreaterThan(150);
    expect(elsewhere.filter(({ path }) => paths.has(path)).map(({ path }) => path)).toEqual([]);
  });

  it('is held to that by a rule that sees what is loaded late, over several modules, and what is only called', () => {
    const modules = [
      parseModule('web/create-app.ts', "import type { A } from '../learning/a.js'; const b = () => import('./b.js');"),
      parseModule(
        'web/b.ts',
        "import { c } from '../formats/c.js'; import xlsx from '@e965/xlsx'; JSON.parse(text); gunzipSync(bytes);",
      ),
      parseModule('formats/c.ts', ''),
      parseModule('learning/a.ts', ''),
    ];
    expect(servingFaults(modules, ['web/create-app.ts'])).toEqual([
      'web/b.ts loads @e965/xlsx on the serving thread',
      'web/b.ts parses JSON on the serving thread, of a length that nobody has stated',
      'web/b.ts calls gunzipSync on the serving thread',
      'formats/c.ts can be reached on the serving thread: web/create-app.ts → web/b.ts → formats/c.ts',
    ]);
  });
});
