import { closeSync, openSync, writeSync } from 'node:fs';
import { seededRandom } from '../seeded-random.js';

const WORDS = [
  'river',
  'Zürich',
  'old',
  'North',
  'Saint',
  'lake',
  'Garden',
  'été',
  'station',
  'Upper',
  'stone',
  'mill',
  'harbour',
  'new',
  'Field',
  'São Paulo',
  'castle',
  'west',
  'Bridge',
  'hill',
];
const CHUNK_CHARACTERS = 1 << 20;

/**
 * Writes a table as CSV, the same in every run: an id, a text of one to four words (some with commas, quotes or spaces at the ends), a whole number, a date, an
 * amount, and so on in turn until there are `columns`. `untilBytes` ends it when the file is that long. Gives the number of rows.
 */
export function generateTable(
  path: string,
  size: { readonly rows: number; readonly columns: number; readonly untilBytes?: number },
): number {
  const random = seededRandom(42);
  const text = (): string => {
    const words = Array.from({ length: 1 + random.below(4) }, () => random.pick(WORDS)).join(' ');
    if (random.chance(0.02)) return `"${words}, ""${random.pick(WORDS)}"""`;
    return random.chance(0.05) ? ` ${words} ` : words;
  };
  const kinds: readonly ((row: number) => string)[] = [
    (row) => `r${row}`,
    text,
    () => String(random.below(100_000)),
    () =>
      `${1900 + random.below(120)}-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')}`,
    () => (random.chance(0.1) ? '' : (random.next() * 1000).toFixed(2)),
  ];
  const file = openSync(path, 'w');
  let pending = `${Array.from({ length: size.columns }, (_, column) => `column ${column + 1}`).join(',')}\n`;
  let bytes = 0;
  let row = 0;
  for (; row < size.rows && bytes < (size.untilBytes ?? Infinity); row += 1) {
    for (let column = 0; column < size.columns; column += 1)
      pending += `${column === 0 ? '' : ','}${kinds[column % kinds.length]?.(row) ?? ''}`;
    pending += '\n';
    if (pending.length >= CHUNK_CHARACTERS) {
      bytes += writeSync(file, pending);
      pending = '';
    }
  }
  writeSync(file, pending);
  closeSync(file);
  return row;
}
