import type { LabelTable } from '../../../search/label-table.js';
import type { AnalysedLabel } from '../../../text/analysed-label.js';
import { codesIn } from '../../../text/codes-in.js';
import { markedAbbreviations } from '../../../text/similarity/marked-abbreviation.js';
import { wordShape } from '../../../text/similarity/word-shape.js';
import type { WordStatistics } from '../../dataset-statistics.js';
import { createQueryParts, partsOfQuery } from './query-parts.js';
import { NO_VALUES, type ValueBeside } from './values-beside.js';
import { weighByPlace } from './weigh-by-place.js';
import type { UsualWords, WordCosts } from './word-costs.js';
import type { QueryWord } from './word-likeness.js';
import { MAX_WORDS } from './word-slots.js';

const NOTHING: AnalysedLabel = { original: '', folded: '', tokens: [] };

/** In longer texts no name of a person is looked for. */
const LONGEST_NAME = 80;
/** A surname, and initials behind its comma. */
const SURNAME_AND_INITIALS = /^[^,]*\p{L}{2}[^,]*,((?:[\s.-]*\p{L}(?!\p{L}))+)[\s.]*$/u;

/** The query that names are compared with, and what each of its words weighs and costs; all arrays are by the place of the word in it. */
export class ComparedQuery {
  label = NOTHING;
  usual: UsualWords | undefined;
  /** What is asked for beside the name. */
  beside: readonly ValueBeside[] = NO_VALUES;
  /** Of each, the word that the fewest labels have; what else it says counts only beside that. */
  rarestOfValues: readonly string[] = [];
  /** At most `MAX_WORDS`. */
  words: readonly QueryWord[] = [];
  readonly weights = new Float64Array(MAX_WORDS);
  /** What the word costs a name that lacks it. */
  readonly missingCosts = new Float64Array(MAX_WORDS);
  /** How surely it tells entities apart, 0–1. */
  readonly apart = new Float64Array(MAX_WORDS);
  /** Code unit of its first letter. */
  readonly firstLetters = new Int32Array(MAX_WORDS);
  /** Whether a word that the dataset knows comes twice. */
  saysTwice = false;
  /** Words of the note at its end. */
  noteWords = 0;
  /** Of a surname with initials behind a comma, how many these are; 0 for anything else. */
  initials = 0;
  /** The codes in it, in one piece each. */
  codes: readonly string[] = [];
  readonly parts = createQueryParts(MAX_WORDS);
  readonly #labels: Pick<LabelTable, 'rowsWithFolded'>;
  readonly #costs: WordCosts;
  readonly #statistics: WordStatistics;
  #equalRows: ReadonlySet<number> | undefined; // until somebody asks

  constructor(labels: Pick<LabelTable, 'rowsWithFolded'>, costs: WordCosts, statistics: WordStatistics) {
    this.#labels = labels;
    this.#costs = costs;
    this.#statistics = statistics;
  }

  begin(label: AnalysedLabel, usual: UsualWords | undefined, beside: readonly ValueBeside[]): void {
    this.label = label;
    this.usual = usual;
    this.beside = beside;
    this.rarestOfValues = beside.map((words) => this.#rarestOf(words));
    this.codes = [...codesIn(label.original).keys()];
    this.words = this.#wordsOf(label);
    this.initials = initialsBehindComma(label.original, this.words);
    this.saysTwice = this.words.some(({ shape, known }, i) => known && this.words.findIndex((word) => word.shape.text === shape.text) < i);
    this.#weigh(this.words);
    this.parts.begin(partsOfQuery(label), this.weights);
    this.#equalRows = undefined;
  }

  /** Whether a row has the same folded form. */
  equals(row: number): boolean {
    this.#equalRows ??= new Set(this.#labels.rowsWithFolded(this.label.folded));
    return this.#equalRows.has(row);
  }

  #wordsOf({ original, tokens }: AnalysedLabel): readonly QueryWord[] {
    const marked = markedAbbreviations(original);
    return tokens.slice(0, MAX_WORDS).map((word) => {
      const known = this.#statistics.isKnown(word);
      return { shape: wordShape(word), known, exchanges: known ? this.#statistics.exchangesOf(word) : undefined, marked: marked?.has(word) === true };
    });
  }

  #rarestOf(words: ValueBeside): string {
    const weights = words.map((word) => this.#costs.weightOf(word));
    return words[weights.indexOf(Math.max(...weights))] ?? '';
  }

  #weigh(words: readonly QueryWord[]): void {
    const { usual, weights, apart, missingCosts } = this;
    const costs = this.#costs;
    for (const [i, { shape }] of words.entries()) {
      weights[i] = usual?.get(shape.text) ?? costs.weightOf(shape.text);
      apart[i] = costs.tellsApart(shape.text);
      this.firstLetters[i] = shape.text.charCodeAt(0);
    }
    this.noteWords = weighByPlace(this.label.original, words, weights, apart);
    for (const [i, { shape }] of words.entries()) missingCosts[i] = (weights[i] ?? 0) * costs.missingShare(shape.text);
  }
}

function initialsBehindComma(text: string, words: readonly QueryWord[]): number {
  const count = text.length > LONGEST_NAME ? 0 : (SURNAME_AND_INITIALS.exec(text)?.[1]?.match(/\p{L}/gu)?.length ?? 0);
  return count < words.length && words.slice(words.length - count).every(({ shape }) => shape.text.length === 1) ? count : 0;
}
