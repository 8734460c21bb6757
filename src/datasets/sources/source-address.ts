/** Parameters of addresses whose values are private. */
const SECRETS = /^(?:.*password|passwd|pwd|.*token|.*secret|api[_-]?key|key|sig|signature)$/i;

/** The standard input, as it is named. */
export const STANDARD_INPUT = '-';

/** Whether a list lies at an address, and not in a file. */
export function isAddress(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(path);
}

/** A path as it may be shown and written down: of an address without its password and other secrets. */
export function shownPath(path: string): string {
  if (!isAddress(path)) return path;
  const url = URL.parse(path);
  // An address that cannot be read may hold a password all the same.
  if (url === null) return path.replace(/^([a-z][a-z0-9+.-]+:\/\/)[^@]*@/i, '$1…@');
  url.password = '';
  if (/^https?:$/.test(url.protocol)) url.username = '';
  for (const name of [...url.searchParams.keys()]) if (SECRETS.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** Whether a path is one of this computer's files or folders. */
export function isLocalFile(path: string): boolean {
  return path !== STANDARD_INPUT && !isAddress(path);
}
