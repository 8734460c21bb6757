import { SameasError } from '../../foundation/sameas-error.js';
import { engineOfParameter, type EngineConfig } from '../browsing/engine-config.js';
import type { FacetContext } from '../browsing/facets/facet.js';
import { requireRows, type RowSelection } from '../browsing/select-rows.js';
import { sortingSchema, type Sorting } from '../browsing/sort-rows.js';
import { compileExpression } from '../expressions/expression-language.js';
import { createFacetContext, type ProjectSurroundings } from '../operations/operation.js';
import { readProjectId } from '../store/project-id.js';
import type { OpenProject } from '../store/open-project.js';
import type { CommandCall, ProjectTools } from './command-call.js';
import type { CommandParameters } from './command-parameters.js';

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
