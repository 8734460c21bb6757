import MiniSearch from 'minisearch';

/*
 * MiniSearch as an inverted index: its documented `boostDocument` is called with every posting of a term, and a document of no boost makes no result. So its posting lists are read without the
 * objects and the sort of a search, at a tenth of the cost.
 */

/** An index over numbered texts; several terms stand in a field, with spaces between. */
export class TermIndex<Field extends string> {
  readonly #index: MiniSearch<Readonly<Record<Field | 'id', unknown>>>;
  /** Receives the postings of the search that runs. */
  #visit: (id: number, term: string) => void = () => undefined;

  constructor(fields: readonly Field[]) {
    this.#index = new MiniSearch({
      fields: [...fields],
      tokenize: (text) => text.split(' '),
      processTerm: (term) => (term === '' ? null : term),
      searchOptions: {
        tokenize: (term) => [term],
        processTerm: (term) => term,
        boostDocument: (id, term) => {
          this.#visit(Number(id), term);
          return 0;
        },
      },
    });
  }

  add(id: number, terms: Readonly<Record<Field, string>>): void {
    this.#index.add({ ...terms, id });
  }

  /** Calls `visit` with each text that has the term in this field, and with those that have a term within so many edits: letters put in, left out or changed. */
  visit(field: Field, term: string, visit: (id: number, term: string) => void, fuzzy = 0): void {
    this.#visit = visit;
    this.#index.search(term, fuzzy === 0 ? { fields: [field] } : { fields: [field], fuzzy });
  }
}
