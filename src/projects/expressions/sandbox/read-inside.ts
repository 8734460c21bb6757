import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { InsideScript } from './sealed-engine.js';

/** A script of ours for the interpreter, by its name in the folder `inside` next to the module of that address. */
export function readInside(moduleUrl: string, fileName: string): InsideScript {
  return { fileName, text: readFileSync(new URL(`./inside/${fileName}`, moduleUrl), 'utf8') };
}

/** The driver, which comes last. */
export function readDriver(): InsideScript {
  return readInside(import.meta.url, 'driver.js');
}

/** A file of an installed package, such as `fflate/browser`. */
export function readFromPackage(path: string): InsideScript {
  return { fileName: path, text: readFileSync(createRequire(import.meta.url).resolve(path), 'utf8') };
}

/**
 * A file of an interpreter, such as `skulpt/dist/skulpt.min.js`. The build holds a copy of it (scripts/build.mjs),
 * because the packages of interpreters are many times as large as the needed files; the sources read it from the
 * package.
 */
export function readInterpreter(path: string): InsideScript {
  const copy = new URL(`../interpreters/${path.slice(path.lastIndexOf('/') + 1)}`, import.meta.url);
  return existsSync(copy) ? { fileName: path, text: readFileSync(copy, 'utf8') } : readFromPackage(path);
}
