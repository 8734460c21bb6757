const MAX_BYTES = 2 ** 31 - 1;
const PIECE_LENGTH = 1 << 20;

/**
 * Rows of a database as text: one JSON object a line, for the usual reader. A missing value is an empty text, which
 * keeps the order of the columns. Memory: the text.
 */
export class RowLines {
  readonly #keys: readonly string[];
  readonly #pieces: Buffer[] = [];
  #text = '';
  #bytes = 0;
  #rows = 0;

  /** Columns of the same name get numbers. */
  constructor(columns: readonly string[]) {
    const counts = new Map<string, number>();
    this.#keys = columns.map((column, i) => {
      const name = column === '' ? `Column ${i + 1}` : column;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return JSON.stringify(count === 1 ? name : `${name} ${count}`);
    });
  }

  get rows(): number {
    return this.#rows;
  }

  /** Throws a RangeError when the text exceeds a buffer. */
  add(values: readonly unknown[]): void {
    this.#text += `{${this.#keys.map((key, i) => `${key}:${jsonOf(values[i])}`).join(',')}}\n`;
    this.#rows += 1;
    if (this.#text.length >= PIECE_LENGTH) this.#flush();
  }

  finish(): Buffer {
    this.#flush();
    return Buffer.concat(this.#pieces, this.#bytes);
  }

  #flush(): void {
    const piece = Buffer.from(this.#text);
    this.#text = '';
    this.#bytes += piece.length;
    if (this.#bytes > MAX_BYTES) throw new RangeError('the rows are longer than 2 GiB');
    this.#pieces.push(piece);
  }
}

/** Without bytes, which are unreadable. */
function jsonOf(value: unknown): string {
  if (value === null || value === undefined || value instanceof Uint8Array) return '""';
  if (typeof value === 'bigint') return `"${value}"`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '""' : JSON.stringify(dateText(value));
  return jsonOfValue(value);
}

/** A compound value as JSON, without bytes; large whole numbers as text. */
export function jsonOfValue(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'bigint' ? String(inner) : inner instanceof Uint8Array ? undefined : inner,
    ) ?? '""'
  );
}

/** The day alone for a date without a time. */
function dateText(date: Date): string {
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}
