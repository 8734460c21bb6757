import { processesInEnglish } from '../../projects/processes/process-list.js';
import type { ServiceCommandName } from '../../projects/commands/command-table.js';
import { readProjectId } from '../../projects/store/project-id.js';
import type { CsrfTokens } from './csrf-tokens.js';
import type { ProjectsPort } from './projects-port.js';

/** Version of the command interface; clients require at least 3. */
export const INTERFACE_VERSION = '3.10.1';

interface ServiceCommandContext {
  readonly parameters: ReadonlyMap<string, string>;
  readonly tokens: CsrfTokens;
  readonly projects: ProjectsPort;
  readonly softwareVersion: string;
}

/**
 * The answer to a command that needs no worker. Throws `project-id-missing`, `project-id-invalid` and
 * `project-unknown`.
 */
export async function answerServiceCommand(
  name: ServiceCommandName,
  { parameters, tokens, projects, softwareVersion }: ServiceCommandContext,
): Promise<unknown> {
  switch (name) {
    case 'get-csrf-token':
      return { token: tokens.issue() };
    case 'get-version': {
      const fullVersion = `${INTERFACE_VERSION} [sameas ${softwareVersion}]`;
      return {
        version: INTERFACE_VERSION,
        revision: `sameas ${softwareVersion}`,
        full_version: fullVersion,
        full_name: `sameas ${softwareVersion}, which speaks the command interface ${INTERFACE_VERSION}`,
        java_vm_name: '',
        java_vm_version: '',
        java_runtime_name: 'Node.js',
        java_runtime_version: process.version,
        display_new_version_notice: 'false',
        module_names: ['core'],
      };
    }
    case 'get-processes':
      return processesInEnglish(projects.processes(readProjectId(parameters.get('project'))));
    case 'cancel-processes':
      await projects.cancelProcesses(readProjectId(parameters.get('project')));
      return { code: 'ok' };
  }
}
