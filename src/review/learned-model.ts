import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { GENERAL_AGREEMENT } from '../learning/comparison-level.js';
import { learnedProperties } from '../learning/describe-learned.js';
import type { LearnedFile } from '../learning/learned-file.js';
import type { ValueKind } from '../reconciliation/scoring/model/value-statistics.js';
import { replaceFile } from '../foundation/store/replace-file.js';
import { learnedTablePath, type LearnedTable } from './learned-table.js';

/*
 * What rows are judged by, kept beside them: matching that was interrupted goes on with the same.
 */

const shares = z.array(z.number());
const modelSchema = z.object({
  rows: z.int(),
  properties: z.array(
    z.object({
      id: z.string(),
      kind: z.custom<ValueKind>((kind) => typeof kind === 'string' && Object.hasOwn(GENERAL_AGREEMENT, kind)),
      separator: z.string().optional(),
    }),
  ),
  leftOut: z.array(z.string()),
  model: z.object({
    right: z.array(shares),
    wrong: z.array(z.array(shares)),
    nameWeights: shares,
    noneShare: z.number(),
  }),
});

/** What the table in the folder has taught: `nothing` where it was looked at in vain, `undefined` while it was not looked at. */
export async function readLearnedModel(folder: string): Promise<LearnedFile | 'nothing' | undefined> {
  const text = await readFile(modelPath(folder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const kept = modelSchema.nullable().parse(JSON.parse(text));
  if (kept === null) return 'nothing';
  const { rows, properties, leftOut, model } = kept;
  return {
    rows,
    properties: properties.map(({ id, kind, separator }) => ({ id, form: { kind, separator } })),
    leftOut: new Set(leftOut),
    model,
  };
}

/** Keeps it, and what people are told of it. */
export async function saveLearnedModel(folder: string, learned: LearnedFile | 'nothing'): Promise<void> {
  const table: LearnedTable =
    learned === 'nothing' ? learned : { rows: learned.rows, properties: learnedProperties(learned) };
  const kept =
    learned === 'nothing'
      ? null
      : {
          ...learned,
          properties: learned.properties.map(({ id, form }) => ({ id, ...form })),
          leftOut: [...learned.leftOut],
        };
  await replaceFile(learnedTablePath(folder), JSON.stringify(table === 'nothing' ? null : table));
  await replaceFile(modelPath(folder), JSON.stringify(kept));
}

function modelPath(folder: string): string {
  return join(folder, 'learned-model.json');
}
