import type { Entity, Label } from '../src/entities/entity.js';
import { seededRandom, type SeededRandom } from './seeded-random.js';

/*
 * A dataset of any size with the traits that make search hard in real ones: few very frequent words ("of", "museum"),
 * many words that occur once, persons who share names, places named alike, aliases, a tenth of names in other scripts.
 */

const ONSETS = [
  'b',
  'br',
  'c',
  'ch',
  'd',
  'dr',
  'f',
  'g',
  'gr',
  'h',
  'j',
  'k',
  'kr',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'sch',
  'st',
  't',
  'tr',
  'v',
  'w',
  'z',
  '',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'a', 'e', 'o', 'ai', 'ie', 'ou', 'ä', 'é', 'ö', 'ü', 'á', 'ø', 'y'];
const CODAS = ['', '', 'n', 'r', 's', 'l', 'nd', 'rt', 'm', 'ck', 'ng', 'x', 't'];
const PLACE_ENDINGS = [
  'berg',
  'burg',
  'dorf',
  'heim',
  'ville',
  'ton',
  'ford',
  'ham',
  'bury',
  'stad',
  'hagen',
  'vik',
  'owo',
  'ice',
  'sk',
  'grad',
  'abad',
  'pur',
  'polis',
  'ia',
  'a',
  'o',
  'es',
  '',
];
const SURNAME_ENDINGS = [
  'er',
  'son',
  'sen',
  'mann',
  'ski',
  'ov',
  'ez',
  'i',
  'o',
  'ini',
  'escu',
  'ez',
  'ian',
  'dze',
  'as',
  '',
  '',
  '',
];
const CYRILLIC = 'бвгдзклмнпрст';
const CYRILLIC_VOWELS = 'аеиоуя';
const HAN = '山川田中林森木村上下大小高北南東西京海島石水金土火天文明光和平安長春江河湖城門口';
const PLACE_PREFIXES = [
  'San ',
  'Santa ',
  'Saint ',
  'New ',
  'Bad ',
  'Al ',
  'El ',
  'North ',
  'South ',
  'Upper ',
  'Mount ',
];
const INSTITUTIONS = [
  'University of {}',
  '{} University',
  'Museum of {}',
  '{} Museum of Modern Art',
  'National Library of {}',
  '{} Public Library',
  '{} Institute of Technology',
  'University of Applied Sciences {}',
  'St. {} Hospital',
  '{} International Airport',
  'Royal Academy of {}',
  'Church of Saint {}',
  'FC {}',
  '{} Historical Society',
  'Hotel {}',
  '{} Castle',
];
const TRADES = [
  'Bank',
  'Insurance',
  'Logistics',
  'Energy',
  'Foods',
  'Steel',
  'Media',
  'Press',
  'Airlines',
  'Motors',
  'Software',
  'Consulting',
  'Holdings',
  'Textiles',
  'Brewery',
  'Telecom',
  'Chemicals',
  'Mining',
];
const LEGAL_FORMS = ['Inc.', 'Ltd', 'GmbH', 'S.A.', 'LLC', 'AG', 'B.V.', 'plc', '& Sons', '& Co.', 'Group', ''];
const NOUNS = [
  'History',
  'Garden',
  'River',
  'Winter',
  'Letter',
  'Shadow',
  'Daughter',
  'Island',
  'Dream',
  'Journey',
  'House',
  'Night',
  'Stone',
  'Song',
  'Mirror',
  'Secret',
  'Bridge',
  'Forest',
  'Harbour',
  'Crown',
];
const ADJECTIVES = [
  'Silent',
  'Golden',
  'Lost',
  'Old',
  'Red',
  'Hidden',
  'Broken',
  'Last',
  'Distant',
  'Green',
  'Little',
  'Burning',
];

/** A generated entity also says what kind of name it has, because damage differs by kind. */
export type NameKind = 'person' | 'place' | 'organisation' | 'work';

interface NameStock {
  readonly firstNames: readonly string[];
  readonly surnames: readonly string[];
  readonly places: readonly string[];
}

