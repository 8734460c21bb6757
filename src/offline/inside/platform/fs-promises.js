// `node:fs/promises` of that disk.
import { noSuchFile } from './fs.js';

const missing = (path) => Promise.reject(noSuchFile(path));
export const readFile = missing;
export const stat = missing;
export const readdir = missing;
