import { z } from 'zod';
import type { AgentDatasets } from './agent-dataset.js';

/** A tool that a language model may call. What it gives follows `output`. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  /** What it does and when to use it, for the model. */
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Whether nothing is changed by calling it. */
  readonly isReadOnly: boolean;
  /** `args` have passed `input`. Throws a `SameasError` for what the agent can mend. */
  readonly run: (datasets: AgentDatasets, args: unknown) => Promise<Record<string, unknown>>;
}

/** What several tools take: the dataset that is asked, and the type of the entities. */
export const DATASET_INPUT = z
  .string()
  .optional()
  .describe('Name of a dataset of list_datasets; needed where there are several.');
export const TYPE_INPUT = z.string().optional().describe('Id or name of a type of list_datasets.');

/** The tool whose `run` takes what its `input` reads, and gives what its `output` says. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Omit<AgentTool, 'input' | 'output' | 'run'> & {
    readonly input: Input;
    readonly output: Output;
    readonly run: (datasets: AgentDatasets, args: z.output<Input>) => Promise<z.input<Output>>;
  },
): AgentTool {
  return { ...tool, run: (datasets, args) => tool.run(datasets, tool.input.parse(args)) };
}
