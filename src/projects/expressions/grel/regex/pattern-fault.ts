/** A pattern that cannot be read, or that uses what JavaScript's expressions cannot do. The message fits into parentheses. */
export class PatternFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatternFault';
  }
}
