import { PatternFault } from './pattern-fault.js';

/** A pattern and a position in it. Characters are code points, as indexes in faults are. */
export class PatternScanner {
  readonly chars: readonly string[];
  place = 0;

  constructor(pattern: string) {
    this.chars = [...pattern];
  }

  isAtEnd(): boolean {
    return this.place >= this.chars.length;
  }

  /** The character `ahead` of the next one; the empty text behind the end. */
  peek(ahead = 0): string {
    return this.chars[this.place + ahead] ?? '';
  }

  /** Consumes the next character. Throws `PatternFault` at the end. */
  take(messageAtEnd = `Unclosed group near index ${this.chars.length}`): string {
    const char = this.chars[this.place];
    if (char === undefined) throw new PatternFault(messageAtEnd);
    this.place += 1;
    return char;
  }

  /** The text from the character `ahead` of the next one up to the first `close`; undefined without one. Reads nothing. */
  textBefore(close: string, ahead = 0): string | undefined {
    const end = this.chars.indexOf(close, this.place);
    return end < 0 ? undefined : this.chars.slice(this.place + ahead, end).join('');
  }

  /** Reads up to and with the first `close`, which must exist. */
  skipPast(close: string): void {
    this.place = this.chars.indexOf(close, this.place) + 1;
  }
}
