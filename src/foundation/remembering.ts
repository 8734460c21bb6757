/** `compute` with its last results, at most so many: when they are full, all are forgotten. Only for what follows from the key alone. */
export function remembering<Value>(most: number, compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = compute(key);
    if (known.size >= most) known.clear();
    known.set(key, value);
    return value;
  };
}
