/** Appends all of `more` to `list` in order. `push(...more)` fails for more than some hundred thousand. */
export function appendAll<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}
