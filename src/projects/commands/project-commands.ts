import { SameasError } from '../../foundation/sameas-error.js';
import { readProjectId } from '../store/project-id.js';
import { TEXT_MEMBERS, type ProjectMetadata, type OpenProject } from '../store/open-project.js';
import {
  json,
  ok,
  type CommandCall,
  type CommandHandler,
  requestedEngine,
  facetContext,
  requestedProject,
  requestedSorting,
} from './command-call.js';
import { numberBins } from '../browsing/facets/number-facets.js';
import { indexRecords } from '../browsing/record-index.js';
import { rowsPage } from '../browsing/rows-page.js';
import { selectRows, computeFacets } from '../browsing/select-rows.js';
import { isEmpty, ErrorValue } from '../grid/cell-value.js';
import type { Column } from '../grid/column-model.js';
import { type Grid, readGroups } from '../grid/grid.js';

const getProjectMetadata: CommandHandler = (call) => json(requestedProject(call).metadata);

/** `get-all-project-metadata`. Damaged projects are listed in `damaged`. */
const getAllProjectMetadata: CommandHandler = ({ tools }) => {
  const listed = tools.store.list();
  const damaged = listed.flatMap((one) => ('error' in one ? [[one.id, one.error.message] as const] : []));
  return json({
    projects: Object.fromEntries(listed.flatMap((one) => ('metadata' in one ? [[one.id, one.metadata]] : []))),
    ...(damaged.length === 0 ? {} : { damaged: Object.fromEntries(damaged) }),
  });
};

/** `get-all-project-tags`, in alphabetical order. */
const getAllProjectTags: CommandHandler = ({ tools }) =>
  json({
    tags: [...new Set(tools.store.list().flatMap((one) => ('metadata' in one ? one.metadata.tags : [])))].sort(),
  });

/** `set-project-metadata`: one member; an unknown name becomes custom metadata. */
const setProjectMetadata: CommandHandler = (call) => {
  const name = call.parameters.required('name');
  const value = call.parameters.text('value') ?? '';
  const project = projectToDescribe(call);
  const isOwn = !TEXT_MEMBERS.some((member) => member === name);
  if (name === 'name') refuseEmptyName(value);
  if (['created', 'modified', 'rowCount', 'tags', 'importOptionMetadata', 'customMetadata'].includes(name)) {
    throw new SameasError('parameter-invalid', `The member "${name}" of the metadata cannot be set in this way.`, {
      facts: { parameter: 'name' },
    });
  }
  call.tools.store.changeMetadata(project, (metadata) =>
    isOwn
      ? { ...metadata, customMetadata: { ...metadata.customMetadata, [name]: value } }
      : { ...metadata, [name]: value },
  );
  return ok();
};

/** This command alone has another sentence for a missing project. */
function projectToDescribe(call: CommandCall): OpenProject {
  try {
    return requestedProject(call);
  } catch (thrown) {
    if (thrown instanceof SameasError && thrown.code === 'project-unknown')
      throw new SameasError('project-unknown', 'Project cannot be found', { facts: thrown.facts });
    throw thrown;
  }
}

const renameProject: CommandHandler = (call) => {
  const name = call.parameters.text('name') ?? '';
  refuseEmptyName(name);
  call.tools.store.changeMetadata(requestedProject(call), (metadata) => ({ ...metadata, name }));
  return ok();
};

function refuseEmptyName(name: string): void {
  if (name.trim() === '')
    throw new SameasError('parameter-invalid', 'A project needs a name.', { facts: { parameter: 'name' } });
}

/** `set-project-tags`: the tags of `old` go, those of `new` come. */
const setProjectTags: CommandHandler = (call) => {
  const old = tagsOf(call.parameters.text('old'));
  const added = tagsOf(call.parameters.text('new'));
  call.tools.store.changeMetadata(requestedProject(call), (metadata): ProjectMetadata => ({
    ...metadata,
    tags: [...new Set([...metadata.tags.filter((tag) => !old.includes(tag)), ...added])],
  }));
  return ok();
};

