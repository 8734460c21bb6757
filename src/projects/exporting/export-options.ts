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

/** What a matched cell is exported as, and whether cells that are not matched stay empty. */
export interface ReconSettings {
  readonly output: 'entity-name' | 'entity-id' | 'cell-content';
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
  /** Our own: puts an apostrophe before texts that a spreadsheet would take for formulas. */
  guardFormulas: z.boolean().nullish(),
});

export type ExportOptions = z.output<typeof exportOptionsSchema>;
