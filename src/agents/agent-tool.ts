import { z } from 'zod';
import { SameasError } from '../foundation/sameas-error.js';
import { nearestWord } from '../foundation/nearest-word.js';
import type { Ask } from '../describe/answer.js';
import type { ServedSnapshot } from '../describe/served-snapshot.js';

/** A tool for a language model. Its result follows `output`. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  /** Its purpose and use, for the model. */
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Whether a call changes nothing. */
  readonly isReadOnly: boolean;
  /** `args` have passed `input`. Throws a `SameasError` for mistakes of the agent. */
  readonly run: (datasets: AgentDatasets, args: unknown) => Promise<Record<string, unknown>>;
}

/** Parameters of several tools: the dataset, and the type of the entities. */
export const DATASET_INPUT = z
  .string()
  .optional()
  .describe('Name of a dataset of list_datasets; needed where there are several.');
export const TYPE_INPUT = z.string().optional().describe('Id or name of a type of list_datasets.');

/** A tool whose `run` has the types of its `input` and `output`. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Omit<AgentTool, 'input' | 'output' | 'run'> & {
    readonly input: Input;
    readonly output: Output;
    readonly run: (datasets: AgentDatasets, args: z.output<Input>) => Promise<z.input<Output>>;
  },
): AgentTool {
  return { ...tool, run: (datasets, args) => tool.run(datasets, tool.input.parse(args)) };
}

/** Message, advice, and the code in docs/errors.md. */
export function adviceOf({ message, advice, code }: SameasError): string {
  return [message, ...(advice === undefined ? [] : [advice]), `(${code})`].join(' ');
}

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
