/** Thrown by a function whose result is an error with this message. It never leaves the call. */
export class GrelFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GrelFailure';
  }
}
