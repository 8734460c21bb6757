import { join } from 'node:path';
import type { Entity } from '../../entities/entity.js';
import { forEachRow, TRANSLITERATION_FLAG } from '../../search/labels/rows-of-names.js';
import type { Sections } from '../../foundation/sections.js';
import { tokensOfFolded } from '../../text/analyse-label.js';
import { countedSections, type CountedWord } from '../words-at-hand.js';
import { writeLineSpool, type LineSpool } from './line-spool.js';

/** An entity as it was spooled. */
export interface SpooledEntity {
  readonly record: Entity;
  readonly furtherNames: readonly string[];
}

/** The names of an entity as search has them. */
interface SpooledNames {
  readonly typeSet: number;
  /** Folded forms, each once. */
  readonly names: readonly { readonly folded: string; readonly isTransliteration: boolean }[];
}

/** All entities, numbered in the order of the source. */
export interface EntitySpool {
  readonly size: number;
  /** Names of all entities, transliterations among them. */
  readonly labelCount: number;
  /** Combinations of types, by number. */
  readonly typeSets: readonly (readonly string[])[];
  /** Entities of each of them. */
  readonly entitiesOfSet: readonly number[];
  /** Their words, in the order of code units. */
  readonly words: { readonly size: number; readonly all: () => Iterable<CountedWord> };
  /** The same in memory, without what finds those that are like one another; made when first asked for. */
  readonly counted: () => Sections;
  /** Bytes on disk. */
  readonly bytes: number;
  /** From an entity on. */
  readonly entitiesFrom: (number: number) => Generator<SpooledEntity, undefined>;
  readonly names: () => Generator<SpooledNames, undefined>;
  readonly close: () => void;
}

/**
 * The entities of a dataset on disk, on their way into a cluster: a line for the record of each, and a line for its names as search has them, so that many passes can be made
 * over them without reading the source again. About 1.5 times as large as the records as JSON.
 */
export class EntitySpoolWriter {
  readonly #folder: string;
  readonly #records: ReturnType<typeof writeLineSpool>;
  readonly #names: ReturnType<typeof writeLineSpool>;
  readonly #words: TextCounter;
  readonly #forms: TextCounter;
  readonly #typeSets: (readonly string[])[] = [];
  readonly #numberOfSet = new Map<string, number>();
  readonly #entitiesOfSet: number[] = [];
  #labelCount = 0;

  /** Writes into files of this folder, which must be there. Errors: those of the file system. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#records = writeLineSpool(join(folder, 'records'));
    this.#names = writeLineSpool(join(folder, 'names'));
    this.#words = countTexts(folder, 'words');
    this.#forms = countTexts(folder, 'forms');
  }

  /** Takes the next entity, with names that rules made of its names. */
  add(entity: Entity, furtherNames: readonly string[]): void {
    this.#records.add(JSON.stringify(furtherNames.length === 0 ? [entity] : [entity, furtherNames]));
    const rows = new Map<string, string>();
    const different = new Set<string>();
    forEachRow(namesOf(entity, furtherNames), ({ folded, tokens }, flags) => {
      if (rows.has(folded)) return false;
      rows.set(folded, `\t${(flags & TRANSLITERATION_FLAG) === 0 ? 'n' : 't'}${folded}`);
      for (const token of tokens) different.add(token);
      return true;
    });
    this.#labelCount += rows.size;
    this.#names.add(`${String(this.#typeSetOf(entity.types))}${[...rows.values()].join('')}`);
    this.#words.add(different);
    this.#forms.add(rows.keys());
  }

  /** After the last entity. */
  finish(): EntitySpool {
    return spoolOf({
      records: this.#records.finish(),
      names: this.#names.finish(),
      words: this.#words.finish(),
      inNames: countInNames(this.#folder, this.#forms.finish()),
      labelCount: this.#labelCount,
      typeSets: this.#typeSets,
      entitiesOfSet: this.#entitiesOfSet,
    });
  }

  #typeSetOf(types: readonly string[]): number {
    const key = types.join('\0');
    let number = this.#numberOfSet.get(key);
    if (number === undefined) {
      number = this.#typeSets.push(types) - 1;
      this.#numberOfSet.set(key, number);
    }
    this.#entitiesOfSet[number] = (this.#entitiesOfSet[number] ?? 0) + 1;
    return number;
  }
}

/** The names of an entity as search takes them, the preferred one first. */
export function namesOf({ name, aliases }: Entity, furtherNames: readonly string[]): readonly string[] {
  return [name, ...aliases.map(({ text }) => text), ...furtherNames];
}

/** Number of different names with each word. */
function countInNames(folder: string, forms: CountedTexts): CountedTexts {
  const counter = countTexts(folder, 'names-of-words');
  for (const [folded] of forms.all()) counter.add(new Set(tokensOfFolded(folded)));
  forms.close();
  return counter.finish();
}

interface SpoolParts extends Pick<EntitySpool, 'labelCount' | 'typeSets' | 'entitiesOfSet'> {
  readonly records: LineSpool;
  readonly names: LineSpool;
  readonly words: CountedTexts;
  /** The same words. */
  readonly inNames: CountedTexts;
}

