import { FAULTS_TRANSLATED } from './sentences/faults.js';
import { HISTORY_TRANSLATED } from './sentences/history.js';
import { REASONS_TRANSLATED } from './sentences/reasons.js';
import type { SentenceTable } from './sentences/sentence-table.js';

/** Languages that the tables have, in their order there. */
const LANGUAGES = ['de', 'fr', 'es'] as const;
type Translated = (typeof LANGUAGES)[number];

const TABLE: SentenceTable = { ...HISTORY_TRANSLATED, ...FAULTS_TRANSLATED, ...REASONS_TRANSLATED };
/** Longer ones are parts of a program, or of a file, and no sentence. */
const MOST_CHARACTERS = 2_000;
/** Reasons within reasons. */
const MOST_DEPTH = 4;

/** A sentence with values in it. */
interface Pattern {
  readonly english: string;
  readonly shape: RegExp;
  readonly names: readonly string[];
}

let patterns: readonly Pattern[] | undefined;

/**
 * A sentence or a reason that the service has made in English, in another language; `undefined` where the tables do not have it. Several reasons stand with semicolons between, and are translated one by one.
 * Cost: some hundred regular expressions on a short text.
 */
export function translateSentence(text: string, language: Translated): string | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const translated = text.split(BETWEEN_REASONS).map((part) => translateOne(part, language, 0));
  return translated.every((part) => part !== undefined) ? translated.join('; ') : translateOne(text, language, 0);
}

/** A semicolon that is not between quotation marks. */
const BETWEEN_REASONS = /; (?=(?:[^"]*"[^"]*")*[^"]*$)/;

function translateOne(text: string, language: Translated, depth: number): string | undefined {
  const at = LANGUAGES.indexOf(language);
  if (Object.hasOwn(TABLE, text) && !text.includes('{')) return TABLE[text]?.[at];
  if (depth >= MOST_DEPTH) return undefined;
  for (const { english, shape, names } of (patterns ??= compiled())) {
    const found = shape.exec(text);
    if (found === null) continue;
    const values = new Map<string, string>();
    names.forEach((name, i) => {
      const value = found[i + 1] ?? '';
      // A value does not go on into the next reason.
      const own = /^[A-Z]/.test(name)
        ? translateOne(value, language, depth + 1)
        : BETWEEN_REASONS.test(value)
          ? undefined
          : value;
      if (own !== undefined) values.set(name, own);
    });
    if (values.size < new Set(names).size) continue;
    return (TABLE[english]?.[at] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
  }
  return undefined;
}

/** In the order of the tables, in which the general ones come last. */
function compiled(): readonly Pattern[] {
  return Object.keys(TABLE)
    .filter((english) => english.includes('{'))
    .map((english) => ({
      english,
      shape: new RegExp(
        `^${english
          .split(/\{\w+\}/)
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('(.+?)')}$`,
        's',
      ),
      names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    }));
}
