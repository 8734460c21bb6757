import type { Request, Response } from 'express';
import { asSameasError, SameasError } from '../../foundation/sameas-error.js';
import {
  findCommand,
  isServiceCommand,
  isWorkerCommand,
  type CommandDefinition,
  type CommandName,
  MAX_ELEMENTS,
  type ServiceCommandName,
} from '../../projects/commands/command-table.js';
import { bodyError, isInterruption } from '../request-errors.js';
import { charsetOf, type FormField } from '../bodies/read-form.js';
import { isForm, isUrlEncoded } from '../bodies/read-body.js';
import { receiveBody } from '../bodies/receive-body.js';
import { authoriseFor, protectResponse, refuseForeignRequest, requestOrigin, admit } from '../access/gate.js';
import { projectChange } from './change-project.js';
import { type ByteLease, DEFAULT_LIMITS } from '../clients/client-budgets.js';
import type { RequestContext, Service, Step } from '../request-context.js';
import { checkToken, type CsrfTokens } from './csrf-tokens.js';
import { type FaultStyle, sendFault, sendJson, sendOutcome } from './send-command-reply.js';
import type { ProjectsWebOptions, WorkFolder, ProjectsPort } from './projects-port.js';
import type { UploadLimits } from './read-upload.js';
import { processesInEnglish } from '../../projects/processes/process-list.js';
import { readProjectId } from '../../projects/store/project-id.js';
import type { UploadedFile } from '../../projects/commands/command-call.js';
import { queryOf } from '../request-parameters.js';

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
    await runCommand(context, projects, { command, parameters, files, trailingName }, workFolder);
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

interface CommandToRun {
  readonly command: CommandDefinition & { readonly name: CommandName };
  readonly parameters: ReadonlyMap<string, string>;
  readonly files: readonly UploadedFile[];
  readonly trailingName: string;
}

/** Runs a command here or on a worker, records its change and sends its outcome. */
async function runCommand(
  context: RequestContext,
  projects: ProjectsWebOptions,
  { command, parameters, files, trailingName }: CommandToRun,
  workFolder: () => WorkFolder,
): Promise<void> {
  const { response, client, service } = context;
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
    .finally(() => service.fair.budgets.charge(client, performance.now() - startedAt));
  await recordCommand(
    context,
    command,
    outcome.kind === 'created' ? [...parameters, ['project', outcome.projectId]] : parameters,
  );
  await sendOutcome(context, outcome, { trailingName, parameters });
}

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
async function answerServiceCommand(
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

interface SentCommand {
  readonly request: Request;
  readonly response: Response;
  /** Fields of a form body; `undefined` without one. */
  readonly form: readonly FormField[] | undefined;
}

/** Parameters of a command from all sources, and its files. */
interface ReadCommand {
  readonly parameters: ReadonlyMap<string, string>;
  readonly files: readonly UploadedFile[];
}

/**
 * Parameters of the query string and of the body; the first of a name counts. Only where a project is made, fields of
 * the body go first, and their names are lower case. Errors: those of `readUpload`.
 */
async function readCommandRequest(
  command: CommandDefinition,
  { request, response, form }: SentCommand,
  workFolder: () => WorkFolder,
  limits: UploadLimits,
): Promise<ReadCommand> {
  const query = firstValues(queryOf(request.url));
  if (
    request.method === 'POST' &&
    request.is('multipart/form-data') !== false &&
    request.is('multipart/form-data') !== null
  ) {
    // Reading uploads is slow to load, and most services never get one.
    const { readUpload } = await import('./read-upload.js');
    const { files, fields } = await readUpload(request, response, workFolder().path, limits);
    if (command.lane !== 'create') return { parameters: new Map([...fields, ...query]), files };
    return {
      parameters: new Map([...query, ...[...fields].map(([name, value]) => [name.toLowerCase(), value] as const)]),
      files,
    };
  }
  return { parameters: form === undefined ? query : new Map([...firstOfEach(form), ...query]), files: [] };
}

/** Broken percent-encoding is read as far as possible; nothing throws. */
function firstValues(text: string): ReadonlyMap<string, string> {
  return firstOfEach(new URLSearchParams(text));
}

function firstOfEach(fields: Iterable<FormField | [string, string]>): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of fields) if (!values.has(name)) values.set(name, value);
  return values;
}
