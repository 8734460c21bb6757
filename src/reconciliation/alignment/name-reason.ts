import type { AskedSide } from '../candidate.js';
import { similarityWeights } from '../evidence/weights.js';
import type { Alignment } from './alignment.js';
import type { TokenPairs } from './token-pairs.js';
import { kindOfSimilarity, type WordMatchKind } from './token-similarity.js';

/** One token of the label and what it matched. */
interface WordMatch {
  readonly kind: WordMatchKind;
  readonly label: string;
  /** `undefined` when the query has no such token, be it that it is asked for beside the name. */
  readonly query: string | undefined;
}

/** The tokens of a label in order, then those that only the query has. */
interface WordAlignment {
  readonly label: readonly WordMatch[];
  readonly queryOnly: readonly string[];
  readonly sameOrder: boolean;
}

/** The comparison of two labels in words: what is equal, how the rest differs, what is missing. */
export function nameReason(aligned: Alignment, asked: AskedSide): string {
  const alignment = alignedWords(aligned);
  const evidence = aligned.evidence();
  const parts: string[] = [];
  const equal = alignment.label.filter((match) => match.kind === 'equal');
  const missing = alignment.label.filter((match) => match.query === undefined && match.kind !== 'beside');
  const beside = alignment.label.filter((match) => match.kind === 'beside');
  if (equal.length > 0)
    parts.push(
      missing.length + beside.length === 0 &&
        alignment.queryOnly.length === 0 &&
        equal.length === alignment.label.length
        ? 'the same words'
        : `equal: ${quoted(equal)}`,
    );
  let before: string | undefined;
  for (const match of alignment.label) {
    // A joined word or an acronym meets several words of the label; it is told once.
    if (match.query !== undefined && match.kind !== 'equal' && match.query !== before) parts.push(inWords(match));
    before = match.query;
  }
  if (beside.length > 0) parts.push(`${asked} has ${quoted(beside)} as a property`);
  if (missing.length > 0) parts.push(`${asked} lacks ${quoted(missing)}`);
  if (alignment.queryOnly.length > 0)
    parts.push(`only ${asked} has ${alignment.queryOnly.map((word) => `"${word}"`).join(', ')}`);
  if (evidence.wholePart && alignment.queryOnly.length > 0) parts.push(`a part of ${asked} as a whole`);
  if (evidence.code !== '' && evidence.similarity < 1) parts.push(`both have the code "${evidence.code}"`);
  if (!alignment.sameOrder) parts.push('in another order');
  if (evidence.numbersDiffer) parts.push('the numbers differ');
  if (equal.length === 0 && evidence.matched === 0)
    parts.push(`${String(Math.round(evidence.letters * 100))} % of the letter pairs in common`);
  return parts.join('; ');
}

function quoted(matches: readonly WordMatch[]): string {
  return matches.map((match) => `"${match.label}"`).join(', ');
}

function inWords(match: WordMatch): string {
  const query = match.query ?? '';
  switch (match.kind) {
    case 'number':
      return `"${query}" is the number "${match.label}"`;
    case 'typo':
      return `"${query}" is nearly "${match.label}"`;
    case 'spelling':
      return `"${query}" is "${match.label}" spelt otherwise`;
    case 'initial':
      return query.length < match.label.length
        ? `"${query}" is the initial of "${match.label}"`
        : `"${match.label}" is the initial of "${query}"`;
    case 'abbreviation':
      return query.length < match.label.length
        ? `"${query}" is short for "${match.label}"`
        : `"${match.label}" is short for "${query}"`;
    case 'stem':
      return `"${query}" begins like "${match.label}"`;
    case 'sound':
      return `"${query}" sounds like "${match.label}"`;
    case 'resemblance':
      return `"${query}" resembles "${match.label}" from afar`;
    case 'exchanged':
      return `"${query}" stands for "${match.label}" in other names of this list`;
    case 'code':
      return `"${query}" and "${match.label}" share most of a code`;
    case 'given-name':
      return `"${query}" and "${match.label}" are forms of one given name`;
    case 'generation':
      return `"${query}" and "${match.label}" say the same of father and son`;
    case 'joined':
      return `"${query}" is "${match.label}" written otherwise`;
    case 'acronym':
      return `"${query}" and "${match.label}" as an acronym`;
    case 'equal':
    case 'beside':
    case 'none':
      return `"${match.label}"`;
  }
}

