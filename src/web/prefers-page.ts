import { mediaRanges } from '../protocols/choose-form.js';

/**
 * Whether the reader is a person with a browser: `text/html` is named outright, and no JSON at least as much. Any-type ranges say
 * nothing; the programs that use the service send them.
 */
export function prefersPage(accept: string): boolean {
  const ranges = mediaRanges(accept);
  const html = ranges.find(({ type }) => type === 'text/html')?.quality ?? 0;
  const json = Math.max(
    0,
    ...ranges.filter(({ type }) => type === 'application/json' || type.endsWith('+json')).map(({ quality }) => quality),
  );
  return html > 0 && html > json;
}
