/** An entry of a BibTeX file: its type in lower case, its key, and its fields in order, names in lower case, values as LaTeX. */
export interface BibtexEntry {
  readonly type: string;
  readonly key: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NO_ENTRIES = ['comment', 'preamble'];
const HEAD = /@\s*([a-z]+)\s*([{(])/gi;
const KEY = /\s*([^\s,{}()=]*)\s*/y;
const NAME = /[\s,]*([^\s=,{}()"#%@]+)\s*=\s*/y;
const END = /[\s,]*[})]/y;
const BARE = /[^\s,{}()"#]+/y;
const SPACE = /\s*/y;
const MORE = /\s*#\s*/y;

/** An entry that does not end, or holds what is no field. */
export class BibtexFault extends Error {
  /** Where the entry begins, counted from 1. */
  readonly line: number;

  constructor(line: number) {
    super(`the entry in line ${String(line)} is incomplete`);
    this.line = line;
  }
}

/** The entries of BibTeX and BibLaTeX, with abbreviations and parts of values joined. Text between them is a comment. Throws a `BibtexFault`. */
export function* bibtexEntries(text: string): Generator<BibtexEntry> {
  const strings = new Map(MONTHS.map((month, i) => [month, String(i + 1)]));
  let at = 0;
  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  for (let head = matched(HEAD); head !== null; head = matched(HEAD)) {
    const type = (head[1] ?? '').toLowerCase();
    const { index } = head;
    const fault = (): BibtexFault => new BibtexFault(text.slice(0, index).split('\n').length);
    if (NO_ENTRIES.includes(type)) {
      at--;
      if (text[at] === '{') delimited(fault, '}');
      continue;
    }
    const key = type === 'string' ? '' : (matched(KEY)?.[1] ?? '');
    const fields: (readonly [string, string])[] = [];
    while (matched(END) === null) {
      const name = matched(NAME)?.[1]?.toLowerCase();
      if (name === undefined) throw fault();
      fields.push([name, valueOf(fault)]);
    }
    if (type === 'string') for (const [name, value] of fields) strings.set(name, value);
    else yield { type, key, fields };
  }

  function valueOf(fault: () => BibtexFault): string {
    let value = '';
    do {
      matched(SPACE);
      if (text[at] === '{') value += delimited(fault, '}');
      else if (text[at] === '"') value += delimited(fault, '"');
      else {
        const bare = matched(BARE)?.[0];
        if (bare === undefined) throw fault();
        value += strings.get(bare.toLowerCase()) ?? bare;
      }
    } while (matched(MORE) !== null);
    return value;
  }

  /** The text up to the closing delimiter; braces in it are balanced. */
  function delimited(fault: () => BibtexFault, closing: string): string {
    const begin = ++at;
    for (let depth = 0; at < text.length; at++) {
      const character = text[at];
      if (character === '\\') at++;
      else if (character === closing && depth === 0) return text.slice(begin, at++);
      else if (character === '{') depth++;
      else if (character === '}') depth--;
    }
    throw fault();
  }
}
