import { readHistory } from '../../src/datasets/judgments/operation-history.js';

/** The texts that a file of operations of OpenRefine judges, with the ids, as the rest of the project reads them. */
export async function readOperations(file: string): Promise<readonly (readonly [string, string | undefined])[]> {
  const history = await readHistory(file, 'gold-invalid');
  return (history?.judged ?? []).map(({ text, id }) => [text, id] as const);
}
