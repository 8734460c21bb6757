import { SameasError } from '../../foundation/sameas-error.js';
import { readProjectId } from '../store/project-id.js';
import { TEXT_MEMBERS, type ProjectMetadata } from '../store/project-metadata.js';
import type { OpenProject } from '../store/open-project.js';
import { json, ok, type CommandCall, type CommandHandler } from './command-call.js';
import { requestedProject } from './project-context.js';

export const getProjectMetadata: CommandHandler = (call) => json(requestedProject(call).metadata);

/** `get-all-project-metadata`. Damaged projects are listed in `damaged`. */
export const getAllProjectMetadata: CommandHandler = ({ tools }) => {
  const listed = tools.store.list();
  const damaged = listed.flatMap((one) => ('error' in one ? [[one.id, one.error.message] as const] : []));
  return json({
    projects: Object.fromEntries(listed.flatMap((one) => ('metadata' in one ? [[one.id, one.metadata]] : []))),
    ...(damaged.length === 0 ? {} : { damaged: Object.fromEntries(damaged) }),
  });
};

/** `get-all-project-tags`, in alphabetical order. */
export const getAllProjectTags: CommandHandler = ({ tools }) =>
  json({
    tags: [...new Set(tools.store.list().flatMap((one) => ('metadata' in one ? one.metadata.tags : [])))].sort(),
  });

/** `set-project-metadata`: one member; an unknown name becomes custom metadata. */
export const setProjectMetadata: CommandHandler = (call) => {
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

export const renameProject: CommandHandler = (call) => {
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
export const setProjectTags: CommandHandler = (call) => {
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
export const deleteProject: CommandHandler = ({ parameters, tools }) => {
  tools.store.remove(readProjectId(parameters.text('project')));
  return ok();
};
