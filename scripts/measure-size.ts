// Prints what the tree measures: `npx tsx scripts/measure-size.ts`. With --write, the table of docs/architecture.md is renewed.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModules, ROOT } from '../test/architecture/source-tree.js';
import { folderSizes, moduleFigures, sizeTable, sumOfSizes, withSizeTable } from './size-of-tree.js';

const folders = folderSizes(ROOT, 'src');
const totals = [sumOfSizes('src', folders), ...['test', 'docs'].map((top) => sumOfSizes(top, folderSizes(ROOT, top)))];
const commit = execFileSync('git', ['-C', ROOT, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const table = `At commit ${commit}:\n\n${sizeTable(folders, totals, moduleFigures(readModules('src')))}`;
console.log(table);
if (process.argv.includes('--write')) {
  const page = join(ROOT, 'docs', 'architecture.md');
  writeFileSync(page, withSizeTable(readFileSync(page, 'utf8'), table));
}
