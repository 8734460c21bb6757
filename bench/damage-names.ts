import { foldText } from '../src/text/fold-text.js';
import type { SeededRandom } from './seeded-random.js';

/** What people and systems do to names on their way into a table. */
export const DAMAGE_KINDS = [
  'exact',
  'case',
  'typo',
  'two typos',
  'dropped',
  'reordered',
  'abbreviated',
  'cut',
  'extra words',
  'joined or split',
  'mixed',
] as const;

export type DamageKind = (typeof DAMAGE_KINDS)[number];

const SHORT_FORMS: Readonly<Record<string, string>> = {
  university: 'Univ.',
  saint: 'St.',
  institute: 'Inst.',
  national: 'Natl.',
  international: 'Intl.',
  museum: 'Mus.',
  mount: 'Mt.',
  north: 'N.',
  south: 'S.',
  technology: 'Tech.',
  santa: 'Sta.',
};
const ADDITIONS = [
  'The {}',
  '{} Inc',
  '{} (formerly)',
  'Dr. {}',
  '{} Jr.',
  'city of {}',
  '{}, municipality',
  '{} Group',
];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** `name` damaged in the given way; `undefined` when that cannot be done to it (one word cannot be reordered). */
export function damageName(name: string, kind: DamageKind, random: SeededRandom): string | undefined {
  const words = name.split(/\s+/).filter((word) => word !== '');
  switch (kind) {
    case 'exact':
      return name;
    case 'case':
      return random.chance(0.5) ? foldText(name).toUpperCase() : foldText(name);
    case 'typo':
      return changed(name, () => withTypo(name, random));
    case 'two typos':
      return changed(name, () => withTypo(withTypo(name, random), random));
    case 'dropped': {
      if (words.length < 2) return undefined;
      words.splice(random.below(words.length), 1);
      return longEnough(words.join(' '));
    }
    case 'reordered': {
      if (words.length < 2) return undefined;
      const last = words.pop() ?? '';
      return `${last.replace(/,$/, '')}, ${words.join(' ')}`;
    }
    case 'abbreviated':
      return abbreviated(words, random);
    case 'cut': {
      const cut = name.slice(0, Math.max(4, Math.floor(name.length * (0.6 + 0.25 * random.next())))).trim();
      return name.length < 6 || foldText(cut) === foldText(name) ? undefined : longEnough(cut);
    }
    case 'extra words':
      return random.pick(ADDITIONS).replace('{}', name);
    case 'joined or split': {
      if (words.length >= 2) {
        const at = random.below(words.length - 1);
        words.splice(at, 2, `${words[at] ?? ''}${(words[at + 1] ?? '').toLowerCase()}`);
        return words.join(' ');
      }
      if (name.length < 7) return undefined;
      const at = 3 + random.below(name.length - 6);
      return `${name.slice(0, at)} ${name.slice(at)}`;
    }
    case 'mixed': {
      const typo = withTypo(name, random);
      const second: DamageKind = random.pick(['reordered', 'extra words', 'abbreviated', 'case']);
      return damageName(typo, second, random) ?? typo;
    }
  }
}

function abbreviated(words: string[], random: SeededRandom): string | undefined {
  if (words.length < 2) return undefined;
  for (const [place, word] of words.entries()) {
    const short = SHORT_FORMS[foldText(word)];
    if (short === undefined) continue;
    words[place] = short;
    return words.join(' ');
  }
  const place = random.below(words.length - 1);
  const word = words[place] ?? '';
  if (foldText(word).length < 2) return undefined;
  words[place] = `${word.slice(0, 1)}.`;
  return words.join(' ');
}

function withTypo(text: string, random: SeededRandom): string {
  const places: number[] = [];
  for (let i = 1; i < text.length; i++) if (/\p{L}/u.test(text.charAt(i))) places.push(i);
  if (places.length < 3) return text;
  const at = random.pick(places);
  const letter = random.pick([...LETTERS]);
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at) + letter + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + text.slice(at + 1);
    case 2:
      return text.slice(0, at) + letter + text.slice(at);
    default:
      return at + 1 < text.length
        ? text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
        : text.slice(0, at) + letter;
  }
}

function changed(name: string, damage: () => string): string | undefined {
  for (let tries = 0; tries < 5; tries++) {
    const damaged = damage();
    if (foldText(damaged) !== foldText(name)) return damaged;
  }
  return undefined;
}

function longEnough(text: string): string | undefined {
  return foldText(text).length >= 3 ? text : undefined;
}
