// What the tree measures: files, lines and bytes by folder, and what makes it hard to read.
import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { join, relative } from 'node:path/posix';
import ts from 'typescript';
import { eachNode, filesBelow, type SourceModule } from '../test/architecture/source-tree.js';
import { exportUsers } from '../test/architecture/unused-exports.js';

/** Files of one folder: their number, and the lines and bytes that they have together. */
export interface FolderSize {
  readonly folder: string;
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
}

/** Figures of the modules of `src/` that no folder has by itself. */
export interface ModuleFigures {
  readonly exports: number;
  readonly exportsWithOneUser: number;
  /** Modules on the longest way along imports, those of types included. */
  readonly longestImportChain: number;
  readonly longFunctions: number;
}

/** A function with more lines than this counts as long. */
export const MAX_FUNCTION_LINES = 40;

/** Sizes of the folders directly below `top`, by bytes, largest first; files directly in `top` stand under its own name. */
export function folderSizes(root: string, top: string): readonly FolderSize[] {
  const sizes = new Map<string, { files: number; lines: number; bytes: number }>();
  for (const file of filesBelow(join(root, top))) {
    const [first = '', ...rest] = relative(join(root, top), file.split(sep).join('/')).split('/');
    const folder = rest.length === 0 ? top : join(top, first);
    const content = readFileSync(file);
    const size = sizes.get(folder) ?? { files: 0, lines: 0, bytes: 0 };
    sizes.set(folder, size);
    size.files += 1;
    size.bytes += content.length;
    size.lines += content.reduce((lines, byte) => (byte === NEWLINE ? lines + 1 : lines), 0);
  }
  return [...sizes].map(([folder, size]) => ({ folder, ...size })).sort((a, b) => b.bytes - a.bytes);
}

const NEWLINE = 10;

/** Sum of several sizes under one name. */
export function sumOfSizes(folder: string, sizes: readonly FolderSize[]): FolderSize {
  const sum = (part: (size: FolderSize) => number) => sizes.reduce((total, size) => total + part(size), 0);
  return {
    folder,
    files: sum(({ files }) => files),
    lines: sum(({ lines }) => lines),
    bytes: sum(({ bytes }) => bytes),
  };
}

/** Figures of modules; the paths of modules start below one folder. */
export function moduleFigures(modules: readonly SourceModule[]): ModuleFigures {
  const users = exportUsers(modules);
  return {
    exports: users.length,
    exportsWithOneUser: users.filter((count) => count === 1).length,
    longestImportChain: longestChain(modules),
    longFunctions: modules.reduce((count, module) => count + longFunctions(module), 0),
  };
}

function longestChain(modules: readonly SourceModule[]): number {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const lengths = new Map<string, number>();
  const lengthFrom = (path: string): number => {
    const module = byPath.get(path);
    if (module === undefined) return 0;
    const known = lengths.get(path);
    if (known !== undefined) return known;
    // A module that is met again on the way, as in a cycle of types, adds nothing.
    lengths.set(path, 0);
    const targets = module.imports.flatMap(({ target }) => (target === undefined ? [] : [target]));
    const length = 1 + targets.reduce((longest, target) => Math.max(longest, lengthFrom(target)), 0);
    lengths.set(path, length);
    return length;
  };
  return modules.reduce((longest, { path }) => Math.max(longest, lengthFrom(path)), 0);
}

function longFunctions({ tree }: SourceModule): number {
  let count = 0;
  eachNode(tree, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return;
    const first = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line;
    if (tree.getLineAndCharacterOfPosition(node.getEnd()).line - first + 1 > MAX_FUNCTION_LINES) count += 1;
  });
  return count;
}

/** The sizes and figures as a table in Markdown. */
export function sizeTable(
  folders: readonly FolderSize[],
  totals: readonly FolderSize[],
  figures: ModuleFigures,
): string {
  const number = (value: number) => value.toLocaleString('en');
  const row = ({ folder, files, lines, bytes }: FolderSize) =>
    `| \`${folder}/\` | ${number(files)} | ${number(lines)} | ${number(bytes)} |`;
  const share = Math.round((100 * figures.exportsWithOneUser) / Math.max(1, figures.exports));
  return [
    '| folder | files | lines | bytes |',
    '|---|--:|--:|--:|',
    ...folders.map(row),
    ...totals.map((total) => row(total).replace('| `', '| all of `')),
    '',
    `* Exports: ${number(figures.exports)}, of which ${number(figures.exportsWithOneUser)} (${share} %) have one user.`,
    `* Longest chain of imports: ${figures.longestImportChain} modules.`,
    `* Functions of more than ${MAX_FUNCTION_LINES} lines: ${figures.longFunctions}.`,
    '',
  ].join('\n');
}

/** Where in the page the table stands. */
const SIZE_MARKS = ['<!-- sizes -->', '<!-- end of sizes -->'] as const;

/** The page with this table between its marks. Throws when a mark is missing. */
export function withSizeTable(page: string, table: string): string {
  const [start, end] = SIZE_MARKS.map((mark) => page.indexOf(mark));
  if (start === undefined || end === undefined || start < 0 || end < start)
    throw new Error(`the page lacks ${SIZE_MARKS.join(' or ')}`);
  return `${page.slice(0, start + SIZE_MARKS[0].length)}\n${table}${page.slice(end)}`;
}
