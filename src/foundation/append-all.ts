/** Appends all of `more` to `list`, in their order. `push(...more)` ends the work where there are more than some hundred thousand. */
export function appendAll<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}
