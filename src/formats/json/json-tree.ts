import { NAMELESS, type TreeHandler, type TreeLimits } from '../tree-events.js';
import { readJsonEvents, type JsonHandler, type JsonScalar } from './json-events.js';

/** JSON, or successive JSON documents, as a tree. Throws a SyntaxError with line and character. */
export function readJsonTree(
  pieces: Iterable<string>,
  handler: TreeHandler,
  { maxDepth, maxTextLength }: TreeLimits,
): void {
  readJsonEvents(pieces, new NamingHandler(handler), { maxDepth, maxStringLength: maxTextLength });
}

/** Gives every value the name of its key, or `_`. */
class NamingHandler implements JsonHandler {
  readonly #tree: TreeHandler;
  /** The name of the next value in each open container: its key, or `_` in a list. */
  readonly #names: string[] = [];
  readonly #containers: string[] = [];
  readonly #isInList: boolean[] = [];

  constructor(tree: TreeHandler) {
    this.#tree = tree;
  }

  get isDone(): boolean {
    return this.#tree.isDone === true;
  }

  beginObject(): void {
    this.#begin('object');
  }

  beginArray(): void {
    this.#begin('list');
  }

  endObject(): void {
    this.#end();
  }

  endArray(): void {
    this.#end();
  }

  key(name: string): void {
    this.#names[this.#names.length - 1] = name;
  }

  value(scalar: JsonScalar): void {
    const name = this.#names.at(-1);
    if (name === undefined) this.#tree.field(NAMELESS, scalar, NAMELESS);
    else if (this.#isInList.at(-1) === true) this.#tree.field(this.#containers.at(-1) ?? NAMELESS, scalar, NAMELESS);
    else this.#tree.field(name, scalar, name);
  }

  #begin(kind: 'object' | 'list'): void {
    const name = this.#names.at(-1) ?? NAMELESS;
    this.#tree.beginEntity(name, name);
    this.#names.push(NAMELESS);
    this.#containers.push(name);
    this.#isInList.push(kind === 'list');
  }

  #end(): void {
    this.#names.pop();
    this.#containers.pop();
    this.#isInList.pop();
    this.#tree.endEntity();
  }
}
