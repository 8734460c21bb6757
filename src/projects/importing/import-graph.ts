import { readGraph } from '../../formats/rdf/read-graph.js';
import type { RdfSyntax } from '../../formats/rdf/rdf-syntax.js';
import { kindOfTerm, literalOf } from '../../formats/rdf/term.js';
import type { TripleTable } from '../../formats/rdf/triple-table.js';
import { fileHead, fileText } from '../../formats/text-file.js';
import { HEAD_BYTES } from '../../formats/text-source.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { Cell } from '../grid/cell-value.js';
import type { Column } from '../grid/column-model.js';
import type { Grid } from '../grid/grid.js';
import { GridWriter } from '../grid/grid-writer.js';
import { asImportError, damaged, tooLarge, type ImportTarget } from './import-request.js';
import { always, type ImportOptions } from './import-options.js';
import type { TextFile } from './import-separated.js';
import { refuseTooMany, type SourceColumns } from './table-builder.js';

const SUBJECT = 'subject';

/**
 * RDF: each subject becomes a record, in order of appearance, and each predicate a column; further objects of a
 * predicate are in further rows of the record. Cells are texts, as in the command interface: addresses as they are,
 * literals followed by `@language` or `^^datatype`. The statements of a file are in memory while it is read. Throws
 * errors of an import.
 */
export async function importGraphs(
  syntax: RdfSyntax,
  files: readonly TextFile[],
  options: ImportOptions,
  sources: SourceColumns,
  target: ImportTarget,
): Promise<Grid> {
  const limit = options.whole('limit', always(-1));
  const table = new GraphTable(sources, target);
  for (const file of files) table.add(file, await triplesOf(file, syntax, target), limit);
  if (!table.hasRows) {
    throw new SameasError(
      'import-empty',
      sentence('There are no statements in {file}.', {
        file: files
          .map(({ name }) => name)
          .slice(0, 3)
          .join(', '),
      }),
      { advice: sentence('Check that the right file was uploaded.') },
    );
  }
  return table.finish();
}

async function triplesOf(
  { path, name, encoding }: TextFile,
  syntax: RdfSyntax,
  target: ImportTarget,
): Promise<TripleTable> {
  const chunks = function* (): Generator<string> {
    for (const piece of fileText(path, encoding)) {
      target.progress(0);
      yield piece;
    }
  };
  try {
    const { triples, faults } = await readGraph(
      { file: name, encoding, head: fileHead(path, encoding, HEAD_BYTES), chunks },
      syntax,
    );
    const [fault] = faults;
    if (fault !== undefined)
      throw damaged(name, `line ${fault.line} cannot be read: ${fault.message.replace(/;.*/s, '')}.`);
    return triples;
  } catch (thrown) {
    throw asImportError(name, thrown, syntax === 'json-ld' ? AS_PLAIN_JSON : undefined);
  }
}

/** The reader's advice for JSON-LD is about manifests, which an import does not have. */
const AS_PLAIN_JSON =
  'Check the "@context" and the brackets of the document, and put a context that lies elsewhere into it; or name the format text/json to read it as plain JSON.';

/** The records of one or several graphs; files share the columns. */
class GraphTable {
  readonly #target: ImportTarget;
  readonly #sources: SourceColumns;
  readonly #rows: GridWriter;
  readonly #columns: Column[] = [];
  readonly #cellIndexes = new Map<string, number>();
  #nodeCount = 0;
  #rowCount = 0;
  #cellCount = 0;

  constructor(sources: SourceColumns, target: ImportTarget) {
    this.#target = target;
    this.#sources = sources;
    this.#rows = new GridWriter(target.chunks);
    for (const name of [...(sources.archive ? ['Archive'] : []), ...(sources.file ? ['File'] : []), SUBJECT])
      this.#cellIndexOf(name);
  }

  get hasRows(): boolean {
    return this.#rowCount > 0;
  }

  /** The subjects of a file, all or the first `limit`. */
  add({ name, archiveName }: TextFile, triples: TripleTable, limit: number): void {
    const textOf = this.#texts(triples);
    const subjects = limit > 0 ? Math.min(limit, triples.subjects) : triples.subjects;
    for (let subject = 0; subject < subjects; subject += 1) {
      const rows: (Cell | null)[][] = [];
      const filled = new Map<number, number>();
      const put = (cellIndex: number, value: string): void => {
        const at = filled.get(cellIndex) ?? 0;
        filled.set(cellIndex, at + 1);
        if (rows.length === at) rows.push([]);
        const row = rows[at];
        if (row !== undefined) row[cellIndex] = { value, recon: null };
        this.#cellCount += 1;
      };
      put(this.#cellIndexOf(SUBJECT), textOf(triples.subjectTerm(subject)));
      const said = new Set<string>();
      triples.eachOf(subject, (predicate, object) => {
        const statement = `${predicate} ${object}`;
        if (said.has(statement)) return;
        said.add(statement);
        put(this.#cellIndexOf(triples.text(predicate)), textOf(object));
      });
      for (const row of rows) {
        if (this.#sources.archive)
          row[this.#cellIndexOf('Archive')] = archiveName === undefined ? null : { value: archiveName, recon: null };
        if (this.#sources.file) row[this.#cellIndexOf('File')] = { value: name, recon: null };
        this.#append(row);
      }
    }
  }

  finish(): Grid {
    return this.#rows.finish({ columns: this.#columns, columnGroups: [], nextCellIndex: this.#columns.length });
  }

  /** Terms of one file as texts. Blank nodes are numbered, for their names mean nothing outside the file. */
  #texts(triples: TripleTable): (term: number) => string {
    const nodes = new Map<number, string>();
    const { maxCellLength } = this.#target.limits;
    return (term) => {
      const text = triples.text(term);
      if (text.length > maxCellLength)
        throw tooLarge(
          `A text has more than ${maxCellLength} characters.`,
          'Shorten it, or leave it out.',
          maxCellLength,
        );
      switch (kindOfTerm(text)) {
        case 'iri':
          return text;
        case 'literal': {
          const { text: said, language, datatype } = literalOf(text);
          return `${said}${language === undefined ? '' : `@${language}`}${datatype === undefined ? '' : `^^${datatype}`}`;
        }
        case 'blank': {
          const node = nodes.get(term) ?? `_:${(this.#nodeCount += 1)}`;
          nodes.set(term, node);
          return node;
        }
      }
    };
  }

  #append(row: (Cell | null)[]): void {
    this.#rows.append(row);
    this.#rowCount += 1;
    if (this.#rowCount % 4096 === 0) this.#target.progress(this.#rowCount);
    refuseTooMany(this.#rowCount, this.#cellCount, this.#target);
  }

  #cellIndexOf(name: string): number {
    const known = this.#cellIndexes.get(name);
    if (known !== undefined) return known;
    const cellIndex = this.#columns.length;
    const { maxColumns } = this.#target.limits;
    if (cellIndex >= maxColumns)
      throw tooLarge(`The file has more than ${maxColumns} predicates.`, 'Leave out some of them.', maxColumns);
    this.#columns.push({ cellIndex, originalName: name, name });
    this.#cellIndexes.set(name, cellIndex);
    return cellIndex;
  }
}
