/*
 * Gain of compressing two texts together, by prediction by partial matching. The numbers are those of OpenRefine, to
 * the last bit: a model of Bob Carpenter's (java-arithcode 1.2, BSD licence), which looks back eight bytes, with an
 * arithmetic coder of 27 bits. Source of the method: Moffat, Implementing the PPM data compression scheme, IEEE
 * Transactions on Communications 38 (1990), 1917–1921.
 */

/**
 * Distances of texts: 0 for the same, about 10 for texts with nothing in common. Keeps sizes of texts. Not a metric.
 */
export function ppmDistances(): (one: string, other: string) => number {
  const sizes = new Map<string, number>();
  const sizeOfTwice = (text: string): number => {
    let size = sizes.get(text);
    if (size === undefined) sizes.set(text, (size = compressedSize(text + text)));
    return size;
  };
  return (one, other) =>
    10 * ((compressedSize(one + other) + compressedSize(other + one)) / (sizeOfTwice(one) + sizeOfTwice(other)) - 1);
}

const CONTEXT_LENGTH = 8;
const WINDOW = CONTEXT_LENGTH + 1;
/** Bytes that the window moves over before it is moved back to the beginning. */
const BUFFER = 32 * WINDOW;
const END = 256;

/** Compressed size of a text in bytes. Cost: the length of the text times that of the context. */
function compressedSize(text: string): number {
  const model = new Model();
  const coder = new Coder();
  for (const byte of Buffer.from(text)) model.encode(byte, coder);
  model.encode(END, coder);
  return coder.bytes();
}

/** Counts the bits of an arithmetic code instead of writing them. */
class Coder {
  static readonly #quarter = 2 ** 25;
  #low = 0;
  #high = 2 ** 27 - 1;
  #bits = 0;

  /** Narrows the interval to the part from `low` to `high` of `total`. Bits that are settled later count when they come up, for all are written in the end. */
  narrow(low: number, high: number, total: number): void {
    const quarter = Coder.#quarter;
    const range = this.#high - this.#low + 1;
    this.#high = this.#low + Math.floor((range * high) / total) - 1;
    this.#low += Math.floor((range * low) / total);
    for (;;) {
      const taken =
        this.#high < 2 * quarter
          ? 0
          : this.#low >= 2 * quarter
            ? 2 * quarter
            : this.#low >= quarter && this.#high < 3 * quarter
              ? quarter
              : undefined;
      if (taken === undefined) return;
      this.#bits += 1;
      this.#low = 2 * (this.#low - taken);
      this.#high = 2 * (this.#high - taken) + 1;
    }
  }

