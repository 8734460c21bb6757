import { seededRandom } from '../../bench/seeded-random.js';

const GIVEN = [
  'Anna',
  'Marta',
  'Clara',
  'Ingrid',
  'Helene',
  'Judith',
  'Paula',
  'Sofia',
  'Emil',
  'Oskar',
  'Anton',
  'Felix',
  'Gustav',
  'Hugo',
  'Jakob',
  'Leo',
  'Moritz',
  'Viktor',
];
const SURNAMES = [
  'Ahlberg',
  'Brunner',
  'Castelli',
  'Dvorak',
  'Egger',
  'Ferrari',
  'Gruber',
  'Holzer',
  'Innerhofer',
  'Jansen',
  'Kofler',
  'Lindner',
  'Moser',
  'Novak',
  'Oberhofer',
  'Pichler',
  'Rainer',
  'Steiner',
];
const TOWNS = [
  'Bozen',
  'Meran',
  'Brixen',
  'Trento',
  'Verona',
  'Padova',
  'Graz',
  'Linz',
  'Salzburg',
  'Passau',
  'Ulm',
  'Basel',
];
const TRADES = ['weaver', 'printer', 'painter', 'teacher', 'smith', 'notary', 'baker', 'cooper'];

/** A list of persons with many homonyms, and a table of names from another source with known answers. */
export interface PersonsFile {
  /** `id,name,born,town,trade`. */
  readonly entities: string;
  /** `query,born,town,trade,expected`: one in six is not in the list; years are nearly always right, trades only by chance. */
  readonly queries: string;
}

/** The same file every time. */
export function personsFile(count: number): PersonsFile {
  const random = seededRandom(11);
  const persons = Array.from({ length: 2 * count }, (_, i) => ({
    id: `p${String(i)}`,
    given: random.pick(GIVEN),
    surname: random.pick(SURNAMES),
    born: 1800 + random.below(120),
    town: random.pick(TOWNS),
    trade: random.pick(TRADES),
  }));
  const listed = persons.filter((_, i) => i % 6 !== 0);
  const queries = persons
    .filter((_, i) => i % 2 === 0)
    .map(({ id, given, surname, born, town }, i) => {
      const name = random.chance(0.4)
        ? `${given.slice(0, 1)}. ${surname}`
        : random.chance(0.2)
          ? `${surname}, ${given}`
          : `${given} ${surname}`;
      const year = random.chance(0.02) ? born + 1 : born;
      return [
        `"${name}"`,
        String(year),
        random.chance(0.15) ? random.pick(TOWNS) : town,
        random.pick(TRADES),
        i % 3 === 0 ? '' : id,
      ].join(',');
    });
  return {
    entities: [
      'id,name,born,town,trade',
      ...listed.map(({ id, given, surname, born, town, trade }) =>
        [id, `${given} ${surname}`, String(born), town, trade].join(','),
      ),
    ].join('\n'),
    queries: ['query,born,town,trade,expected', ...queries].join('\n'),
  };
}
