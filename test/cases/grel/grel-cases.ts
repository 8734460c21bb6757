import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/*
 * What GREL has to give, as data: the files *.jsonl of this folder, one case a line. `value` is what the base cell holds (a text, or a number as
 * {"whole": "6"} or {"floating": 6}); exactly one of `gives` (what a preview shows; null for no value), `error` (the message of an error
 * value) and `syntaxError` (the message of a program that cannot be read) says what is expected. `text` is the value as text, where it says
 * more than the preview (6.0, which a preview shows as 6). `openrefine` is what the release 3.6.2 of OpenRefine shows, where that is something
 * else, and then the `note` says why.
 */

const numberSchema = z.union([
  z.strictObject({ whole: z.string() }).transform(({ whole }) => BigInt(whole)),
  z.strictObject({ floating: z.number() }).transform(({ floating }) => floating),
]);

/** A text or null, a message, or a text made of an address in memory, which is another one every time. */
const shownElsewhereSchema = z.union([
  z.string(),
  z.null(),
  z.strictObject({ error: z.string() }),
  z.strictObject({ syntaxError: z.string() }),
  z.strictObject({ address: z.literal(true) }),
]);

const caseSchema = z
  .strictObject({
    expression: z.string(),
    value: z.union([z.string(), z.boolean(), z.null(), numberSchema]).default(null),
    gives: z.string().nullable().optional(),
    error: z.string().optional(),
    syntaxError: z.string().optional(),
    text: z.string().optional(),
    openrefine: shownElsewhereSchema.optional(),
    note: z.string().optional(),
  })
  .refine(
    ({ gives, error, syntaxError }) =>
      [gives, error, syntaxError].filter((expected) => expected !== undefined).length === 1,
    'one of gives, error and syntaxError',
  )
  .refine(
    ({ openrefine, note }) => openrefine === undefined || note !== undefined,
    'a difference needs a note that says why',
  );

export type GrelCase = z.output<typeof caseSchema>;

/** What a case expects, in the form of `openrefine`. */
export function shownHere({
  gives,
  error,
  syntaxError,
}: GrelCase): string | null | { readonly error: string } | { readonly syntaxError: string } {
  if (error !== undefined) return { error };
  return syntaxError === undefined ? (gives ?? null) : { syntaxError };
}

/** Every case by file, in order. */
export function readGrelCases(): ReadonlyMap<string, readonly GrelCase[]> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
  return new Map(files.map((name) => [name, readCases(`${folder}${name}`)]));
}

function readCases(path: string): readonly GrelCase[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line === '') return [];
      const parsed = caseSchema.safeParse(JSON.parse(line));
      if (!parsed.success) throw new Error(`${path}:${index + 1}: ${z.prettifyError(parsed.error)}`);
      return [parsed.data];
    });
}
