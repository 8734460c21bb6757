import { Transform, type TransformCallback } from 'node:stream';
import { faultSaying } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';

interface UnpackLimits {
  readonly maxEntries: number;
  readonly maxBytes: number;
  readonly maxExpansion: number;
}

/** Less is never suspicious, whatever its packed size. */
const HARMLESS_BYTES = 1 << 20;

/** Counts the unpacked bytes of one import; declared sizes are not trusted. */
export class UnpackBudget {
  readonly #limits: UnpackLimits;
  #bytes = 0;
  #entries = 0;

  constructor(limits: UnpackLimits) {
    this.#limits = limits;
  }

  /** Throws a RangeError with a sentence for the user when there are too many entries. */
  addEntry(): void {
    this.expectEntries(1);
    this.#entries += 1;
  }

  /**
   * Throws like `addEntry` for this many entries before the first is read. An archive that declares too few is caught
   * by counting.
   */
  expectEntries(count: number): void {
    if (this.#entries + count > this.#limits.maxEntries)
      throw faultSaying(RangeError, sentence('The archive holds more than {n} files.', { n: this.#limits.maxEntries }));
  }

  /** A pass-through stream that fails with a RangeError for too many bytes, absolutely or for the packed bytes. */
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
              sentence('A packed file grows to more than {n} times its size when unpacked, which is not accepted.', {
                n: this.#limits.maxExpansion,
              }),
            ),
          );
        else done(null, piece);
      },
    });
  }
}
