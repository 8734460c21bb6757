// A disk with only the program's own files: lexicons, weights, messages and version. Assembled by the bundler.
import { OWN_FILES } from 'own-files';

/** Node's error for an absent file. */
export function noSuchFile(path) {
  return Object.assign(new Error(`there is no file ${String(path)}`), { code: 'ENOENT' });
}

export function readFileSync(path) {
  const text = OWN_FILES[String(path).split('/').at(-1)];
  if (text === undefined) throw noSuchFile(path);
  return text;
}

export const existsSync = () => false;
export const statSync = () => undefined;

const missing = (path) => {
  throw noSuchFile(path);
};
export const openSync = missing;
export const fstatSync = missing;
export const readSync = missing;
export const closeSync = missing;
