import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { InsideScript } from './sealed-engine.js';

/** A script of ours that runs inside the interpreter, by its name in the folder `inside` beside the module of that address. */
export function readInside(moduleUrl: string, fileName: string): InsideScript {
  return { fileName, text: readFileSync(new URL(`./inside/${fileName}`, moduleUrl), 'utf8') };
}

/** The driver, which comes last. */
export function readDriver(): InsideScript {
  return readInside(import.meta.url, 'driver.js');
}

/** A file of an installed package, such as `skulpt/dist/skulpt.min.js`. */
export function readFromPackage(path: string): InsideScript {
  return { fileName: path, text: readFileSync(createRequire(import.meta.url).resolve(path), 'utf8') };
}
