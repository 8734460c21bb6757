import { readdirSync, readFileSync } from 'node:fs';

/** When and where a run of a benchmark was made; a part of every record. */
export interface RunConditions {
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly commit: string;
  readonly machine: {
    readonly processor: string;
    readonly cores: number;
    readonly memoryBytes: number;
    readonly node: string;
  };
  /** One-minute load averages at the start and at the end: what else the machine had to do. */
  readonly load: { readonly before: number; readonly after: number };
}

/**
 * The text of a page with what follows its mark, a line of its own, made anew from the records in `folder`, in
 * the order of their names. `R` is what the script that wrote them keeps. Throws when the page has lost its mark.
 */
export function withRecords<R extends RunConditions>(
  text: string,
  mark: string,
  folder: string,
  render: (records: readonly R[]) => string,
): string {
  const end = text.indexOf(mark);
  if (end < 0) throw new Error(`The page has lost the mark after which its figures stand: ${mark}`);
  const records = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    // The scripts beside the folder wrote them.
    .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as R);
  return `${text.slice(0, end)}${mark}\n${render(records)}`;
}
