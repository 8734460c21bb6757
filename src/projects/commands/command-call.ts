import type { Sentence } from '../../foundation/sentence.js';
import { type Sorting, sortingSchema } from '../browsing/sort-rows.js';
import { type RowSelection, requireRows } from '../browsing/select-rows.js';
import type { FacetContext } from '../browsing/facets/facet.js';
import { type EngineConfig, engineOfParameter } from '../browsing/engine-config.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { compileExpression } from '../expressions/expression-language.js';
import { createFacetContext, type OperationContext, type ProjectSurroundings } from '../operations/operation.js';
import { readProjectId } from '../store/project-id.js';
import type { OpenProject } from '../store/open-project.js';
import type { ProjectStore } from '../store/project-store.js';
import type { CommandParameters } from './command-parameters.js';

/** One command with everything that it may need. No command knows a request. */
export interface CommandCall {
  readonly parameters: CommandParameters;
  /** Text after the name of the command: the name of a download. */
  readonly trailingName: string;
  readonly files: readonly UploadedFile[];
  readonly tools: ProjectTools;
  /** A folder of this command alone, in the data folder; removed after the answer. */
  readonly workFolder: string;
}

/** A file in the work folder. */
export interface UploadedFile {
  readonly path: string;
  /** As named by the client; may be a path of the client's, or empty. */
  readonly fileName: string;
  /** Media type from the client. */
  readonly mediaType: string;
}

export interface ProjectTools
  extends
    Pick<ProjectSurroundings, 'languages' | 'translateRegex'>,
    Pick<OperationContext, 'reconciliation' | 'urlFetch' | 'percent' | 'progress'> {
  readonly store: ProjectStore;
  readonly preferencesFile: string;
}

export type CommandReply =
  | { readonly kind: 'json'; readonly value: unknown }
  /** The rest of a recipe waits for other services, and goes on as a process. */
  | { readonly kind: 'pending'; readonly process: PendingProcess }
  | { readonly kind: 'created'; readonly projectId: string }
  /** A file in the work folder. */
  | { readonly kind: 'file'; readonly path: string; readonly contentType: string };

export interface PendingProcess {
  readonly projectId: string;
  readonly description: Sentence;
  readonly operations: readonly Readonly<Record<string, unknown>>[];
}

export type CommandHandler = (call: CommandCall) => CommandReply | Promise<CommandReply>;

/** A success with further members. */
export function ok(members: Readonly<Record<string, unknown>> = {}): CommandReply {
  return { kind: 'json', value: { code: 'ok', ...members } };
}

/** An answer of any shape. */
export function json(value: unknown): CommandReply {
  return { kind: 'json', value };
}

/**
 * The project in `project`. Throws `project-id-missing`, `project-id-invalid`, `project-unknown`, `project-damaged`.
 */
export function requestedProject({ parameters, tools }: CommandCall): OpenProject {
  return tools.store.open(readProjectId(parameters.text('project')));
}

/** Services for facets and operations of a project. */
export function projectSurroundings(
  { id, metadata }: OpenProject,
  { store, languages, translateRegex, progress }: ProjectTools,
): ProjectSurroundings {
  return {
    id,
    name: metadata.name,
    languages,
    translateRegex,
    progress,
    openProject: (name) => {
      const named = store.list().filter((one) => 'metadata' in one && one.metadata.name === name);
      const [only] = named;
      if (only === undefined) throw new Error(`Unable to find project with name: ${name}`);
      if (named.length > 1) throw new Error(`${named.length} projects found with name: ${name}`);
      return store.open(only.id).grid();
    },
  };
}

/** Context of facets, previews and pages of rows of the present grid. */
export function facetContext(project: OpenProject, tools: ProjectTools): FacetContext {
  return createFacetContext(project.grid(), projectSurroundings(project, tools));
}

/** Reads programs in any of the languages. */
export function compilerOf({ languages }: ProjectTools): FacetContext['compile'] {
  return (expression) => compileExpression(expression, languages);
}

/**
 * The engine of the parameter `engine`; an absent, empty or invalid one lets every row through, as clients expect.
 * Throws `parameter-invalid` for one over the limits.
 */
export function requestedEngine(parameters: CommandParameters): EngineConfig {
  let json: unknown;
  try {
    json = parameters.json('engine');
  } catch (thrown) {
    if (thrown instanceof SameasError && thrown.facts['limit'] !== undefined) throw thrown;
  }
  return engineOfParameter(json ?? {});
}

/**
 * The rows of an engine; failed facets are errors, for they would let too many rows through. Throws `export-invalid`.
 */
export function requiredSelection(engine: EngineConfig, context: FacetContext): RowSelection {
  try {
    return requireRows(engine, context);
  } catch (thrown) {
    if (!(thrown instanceof SameasError) || thrown.code !== 'operation-failed') throw thrown;
    throw new SameasError('export-invalid', thrown.message, { advice: 'Correct the facet of the engine.' });
  }
}

/** The parameter `sorting`; an invalid one sorts nothing. */
export function requestedSorting(parameters: CommandParameters): Sorting {
  const sorting = sortingSchema.safeParse(parameters.json('sorting') ?? {});
  return sorting.success ? sorting.data : { criteria: [] };
}
