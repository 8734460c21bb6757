import type { RecordFault } from '../raw-record.js';
import type { SectionArray } from '../../foundation/sections.js';
import { groupByKey } from '../../foundation/group-by-key.js';
import { grown } from '../../foundation/grown.js';
import { StringNumbers } from '../../foundation/string-numbers.js';
import { attachStringTable } from '../../foundation/string-table.js';

/** The statements of a file, grouped by subject. Terms are numbers; see `term.ts` for their text. */
export interface TripleTable {
  /** Number of statements, duplicates included. */
  readonly size: number;
  /** Number of subjects, which are numbered by first occurrence. */
  readonly subjects: number;
  readonly subjectTerm: (subject: number) => number;
  /** 1-based line of the subject's first occurrence. */
  readonly lineOf: (subject: number) => number;
  /** The subject of a term, or -1 without statements about it. */
  readonly subjectOf: (term: number) => number;
  /** Visits the statements about a subject in file order. */
  readonly eachOf: (subject: number, visit: (predicate: number, object: number) => void) => void;
  readonly text: (term: number) => string;
  /** The number of a term, or -1 if absent. */
  readonly find: (text: string) => number;
}

export interface RdfGraph {
  readonly triples: TripleTable;
  /** Prefix → namespace, as declared in the file. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Single faults: undecodable characters, skipped lines of N-Triples. */
  readonly faults: readonly RecordFault[];
}

const MAX_TRIPLES = 30_000_000;

/** Base of relative addresses in a file without a base. */
export const UNNAMED_BASE = 'http://relative.invalid/';

/** The file has too many statements for the memory. */
export class TooManyTriples extends RangeError {}

/**
 * Collects statements in any order. Memory: 16 bytes a statement, and each distinct term once, outside of the heap.
 * `add` throws `TooManyTriples` beyond `MAX_TRIPLES`.
 */
export class TripleTableBuilder {
  private readonly terms = new StringNumbers();
  private readonly firstLines: number[] = [];
  private readonly subjectTerms: number[] = [];
  private readonly subjectNumbers = new Map<number, number>();
  private subjectOfTriple = new Uint32Array(1 << 12);
  private predicates = new Uint32Array(1 << 12);
  private objects = new Uint32Array(1 << 12);
  private count = 0;

  add(subject: string, predicate: string, object: string, line: number): void {
    if (this.count === MAX_TRIPLES)
      throw new TooManyTriples(`more than ${MAX_TRIPLES.toLocaleString('en')} statements`);
    if (this.count === this.predicates.length) this.widen();
    const subjectTerm = this.terms.numberOf(subject);
    let number = this.subjectNumbers.get(subjectTerm);
    if (number === undefined) {
      number = this.subjectTerms.push(subjectTerm) - 1;
      this.subjectNumbers.set(subjectTerm, number);
      this.firstLines.push(line);
    }
    this.subjectOfTriple[this.count] = number;
    this.predicates[this.count] = this.terms.numberOf(predicate);
    this.objects[this.count] = this.terms.numberOf(object);
    this.count++;
  }

  finish(): TripleTable {
    const { subjectTerms, firstLines, terms, subjectNumbers, count: size } = this;
    const { offsets: starts, members } = groupByKey(this.subjectOfTriple.subarray(0, size), subjectTerms.length);
    const predicates = members.map((triple) => this.predicates[triple] ?? 0);
    const objects = members.map((triple) => this.objects[triple] ?? 0);
    const { chars, offsets } = terms.view();
    const texts = attachStringTable(
      new Map<string, SectionArray>([
        ['terms.chars', chars],
        ['terms.offsets', offsets],
      ]),
      'terms',
    );
    return {
      size,
      subjects: subjectTerms.length,
      subjectTerm: (subject) => subjectTerms[subject] ?? -1,
      lineOf: (subject) => firstLines[subject] ?? 1,
      subjectOf: (term) => subjectNumbers.get(term) ?? -1,
      eachOf: (subject, visit) => {
        for (let i = starts[subject] ?? 0; i < (starts[subject + 1] ?? 0); i++)
          visit(predicates[i] ?? 0, objects[i] ?? 0);
      },
      text: texts.get,
      find: (text) => (terms.has(text) ? terms.numberOf(text) : -1),
    };
  }

  private widen(): void {
    this.subjectOfTriple = grown(this.subjectOfTriple);
    this.predicates = grown(this.predicates);
    this.objects = grown(this.objects);
  }
}
