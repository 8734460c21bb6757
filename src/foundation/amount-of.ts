/** A number of things for people to read: `1 entity`, `12,000 entities`. `many` is `one` with an s where nothing else is said. */
export function amountOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
