import type { Request, Response } from 'express';
import { asSameasError, SameasError } from '../../foundation/sameas-error.js';
import {
  findCommand,
  isServiceCommand,
  isWorkerCommand,
  type CommandDefinition,
  type CommandName,
  MAX_ELEMENTS,
} from '../../projects/commands/command-table.js';
import { bodyError, isInterruption } from '../request-errors.js';
import { charsetOf, type FormField } from '../bodies/read-form.js';
import { isForm, isUrlEncoded } from '../bodies/read-body.js';
import { receiveBody } from '../bodies/receive-body.js';
import { authoriseFor } from '../access/gate.js';
import { protectResponse, refuseForeignRequest, requestOrigin } from '../access/guard.js';
import { projectChange } from '../access/project-change.js';
import { admit } from '../clients/admit-request.js';
import { type ByteLease, DEFAULT_LIMITS } from '../clients/client-budgets.js';
import type { RequestContext, Service, Step } from '../request-context.js';
import { answerServiceCommand } from './answer-service-command.js';
import { checkToken } from './check-token.js';
import type { FaultStyle } from './command-fault.js';
import type { ProjectsWebOptions, WorkFolder } from './projects-port.js';
import { readCommandRequest } from './read-command-request.js';
import type { UploadLimits } from './read-upload.js';
import { sendFault, sendJson, sendOutcome } from './send-command-reply.js';

/** Recipes with many edits are long. */
const MAX_FORM_BYTES = 64 * 1024 * 1024;

/**
 * Answers every address below `/command`: refuses requests from pages of other sites, finds the command, checks a token
 * in the address, reads parameters and files, checks the token, runs the command, and sends its outcome or error.
 * Nothing of a body is read before address and headers are valid.
 */
export const answerCommand: Step = async (context) => {
  const { request, response, service } = context;
  const { projects, fair, observe, allowedHosts = new Set() } = service;
  if (projects === undefined) return;
  protectResponse(response);
  let style: FaultStyle = 'command';
  context.countedPath = '/command/core/(unknown)';
  let work: WorkFolder | undefined;
  const workFolder = (): WorkFolder => (work ??= projects.port.newWorkFolder());
  try {
    refuseForeignRequest(requestOrigin(request, service), allowedHosts, 'refused');
    authoriseFor(context, 'administer');
    const { command, trailingName } = commandOf(context.path);
    context.countedPath = `/command/core/${command.name}`;
    style = styleOf(command);
    refuseMethod(command, request);
    await admit(context);
    checkTokenOfAddress(command, context, projects);
    const { client } = context;
    const lease = fair.budgets.lease(client);
    response.once('close', lease.release);
    const { parameters, files } = await readCommandRequest(
      command,
      { request, response, form: await readForm(context, lease) },
      workFolder,
      uploadLimits(service, projects, command, lease),
    );
    refuseCallback(command, parameters);
    checkToken(command, request.method, parameters.get('csrf_token'), projects.csrf, projects.tokens);
    if (isServiceCommand(command)) {
      const value = await answerServiceCommand(command.name, {
        parameters,
        tokens: projects.tokens,
        projects: projects.port,
        softwareVersion: projects.softwareVersion,
      });
      await recordCommand(context, command, parameters);
      sendJson(response, 200, JSON.stringify(value));
      return;
    }
    if (!isWorkerCommand(command)) throw new Error(`no lane leads to the command ${command.name}`);
    const startedAt = performance.now();
    const asked = {
      client,
      left: whenLeft(response),
      parameters: [...parameters],
      trailingName,
      files,
      workFolder: command.time === 'long' ? workFolder().path : '',
    };
    const outcome = await projects.port
      .run(command, asked)
      .finally(() => fair.budgets.charge(client, performance.now() - startedAt));
    await recordCommand(
      context,
      command,
      outcome.kind === 'created' ? [...parameters, ['project', outcome.projectId]] : parameters,
    );
    await sendOutcome(context, outcome, { trailingName, parameters });
  } catch (thrown) {
    const about = { method: request.method, route: context.countedPath };
    if (isInterruption(thrown) || response.destroyed) {
      observe({ kind: 'request-interrupted', ...about });
      response.destroy();
      return;
    }
    const error = withHintAtBody(bodyError(thrown) ?? asSameasError(thrown), request);
    observe({ kind: 'request-failed', ...about, error });
    sendFault(context, error, style, () => projects.tokens.issue());
  } finally {
    await work?.remove();
  }
};

/** Grace for work that is nearly done: ending it costs a process. */
const LEAVING_MS = 500;

