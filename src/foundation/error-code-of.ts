/** The code by which Node and the system tell one failure from another, such as `ENOENT`; `undefined` for what was thrown without one. */
export function errorCodeOf(thrown: unknown): string | undefined {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined;
}
