import { nearestWord } from '../foundation/nearest-word.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { Ask } from '../describe/answer.js';
import type { ServedSnapshot } from '../describe/served-snapshot.js';

/** A dataset for the tools of agents, wherever it is served. */
export interface AgentDataset {
  /** Its name in tools. */
  readonly name: string;
  /** Throws `not-ready` while it is loaded. */
  readonly served: () => Pick<ServedSnapshot, 'snapshot' | 'read'>;
  /** Answers with reasons. Rejects with `too-many-requests`. */
  readonly ask: Ask;
}

/** Datasets of an agent. Rejects with errors of loading. */
export type AgentDatasets = () => Promise<readonly AgentDataset[]>;

/**
 * The dataset of this name, by default the only one. Throws `parameter-missing` and `parameter-invalid` with the names.
 */
export function chooseDataset<Dataset extends AgentDataset>(
  datasets: readonly Dataset[],
  name: string | undefined,
): Dataset {
  const [only] = datasets;
  if (only !== undefined && datasets.length === 1 && name === undefined) return only;
  const names = datasets.map((dataset) => dataset.name);
  const listed = names.map((one) => `"${one}"`).join(', ');
  if (name === undefined)
    throw new SameasError('parameter-missing', 'Several datasets are served, and none was named.', {
      advice: `Say which one as "dataset": ${listed}.`,
    });
  const chosen = datasets.find((dataset) => dataset.name === name);
  if (chosen !== undefined) return chosen;
  const closest = nearestWord(name.slice(0, 100), names);
  throw new SameasError('parameter-invalid', `There is no dataset "${name.slice(0, 100)}".`, {
    advice:
      closest === undefined ? `The datasets are ${listed}.` : `Did you mean "${closest}"? The datasets are ${listed}.`,
  });
}