/** Aborted soon after the client has closed its connection without an answer. */
function whenLeft(response: Response): AbortSignal {
  const control = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) setTimeout(() => control.abort(), LEAVING_MS).unref();
  });
  return control.signal;
}

async function recordCommand(
  { access }: RequestContext,
  command: CommandDefinition,
  parameters: Iterable<readonly [string, string]>,
): Promise<void> {
  const change = projectChange(command, parameters);
  if (change !== undefined) await access.record(change);
}

const ABOUT_WHAT_IS_MISSING: ReadonlySet<string> = new Set([
  'csrf-token-invalid',
  'parameter-missing',
  'project-id-missing',
]);

/** A missing parameter may be in a body that the command does not read, such as JSON. */
function withHintAtBody(error: SameasError, request: Request): SameasError {
  const type = request.get('Content-Type');
  if (type === undefined || !ABOUT_WHAT_IS_MISSING.has(error.code) || isForm(request)) return error;
  const advice = `Commands read parameters from the address and from forms; the body was not read, because it came as ${type.slice(0, 100)}.`;
  return new SameasError(error.code, error.message, { facts: error.facts, advice, cause: error });
}

function styleOf(command: CommandDefinition): FaultStyle {
  if (command.lane === 'create') return 'create';
  return command.name === 'export-rows' ? 'export' : command.time === 'preview' ? 'preview' : 'command';
}

function commandOf(path: string): {
  readonly command: CommandDefinition & { readonly name: CommandName };
  readonly trailingName: string;
} {
  const [, , module, name = '', ...rest] = path.split('/');
  const command = module === 'core' ? findCommand(name) : undefined;
  if (command === undefined) {
    throw new SameasError(
      'command-unknown',
      `There is no command ${path.replace(/^\/command\/?/i, '').slice(0, 100)}.`,
      {
        advice: 'docs/commands.md lists all commands.',
      },
    );
  }
  return { command, trailingName: decoded(rest.filter((part) => part !== '').at(-1) ?? '') };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function refuseMethod(command: CommandDefinition, request: Request): void {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (command.methods.split(', ').includes(method)) return;
  throw new SameasError(
    'method-not-allowed',
    `The method ${request.method} cannot be used with the command ${command.name}.`,
    { facts: { allow: command.methods }, advice: `Use ${command.methods.replace(', ', ' or ')}.` },
  );
}

/** JSONP is not offered: scripts of other sites could read it. */
function refuseCallback(command: CommandDefinition, parameters: ReadonlyMap<string, string>): void {
  if (command.lane === 'read' && parameters.has('callback'))
    throw new SameasError('callback-invalid', 'Commands do not answer as JSONP.', {
      advice: 'Leave the parameter "callback" out.',
    });
}

/** Checks a token in the address before the body is read, and a missing one where no form could bring it. */
function checkTokenOfAddress(
  command: CommandDefinition,
  { request, hasBody }: RequestContext,
  { csrf, tokens }: ProjectsWebOptions,
): void {
  const token = new URLSearchParams(request.url.split('?')[1] ?? '').get('csrf_token') ?? undefined;
  if (token !== undefined || !hasBody || !isForm(request)) checkToken(command, request.method, token, csrf, tokens);
}

/** Only commands that make projects take files. */
function uploadLimits(
  { limits }: Service,
  { maxUploadBytes }: ProjectsWebOptions,
  command: CommandDefinition,
  lease: ByteLease,
): UploadLimits {
  return {
    maxUploadBytes: command.lane === 'create' ? maxUploadBytes : MAX_FORM_BYTES,
    maxFieldBytes: MAX_FORM_BYTES,
    lease,
    timeoutMs: limits.bodyTimeoutMs ?? DEFAULT_LIMITS.bodyTimeoutMs,
  };
}

/** Fields of a form body, `undefined` without one; other bodies are not read here. */
async function readForm(
  { request, client, hasBody, service: { limits, reader } }: RequestContext,
  lease: ByteLease,
): Promise<readonly FormField[] | undefined> {
  if (!hasBody || !isUrlEncoded(request)) return undefined;
  const contentType = request.get('Content-Type') ?? '';
  // Before the body, which an unknown character set makes worthless.
  charsetOf(contentType);
  const timeoutMs = limits.bodyTimeoutMs ?? DEFAULT_LIMITS.bodyTimeoutMs;
  const bytes = await receiveBody(request, true, { maxBytes: MAX_FORM_BYTES, timeoutMs }, lease);
  const { fields } = await reader.form(client, { bytes, contentType, mostElements: MAX_ELEMENTS });
  return fields;
}
