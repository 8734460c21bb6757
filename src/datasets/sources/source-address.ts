/** Address parameters with secret values. */
const SECRETS = /^(?:.*password|passwd|pwd|.*token|.*secret|api[_-]?key|key|sig|signature)$/i;

/** The standard input as a path. */
export const STANDARD_INPUT = '-';

/** Whether a dataset is at an address rather than in a file. */
export function isAddress(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(path);
}

/** A path for display and storage: an address without its password and other secrets. */
export function shownPath(path: string): string {
  if (!isAddress(path)) return path;
  const url = URL.parse(path);
  // Even an invalid address may hold a password.
  if (url === null) return path.replace(/^([a-z][a-z0-9+.-]+:\/\/)[^@]*@/i, '$1…@');
  url.password = '';
  if (/^https?:$/.test(url.protocol)) url.username = '';
  for (const name of [...url.searchParams.keys()]) if (SECRETS.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** Whether a path is a local file or folder. */
export function isLocalFile(path: string): boolean {
  return path !== STANDARD_INPUT && !isAddress(path);
}
