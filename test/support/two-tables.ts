import { utils, write } from '@e965/xlsx';

/** A table and the list to match it with, as files. */
export interface TwoTables {
  readonly title: string;
  readonly table: { readonly name: string; readonly content: Buffer };
  readonly list: { readonly name: string; readonly content: Buffer };
}

/** Numbers from 0 on below `below` that are the same in every run. Source: the generator "mulberry32". */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const FIRST = ['Ana', 'Björn', 'Chidi', 'Dolores', 'Emil', 'Fatima', 'Gudrun', 'Hélène', 'Ibrahim', 'José', 'Karin'];
const LAST = ['Adeyemi', 'Bergström', 'Castillo', 'Dvořák', 'Eriksson', 'Fontaine', 'García', 'Hölderlin', 'Ivanova'];
const CITIES = ['Porto', 'Málaga', 'Göteborg', 'Lagos', 'Brno', 'Nantes', 'Zürich'];

/** A name with two letters exchanged. */
function misspelt(name: string, at: number): string {
  const place = 1 + (at % Math.max(1, name.length - 3));
  return `${name.slice(0, place)}${name[place + 1] ?? ''}${name[place] ?? ''}${name.slice(place + 2)}`;
}

const csv = (rows: readonly (readonly string[])[], separator = ','): string =>
  rows.map((row) => `${row.map((cell) => (/[,;"]/.test(cell) ? `"${cell}"` : cell)).join(separator)}\n`).join('');

/** People with years and towns: homonyms, typos, inverted names, names that the list lacks; 240 rows, so that the table teaches. */
function people(): TwoTables {
  const next = chance(1);
  const pick = (words: readonly string[]): string => words[next(words.length)] ?? '';
  const list = Array.from({ length: 300 }, (_, i) => ({
    id: `P${String(i)}`,
    first: pick(FIRST),
    last: `${pick(LAST)}${next(3) === 0 ? `-${pick(LAST)}` : ''}`,
    born: String(1850 + next(150)),
    city: pick(CITIES),
  }));
  const rows = Array.from({ length: 240 }, (_, i) => {
    const one = list[next(list.length)];
    if (one === undefined || i % 6 === 5)
      return [String(i), `Qwerty ${pick(LAST)} Zorn`, String(1850 + next(150)), pick(CITIES)];
    const { first, last, born, city } = one;
    const name = [
      `${last}, ${first}`,
      `${first} ${misspelt(last, i)}`,
      `${first[0] ?? ''}. ${last}`,
      `${first} ${last}`,
    ][i % 4];
    return [String(i), name ?? '', next(4) === 0 ? '' : born, next(3) === 0 ? '' : city];
  });
  return {
    title: 'people, in CSV',
    table: { name: 'loans.csv', content: Buffer.from(csv([['no', 'author', 'year of birth', 'place'], ...rows])) },
    list: {
      name: 'persons.csv',
      content: Buffer.from(
        csv([
          ['id', 'name', 'born', 'city'],
          ...list.map(({ id, first, last, born, city }) => [id, `${first} ${last}`, born, city]),
        ]),
      ),
    },
  };
}

/** Restaurants with telephone numbers written otherwise: semicolons and Windows-1252, against a list in JSON lines. */
function restaurants(): TwoTables {
  const next = chance(2);
  const kinds = ['Café', 'Gasthof', 'Trattoria', 'Brasserie', 'Zum'];
  const named = ['Löwen', 'Étoile', 'Bären', 'Rosé', 'Süd', 'Grüner Baum', 'Château'];
  const list = Array.from({ length: 160 }, (_, i) => ({
    id: `r${String(i)}`,
    name: `${kinds[next(kinds.length)] ?? ''} ${named[next(named.length)] ?? ''} ${CITIES[next(CITIES.length)] ?? ''}`,
    phone: `030 ${String(100000 + next(900000))}`,
  }));
  const rows = Array.from({ length: 120 }, (_, i) => {
    const one = list[next(list.length)];
    return [
      i % 7 === 6 ? `Imbiß ${String(i)}` : (one?.name.replace('Gasthof', 'Gasth.') ?? ''),
      (one?.phone ?? '').replace(' ', '/'),
    ];
  });
  return {
    title: 'restaurants, in Windows-1252 with semicolons, and JSON lines',
    table: { name: 'bills.csv', content: Buffer.from(csv([['Name', 'Tel'], ...rows], ';'), 'latin1') },
    list: {
      name: 'restaurants.jsonl',
      content: Buffer.from(list.map((one) => `${JSON.stringify(one)}\n`).join('')),
    },
  };
}

/** Works in a spreadsheet, against a list in tab separated text. */
function works(): TwoTables {
  const next = chance(3);
  const titles = ['Quartet', 'Sonata', 'Symphony', 'Nocturne', 'Ballade', 'Étude'];
  const list = Array.from({ length: 90 }, (_, i) => [
    `w${String(i)}`,
    `${titles[next(titles.length)] ?? ''} no. ${String(1 + next(15))} in ${'ABCDEFG'[next(7)] ?? ''} ${next(2) === 0 ? 'major' : 'minor'}`,
    String(1780 + next(120)),
  ]);
  const rows = Array.from({ length: 60 }, (_, i) => {
    const [, title = '', year = ''] = list[next(list.length)] ?? [];
    return [
      i % 5 === 4 ? `Unknown piece ${String(i)}` : title.replace('no. ', 'No ').replace(' in ', ', '),
      Number(year),
    ];
  });
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['title', 'year'], ...rows]), 'Works');
  return {
    title: 'works, in Excel and TSV',
    table: { name: 'scores.xlsx', content: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer }, // a Buffer for the type "buffer"
    list: { name: 'works.tsv', content: Buffer.from(csv([['id', 'title', 'year'], ...list], '\t')) },
  };
}

/** Pairs that differ in format, encoding, and in what their columns say. */
export const TWO_TABLES: readonly TwoTables[] = [people(), restaurants(), works()];
