/** The longest text of an expression, in UTF-16 code units: beyond it a program is out of control. */
export const MAX_TEXT_LENGTH = 64 * 1024 * 1024;

/** A text longer than `MAX_TEXT_LENGTH`. The evaluation of the row ends in an error value with this message. */
export class TextTooLongError extends Error {
  constructor() {
    super(`The text would be longer than ${MAX_TEXT_LENGTH} characters.`);
    this.name = 'TextTooLongError';
  }
}

/**
 * A text concatenated piece by piece. Values can share their parts, so that a few nested arrays stand for billions of
 * characters: the length is checked while the text grows, not afterwards.
 */
export class BoundedText {
  #text = '';

  /** Throws `TextTooLongError`. */
  add(piece: string): this {
    if (this.#text.length + piece.length > MAX_TEXT_LENGTH) throw new TextTooLongError();
    this.#text += piece;
    return this;
  }

  toString(): string {
    return this.#text;
  }
}
