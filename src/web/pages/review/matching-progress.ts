import type { Words } from '../../messages/words.js';
import { formatCount } from '../format-values.js';
import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { Certainty, CountRange } from '../../../input/certainty.js';

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
  const learning = say('Learning from the columns of the table: {looked} of {of} rows read.', {
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

/** Numbers of automatic matches that are probably wrong, and of other rows that are probably in the dataset. */
export function certaintyPart({ wrong, missed }: Certainty, { say }: Words): SafeHtml {
  const range = ({ value, low, high }: CountRange): string =>
    low === high
      ? formatCount(value)
      : say('{value} ({low} to {high})', { value: formatCount(value), low: formatCount(low), high: formatCount(high) });
  return html`<dl class="counts"><dt>${say('Automatic matches that are wrong')}</dt><dd>${range(wrong)}</dd><dt>${say('Other rows that are in the dataset')}</dt><dd>${range(missed)}</dd></dl><p class="summary">${say('Estimated; the ranges hold in 90 of 100 tables. Each row that you review, automatic matches among them, narrows them.')}</p>`;
}
