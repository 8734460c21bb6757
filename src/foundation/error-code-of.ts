/** The code of an error of Node or the system, such as `ENOENT`; `undefined` without one. */
export function errorCodeOf(thrown: unknown): string | undefined {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined;
}
