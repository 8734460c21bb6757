import { z } from 'zod';
import type { AgentDatasets } from './agent-dataset.js';

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
