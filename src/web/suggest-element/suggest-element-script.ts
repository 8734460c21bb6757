import { readFile } from 'node:fs/promises';

/*
 * The element for web pages is written in modules (inside/, plain JavaScript with types in its comments, read as text
 * and never imported here) and sent as one: a page requests one file, and can copy one file.
 */

const ENTRY = 'sameas-suggest.js';
const IMPORT = /^import \{[^}]*\} from '\.\/([\w-]+\.js)';\n/gm;
/** Of whole lines; those within a line stay. */
const COMMENTS = /^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/.*)\n/gm;
const EXPORT = /^export (?=(?:async function|function|const|class) )/gm;

const TITLE =
  '/* <sameas-suggest>: a form field that completes names from the list of a sameas service. MIT licence. */\n';

/** `<sameas-suggest>` as one JavaScript module that imports nothing, without the comments, which are a third of it. */
export async function suggestElementScript(): Promise<string> {
  return TITLE + (await joinModules(ENTRY, (name) => readFile(new URL(`./inside/${name}`, import.meta.url), 'utf8')));
}

/**
 * Joins modules into one, each behind those it imports. They import and export by plain names only (`import { a } from
 * './b.js';`, `export` before a declaration), and no two of them declare the same name at their top; a cycle, or any
 * other form, is an error. Comments on lines of their own are left out, so no text of several lines may have a line
 * that begins like one.
 */
export async function joinModules(entry: string, read: (name: string) => Promise<string>): Promise<string> {
  const joined: string[] = [];
  const begun = new Set<string>();
  const finished = new Set<string>();
  const add = async (name: string): Promise<void> => {
    if (finished.has(name)) return;
    if (begun.has(name)) throw new Error(`${name} imports itself in a circle.`);
    begun.add(name);
    const text = await read(name);
    for (const [, imported = ''] of text.matchAll(IMPORT)) await add(imported);
    const plain = text.replace(COMMENTS, '').replace(IMPORT, '').replace(EXPORT, '');
    const [left] = /^\s*(?:import|export)\b.*/m.exec(plain) ?? [];
    if (left !== undefined) throw new Error(`${name} has something that cannot be joined: ${left.trim()}`);
    joined.push(plain.trim());
    finished.add(name);
  };
  await add(entry);
  return `${joined.join('\n\n')}\n`;
}
