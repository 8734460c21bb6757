import { SameasError } from '../foundation/sameas-error.js';

export const WITHOUT_LIST_NOTE =
  'Asked of the embedded dataset, as only one file was named. To ask a list of your own, name it before the file of questions.\n';

/**
 * The error of the only file, which was taken for that of `role`, with the hint that it may be the dataset itself and
 * the other file is missing. `place`: where the dataset is named.
 */
export function withoutListFault(
  thrown: unknown,
  role: 'names' | 'questions',
  place: 'before' | 'after' = 'before',
): unknown {
  if (!(thrown instanceof SameasError)) return thrown;
  const { code, message, advice, facts, cause } = thrown;
  const forgotten = `Only one file was named, and it was taken for the file of ${role}; a list of your own comes ${place} it.`;
  return new SameasError(code, message, {
    advice: advice === undefined ? forgotten : `${advice} ${forgotten}`,
    facts,
    cause,
  });
}
