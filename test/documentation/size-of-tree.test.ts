import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  folderSizes,
  MAX_FUNCTION_LINES,
  moduleFigures,
  sizeTable,
  sumOfSizes,
  withSizeTable,
} from '../../scripts/size-of-tree.js';
import { parseModule, ROOT } from '../architecture/source-tree.js';
import { temporaryFolder } from '../support/temporary-files.js';

describe('the measures of the tree', () => {
  const folder = temporaryFolder();
  afterAll(folder.remove);

  it('count files, lines and bytes by folder, the largest first', () => {
    folder.write('src/main.ts', 'a\n');
    folder.write('src/small/inner/b.ts', 'é\nb\n');
    folder.write('src/large/c.ts', 'ccc\nccc\n');
    folder.write('src/large/d.ts', 'd\n');
    const sizes = folderSizes(folder.path, 'src');
    expect(sizes).toEqual([
      { folder: 'src/large', files: 2, lines: 3, bytes: 10 },
      { folder: 'src/small', files: 1, lines: 2, bytes: 5 },
      { folder: 'src', files: 1, lines: 1, bytes: 2 },
    ]);
    expect(sumOfSizes('src', sizes)).toEqual({ folder: 'src', files: 4, lines: 6, bytes: 17 });
  });

  it('count exports by their users, the longest chain of imports, and long functions', () => {
    const long = `function long() {\n${'  call();\n'.repeat(MAX_FUNCTION_LINES)}}\n`;
    const modules = [
      parseModule('a.ts', "import { b } from './b.js';\nimport { c } from './c.js';\nexport const a = b + c;\n"),
      parseModule('b.ts', `import { c } from './c.js';\nexport const b = c;\nexport const unused = 1;\n${long}`),
      parseModule('c.ts', 'export const c = 1;\n'),
    ];
    expect(moduleFigures(modules)).toEqual({
      exports: 4,
      exportsWithOneUser: 1,
      longestImportChain: 3,
      longFunctions: 1,
    });
  });

  it('stand in the page about the architecture, which the script renews', () => {
    const page = readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8');
    const table = sizeTable(
      [{ folder: 'src/a', files: 1, lines: 2, bytes: 3000 }],
      [{ folder: 'src', files: 1, lines: 2, bytes: 3000 }],
      { exports: 4, exportsWithOneUser: 1, longestImportChain: 2, longFunctions: 0 },
    );
    const renewed = withSizeTable(page, table);
    expect(renewed).toContain('| `src/a/` | 1 | 2 | 3,000 |');
    expect(renewed).toContain('1 (25 %) have one user');
    expect(withSizeTable(renewed, table)).toBe(renewed);
    expect(() => withSizeTable('no marks', table)).toThrow('lacks');
  });
});
