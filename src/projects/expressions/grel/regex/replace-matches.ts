import { GrelFailure } from '../evaluation/environment.js';
import type { RegexValue } from './regex-value.js';

type ReplacementPart = string | { readonly group: number };

/**
 * Every match replaced. In the replacement `$1` and `${name}` are groups (one that took no part is empty), and a
 * backslash makes the next character literal. Throws `GrelFailure` with the messages that users know, but never for a
 * faulty replacement without a match.
 */
export function replaceMatches(text: string, regex: RegexValue, replacement: string): string {
  let parts: readonly ReplacementPart[];
  try {
    parts = replacementParts(replacement, regex);
  } catch (fault) {
    if (!regex.test(text)) return text;
    throw fault;
  }
  let replaced = '';
  let from = 0;
  for (const { start, end, groups } of regex.matches(text)) {
    replaced += text.slice(from, start);
    for (const part of parts) replaced += typeof part === 'string' ? part : (groups[part.group] ?? '');
    from = end;
  }
  return from === 0 && replaced === '' ? text : replaced + text.slice(from);
}

function replacementParts(replacement: string, regex: RegexValue): readonly ReplacementPart[] {
  const parts: ReplacementPart[] = [];
  let plain = '';
  const add = (part: ReplacementPart): void => {
    if (plain !== '') parts.push(plain);
    plain = '';
    parts.push(part);
  };
  for (let place = 0; place < replacement.length; place += 1) {
    const char = replacement.charAt(place);
    if (char === '\\') {
      place += 1;
      if (place >= replacement.length)
        throw new GrelFailure('java.lang.IllegalArgumentException: character to be escaped is missing');
      plain += replacement.charAt(place);
    } else if (char !== '$') plain += char;
    else {
      const rest = replacement.slice(place + 1);
      const [braced, name = ''] = /^\{([A-Za-z][A-Za-z0-9]*)\}/.exec(rest) ?? [];
      if (braced !== undefined) {
        const group = regex.groupNames.get(name);
        if (group === undefined)
          throw new GrelFailure(`java.lang.IllegalArgumentException: No group with name {${name}}`);
        add({ group });
        place += braced.length;
      } else {
        const digits = groupDigits(rest, regex.groupCount);
        add({ group: Number(digits) });
        place += digits.length;
      }
    }
  }
  if (plain !== '') parts.push(plain);
  return parts;
}

/** As many digits as name an existing group; the first always counts. */
function groupDigits(text: string, groupCount: number): string {
  const [first] = /^[0-9]/.exec(text) ?? [];
  if (first === undefined) throw new GrelFailure('java.lang.IllegalArgumentException: Illegal group reference');
  if (Number(first) > groupCount) throw new GrelFailure(`java.lang.IndexOutOfBoundsException: No group ${first}`);
  let digits = first;
  for (let place = 1; /[0-9]/.test(text.charAt(place)) && Number(digits + text.charAt(place)) <= groupCount; place += 1)
    digits += text.charAt(place);
  return digits;
}

/**
 * Replaces several texts at once, the first one each time, and again in the result until nothing changes. With fewer
 * replacements than texts every text gets the last one. Throws `GrelFailure` for an endless cycle.
 */
export function replaceEach(text: string, searches: readonly string[], replacements: readonly string[]): string {
  const fallback = replacements.at(-1) ?? '';
  const pairs = new Map<string, string>();
  searches.forEach((search, index) => {
    if (search === '' || pairs.has(search)) return;
    pairs.set(search, replacements.length < searches.length ? fallback : (replacements[index] ?? fallback));
  });
  if (pairs.size === 0) return text;
  // Of two at the same place the one that is named first.
  const finder = new RegExp(
    [...pairs.keys()].map((search) => search.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'),
    'g',
  );
  let current = text;
  for (let round = 0; round <= searches.length; round += 1) {
    const next = current.replace(finder, (found) => pairs.get(found) ?? found);
    if (next === current) return current;
    current = next;
  }
  const isCircular = searches.some((search) => replacements.includes(search));
  if (!isCircular && current.replace(finder, (found) => pairs.get(found) ?? found) === current) return current;
  throw new GrelFailure(
    'java.lang.IllegalStateException: Aborting to protect against StackOverflowError - output of one loop is the input of another',
  );
}
