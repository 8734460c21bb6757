import { type SafeHtml, html } from '../../../foundation/escape-html.js';
import type { Certainty, CountRange } from '../../../input/certainty.js';
import type { Words } from '../../messages/words.js';
import { formatCount } from '../format-count.js';

/** Numbers of automatic matches that are probably wrong, and of other rows that are probably in the dataset. */
export function certaintyPart({ wrong, missed }: Certainty, { say }: Words): SafeHtml {
  const range = ({ value, low, high }: CountRange): string =>
    low === high
      ? formatCount(value)
      : say('{value} ({low} to {high})', { value: formatCount(value), low: formatCount(low), high: formatCount(high) });
  return html`<dl class="counts"><dt>${say('Automatic matches that are wrong')}</dt><dd>${range(wrong)}</dd><dt>${say('Other rows that are in the dataset')}</dt><dd>${range(missed)}</dd></dl><p class="summary">${say('Estimated; the ranges hold in 90 of 100 tables. Each row that you review, automatic matches among them, narrows them.')}</p>`;
}
