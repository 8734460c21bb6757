import { GrelFailure } from '../evaluation/environment.js';

/** One condition on an element: `p`, `.class`, `[href]`, `:eq(2)`. */
export type SimpleSelector =
  | { readonly kind: 'any' }
  | { readonly kind: 'tag' | 'id' | 'class'; readonly name: string }
  | { readonly kind: 'attribute'; readonly name: string; readonly operator: string; readonly value: string }
  | { readonly kind: 'pseudo'; readonly name: string; readonly argument: string | undefined };

type Combinator = ' ' | '>' | '+' | '~';

/** Conditions on one element, and its relation to the one before; the first of a selector to the starting point. */
export interface CompoundSelector {
  readonly combinator: Combinator;
  readonly conditions: readonly SimpleSelector[];
}

/** Alternatives, each a chain of compounds from left to right. Throws `GrelFailure` for an invalid selector. */
export function parseSelector(source: string): readonly (readonly CompoundSelector[])[] {
  const reader = new SelectorReader(source);
  const alternatives = [reader.chain()];
  while (reader.takeComma()) alternatives.push(reader.chain());
  return alternatives;
}

const NAME = /^(?:[\w\u0080-\uffff-]|\\.)+/;
const TAG = /^(?:\*\||(?:[\w\u0080-\uffff-]|\\.)+\|)?(?:[\w\u0080-\uffff:-]|\\.)+/;

class SelectorReader {
  readonly #source: string;
  #place = 0;

  constructor(source: string) {
    this.#source = source;
  }

  takeComma(): boolean {
    this.#space();
    if (this.#rest() === '') return false;
    if (this.#source.charAt(this.#place) !== ',') throw this.#fault();
    this.#place += 1;
    return true;
  }

  chain(): readonly CompoundSelector[] {
    const compounds: CompoundSelector[] = [];
    let combinator = this.#combinator() ?? ' ';
    for (;;) {
      const conditions: SimpleSelector[] = [];
      for (let next = this.#condition() ?? this.#tag(); next !== undefined; next = this.#condition())
        conditions.push(next);
      if (conditions.length === 0) throw this.#fault();
      compounds.push({ combinator, conditions });
      const next = this.#combinator();
      if (next === undefined || this.#rest() === '' || this.#rest().startsWith(',')) return compounds;
      combinator = next;
    }
  }

  /** Undefined without a separator: the chain continues only after a space or a sign. */
  #combinator(): Combinator | undefined {
    const spaced = this.#space();
    const sign = this.#source.charAt(this.#place);
    if (sign === '>' || sign === '+' || sign === '~') {
      this.#place += 1;
      this.#space();
      return sign;
    }
    return spaced ? ' ' : undefined;
  }

  #condition(): SimpleSelector | undefined {
    const char = this.#source.charAt(this.#place);
    switch (char) {
      case '#':
      case '.':
        this.#place += 1;
        return { kind: char === '#' ? 'id' : 'class', name: this.#name(NAME) };
      case '[':
        return this.#attribute();
      case ':':
        return this.#pseudo();
      case '*':
        if (this.#source.charAt(this.#place + 1) === '|') return { kind: 'tag', name: this.#name(TAG).toLowerCase() };
        this.#place += 1;
        return { kind: 'any' };
      default:
        return undefined;
    }
  }

  /** The name of an element, which only comes first. */
  #tag(): SimpleSelector | undefined {
    if (!NAME.test(this.#rest())) return undefined;
    const [tag = ''] = this.#rest().includes('|') ? (TAG.exec(this.#rest()) ?? []) : (NAME.exec(this.#rest()) ?? []);
    this.#place += tag.length;
    return { kind: 'tag', name: unescaped(tag).toLowerCase() };
  }

  #attribute(): SimpleSelector {
    const inner = this.#balanced('[', ']');
    const [, name = '', operator = '', value = ''] =
      /^\s*(\^?[^=!^$*~\s]+)\s*(?:(=|!=|\^=|\$=|\*=|~=)\s*([^]*?))?\s*$/.exec(inner) ?? [];
    if (name === '') throw this.#fault();
    const quoted = /^(["'])([^]*)\1$/.exec(value);
    return { kind: 'attribute', name: name.toLowerCase(), operator, value: quoted?.[2] ?? value };
  }

  #pseudo(): SimpleSelector {
    this.#place += 1;
    const name = this.#name(NAME).toLowerCase();
    const argument = this.#source.charAt(this.#place) === '(' ? this.#balanced('(', ')') : undefined;
    return { kind: 'pseudo', name, argument };
  }

  /** Text between two brackets, with pairs of them inside; quotes and backslashes protect single ones. */
  #balanced(open: string, close: string): string {
    const start = this.#place + 1;
    let depth = 0;
    let quote = '';
    for (let place = this.#place; place < this.#source.length; place += 1) {
      const char = this.#source.charAt(place);
      if (char === '\\') place += 1;
      else if (quote !== '') quote = char === quote ? '' : quote;
      else if ((char === '"' || char === "'") && this.#source.includes(char, place + 1)) quote = char;
      else if (char === open) depth += 1;
      else if (char === close) {
        depth -= 1;
        if (depth > 0) continue;
        this.#place = place + 1;
        return this.#source.slice(start, place);
      }
    }
    throw this.#fault();
  }

  #name(pattern: RegExp): string {
    const [name = ''] = pattern.exec(this.#rest()) ?? [];
    if (name === '') throw this.#fault();
    this.#place += name.length;
    return unescaped(name);
  }

  #space(): boolean {
    const [space = ''] = /^\s*/.exec(this.#rest()) ?? [];
    this.#place += space.length;
    return space !== '';
  }

  #rest(): string {
    return this.#source.slice(this.#place);
  }

  #fault(): GrelFailure {
    return new GrelFailure(`Could not parse the selector '${this.#source}': unexpected token at '${this.#rest()}'`);
  }
}

function unescaped(name: string): string {
  return name.replace(/\\(.)/g, '$1');
}
