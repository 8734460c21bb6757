import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseClientJson } from '../../../src/projects/commands/command-parameters.js';
import { engineConfigSchema } from '../../../src/projects/browsing/engine-config.js';
import { selectRows } from '../../../src/projects/browsing/select-rows.js';
import { EXPORT_FORMAT_TABLE } from '../../../src/projects/exporting/export-rows.js';
import { exportOptionsSchema } from '../../../src/projects/exporting/export-table.js';
import { prepareExport } from '../../../src/projects/exporting/export-rows.js';
import type { TemplateParameters } from '../../../src/projects/exporting/write-template.js';
import type { Grid } from '../../../src/projects/grid/grid.js';
import { importScratch, type ImportScratch } from '../importing/import-scratch.js';
import { operationContext } from '../operation-context.js';

/*
 * The examples of docs/exporting.md: the rows at its beginning, and then a format, options or a template in fenced blocks with what they give.
 */

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/exporting.md'), 'utf8');
const NO_TEMPLATE: TemplateParameters = { template: '', prefix: '', suffix: '', separator: '', limit: -1 };

interface Example {
  readonly format: string;
  readonly options: unknown;
  readonly template: TemplateParameters;
  readonly result: string;
}

const BLOCKS = [...PAGE.matchAll(/^```(?<kind>rows|format|options|template|result)\n(?<content>[^]*?)^```$/gm)].map(
  ({ groups = {} }) => ({ kind: groups['kind'] ?? '', content: groups['content'] ?? '' }),
);

function examplesOf(): readonly Example[] {
  const examples: Example[] = [];
  let format = '';
  let options: unknown;
  let template = NO_TEMPLATE;
  for (const { kind, content } of BLOCKS) {
    if (kind === 'format') format = content.trim();
    else if (kind === 'options') options = parseClientJson(content);
    // The page is written in the form of the interface.
    else if (kind === 'template')
      template = { ...NO_TEMPLATE, ...(JSON.parse(content) as Partial<TemplateParameters>) };
    else if (kind === 'result') {
      examples.push({ format, options, template, result: content });
      options = undefined;
      template = NO_TEMPLATE;
    }
  }
  return examples;
}

let scratch: ImportScratch;
let grid: Grid;
beforeAll(async () => {
  scratch = importScratch();
  const rows = BLOCKS.find(({ kind }) => kind === 'rows')?.content ?? '';
  ({ grid } = await scratch.importing([{ name: 'rows.csv', bytes: rows }], { options: { guessCellValueTypes: true } }));
});
afterAll(() => scratch.remove());

describe('docs/exporting.md', () => {
  const examples = examplesOf();

  it('has its examples', () => expect(examples.length).toBe(3));

  it.each(examples.map((example, index) => [index + 1, example] as const))(
    'example %i gives its result',
    (_, { result, ...request }) => {
      const context = operationContext(grid);
      const pieces: Uint8Array[] = [];
      prepareExport(context, selectRows(engineConfigSchema.parse({}), context), {
        ...request,
        encoding: '',
        projectName: 'towns',
      }).write({ write: (bytes) => pieces.push(bytes.slice()) });
      expect(Buffer.concat(pieces).toString('utf8')).toBe(result);
    },
  );

  it('names every format and every option', () => {
    for (const { name } of EXPORT_FORMAT_TABLE) if (name !== '*sv') expect(PAGE).toContain(`| \`${name}\` |`);
    for (const option of Object.keys(exportOptionsSchema.shape)) expect(PAGE).toContain(`| \`${option}\` |`);
  });
});
