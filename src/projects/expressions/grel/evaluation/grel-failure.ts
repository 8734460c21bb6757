/** What a function throws to give an error with this message as its result. It never leaves the call. */
export class GrelFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GrelFailure';
  }
}
