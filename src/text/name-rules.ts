import { compileLinear } from '../foundation/linear-regex.js';
import { foldText } from './fold-text.js';

/*
 * Rules of the user about names: words that mean the same, and what is left out. They apply to the names of a dataset and to the names that are asked for alike, so that both meet at the
 * form without it. Patterns are run by an engine of linear time, as those who ask choose the texts.
 */

/** One rule, with the line as it is written. Plain data: it travels with the dataset. */
export type NameRule =
  | { readonly kind: 'synonym'; readonly written: string; readonly from: string; readonly to: string }
  | { readonly kind: 'strip'; readonly written: string; readonly pattern: string };

/** A name as the rules make it, and the rules that changed it, as they are written. */
interface RewrittenName {
  readonly text: string;
  readonly rules: readonly string[];
}

/** Gives a name as the rules make it; `undefined` where they change nothing or would leave nothing. Cost: linear in the name, for each pattern. */
export type RewriteName = (name: string) => RewrittenName | undefined;

/** Longer texts are no names. */
const LONGEST_NAME = 400;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** A pattern that was compiled; throws an error whose message says what is wrong with it. Case does not count. */
export function compilePattern(pattern: string): { readonly strip: (text: string) => string } {
  const compiled = compileLinear(pattern, { ignoreCase: true });
  return { strip: (text) => compiled.matcher(text).replaceAll(' ') };
}

/** The folded words of a text as rules look for them. */
export function wordsOfRule(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map(foldText);
}

interface Synonym {
  readonly written: string;
  readonly words: readonly string[];
  readonly to: string;
}

/** The rules, ready to be applied: first what is left out, in the order of the rules, then synonyms, the longest first; each place of a name is changed once. */
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