  bytes(): number {
    return Math.ceil((this.#bits + 2) / 8);
  }
}

/** Bytes after a run of bytes: one node for each, latest first. */
interface Node {
  readonly byte: number;
  count: number;
  /** Number of bytes that followed for the first time; the share of the escape. */
  news: number;
  readonly followers: Node[];
}

const nodeOf = (byte: number): Node => ({ byte, count: 1, news: 0, followers: [] });

class Model {
  readonly #contexts = new Map<number, Node>();
  /** Count of each byte in unknown contexts; each begins with 1. */
  readonly #unknown = new Map<number, number>();
  readonly #excluded = new Set<number>();
  readonly #buffer = new Uint8Array(BUFFER);
  #offset = 0;
  #length = 0;
  #contextLength = 0;
  #context: Node | undefined;

  encode(symbol: number, coder: Coder): void {
    while (this.#context?.followers.some(({ byte }) => byte === symbol) === false) this.#escape(this.#context, coder);
    if (this.#context === undefined) this.#encodeUnknown(symbol, coder);
    else this.#encodeKnown(this.#context, symbol, coder);
    if (symbol !== END) this.#append(symbol);
  }

  #escape({ followers, news }: Node, coder: Coder): void {
    let total = news;
    for (const { byte, count } of followers) if (!this.#excluded.has(byte)) total += count;
    coder.narrow(total - news, total, total);
    for (const { byte } of followers) this.#excluded.add(byte);
    this.#contextLength -= 1;
    this.#shorten();
  }

  #encodeKnown({ followers, news }: Node, symbol: number, coder: Coder): void {
    let low = 0;
    let high = 0;
    let total = news;
    for (const { byte, count } of followers) {
      if (this.#excluded.has(byte)) continue;
      if (byte === symbol) [low, high] = [total - news, total - news + count];
      total += count;
    }
    coder.narrow(low, high, total);
  }

  #encodeUnknown(symbol: number, coder: Coder): void {
    let low = symbol;
    let total = END + 1;
    for (const byte of this.#excluded) {
      if (byte < symbol) low -= 1;
      total -= 1;
    }
    for (const [byte, times] of this.#unknown) {
      if (this.#excluded.has(byte)) continue;
      if (byte < symbol) low += times;
      total += times;
    }
    const times = this.#unknown.get(symbol) ?? 0;
    coder.narrow(low, low + 1 + times, total);
    this.#unknown.set(symbol, times + 1);
  }

  /** Moves the window over one more byte, counts the followers of its first byte, and finds the context of the next. */
  #append(byte: number): void {
    const buffer = this.#buffer;
    if (this.#offset + this.#length === BUFFER) {
      // One byte less than the window is moved, and the bytes behind it stay: this gives OpenRefine's numbers.
      buffer.copyWithin(0, this.#offset + 1, this.#offset + this.#length);
      this.#offset = 0;
    }
    buffer[this.#offset + this.#length] = byte;
    if (this.#length < WINDOW) this.#length += 1;
    else this.#offset += 1;
    const first = buffer[this.#offset] ?? 0;
    let context = this.#contexts.get(first);
    if (context === undefined) this.#contexts.set(first, (context = nodeOf(first)));
    count(context, buffer.subarray(this.#offset + 1, this.#offset + this.#length));
    this.#contextLength = Math.min(CONTEXT_LENGTH, this.#length);
    this.#lengthen();
    this.#excluded.clear();
  }

  /** The longest useful context by halving: one with a single follower is preferred, the shortest of them. */
  #lengthen(): void {
    let low = 1;
    let high = this.#contextLength;
    let isCertain = false;
    this.#contextLength = 0;
    this.#context = undefined;
    while (high >= low) {
      const length = Math.floor((high + low) / 2);
      const node = this.#lookUp(length);
      const isUseless = node === undefined || this.#isSpent(node);
      if (!isUseless && (!isCertain || node.followers.length === 1)) {
        this.#contextLength = length;
        this.#context = node;
        isCertain ||= node.followers.length === 1;
      }
      if (isUseless || node.followers.length === 1) high = length < high ? length : high - 1;
      else low = length > low ? length : low + 1;
    }
  }

  /** The next shorter context with a byte that is not excluded. */
  #shorten(): void {
    for (; this.#contextLength >= 1; this.#contextLength -= 1) {
      let node = this.#lookUp(this.#contextLength);
      if (node === undefined || this.#isSpent(node)) continue;
      while (this.#contextLength > 1 && node.followers.length === 1) {
        const shorter = this.#lookUp(this.#contextLength - 1);
        if (shorter?.followers.length !== 1) break;
        node = shorter;
        this.#contextLength -= 1;
      }
      this.#context = node;
      return;
    }
    this.#context = undefined;
  }

  #isSpent({ followers }: Node): boolean {
    return followers.every(({ byte }) => this.#excluded.has(byte));
  }

  #lookUp(length: number): Node | undefined {
    const end = this.#offset + this.#length;
    let node = this.#contexts.get(this.#buffer[end - length] ?? 0);
    for (let place = end - length + 1; place < end && node !== undefined; place += 1) {
      const byte = this.#buffer[place];
      node = node.followers.find((one) => one.byte === byte);
    }
    return node;
  }
}

/** Counts that these bytes followed, and puts each in front of the others. */
function count(node: Node, bytes: Uint8Array): void {
  const [byte] = bytes;
  if (byte === undefined) return;
  const place = node.followers.findIndex((one) => one.byte === byte);
  const [known] = place < 0 ? [] : node.followers.splice(place, 1);
  const follower = known ?? nodeOf(byte);
  if (known === undefined) node.news += 1;
  else known.count += 1;
  node.followers.unshift(follower);
  count(follower, bytes.subarray(1));
}
