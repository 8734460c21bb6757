import { readFileSync } from 'node:fs';

let characters: ReadonlyMap<string, string> | undefined; // loaded on demand
let names: ReadonlyMap<string, string> | undefined; // loaded on demand

/** Character by the name of its entity in HTML 4. */
export function htmlCharacters(): ReadonlyMap<string, string> {
  const text = (): string => readFileSync(new URL('../../../../../data/html-entities.txt', import.meta.url), 'utf8');
  characters ??= new Map(
    text()
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .flatMap((line) => {
        const [first = '', ...inOrder] = line.split(' ');
        return inOrder.map((name, index) => [name, String.fromCharCode(parseInt(first, 16) + index)] as const);
      }),
  );
  return characters;
}

/** Name of the entity by the character. */
export function htmlNames(): ReadonlyMap<string, string> {
  return (names ??= new Map([...htmlCharacters()].map(([name, char]) => [char, name])));
}