function spoolOf({ records, names, words, inNames, ...counts }: SpoolParts): EntitySpool {
  let counted: Sections | undefined;
  function* allWords(): Generator<CountedWord, undefined> {
    const namesOf = inNames.all();
    for (const [word, entities] of words.all()) yield { word, entities, names: namesOf.next().value?.[1] ?? 0 };
  }
  return {
    size: records.size,
    ...counts,
    words: { size: words.size, all: allWords },
    counted: () => (counted ??= countedSections(allWords(), words.size, records.size)),
    bytes: records.bytes + names.bytes,
    entitiesFrom: function* (number): Generator<SpooledEntity, undefined> {
      for (const line of records.linesFrom(number)) {
        const [record, furtherNames = []] = JSON.parse(line) as [Entity, (readonly string[])?]; // written by `add`
        yield { record, furtherNames };
      }
    },
    names: function* (): Generator<SpooledNames, undefined> {
      for (const line of names.linesFrom(0)) {
        const [typeSet = '', ...rows] = line.split('\t');
        yield {
          typeSet: Number(typeSet),
          names: rows.map((row) => ({ folded: row.slice(1), isTransliteration: row.startsWith('t') })),
        };
      }
    },
    close: () => {
      for (const part of [records, names, words, inNames]) part.close();
    },
  };
}

/*
 * Counts of any number of texts, such as the words of names: they are gathered in memory, written in the order of the texts when there are many, and the files merged at
 * last. Lines are "text, tabulator, count", in the order of code units.
 */

/** Texts in memory; half a gigabyte is not reached by words of the longest kind. */
const MAX_IN_MEMORY = 500_000;

interface TextCounter {
  /** Takes texts, each of which counts once more. */
  readonly add: (texts: Iterable<string>) => void;
  /** After the last entity. */
  readonly finish: () => CountedTexts;
}

/** Texts in the order of code units. */
interface CountedTexts {
  /** Different texts. */
  readonly size: number;
  readonly all: () => Generator<readonly [text: string, count: number], undefined>;
  readonly close: () => void;
}

/** Counts in files of this folder, which must be there, that begin with the name. `mostInMemory` is changed in tests. */
export function countTexts(folder: string, name: string, mostInMemory = MAX_IN_MEMORY): TextCounter {
  let counts = new Map<string, number>();
  const runs: LineSpool[] = [];
  const flush = (): void => {
    const run = writeLineSpool(join(folder, `${name}-${String(runs.length)}`));
    for (const word of [...counts.keys()].sort()) run.add(lineOf(word, counts.get(word) ?? 0));
    runs.push(run.finish());
    counts = new Map();
  };
  return {
    add: (words) => {
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      if (counts.size >= mostInMemory) flush();
    },
    finish: () => {
      flush();
      const merged = writeLineSpool(join(folder, name));
      for (const [word, count] of mergeRuns(runs)) merged.add(lineOf(word, count));
      for (const run of runs) run.close();
      return countedIn(merged.finish());
    },
  };
}

function countedIn(words: LineSpool): CountedTexts {
  return {
    size: words.size,
    all: function* (): Generator<readonly [text: string, count: number], undefined> {
      for (const line of words.linesFrom(0)) yield parsed(line);
    },
    close: words.close,
  };
}

/** The words of all runs in order, the counts of equal ones summed. */
function* mergeRuns(runs: readonly LineSpool[]): Generator<readonly [word: string, count: number], undefined> {
  const heap = runs.flatMap((run) => {
    const lines = run.linesFrom(0);
    const first = lines.next();
    return first.done === true ? [] : [{ lines, head: parsed(first.value) }];
  });
  const sink = (start: number): void => {
    for (let at = start; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      for (const child of [left, right])
        if ((heap[child]?.head[0] ?? '') < (heap[least]?.head[0] ?? '') && child < heap.length) least = child;
      const [above, below] = [heap[at], heap[least]];
      if (least === at || above === undefined || below === undefined) return;
      heap[at] = below;
      heap[least] = above;
      at = least;
    }
  };
  for (let at = heap.length >> 1; at >= 0; at--) sink(at);
  let current: [string, number] | undefined;
  for (let top = heap[0]; top !== undefined; top = heap[0]) {
    const [word, count] = top.head;
    if (current?.[0] === word) current[1] += count;
    else {
      if (current !== undefined) yield current;
      current = [word, count];
    }
    const next = top.lines.next();
    if (next.done !== true) top.head = parsed(next.value);
    else {
      const last = heap.pop();
      if (last !== undefined && last !== top) heap[0] = last;
    }
    sink(0);
  }
  if (current !== undefined) yield current;
}

function lineOf(word: string, count: number): string {
  return `${word}\t${String(count)}`;
}

function parsed(line: string | undefined): readonly [word: string, count: number] {
  const end = line?.lastIndexOf('\t') ?? -1;
  return line === undefined || end < 0 ? ['', 0] : [line.slice(0, end), Number(line.slice(end + 1))];
}
