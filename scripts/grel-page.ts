import { FUNCTION_TABLE } from '../src/projects/expressions/grel/functions/function-table.js';
import type { FunctionGroup } from '../src/projects/expressions/grel/functions/grel-function.js';
import { CONTROL_SIGNATURES } from '../src/projects/expressions/grel/syntax/control-signatures.js';

/** What the manual says of a function or a control. */
interface Entry {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly parameters: string;
  readonly returns: string;
  readonly description: string;
  readonly examples: readonly (readonly [expression: string, shown: string | null])[];
}

const CHAPTERS: Readonly<Record<FunctionGroup, string>> = {
  'any value': 'Any value',
  text: 'Text',
  arrays: 'Arrays',
  truth: 'True and false',
  numbers: 'Numbers',
  dates: 'Dates',
  'JSON, HTML and XML': 'JSON, HTML, XML and addresses',
};

/** The manual of GREL, from the tables of its functions and controls. */
export function renderGrel(): string {
  const chapters = Object.entries(CHAPTERS).flatMap(([group, heading]) => [
    `## ${heading}`,
    '',
    ...FUNCTION_TABLE.filter((entry) => entry.group === group).flatMap(entryLines),
  ]);
  return [
    '# GREL',
    '<!-- Made by scripts/generate-docs.ts; edit the table it is made from. -->',
    '',
    'GREL is the language in which most expressions are written: a new value for each cell of a column, or what a facet sorts rows by.',
    'An expression is evaluated once for each row. How it differs from OpenRefine stands in [expressions.md](expressions.md).',
    '',
    '```text',
    'value.trim().toTitlecase()',
    'cells["first name"].value + " " + cells["last name"].value',
    'if(value.contains("?"), "uncertain", "certain")',
    'value.replace(/(\\d+)\\s*-\\s*(\\d+)/, "$1–$2")',
    'forEach(value.split(";"), part, part.trim()).uniques().join("; ")',
    '```',
    '',
    ...INTRODUCTION,
    '## Controls',
    '',
    'Controls look like functions, but evaluate their parts only when they need them. A *name* is a plain word that stands for a value',
    'within the control. Controls cannot be written behind a point.',
    '',
    ...CONTROL_SIGNATURES.flatMap(entryLines),
    ...chapters,
  ].join('\n');
}

const INTRODUCTION: readonly string[] = [
  '## How an expression is written',
  '',
  '* **Texts** stand in double or single quotes. `\\n`, `\\t`, `\\r` and `\\\\` are a line break, a tab, a return and a backslash; any other',
  '  character after a backslash is that character.',
  '* **Numbers** are whole (`6`) or floating (`6.0`). Dividing whole numbers gives a whole number: `7 / 2` is 3, `7.0 / 2` is 3.5.',
  '* **Regular expressions** stand between slashes; an `i` behind them means that case does not count: `/[aeiou]+/i`.',
  '* **Arrays** stand in brackets: `[1, 2, 3]`. `value[0]` is the first element, or the first character of a text; `value[-1]` the last;',
  '  `value[1, 3]` what lies from position 1 up to, but without, position 3.',
  '* **Functions** are written `trim(value)` or `value.trim()`; both mean the same.',
  '* **Operators**: `+ - * / %` compute, `+` also joins texts; `< <= > >= == !=` compare. Texts are compared as in a dictionary. There are',
  '  no signs for *and*, *or* and *not*: they are functions.',
  '* A minus sign is only allowed before a number: write `0 - value`.',
  '',
  'When a function cannot do its work (no value, a text where it needs a number), the result is an *error*, which `isError`, `isBlank`',
  'and `forNonBlank` notice, and which the operation keeps out of the cell, or stores, as it is told. An expression that would run or grow',
  'without end is stopped with an error.',
  '',
  '## What an expression can see',
  '',
  '| name | what it is |',
  '|---|---|',
  '| `value` | the value of the cell; null when it is empty |',
  '| `cell` | the cell: `cell.value`, `cell.recon` |',
  '| `cells` | the cells of the row by column: `cells.author.value`, `cells["first name"].value` |',
  '| `row` | the row: `row.index`, `row.starred`, `row.flagged`, `row.columnNames`, `row.record` |',
  '| `row.record` | the record: `index`, `fromRowIndex`, `toRowIndex`, `rowCount`, and `cells`: `row.record.cells.author.value` is an array |',
  '| `rowIndex` | the position of the row, from 0 |',
  '| `columnName` | the name of the column |',
  '| `cell.recon` | what reconciling found: `judgment`, `matched`, `match.id`, `match.name`, `match.type`, `best.score`, `candidates.name` … |',
  '| `true`, `false`, `null`, `PI` | themselves |',
  '',
];

function entryLines({ name, aliases = [], parameters, returns, description, examples }: Entry): readonly string[] {
  const others = aliases.length === 0 ? '' : ` Also called ${aliases.map((alias) => `\`${alias}\``).join(', ')}.`;
  const shown = examples.map(([expression, result]) => `${expression}  →  ${result ?? 'null'}`);
  return [
    `### ${name}`,
    '',
    `\`${name}(${parameters})\` gives: ${returns}.${others}`,
    '',
    description,
    '',
    ...(shown.length === 0 ? [] : ['```text', ...shown, '```', '']),
  ];
}
