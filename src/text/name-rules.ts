import { compileLinear } from '../foundation/linear-regex.js';
import { foldText } from './fold-text.js';

/*
 * User rules for names: synonyms, and parts to remove. They apply to names of the dataset and of queries alike.
 * Patterns run in a linear-time engine, as clients choose the texts.
 */

/** One rule with its line. Plain data: stored with the dataset. */
export type NameRule =
  | { readonly kind: 'synonym'; readonly written: string; readonly from: string; readonly to: string }
  | { readonly kind: 'strip'; readonly written: string; readonly pattern: string };

/** A rewritten name, and the lines of the applied rules. */
interface RewrittenName {
  readonly text: string;
  readonly rules: readonly string[];
}

/** Rewrites a name; `undefined` if unchanged or empty. Cost: linear in the name, for each pattern. */
export type RewriteName = (name: string) => RewrittenName | undefined;

/** Longer texts are not names. */
const LONGEST_NAME = 400;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** A compiled, case-insensitive pattern; throws an error with the fault as message. */
export function compilePattern(pattern: string): { readonly strip: (text: string) => string } {
  const compiled = compileLinear(pattern, { ignoreCase: true });
  return { strip: (text) => compiled.matcher(text).replaceAll(' ') };
}

/** The folded words of a text as rules match them. */
export function wordsOfRule(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map(foldText);
}

interface Synonym {
  readonly written: string;
  readonly words: readonly string[];
  readonly to: string;
}

/**
 * Applies the rules: first removals in order, then synonyms, the longest first; each part of a name is changed once.
 */
export function createNameRewriter(rules: readonly NameRule[]): RewriteName {
  const strips = rules.flatMap((rule) =>
    rule.kind === 'strip' ? [{ written: rule.written, ...compilePattern(rule.pattern) }] : [],
  );
  const synonyms = new Map<string, Synonym[]>();
  for (const rule of rules) {
    if (rule.kind !== 'synonym') continue;
    const words = wordsOfRule(rule.from);
    const [first = ''] = words;
    synonyms.set(
      first,
      [...(synonyms.get(first) ?? []), { written: rule.written, words, to: rule.to }].sort(
        (a, b) => b.words.length - a.words.length,
      ),
    );
  }
  return (name) => {
    if (name.length > LONGEST_NAME) return undefined;
    const applied = new Set<string>();
    let text = name;
    for (const { written, strip } of strips) {
      const left = tidied(strip(text));
      if (left === tidied(text) || left === '') continue;
      text = left;
      applied.add(written);
    }
    text = withSynonyms(text, synonyms, applied);
    return applied.size === 0 ? undefined : { text, rules: [...applied] };
  };
}

function tidied(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function withSynonyms(text: string, synonyms: ReadonlyMap<string, readonly Synonym[]>, applied: Set<string>): string {
  if (synonyms.size === 0) return text;
  const words = [...text.matchAll(WORD)].map((found) => ({
    folded: foldText(found[0]),
    start: found.index,
    end: found.index + found[0].length,
  }));
  let made = '';
  let done = 0;
  for (let at = 0; at < words.length; at++) {
    const synonym = synonyms
      .get(words[at]?.folded ?? '')
      ?.find((one) => one.words.every((word, i) => words[at + i]?.folded === word));
    const last = words[at + (synonym?.words.length ?? 0) - 1];
    if (synonym === undefined || last === undefined) continue;
    made += text.slice(done, words[at]?.start) + synonym.to;
    // The full stop of an abbreviation goes with it.
    done = last.end + (text[last.end] === '.' && !synonym.to.endsWith('.') ? 1 : 0);
    applied.add(synonym.written);
    at += synonym.words.length - 1;
  }
  return made + text.slice(done);
}