/** `count` entities, the same for the same seed; made one at a time. */
export function* generateEntities(count: number, seed: number): Generator<Entity> {
  const random = seededRandom(seed);
  const stock: NameStock = {
    firstNames: distinct(Math.max(200, Math.round(Math.sqrt(count) * 8)), () =>
      capital(word(random, 1 + random.below(2))),
    ),
    surnames: distinct(Math.max(400, Math.round(count / 12)), () =>
      capital(word(random, 1 + random.below(2)) + random.pick(SURNAME_ENDINGS)),
    ),
    places: distinct(Math.max(400, Math.round(count / 5)), () => place(random)),
  };
  for (let i = 0; i < count; i++) {
    const draw = random.next();
    const kind: NameKind = draw < 0.45 ? 'person' : draw < 0.7 ? 'place' : draw < 0.9 ? 'organisation' : 'work';
    const name = nameOf(kind, stock, random);
    const aliases: Label[] = [];
    if (kind === 'organisation' && random.chance(0.3)) aliases.push({ text: initials(name) });
    if (kind === 'person' && random.chance(0.15))
      aliases.push({ text: `${name.slice(0, 1)}. ${name.split(' ').slice(1).join(' ')}` });
    if (kind === 'place' && random.chance(0.15))
      aliases.push({ text: random.chance(0.5) ? cyrillic(random) : han(random) });
    yield {
      id: `g${String(i)}`,
      name,
      aliases: aliases.filter((alias) => alias.text.trim() !== '' && alias.text !== name),
      types: [kind],
      properties: {},
      // A few are known to all, most to hardly anybody.
      prominence: Math.round(10 / (random.next() + 1e-6)),
    };
  }
}

function nameOf(kind: NameKind, stock: NameStock, random: SeededRandom): string {
  const { firstNames, surnames, places } = stock;
  const frequentOrAny = (list: readonly string[]): string =>
    random.chance(0.35) ? random.pickFrequent(list) : random.pick(list);
  switch (kind) {
    case 'person': {
      const draw = random.next();
      const first = frequentOrAny(firstNames);
      const last = frequentOrAny(surnames);
      if (draw < 0.65) return `${first} ${last}`;
      if (draw < 0.85) return `${first} ${frequentOrAny(firstNames)} ${last}`;
      if (draw < 0.93) return `${first} ${String.fromCharCode(65 + random.below(26))}. ${last}`;
      return `${first} ${last}-${frequentOrAny(surnames)}`;
    }
    case 'place':
      return random.chance(0.8) ? random.pick(places) : `${random.pick(PLACE_PREFIXES)}${random.pick(places)}`;
    case 'organisation': {
      const draw = random.next();
      if (draw < 0.55) return random.pick(INSTITUTIONS).replace('{}', frequentOrAny(places));
      if (draw < 0.85) return `${frequentOrAny(surnames)} ${random.pick(TRADES)} ${random.pick(LEGAL_FORMS)}`.trim();
      return `${frequentOrAny(surnames)} & ${frequentOrAny(surnames)}`;
    }
    case 'work': {
      const draw = random.next();
      if (draw < 0.3) return `A ${random.pick(NOUNS)} of ${frequentOrAny(places)}`;
      if (draw < 0.6) return `The ${random.pick(ADJECTIVES)} ${random.pick(NOUNS)} of ${frequentOrAny(surnames)}`;
      if (draw < 0.8) return `Portrait of ${frequentOrAny(firstNames)} ${frequentOrAny(surnames)}`;
      return `${random.pick(NOUNS)} and ${random.pick(NOUNS)} in ${frequentOrAny(places)}`;
    }
  }
}

function syllable(random: SeededRandom): string {
  return random.pick(ONSETS) + random.pickFrequent(VOWELS) + random.pick(CODAS);
}

function word(random: SeededRandom, syllables: number): string {
  let text = '';
  for (let i = 0; i <= syllables; i++) text += syllable(random);
  return text.slice(0, 14);
}

function place(random: SeededRandom): string {
  const name = capital(word(random, random.below(2)) + random.pick(PLACE_ENDINGS));
  return random.chance(0.12) ? `${name} ${capital(word(random, random.below(2)))}` : name;
}

function cyrillic(random: SeededRandom): string {
  let text = '';
  for (let i = 0; i < 2 + random.below(3); i++) text += random.pick([...CYRILLIC]) + random.pick([...CYRILLIC_VOWELS]);
  return capital(text);
}

function han(random: SeededRandom): string {
  let text = '';
  for (let i = 0; i < 2 + random.below(3); i++) text += random.pick([...HAN]);
  return text;
}

function initials(name: string): string {
  return name
    .split(/[^\p{L}]+/u)
    .filter((part) => /^\p{Lu}/u.test(part))
    .map((part) => part.slice(0, 1))
    .join('');
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function distinct(count: number, make: () => string): string[] {
  const made = new Set<string>();
  for (let tries = 0; made.size < count && tries < count * 4; tries++) {
    const text = make();
    if (text.length >= 3) made.add(text);
  }
  return [...made];
}