/** How the words met, for reasons. Cost: one likeness a word. */
export function alignedWords(alignment: Alignment): WordAlignment {
  const { pairs } = alignment;
  const { query, label } = pairs;
  const matches: WordMatch[] = [];
  let sameOrder = true;
  let before = -1;
  for (let j = 0; j < label.count; j++) {
    matches.push(wordMatch(pairs, j));
    const first = pairs.metBy[j] ?? -1;
    if (first === -1) continue;
    if (first < before) sameOrder = false;
    before = first;
  }
  return {
    label: matches,
    queryOnly: query.tokens.filter((_, i) => alignment.isOpen(i)).map((word) => word.shape.text),
    sameOrder,
  };
}

function wordMatch({ query, label, metBy, metLast, metAs, beside }: TokenPairs, j: number): WordMatch {
  const shape = label.tokens[j]?.shape;
  const first = metBy[j] ?? -1;
  const met = query.tokens[first];
  if (shape === undefined || met === undefined)
    return { kind: beside[j] === true ? 'beside' : 'none', label: shape?.text ?? '', query: undefined };
  const words = query.tokens.slice(first, (metLast[j] ?? first) + 1).map((word) => word.shape.text);
  return { kind: metAs[j] ?? kindOfSimilarity(met, shape), label: shape.text, query: words.join(' ') };
}

/** The alignment of a name in numbers, by which its similarity can be computed by hand (docs/scoring.md). */
export interface AlignmentInNumbers {
  /** Tokens of the label, then those that only the query has, with what each weighs and costs where it is missing. */
  readonly tokens: readonly {
    readonly label?: string;
    readonly query?: string;
    readonly kind: WordMatchKind;
    readonly weight: number;
    readonly missingCost?: number;
  }[];
  /** Weight in common, and weight that only one side has. */
  readonly matched: number;
  readonly onlyQuery: number;
  readonly onlyLabel: number;
  /** What these two count, and the share of the letter pairs in the whole. */
  readonly weightOfOnlyQuery: number;
  readonly weightOfOnlyLabel: number;
  readonly weightOfLetters: number;
  /** Dice coefficient of letter pairs. */
  readonly letters: number;
  /** What numbers that differ leave. */
  readonly numbers: number;
  readonly similarity: number;
}

/** An alignment in numbers. Cost: a look at the tokens. */
export function alignmentInNumbers(alignment: Alignment): AlignmentInNumbers {
  const { pairs, sums, letters, similarity } = alignment;
  const { query, label } = pairs;
  const { onlyLabel, letters: weightOfLetters } = similarityWeights();
  const words = alignedWords(alignment);
  const ofLabel = words.label.map((match, j) => {
    const weight = label.weights[j] ?? 0;
    return {
      label: match.label,
      kind: match.kind,
      weight,
      ...(match.query === undefined
        ? { missingCost: weight * (label.tokens[j]?.missing ?? 1) }
        : { query: match.query }),
    };
  });
  const ofQuery = query.tokens.flatMap(({ shape }, i) =>
    alignment.isOpen(i)
      ? [
          {
            query: shape.text,
            kind: 'none' as const,
            weight: query.weights[i] ?? 0,
            missingCost: query.missingCosts[i] ?? 0,
          },
        ]
      : [],
  );
  return {
    tokens: [...ofLabel, ...ofQuery],
    matched: sums.matched,
    onlyQuery: sums.onlyQuery,
    onlyLabel: sums.onlyLabel,
    weightOfOnlyQuery: sums.weightOfOpen(label.count),
    weightOfOnlyLabel: onlyLabel,
    weightOfLetters,
    letters,
    numbers: sums.shareByNumbers(),
    similarity,
  };
}
