import { grown } from '../../foundation/grown.js';

/** The best forms found for a query, best first, then by number; at most as many as are wanted. */
export interface BestForms {
  /** Starts anew with room for so many; gives the forms that were the best before. */
  readonly restart: (most: number) => Uint32Array;
  /** Forgets all. */
  readonly clear: () => void;
  /** Whether a form of this score would come among the best. */
  readonly admits: (form: number, score: number) => boolean;
  /** Puts a form that is admitted in its place; the last gives way to it when there is no room. */
  readonly insert: (form: number, score: number) => void;
  /** Score of the last of the best, which others must beat; -1 while there is room. */
  readonly least: () => number;
  readonly count: () => number;
  readonly formAt: (place: number) => number;
  readonly scoreAt: (place: number) => number;
}

/** An empty list, which grows with what is wanted. */
export function createBestForms(): BestForms {
  let forms = new Uint32Array(64);
  let scores = new Float64Array(64);
  let count = 0;
  let wanted = 0;

  function restart(most: number): Uint32Array {
    const before = forms.slice(0, count);
    count = 0;
    wanted = most;
    if (scores.length < wanted) {
      scores = grown(scores, wanted);
      forms = grown(forms, wanted);
    }
    return before;
  }

  function admits(form: number, score: number): boolean {
    if (count < wanted) return true;
    const last = scores[wanted - 1] ?? -1;
    return score > last || (score === last && form < (forms[wanted - 1] ?? 0));
  }

  function insert(form: number, score: number): void {
    let place = count < wanted ? count++ : wanted - 1;
    while (place > 0) {
      const above = scores[place - 1] ?? 0;
      if (above > score || (above === score && (forms[place - 1] ?? 0) < form)) break;
      scores[place] = above;
      forms[place] = forms[place - 1] ?? 0;
      place--;
    }
    scores[place] = score;
    forms[place] = form;
  }

  return {
    restart,
    clear: () => {
      count = 0;
    },
    admits,
    insert,
    least: () => (count < wanted ? -1 : (scores[wanted - 1] ?? -1)),
    count: () => count,
    formAt: (place) => forms[place] ?? 0,
    scoreAt: (place) => scores[place] ?? 0,
  };
}
