/** A number of things for people: `1 entity`, `12,000 entities`. `many` defaults to `one` with an s. */
export function amountOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
