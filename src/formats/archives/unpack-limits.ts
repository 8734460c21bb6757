import { Transform, type TransformCallback } from 'node:stream';
import { faultSaying } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';

/** How much may come out of packed files. */
interface UnpackLimits {
  readonly maxEntries: number;
  /** Bytes of all that is unpacked. */
  readonly maxBytes: number;
  /** Unpacked bytes for each packed byte. */
  readonly maxExpansion: number;
}

/** Below this much nothing is suspicious, however small it was packed. */
const HARMLESS_BYTES = 1 << 20;

/** Counts what comes out of the packed files of one import; told sizes are not believed. */
export class UnpackBudget {
  readonly #limits: UnpackLimits;
  #bytes = 0;
  #entries = 0;

  constructor(limits: UnpackLimits) {
    this.#limits = limits;
  }

  /** Throws a RangeError with a sentence for the person when there are more entries than may be. */
  addEntry(): void {
    this.expectEntries(1);
    this.#entries += 1;
  }

  /** Throws as `addEntry` will when so many entries come, before work is done for the first of them. An archive that tells too few is found out by counting. */
  expectEntries(count: number): void {
    if (this.#entries + count > this.#limits.maxEntries)
      throw faultSaying(RangeError, sentence('The archive holds more than {n} files.', { n: this.#limits.maxEntries }));
  }

  /** A stream that lets bytes through, and fails with a RangeError when they are too many, or too many for the packed bytes they came from. */
  counter(packedBytes: number): Transform {
    let own = 0;
    return new Transform({
      transform: (piece: Buffer, _encoding, done: TransformCallback) => {
        own += piece.length;
        this.#bytes += piece.length;
        if (this.#bytes > this.#limits.maxBytes)
          done(
            faultSaying(
              RangeError,
              sentence('The files hold more than {n} bytes once they are unpacked.', { n: this.#limits.maxBytes }),
            ),
          );
        else if (own > HARMLESS_BYTES && own > packedBytes * this.#limits.maxExpansion)
          done(
            faultSaying(
              RangeError,
              sentence(
                'A packed file grows to more than {n} times its size, as a file does that was made to fill a disk.',
                { n: this.#limits.maxExpansion },
              ),
            ),
          );
        else done(null, piece);
      },
    });
  }
}
