// Makes data/character-names.br from the Unicode Character Database, as Debian's package unicode-data has it:
//   npx tsx scripts/character-names.ts /usr/share/unicode/UnicodeData.txt
// Each line has the distance from the character before, in the digits of base 36, or nothing where it is one; a blank; and the name. The names that
// are made of the number of their character are left out. Licence: Unicode License v3.
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const NUMBERED =
  /^<|^(?:CJK (?:UNIFIED|COMPATIBILITY) IDEOGRAPH|TANGUT IDEOGRAPH|NUSHU CHARACTER|KHITAN SMALL SCRIPT CHARACTER)-/;
const [source = '/usr/share/unicode/UnicodeData.txt'] = process.argv.slice(2);

let last = 0;
const lines: string[] = [];
for (const line of readFileSync(source, 'utf8').trim().split('\n')) {
  const [digits = '', name = ''] = line.split(';');
  if (NUMBERED.test(name)) continue;
  const point = parseInt(digits, 16);
  lines.push(`${point - last === 1 ? '' : (point - last).toString(36)} ${name}`);
  last = point;
}
writeFileSync(new URL('../data/character-names.br', import.meta.url), brotliCompressSync(lines.join('\n')));
