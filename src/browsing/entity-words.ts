import MiniSearch, { type SearchResult } from 'minisearch';
import type { Dataset } from '../entities/dataset.js';
import type { Entity } from '../entities/entity.js';
import { readableValue } from '../describe/describe-entity.js';
import { foldText } from '../text/fold-text.js';

/** Full-text search over names and records. Entities have position numbers. */
interface EntityWords {
  /** Cost: some ten microseconds an entity. */
  readonly add: (place: number, entity: Entity) => void;
  /** Positions of the accepted entities with all words, or if none has all, with some of them; the best first. */
  readonly search: (text: string, accepts: (place: number) => boolean) => readonly number[];
  /** Alternative searches with results, the most promising first. */
  readonly suggest: (text: string) => readonly string[];
}

interface WordedEntity {
  readonly id: number;
  readonly name: string;
  readonly aliases: string;
  readonly record: string;
}

const MAX_WORDS = 12;
export const MAX_CHARACTERS = 2_000;
/** Shorter last words are not completed: too many words begin with them. */
export const SHORTEST_COMPLETED = 3;
/** Shorter words are searched without typos. */
export const SHORTEST_MISSPELT = 5;
export const MAX_SUGGESTIONS = 5;
export const BOOST = { name: 6, aliases: 4, record: 1 } as const;

/** An empty index. Memory: one to two kilobytes an entity. */
export function createEntityWords(dataset: Dataset): EntityWords {
  const index = new MiniSearch<WordedEntity>({
    fields: ['name', 'aliases', 'record'],
    tokenize: (text) => wordsOf(text),
    processTerm: (word) => word,
  });

  function search(text: string, accepts: (place: number) => boolean): readonly number[] {
    const words = wordsSought(text);
    if (words.length === 0) return [];
    const last = words.length - 1;
    const options = {
      tokenize: (): string[] => words,
      boost: BOOST,
      prefix: (word: string, place: number): boolean => place === last && word.length >= SHORTEST_COMPLETED,
      fuzzy: (word: string): number => (word.length < SHORTEST_MISSPELT ? 0 : 1),
      filter: ({ id }: SearchResult): boolean => accepts(placeOf(id)),
    };
    const whole = index.search(text, { ...options, combineWith: 'AND' });
    const found = whole.length > 0 || last === 0 ? whole : index.search(text, { ...options, combineWith: 'OR' });
    return found.map(({ id }) => placeOf(id));
  }

  return {
    add: (id, { name, aliases, types, description, properties }) => {
      const values = Object.values(properties).flatMap((all) =>
        all.map((value) => readableValue(dataset, value).text.slice(0, MAX_CHARACTERS)),
      );
      const kinds = types.map((type) => dataset.types.get(type)?.name ?? type);
      index.add({
        id,
        name,
        aliases: aliases.map(({ text }) => text).join(' '),
        record: [...kinds, (description ?? '').slice(0, MAX_CHARACTERS), ...values].join(' '),
      });
    },
    search,
    suggest: (text) => {
      const words = wordsSought(text);
      if (words.every((word) => word.length < SHORTEST_COMPLETED)) return [];
      const typed = words.join(' ');
      const found = index.autoSuggest(typed, {
        boost: BOOST,
        fuzzy: (word) => (word.length < SHORTEST_MISSPELT ? 0 : 0.3),
        prefix: (_, place) => place === words.length - 1,
        combineWith: 'AND',
      });
      return found
        .map(({ suggestion }) => suggestion)
        .filter((suggestion) => suggestion !== typed)
        .slice(0, MAX_SUGGESTIONS);
    },
  };
}

/** The searched words of a text. */
export function wordsSought(text: string): string[] {
  return wordsOf(text).slice(0, MAX_WORDS);
}

/** Folded like names: without case and accents. */
function wordsOf(text: string): string[] {
  return foldText(text)
    .split(' ')
    .filter((word) => word !== '');
}

function placeOf(id: unknown): number {
  return typeof id === 'number' ? id : Number(id);
}
