import type { LabelTable } from '../../../search/label-table.js';
import type { LabelWord } from './label-words.js';
import { noteAtEnd, weakenAtEnd } from './note-at-end.js';
import { MAX_WORDS, type WordSlots } from './word-slots.js';

/** Notes with more words than this are taken for notes of so many. */
const MOST_NOTE_WORDS = 99;

/** The label of one row, as it is compared with the query: its words, what each weighs, and how alike it is to those of the query. */
export class ComparedLabel {
  row = -1;
  /** Words that are compared, `MAX_WORDS` at most. */
  count = 0;
  /** Words of the note at its end; 0 until `weakenNote`. */
  noteWords = 0;
  /** By the place of the word in the label; what stands behind `count` belongs to labels before. */
  readonly words: (LabelWord | undefined)[] = new Array<LabelWord | undefined>(MAX_WORDS).fill(undefined);
  readonly weights = new Float64Array(MAX_WORDS);
  readonly #labels: LabelTable;
  readonly #known: WordSlots;
  readonly #tokens = new Uint32Array(MAX_WORDS);
  readonly #slots = new Int32Array(MAX_WORDS);
  #tokenCount = 0;
  /** By row: words of the note and one; negative for a footnote; 0 where nobody has looked yet. */
  readonly #notes: Int8Array;

  constructor(labels: LabelTable, known: WordSlots) {
    this.#labels = labels;
    this.#known = known;
    this.#notes = new Int8Array(labels.rowCount);
  }

  /** Cost: a look-up a word. */
  read(row: number): void {
    const tokens = this.#tokens;
    const known = this.#known;
    this.row = row;
    this.noteWords = 0;
    this.#tokenCount = this.#labels.readTokenIds(row, tokens);
    const count = Math.min(this.#tokenCount, MAX_WORDS);
    for (let j = 0; j < count; j++) {
      const slot = known.slotOf(tokens[j] ?? 0);
      this.#slots[j] = slot;
      this.words[j] = known.words[slot];
      this.weights[j] = known.weights[slot] ?? 0;
    }
    this.count = count;
  }

  /** What stands at the end of a label in brackets, and the years of a life, is mostly a note that tells namesakes apart: it weighs less. */
  weakenNote(): void {
    if (this.count < 2 || this.isTransliteration()) return;
    let note = this.#notes[this.row] ?? 0;
    if (note === 0) {
      const { words, footnote } = noteAtEnd(this.text());
      note = (Math.min(words, MOST_NOTE_WORDS) + 1) * (footnote ? -1 : 1);
      this.#notes[this.row] = note;
    }
    this.noteWords = Math.abs(note) - 1;
    weakenAtEnd(this.weights, this.count, this.noteWords, note < 0);
  }

  /** How alike a word is to one of the query, 0–1. */
  likeness(j: number, i: number): number {
    return this.#known.similarities[(this.#slots[j] ?? 0) * MAX_WORDS + i] ?? 0;
  }

  /** The greatest of its likenesses. */
  bestLikeness(j: number): number {
    return this.#known.best[this.#slots[j] ?? 0] ?? 0;
  }

  /** Whether it has words that are not compared. */
  isCut(): boolean {
    return this.#tokenCount > this.count;
  }

  isTransliteration(): boolean {
    return this.#labels.isTransliteration(this.row);
  }

  text(): string {
    return this.#labels.textOf(this.row);
  }

  /** Cost: decoding it, as much as all the rest of a comparison. */
  folded(): string {
    return this.#labels.foldedOf(this.row);
  }
}
