import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { OPERATION_TABLE } from '../src/projects/operations/operation-table.js';
import type { OperationDefinition } from '../src/projects/operations/operation.js';

/*
 * docs/operations.md: what each operation does and is given. The examples are the first of the cases in test/cases/operations, which a test
 * carries out.
 */

interface OperationCase {
  readonly name: string;
  readonly before: Table;
  readonly operation: { readonly op?: string };
  readonly after?: Table;
}

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly unknown[];
}

/** Members that all operations with facets share; told once at the top. */
const TOLD_ONCE: readonly string[] = ['engineConfig'];

export function renderOperations(): string {
  const cases = readCases();
  return [
    '# Operations',
    '<!-- Made by scripts/generate-docs.ts; edit the table it is made from. -->',
    '',
    'A recipe is a JSON array of operations. It is sent with the command `apply-operations`, and is read whole before its first operation',
    'runs: a recipe with an operation that is not listed here, with a member that is missing, or with a column that is not in the project',
    'changes nothing. Each operation that runs becomes one entry of the history, which can be undone.',
    '',
    'Most operations take `engineConfig`, the facets that say which rows are meant: `{"mode": "row-based", "facets": []}` (or nothing) means all rows, and',
    'with the mode `record-based` whole records are meant. `onError` says what becomes of a cell whose expression fails: `keep-original`,',
    '`set-to-blank` or `store-error`. Expressions begin with their language, as in `grel:value.trim()`; without one they are GREL. A facet that cannot be',
    'computed stops the operation, so that it never works on rows that were not meant.',
    '',
    '| operation | what it does |',
    '|---|---|',
    ...OPERATION_TABLE.map(({ id, does }) => `| [\`${id}\`](#${id.replace('/', '')}) | ${does} |`),
    '',
    ...OPERATION_TABLE.flatMap((definition) => section(definition, cases)),
  ].join('\n');
}

function section(definition: OperationDefinition, cases: readonly OperationCase[]): readonly string[] {
  const example = cases.find(({ operation, after }) => operation.op === definition.id && after !== undefined);
  return [
    `## ${definition.id}`,
    '',
    definition.does,
    '',
    ...members(definition),
    ...(example?.after === undefined
      ? []
      : [
          '```json',
          JSON.stringify(example.operation, null, 2),
          '```',
          '',
          `Here ${example.name}:`,
          '',
          ...table(example.before),
          '',
          'becomes',
          '',
          ...table(example.after),
          '',
        ]),
  ];
}

function members({ schema }: OperationDefinition): readonly string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(properties)
    .filter(([name]) => !TOLD_ONCE.includes(name))
    .map(
      ([name, property]) =>
        `| \`${name}\` | ${typeof property === 'object' ? kindOf(property) : ''} | ${required.includes(name) ? 'needed' : defaultOf(property)} |`,
    );
  return rows.length === 0 ? [] : ['| member | kind | |', '|---|---|---|', ...rows, ''];
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function kindOf(schema: JsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.filter(({ type }) => type !== 'null').map(kindOf))].join(' or ');
  if (schema.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items))
    return `list of ${kindOf(schema.items)}`;
  const names: Readonly<Record<string, string>> = {
    string: 'text',
    integer: 'whole number',
    number: 'number',
    boolean: 'true or false',
    object: 'object',
  };
  return names[String(schema.type)] ?? 'anything';
}

function defaultOf(schema: boolean | JsonSchema): string {
  return typeof schema === 'object' && schema.default !== undefined
    ? `\`${JSON.stringify(schema.default)}\` when left out`
    : 'may be left out';
}

function table({ columns, rows }: Table): readonly string[] {
  return [
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${columns.map((_, place) => cellOf(row, place)).join(' | ')} |`),
  ];
}

function cellOf(row: unknown, place: number): string {
  const cells: readonly unknown[] = Array.isArray(row)
    ? row
    : typeof row === 'object' && row !== null && 'cells' in row && Array.isArray(row.cells)
      ? row.cells
      : [];
  const cell = cells[place];
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return String(Object.values(cell)[0]);
  return `${cell as string | number | boolean}`.replaceAll('|', '\\|');
}

function readCases(): readonly OperationCase[] {
  const folder = new URL('../test/cases/operations/', import.meta.url);
  return readdirSync(folder)
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as readonly OperationCase[]);
}