function tagsOf(list: string | undefined): readonly string[] {
  return (list ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** `delete-project`: succeeds without a project, too. */
const deleteProject: CommandHandler = ({ parameters, tools }) => {
  tools.store.remove(readProjectId(parameters.text('project')));
  return ok();
};

/** `get-models`: everything a client must know before it reads rows. */
const getModels: CommandHandler = (call) => {
  const grid = requestedProject(call).grid();
  const { columns, columnGroups } = grid.model;
  const [key] = columns;
  return json({
    columnModel: {
      columns,
      // The position of the key among the columns, whatever the member is called.
      ...(key === undefined ? {} : { keyCellIndex: 0, keyColumnName: key.name }),
      columnGroups,
    },
    recordModel: { hasRecords: indexRecords(grid).recordCount < grid.rowCount },
    overlayModels: {},
    scripting: Object.fromEntries(
      call.tools.languages.map(({ id, name, defaultExpression }) => [id, { name, defaultExpression }]),
    ),
    httpHeaders: {
      authorization: { header: 'Authorization', defaultValue: '' },
      'user-agent': { header: 'User-Agent', defaultValue: 'sameas' },
      accept: { header: 'Accept', defaultValue: '*/*' },
    },
  });
};

const getRows: CommandHandler = (call) => {
  const { parameters, tools } = call;
  const project = requestedProject(call);
  const grid = project.grid();
  const context = facetContext(project, tools);
  const selection = selectRows(requestedEngine(parameters), context);
  const start = parameters.integer('start');
  const end = parameters.integer('end');
  return json(
    rowsPage(grid, selection, context.bound.records, {
      ...(end !== undefined && start === undefined ? { end } : { start: Math.max(0, start ?? 0) }),
      limit: Math.max(0, parameters.integer('limit') ?? 20),
      sorting: requestedSorting(parameters),
    }),
  );
};

/** `compute-facets`: every facet of an engine with its counts. */
const answerFacets: CommandHandler = (call) => {
  const project = requestedProject(call);
  return json(computeFacets(requestedEngine(call.parameters), facetContext(project, call.tools)));
};

/** `get-columns-info`: kinds of values of each column. */
const getColumnsInfo: CommandHandler = (call) => {
  const grid = requestedProject(call).grid();
  return json(grid.model.columns.map((column) => columnInfo(grid, column, call.tools.progress)));
};

function columnInfo(grid: Grid, { name, cellIndex }: Column, progress: () => void): Readonly<Record<string, unknown>> {
  let numbers = 0;
  let others = 0;
  let errors = 0;
  let blanks = 0;
  let min = Infinity;
  let max = -Infinity;
  for (const reader of readGroups(grid)) {
    const chunk = reader.chunk(cellIndex);
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      const value = chunk.value(position);
      if (isEmpty(value)) blanks += 1;
      else if (value instanceof ErrorValue) errors += 1;
      else if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) {
        numbers += 1;
        min = Math.min(min, Number(value));
        max = Math.max(max, Number(value));
      } else others += 1;
    }
    progress();
  }
  const bins = numberBins(min, max);
  return {
    name,
    is_numeric: numbers > others,
    numeric_row_count: numbers,
    non_numeric_row_count: others,
    error_row_count: errors,
    blank_row_count: blanks,
    ...(numbers > others && bins !== undefined ? { min: bins.min, max: bins.max, step: bins.step } : {}),
  };
}

/** Commands on the metadata of projects, and those that read their rows. */
export const PROJECT_COMMANDS = {
  'delete-project': deleteProject,
  'get-models': getModels,
  'get-rows': getRows,
  'get-columns-info': getColumnsInfo,
  'get-project-metadata': getProjectMetadata,
  'get-all-project-metadata': getAllProjectMetadata,
  'get-all-project-tags': getAllProjectTags,
  'set-project-metadata': setProjectMetadata,
  'rename-project': renameProject,
  'set-project-tags': setProjectTags,
  'compute-facets': answerFacets,
} satisfies Readonly<Record<string, CommandHandler>>;
