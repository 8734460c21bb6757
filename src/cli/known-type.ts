import type { Dataset } from '../entities/dataset.js';
import { SameasError } from '../foundation/sameas-error.js';

/** Throws `setting-invalid` when `--type` names an unknown type. */
export function requireKnownType({ types }: Dataset, type: string | undefined): void {
  if (type === undefined || types.resolve(type) !== undefined) return;
  const known = types.types.map(({ id }) => id);
  throw new SameasError('setting-invalid', `The dataset has no type "${type}", which --type names.`, {
    advice:
      known.length === 0
        ? 'It has no types at all: leave --type out.'
        : `Its types are ${known.slice(0, 20).join(', ')}.`,
  });
}
