import type { QueryInput } from '../input/query-input.js';
import type { SameasError } from '../foundation/sameas-error.js';

/** A query whose answer is known. */
export interface KnownAnswer {
  readonly query: QueryInput;
  /** Right id, or ids of which any is right; `null` where the dataset has none. */
  readonly id: string | readonly string[] | null;
}

/** Shares from 0 to 1, `undefined` of nothing. */
export interface Measures {
  readonly queries: number;
  /** Failed queries. */
  readonly failed: number;
  /** Of the queries with an entity: the right one is the first candidate. */
  readonly firstHits: number | undefined;
  /** Of them: the right one is among the candidates. */
  readonly found: number | undefined;
  /** Of the matches: the right ones. */
  readonly precision: number | undefined;
  /** Of the queries with an entity: the right one was matched. */
  readonly recall: number | undefined;
  /** Of the queries without an entity: something was matched. */
  readonly falseMatches: number | undefined;
}

/** Agreement of answers, one for each query in order, with the known ones. */
export function measureAnswers(questions: readonly KnownAnswer[], answers: readonly Answer[]): Measures {
  const counts = { failed: 0, asked: 0, first: 0, found: 0, matched: 0, right: 0, without: 0, wrongly: 0 };
  questions.forEach(({ id }, place) => {
    const answer = answers[place];
    if (answer === undefined || 'error' in answer) {
      counts.failed += 1;
      return;
    }
    const right = id === null ? [] : typeof id === 'string' ? [id] : id;
    const ids = answer.candidates.map((candidate) => candidate.id);
    const [first] = answer.candidates;
    const isMatched = first?.match === true;
    const isRight = first !== undefined && right.includes(first.id);
    if (isMatched) counts.matched += 1;
    if (isMatched && isRight) counts.right += 1;
    if (right.length === 0) {
      counts.without += 1;
      if (isMatched) counts.wrongly += 1;
      return;
    }
    counts.asked += 1;
    if (isRight) counts.first += 1;
    if (ids.some((each) => right.includes(each))) counts.found += 1;
  });
  return {
    queries: questions.length,
    failed: counts.failed,
    firstHits: share(counts.first, counts.asked),
    found: share(counts.found, counts.asked),
    precision: share(counts.right, counts.matched),
    recall: share(counts.right, counts.asked),
    falseMatches: share(counts.wrongly, counts.without),
  };
}

function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

/** A possible entity. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly types: readonly { readonly id: string; readonly name: string }[];
  /** 0–100. */
  readonly score: number;
  /** Whether it is meant beyond reasonable doubt; true for the first candidate at most. */
  readonly match: boolean;
  /** All evidence, with reasons in words. */
  readonly features: readonly { readonly id: string; readonly value: number | boolean; readonly reason: string }[];
}

/** Result of one query of many: candidates by score descending, or an error. */
export type Answer = { readonly candidates: readonly Candidate[] } | { readonly error: SameasError };
