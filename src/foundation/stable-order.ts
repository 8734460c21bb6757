const DIGITS = 4;
const RADIX = 1 << 16;
/** Fewer numbers are compared: visiting all digits would cost more. */
const FEW = 2000;

/**
 * A copy of `order` sorted by `keys[number]`; equal keys keep their order. Keys are 0 or more and never NaN. Cost: one
 * pass for each 16 bits in which keys differ, two to four of them; ten times less than a comparison function.
 */
export function stableOrder(
  order: Uint32Array,
  keys: Float64Array,
  direction: 'ascending' | 'descending',
): Uint32Array {
  if (order.length < FEW) {
    const sign = direction === 'ascending' ? 1 : -1;
    return order.slice().sort((a, b) => {
      const [one, other] = [keys[a] ?? 0, keys[b] ?? 0];
      return one === other ? 0 : one < other ? -sign : sign;
    });
  }
  // Nonnegative numbers are in the order of their bits.
  const bits = new Uint16Array(keys.buffer, keys.byteOffset, keys.length * DIGITS);
  const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
  const counts = new Uint32Array(RADIX);
  let from = order;
  let spare: Uint32Array | undefined;
  for (let digit = 0; digit < DIGITS; digit++) {
    const place = littleEndian ? digit : DIGITS - 1 - digit;
    // Without the sign, because of negative zero.
    const mask = digit === DIGITS - 1 ? 0x7fff : 0xffff;
    counts.fill(0);
    for (const number of from) {
      const key = (bits[number * DIGITS + place] ?? 0) & mask;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    if (counts[(bits[(from[0] ?? 0) * DIGITS + place] ?? 0) & mask] === from.length) continue;
    let start = 0;
    for (let i = 0; i < RADIX; i++) {
      const key = direction === 'ascending' ? i : RADIX - 1 - i;
      const count = counts[key] ?? 0;
      counts[key] = start;
      start += count;
    }
    const to = spare ?? new Uint32Array(order.length);
    for (const number of from) {
      const key = (bits[number * DIGITS + place] ?? 0) & mask;
      const at = counts[key] ?? 0;
      to[at] = number;
      counts[key] = at + 1;
    }
    spare = from === order ? undefined : from;
    from = to;
  }
  return from === order ? order.slice() : from;
}

/** 0, 1 … `count` - 1. */
export function ascendingNumbers(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}
