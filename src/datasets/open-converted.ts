import { readHtmlTables, type HtmlTable } from '../formats/html/read-html-tables.js';
import { textSource } from '../formats/text-source.js';
import { isJsonObject } from '../foundation/is-json-object.js';
import { nearestWord } from '../foundation/nearest-word.js';
import { SameasError } from '../foundation/sameas-error.js';
import { MAX_ALIASES, yamlFaultsInWords } from '../foundation/yaml-faults-in-words.js';
import { untranslated } from '../foundation/sentence.js';
import { sentence } from '../foundation/message.js';
import { noRecords, type DataFile, type FileOptions } from './data-file.js';
import { openTextRecords, type TextFile } from './open-text-records.js';

/* Web pages and YAML as JSON: a table as an array of rows, a document as an array of objects or as objects by id. */

const MAX_CHARACTERS = 64 * 1024 * 1024;
const MAX_TABLES_NAMED = 5;

/**
 * The largest table of a web page, or `table` by title or number. Errors: `file-format-unknown` for a page without
 * tables, `manifest-invalid`, `file-unreadable`.
 */
export function openHtml(file: TextFile): DataFile {
  const { options } = file;
  const tables = readHtmlTables(wholeText(file));
  if (tables.length === 0)
    throw new SameasError(
      'file-format-unknown',
      sentence('{file} is a web page (HTML) without a table.', { file: options.path }),
      {
        advice: sentence('Save the page that shows the table, or load the list as CSV or JSON.'),
        facts: { file: options.path },
      },
    );
  const table = chosenTable(options, tables);
  const opened = openJson(file, `[${table.rows.map((row) => JSON.stringify(row)).join(',\n')}]`, {
    ...options,
    ...(options.header === undefined && table.header === true && { header: true }),
  });
  const titled = table.title === '' ? 'a table' : `the table "${table.title}"`;
  const others = tables.filter((other) => other !== table);
  return {
    ...opened,
    readAs: untranslated(`web page (HTML), ${titled}`),
    options: { path: options.path, format: 'html', ...(tables.length > 1 && { table: nameOf(tables, table) }) },
    notes: [
      ...opened.notes,
      ...(options.table === undefined && others.length > 0
        ? [
            `${options.path}: ${titled} was read, and not ${others
              .slice(0, MAX_TABLES_NAMED)
              .map((other) => `"${nameOf(tables, other)}"`)
              .join(', ')}${others.length > MAX_TABLES_NAMED ? ' …' : ''}; --table names another one.`,
          ]
        : []),
    ],
  };
}

/** The records of a YAML document. Errors: `file-damaged`, `file-unreadable`. */
export async function openYaml(file: TextFile): Promise<DataFile> {
  const { options } = file;
  const text = wholeText(file).join('');
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: false });
  const fault = (reason: string): SameasError =>
    new SameasError('file-damaged', `${options.path} is YAML that cannot be read: ${reason}.`, {
      advice: 'Mend the file at this place, or save the list as CSV or JSON.',
      facts: { file: options.path },
    });
  const [first] = yamlFaultsInWords(document.errors);
  if (first !== undefined)
    throw fault(`line ${String(text.slice(0, first.offset).split('\n').length)}: ${first.message}`);
  let content: unknown;
  try {
    content = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (thrown) {
    if (!(thrown instanceof ReferenceError)) throw thrown;
    throw fault(`aliases (*name) repeat its content more than ${String(MAX_ALIASES)} times`);
  }
  if (content === null || content === undefined) throw noRecords(options.path);
  const json = Array.isArray(content)
    ? `[${content.map((record: unknown) => JSON.stringify(record)).join(',\n')}]`
    : JSON.stringify(isJsonObject(content) ? content : [content]);
  const opened = openJson(file, json, options);
  return { ...opened, readAs: sentence('YAML'), options: { ...opened.options, format: 'yaml' } };
}

function openJson(file: TextFile, json: string, options: FileOptions): DataFile {
  const bytes = Buffer.from(json, 'utf8');
  const opened = openTextRecords({
    ...file,
    options: { ...options, format: 'json', encoding: 'utf-8' },
    read: { ...file.read, length: bytes.length },
    source: textSource(options.path, bytes, 'utf-8'),
  });
  return { ...opened, reader: { ...opened.reader, columns: opened.reader.columns, placesAre: 'row' } };
}

function wholeText({ options, source }: TextFile): readonly string[] {
  const pieces: string[] = [];
  let length = 0;
  for (const piece of source.chunks(() => undefined)) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_CHARACTERS)
      throw new SameasError(
        'file-unreadable',
        `${options.path} is longer than ${String(MAX_CHARACTERS / 1024 / 1024)} million characters, and web pages and YAML are read as a whole.`,
        { advice: 'Save the list as CSV or JSON lines, which may be of any size.', facts: { file: options.path } },
      );
  }
  return pieces;
}

function chosenTable({ path, table: wanted }: FileOptions, tables: readonly HtmlTable[]): HtmlTable {
  const cells = ({ rows }: HtmlTable): number => rows.reduce((sum, row) => sum + row.length, 0);
  const largest = tables.reduce((best, table) => (cells(table) > cells(best) ? table : best));
  if (wanted === undefined) return largest;
  const names = tables.map((table) => nameOf(tables, table));
  const found = tables.find(({ title }, i) => title === wanted || names[i] === wanted || String(i + 1) === wanted);
  if (found !== undefined) return found;
  const meant = nearestWord(wanted, names);
  throw new SameasError('manifest-invalid', `${path} has no table "${wanted}".`, {
    advice:
      meant === undefined
        ? `Its tables are "${names.slice(0, MAX_TABLES_NAMED).join('", "')}".`
        : `Did you mean "${meant}"?`,
    facts: { file: path, table: wanted },
  });
}

/** The title of a table where it is unique, else its number, from 1. */
function nameOf(tables: readonly HtmlTable[], table: HtmlTable): string {
  const isOnly = table.title !== '' && tables.filter(({ title }) => title === table.title).length === 1;
  return isOnly ? table.title : String(tables.indexOf(table) + 1);
}
