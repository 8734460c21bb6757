// A disk on which there is nothing but what the program reads of its own: lexicons, weights, messages and its version. Put together by the bundler.
import { OWN_FILES } from 'own-files';

/** What the file system of Node says of a file that it lacks. */
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
