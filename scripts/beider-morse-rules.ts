/**
 * Writes data/beider-morse/rules.txt from the tables of Apache Commons Codec: the generic rules for approximate keys, without comments.
 *
 *   unzip commons-codec-1.17.0.jar 'org/apache/commons/codec/language/bm/*.txt' 'META-INF/*'
 *   npx tsx scripts/beider-morse-rules.ts org/apache/commons/codec/language/bm
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder with the tables.');

function linesOf(table: string): readonly string[] {
  return readFileSync(join(folder ?? '', `gen_${table}.txt`), 'utf8')
    .replace(/^\/\*[^]*?\*\/$/gm, '')
    .split(/\r?\n/)
    .map((line) => line.replace(/\/\/.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.replace(/^#include\s+gen_/, '#'))
    .map((line) =>
      line.startsWith('#')
        ? line
        : line
            .split(/\s+/)
            .map((part) => part.replace(/^"|"$/g, ''))
            .join('\t'),
    );
}

const languages = linesOf('languages');
const tables = ['languages', 'lang', 'approx_common', 'exact_approx_common'].concat(
  languages.flatMap((language) => [`rules_${language}`, `approx_${language}`]),
);
writeFileSync(
  join(import.meta.dirname, '../data/beider-morse/rules.txt'),
  `${tables.map((table) => [`[${table}]`, ...linesOf(table)].join('\n')).join('\n')}\n`,
);
