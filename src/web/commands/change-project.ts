import { SameasError } from '../../foundation/sameas-error.js';
import type { Sentence } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import type { WorkerCommandName, CommandDefinition } from '../../projects/commands/command-table.js';
import type { RequestParameters } from '../request-parameters.js';
import type { OwnService } from './projects-port.js';
import type { ChangeMade } from '../../access/records.js';

/** Of a decision. */
const MAX_DECISION_CHARACTERS = 10_000;

interface ProjectChange {
  readonly command: WorkerCommandName;
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether the project is gone afterwards. */
  readonly isLast?: boolean;
}

/**
 * The command of a form on the page of a project: `action` is rename (`name`), delete (`sure=yes`), history (`entry`),
 * recipe (`operations`) or judge (`judge`: the parameters of the command), or reconcile (`column`, and `service` where
 * there are several). Throws `parameter-missing` for empty fields, in sentences for people.
 */
export function readProjectChange(parameters: RequestParameters, services: () => readonly OwnService[]): ProjectChange {
  const text = (name: string): string => (parameters.get(name) ?? '').trim();
  switch (text('action')) {
    case 'rename':
      if (text('name') === '') throw missing(sentence('The project needs a name.'), 'name');
      return { command: 'rename-project', parameters: { name: text('name') } };
    case 'delete':
      if (text('sure') !== 'yes') throw missing(sentence('Confirm that the project is to be deleted.'), 'sure');
      return { command: 'delete-project', parameters: {}, isLast: true };
    case 'history':
      return { command: 'undo-redo', parameters: { lastDoneID: text('entry') } };
    case 'recipe':
      if (text('operations') === '') throw missing(sentence('There is no recipe to apply.'), 'operations');
      return { command: 'apply-operations', parameters: { operations: text('operations') } };
    case 'judge':
      // The command validates each of them.
      return {
        command: 'recon-judge-one-cell',
        parameters: Object.fromEntries([...new URLSearchParams(text('judge').slice(0, MAX_DECISION_CHARACTERS))]),
      };
    case 'reconcile':
      return {
        command: 'reconcile',
        parameters: {
          columnName: text('column'),
          engine: '{"facets":[],"mode":"row-based"}',
          config: JSON.stringify({
            mode: 'standard-service',
            ...chosenService(text('service'), services()),
            autoMatch: true,
            batchSize: 10,
            columnDetails: [],
          }),
        },
      };
    default:
      throw new SameasError('parameter-invalid', sentence('This page has no such form.'), {
        advice: sentence('Go back to the project, and choose what to do.'),
      });
  }
}

function chosenService(address: string, services: readonly OwnService[]): Omit<OwnService, 'name'> {
  const chosen = address === '' ? services[0] : services.find(({ service }) => service === address);
  if (chosen === undefined)
    throw new SameasError('not-ready', sentence('This dataset is not available now.'), {
      advice: sentence('Try again in a few seconds.'),
    });
  const { name: _, ...own } = chosen;
  return own;
}

/** An error of a command for a reader of the page: about the pasted text, not about parameters. */
export function faultOfForm(fault: SameasError): SameasError {
  if (fault.code !== 'parameter-invalid' || fault.facts['parameter'] !== 'operations') return fault;
  return new SameasError(
    'parameter-invalid',
    sentence('The recipe cannot be read: it is not a list of operations as JSON.'),
    {
      advice: sentence('Copy it from OpenRefine once more, from the first bracket to the last: Undo/Redo, Extract.'),
      facts: fault.facts,
      cause: fault,
    },
  );
}

function missing(message: Sentence, parameter: string): SameasError {
  return new SameasError('parameter-missing', message, { facts: { parameter } });
}

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
