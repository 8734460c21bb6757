import { z } from 'zod';

const columnSchema = z.object({
  name: z.string(),
  reconSettings: z
    .object({
      output: z.enum(['entity-name', 'entity-id', 'cell-content']).default('entity-name'),
      blankUnmatchedCells: z.boolean().default(false),
    })
    .nullish()
    .transform((settings) => settings ?? DEFAULT_RECON_SETTINGS),
  nullValueToEmptyStr: z.boolean().default(false),
});

/** Text of matched cells, and whether others stay empty. */
export interface ReconSettings {
  /** `id alone` is that of a column with ids of its own: empty without a match. */
  readonly output: 'entity-name' | 'entity-id' | 'cell-content' | 'id alone';
  readonly blankUnmatchedCells: boolean;
}

export const DEFAULT_RECON_SETTINGS: ReconSettings = { output: 'entity-name', blankUnmatchedCells: false };

/** The options of an export of rows; unknown members are dropped, `null` counts as left out. */
export const exportOptionsSchema = z.object({
  outputColumnHeaders: z.boolean().nullish(),
  outputBlankRows: z.boolean().nullish(),
  /** Below 1: no limit. */
  limit: z.number().int().nullish(),
  columns: z.array(columnSchema).nullish(),
  separator: z.string().nullish(),
  lineSeparator: z.string().nullish(),
  quoteAll: z.boolean().nullish(),
  /** Our own: where no columns are named, reconciled ones keep their texts, and a column with the ids of their entities follows each. */
  idColumns: z.boolean().nullish(),
  /** Our own: puts an apostrophe before texts that a spreadsheet would take for formulas. */
  guardFormulas: z.boolean().nullish(),
});

export type ExportOptions = z.output<typeof exportOptionsSchema>;
