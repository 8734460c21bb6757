/** An invalid pattern, or one that JavaScript's expressions lack. The message fits into parentheses. */
export class PatternFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatternFault';
  }
}
