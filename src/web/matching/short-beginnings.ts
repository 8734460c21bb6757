import type { DatasetSnapshot } from '../../scoring/snapshot.js';

/*
 * Whoever types begins with one letter and then has two, so that these few beginnings are asked for again and again. Their answers are
 * kept as long as the snapshot: to make one takes about as much as to send it, and leaves most of what is collected afterwards.
 */

/** Letters that are worth little by themselves: what is similar to them is never searched for, which would depend on the time left. */
const SHORT_BEGINNING = /^[\p{Script=Latin}\p{Nd}]{1,2}$/u;
/** As many as clients show; a longer page is seldom asked for. */
const LONGEST_PAGE = 20;
/** About two kilobytes each. With more, all are forgotten. */
const MOST_REMEMBERED = 500;

const remembered = new WeakMap<DatasetSnapshot, Map<string, Promise<string>>>();

/** Whether it is asked for again and again: one letter or two, and no more than clients show. */
export function isShortBeginning(typed: string, limit: number): boolean {
  return limit <= LONGEST_PAGE && SHORT_BEGINNING.test(typed);
}

/** What `answer` gives for the first page of a short beginning, remembered. It must depend on nothing else. */
export function answerShortBeginning(
  snapshot: DatasetSnapshot,
  typed: string,
  limit: number,
  answer: () => Promise<string>,
): Promise<string> {
  let known = remembered.get(snapshot);
  if (known === undefined) {
    known = new Map();
    remembered.set(snapshot, known);
  }
  const key = `${String(limit)} ${typed}`;
  let json = known.get(key);
  if (json === undefined) {
    json = answer();
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(key, json);
    json.catch(() => known.delete(key));
  }
  return json;
}
