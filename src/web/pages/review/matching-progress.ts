import type { Words } from '../../messages/words.js';
import { formatCount } from '../format-count.js';

export interface MatchingProgress {
  /** Learned and all rows of the sample; 0 and 0 where nothing is learned. */
  readonly looked: number;
  readonly of: number;
  readonly matched: number;
  readonly all: number;
  /** `undefined` until the pace is known. */
  readonly secondsLeft: number | undefined;
}

/** Progress in words. */
export function matchingProgress({ looked, of, matched, all, secondsLeft }: MatchingProgress, words: Words): string {
  const { say } = words;
  const learning = say('Learning from the table what its columns say: {looked} of {of} rows looked at.', {
    looked: formatCount(looked),
    of: formatCount(of),
  });
  const done = say('Matched {matched} of {all} rows.', { matched: formatCount(matched), all: formatCount(all) });
  return [looked < of ? learning : done, ...(secondsLeft === undefined ? [] : [timeLeft(secondsLeft, words)])].join(
    ' ',
  );
}

function timeLeft(seconds: number, { count }: Words): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 2
    ? count(Math.max(1, Math.round(seconds)), 'About {n} second left.', 'About {n} seconds left.')
    : count(minutes, 'About {n} minute left.', 'About {n} minutes left.');
}
