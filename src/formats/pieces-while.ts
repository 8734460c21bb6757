const PIECE_LENGTH = 1 << 14;

/** A text piece by piece while more is needed: a few hundred records are far less than the head of a file. */
export function* piecesWhile(text: string, needsMore: () => boolean): Generator<string> {
  for (let at = 0; at < text.length && needsMore(); at += PIECE_LENGTH) yield text.slice(at, at + PIECE_LENGTH);
}
