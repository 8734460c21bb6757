import { ANY, BOUNDARY, LAST_BREAK, LINE_END, LINE_START, NO_BOUNDARY } from './java-classes.js';

export interface PatternAnalysis {
  /** Most backtracking steps over a text of so many UTF-16 code units; `Infinity` where only exponents bound them. */
  readonly stepsFor: (length: number) => number;
  /**
   * The same pattern in the syntax of RE2, groups in order. `undefined` with references, look-around or atomic groups,
   * which a linear engine lacks.
   */
  readonly linear: (() => string) | undefined;
  /** Whether the linear form means the same in this text. */
  readonly isLinearFor: (text: string) => boolean;
}

/** Assertions of the translation, their counterparts in RE2, and texts in which both mean the same. */
const ASSERTIONS: readonly (readonly [source: string, linear: string, isSameIn: RegExp])[] = [
  [LAST_BREAK, '\\z', /(?:^|[^\n\r\x85\u2028\u2029])$/],
  [LINE_END, '(?m:$)', /^[^\r\x85\u2028\u2029]*$/],
  [LINE_START, '(?m:^)', /^(?:[^\r\x85\u2028\u2029]*[^\n\r\x85\u2028\u2029])?$/],
  [BOUNDARY, '\\b', /^[\0-\x7f]*$/],
  [NO_BOUNDARY, '\\B', /^[\0-\x7f]*$/],
  ['^', '\\A', /(?:)/],
  ['$', '\\z', /(?:)/],
];

interface Frame {
  branches: number;
  /** Whether there is more than one way to match a text here. */
  hasChoice: boolean;
}

/** Analyses the source of `translatePattern`. Cost: linear in the source. */
export function analysePattern(source: string): PatternAnalysis {
  const parts: (string | (() => string))[] = [];
  const conditions = new Set<RegExp>();
  const frames: Frame[] = [{ branches: 1, hasChoice: false }];
  let isLinear = true;
  /** Number of repetitions that share the text. */
  let degree = source.startsWith('^') ? 0 : 1;
  let factor = 1;
  /** Whether the part before the present place can match in more than one way. */
  let hasAtomChoice = false;
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at, at + 200);
    const frame = frames.at(-1) ?? { branches: 1, hasChoice: false };
    const assertion = ASSERTIONS.find(([written]) => rest.startsWith(written));
    const [quantifier] = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(rest) ?? [];
    const [opening] = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(rest) ?? [];
    if (assertion !== undefined) {
      const [written, linear, isSameIn] = assertion;
      parts.push(linear);
      conditions.add(isSameIn);
      hasAtomChoice = false;
      at += written.length;
    } else if (opening !== undefined) {
      if (/^\(\?<?[=!]/.test(opening)) isLinear = false;
      frames.push({ branches: 1, hasChoice: false });
      parts.push(opening === '(?:' ? '(?:' : '(');
      at += opening.length;
    } else if (rest.startsWith(')')) {
      frames.pop();
      const outer = frames.at(-1);
      hasAtomChoice = frame.hasChoice;
      factor *= frame.branches;
      if (outer !== undefined) outer.hasChoice ||= frame.hasChoice;
      parts.push(')');
      at += 1;
    } else if (rest.startsWith('|')) {
      frame.branches += 1;
      frame.hasChoice = true;
      // A start that is bound to one place in one branch only.
      if (frames.length === 1 && degree === 0) degree = 1;
      parts.push('|');
      at += 1;
    } else if (quantifier !== undefined) {
      const [least, most] = boundsOf(quantifier);
      if (hasAtomChoice && most > 1) factor = Infinity;
      if (least !== most) {
        if (most === 1) factor *= 2;
        else degree += 1;
        frame.hasChoice = true;
      }
      hasAtomChoice = false;
      parts.push(quantifier);
      at += quantifier.length;
    } else {
      const atom = atomAt(source, at);
      if (/^\\[1-9]/.test(atom)) {
        isLinear = false;
        degree += 1;
      }
      parts.push(() => linearAtom(atom));
      hasAtomChoice = false;
      at += atom.length;
    }
  }
  factor *= frames[0]?.branches ?? 1;
  return {
    stepsFor: (length) => factor * (length + 1) ** degree,
    linear: isLinear ? () => parts.map((part) => (typeof part === 'string' ? part : part())).join('') : undefined,
    isLinearFor: (text) => [...conditions].every((isSameIn) => isSameIn.test(text)),
  };
}

function boundsOf(quantifier: string): readonly [least: number, most: number] {
  const [sign = ''] = quantifier;
  if (sign === '*') return [0, Infinity];
  if (sign === '+') return [1, Infinity];
  if (sign === '?') return [0, 1];
  const [, least = '0', comma, most = ''] = /^\{(\d+)(,?)(\d*)/.exec(quantifier) ?? [];
  return [Number(least), comma === '' ? Number(least) : most === '' ? Infinity : Number(most)];
}

/** A character, an escape or a class with all that is nested in it. */
function atomAt(source: string, at: number): string {
  if (source[at] === '\\') return /^\\(?:[pPu]\{[^}]*\}|[1-9]\d*|.)/s.exec(source.slice(at, at + 100))?.[0] ?? '\\';
  if (source[at] !== '[') return String.fromCodePoint(source.codePointAt(at) ?? 0);
  let depth = 0;
  for (let end = at; end < source.length; end += 1) {
    const char = source[end];
    if (char === '\\') end += 1;
    else if (char === '[') depth += 1;
    else if (char === ']' && (depth -= 1) === 0) return source.slice(at, end + 1);
  }
  return source.slice(at);
}

const PLAIN_ATOM = /^(?:[A-Za-z0-9]|\\[nrtvf]|\\u\{[0-9a-f]+\}|\[\^?(?:[A-Za-z0-9_ -]|\\[nrtvf]|\\u\{[0-9a-f]+\})+\])$/;

const MAX_KEPT = 200;
const kept = new Map<string, string>();

/**
 * An atom in the syntax of RE2. Ambiguous classes become the ranges that they match. Cost: a twentieth of a second for
 * such a class, the first time.
 */
function linearAtom(atom: string): string {
  if (atom === ANY) return '(?s:.)';
  if (PLAIN_ATOM.test(atom)) return atom.replaceAll('\\u{', '\\x{');
  let linear = kept.get(atom);
  if (linear === undefined) {
    linear = rangesOf(atom);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(atom, linear);
  }
  return linear;
}

const LAST_CODE_POINT = 0x10ffff;

function rangesOf(atom: string): string {
  const isIn = new RegExp(`^${atom}$`, 'v');
  let ranges = '';
  let from = -1;
  for (let code = 0; code <= LAST_CODE_POINT + 1; code += 1) {
    const isMember = code <= LAST_CODE_POINT && isIn.test(String.fromCodePoint(code));
    if (isMember && from < 0) from = code;
    if (isMember || from < 0) continue;
    ranges += `\\x{${from.toString(16)}}-\\x{${(code - 1).toString(16)}}`;
    from = -1;
  }
  return ranges === '' ? '[^\\x{0}-\\x{10ffff}]' : `[${ranges}]`;
}
