import MiniSearch, { type SearchResult } from 'minisearch';
import type { Dataset } from '../entities/dataset.js';
import type { Entity } from '../entities/entity.js';
import { readableValue } from '../describe/describe-entity.js';
import { foldText } from '../text/fold-text.js';

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

/** Full-text search over names and records. Entities have position numbers. Memory: one to two kilobytes an entity. */
export class EntityWords {
  readonly #dataset: Dataset;
  readonly #index = new MiniSearch<WordedEntity>({
    fields: ['name', 'aliases', 'record'],
    tokenize: (text) => wordsOf(text),
    processTerm: (word) => word,
  });

  constructor(dataset: Dataset) {
    this.#dataset = dataset;
  }

  /** Cost: some ten microseconds an entity. */
  add(id: number, { name, aliases, types, description, properties }: Entity): void {
    const values = Object.values(properties).flatMap((all) =>
      all.map((value) => readableValue(this.#dataset, value).text.slice(0, MAX_CHARACTERS)),
    );
    const kinds = types.map((type) => this.#dataset.types.get(type)?.name ?? type);
    this.#index.add({
      id,
      name,
      aliases: aliases.map(({ text }) => text).join(' '),
      record: [...kinds, (description ?? '').slice(0, MAX_CHARACTERS), ...values].join(' '),
    });
  }

  /** Positions of the accepted entities with all words, or if none has all, with some of them; the best first. */
  search(text: string, accepts: (place: number) => boolean): readonly number[] {
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
    const whole = this.#index.search(text, { ...options, combineWith: 'AND' });
    const found = whole.length > 0 || last === 0 ? whole : this.#index.search(text, { ...options, combineWith: 'OR' });
    return found.map(({ id }) => placeOf(id));
  }

  /** Alternative searches with results, the most promising first. */
  suggest(text: string): readonly string[] {
    const words = wordsSought(text);
    if (words.every((word) => word.length < SHORTEST_COMPLETED)) return [];
    const typed = words.join(' ');
    const found = this.#index.autoSuggest(typed, {
      boost: BOOST,
      fuzzy: (word) => (word.length < SHORTEST_MISSPELT ? 0 : 0.3),
      prefix: (_, place) => place === words.length - 1,
      combineWith: 'AND',
    });
    return found
      .map(({ suggestion }) => suggestion)
      .filter((suggestion) => suggestion !== typed)
      .slice(0, MAX_SUGGESTIONS);
  }
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
