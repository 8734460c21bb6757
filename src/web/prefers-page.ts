import { mediaRanges } from '../protocols/choose-form.js';
import { largestOf } from '../foundation/largest-of.js';
import type { Exchange } from './exchange.js';

/**
 * Whether the reader is a person with a browser: `text/html` is named, and no JSON with a higher weight. Wildcard
 * ranges say nothing; the programs that use the service send them.
 */
export function prefersPage({ header }: Pick<Exchange, 'header'>): boolean {
  const ranges = mediaRanges(header('Accept') ?? '');
  const html = ranges.find(({ type }) => type === 'text/html')?.quality ?? 0;
  const json = largestOf(
    ranges.filter(({ type }) => type === 'application/json' || type.endsWith('+json')).map(({ quality }) => quality),
    0,
  );
  return html > 0 && html > json;
}
