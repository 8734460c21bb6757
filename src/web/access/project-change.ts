import type { ChangeMade } from '../../access/records.js';
import type { CommandDefinition } from '../../projects/commands/command-table.js';

/** Characters of a parameter in the audit log: the history of the project has all of it. */
const MAX_CHARACTERS = 2_000;

/**
 * Audit entry of a command that changes something; `undefined` for one that only reads. The state before it is in the
 * history of the project.
 */
export function projectChange(
  { name, token, lane }: CommandDefinition,
  parameters: Iterable<readonly [string, string]>,
): ChangeMade | undefined {
  if (token !== 'changing' || lane === 'read') return undefined;
  const sent = new Map(parameters);
  const target = sent.get('project') ?? '';
  for (const passedOver of ['project', 'csrf_token', 'api_key']) sent.delete(passedOver);
  return {
    action: `command ${name}`,
    target,
    after: Object.fromEntries([...sent].map(([parameter, value]) => [parameter, value.slice(0, MAX_CHARACTERS)])),
  };
}
