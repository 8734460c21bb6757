import type { Request, RequestHandler, Response } from 'express';
import { asSameasError, SameasError } from '../../foundation/sameas-error.js';
import type { Observe } from '../../foundation/observation.js';
import { findCommand, isServiceCommand, isWorkerCommand, type CommandDefinition, type CommandName } from '../../projects/commands/command-table.js';
import { bodyError } from '../body-error.js';
import { answerServiceCommand } from './answer-service-command.js';
import { checkToken, type CsrfRule } from './check-token.js';
import type { FaultStyle } from './command-fault.js';
import type { CsrfTokens } from './csrf-tokens.js';
import type { ProjectsPort, WorkFolder } from './projects-port.js';
import { protectResponse } from './protect-response.js';
import { readCommandRequest } from './read-command-request.js';
import { refuseForeignRequest } from './refuse-foreign-request.js';
import { requestOrigin } from './request-origin.js';
import { sendFault, sendJson, sendOutcome } from './send-command-reply.js';

/** What the projects wing needs to be served. */
export interface ProjectsWebOptions {
  readonly port: ProjectsPort;
  readonly tokens: CsrfTokens;
  readonly csrf: CsrfRule;
  readonly maxUploadBytes: number;
  /** Names, in lower case, by which the service may be addressed beside localhost and addresses in numbers. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly softwareVersion: string;
}

/** Forms may be as long as this; recipes with many edits are. */
export const MAX_FORM_BYTES = 64 * 1024 * 1024;

interface Context {
  readonly projects: ProjectsWebOptions;
  readonly observe: Observe;
  readonly publicBaseUrl: string | undefined;
  /** Leaves the text of a form body in `request.body`. */
  readonly readForm: readonly RequestHandler[];
}

/**
 * Answers every address below `/command`: finds the command, refuses what comes from the pages of other sites, reads parameters and files, checks the token, has the command
 * carried out, and sends what comes of it, or the error.
 */
export function createCommandHandler(context: Context): RequestHandler {
  return async (request, response) => {
    const { projects, observe } = context;
    const exchange = { request, response, publicBaseUrl: context.publicBaseUrl };
    protectResponse(response);
    let style: FaultStyle = 'command';
    let route = '/command/core/(unknown)';
    response.locals['routePath'] = route;
    let work: WorkFolder | undefined;
    const workFolder = (): WorkFolder => (work ??= projects.port.newWorkFolder());
    try {
      refuseForeignRequest(requestOrigin(request, context.publicBaseUrl), projects.allowedHosts, 'refused');
      const { command, trailingName } = commandOf(request);
      route = `/command/core/${command.name}`;
      response.locals['routePath'] = route;
      style = styleOf(command);
      refuseMethod(command, request);
      const form = await readForm(context.readForm, request, response);
      const { parameters, files } = await readCommandRequest(command, { request, response, form }, workFolder, { maxUploadBytes: projects.maxUploadBytes, maxFieldBytes: MAX_FORM_BYTES });
      refuseCallback(command, parameters);
      checkToken(command, request.method, parameters.get('csrf_token'), projects.csrf, projects.tokens);
      if (isServiceCommand(command)) {
        const value = await answerServiceCommand(command.name, { parameters, tokens: projects.tokens, projects: projects.port, softwareVersion: projects.softwareVersion });
        sendJson(response, 200, JSON.stringify(value));
        return;
      }
      if (!isWorkerCommand(command)) throw new Error(`no lane leads to the command ${command.name}`);
      const outcome = await projects.port.run(command, { parameters: [...parameters], trailingName, files, workFolder: command.time === 'long' ? workFolder().path : '' });
      await sendOutcome(exchange, outcome, { trailingName, parameters });
    } catch (thrown) {
      const error = withHintAtBody(bodyError(thrown) ?? asSameasError(thrown), request);
      observe({ kind: 'request-failed', method: request.method, route, error });
      sendFault(exchange, error, style);
    } finally {
      await work?.remove();
    }
  };
}

const ABOUT_WHAT_IS_MISSING: ReadonlySet<string> = new Set(['csrf-token-invalid', 'parameter-missing', 'project-id-missing']);

/** What a command misses may stand in a body that it does not read, such as JSON. */
function withHintAtBody(error: SameasError, request: Request): SameasError {
  const type = request.get('Content-Type');
  if (type === undefined || !ABOUT_WHAT_IS_MISSING.has(error.code) || request.is(['application/x-www-form-urlencoded', 'multipart/form-data']) !== false) return error;
  const advice = `Commands read parameters from the address and from forms; the body was not read, because it came as ${type.slice(0, 100)}.`;
  return new SameasError(error.code, error.message, { facts: error.facts, advice, cause: error });
}

function styleOf(command: CommandDefinition): FaultStyle {
  if (command.lane === 'create') return 'create';
  return command.name === 'export-rows' ? 'export' : command.time === 'preview' ? 'preview' : 'command';
}

function commandOf(request: Request): { readonly command: CommandDefinition & { readonly name: CommandName }; readonly trailingName: string } {
  const [, module, name = '', ...rest] = request.path.split('/');
  const command = module === 'core' ? findCommand(name) : undefined;
  if (command === undefined) {
    throw new SameasError('command-unknown', `There is no command ${request.path.replace(/^\//, '').slice(0, 100)}.`, { advice: 'docs/commands.md lists all commands.' });
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
  throw new SameasError('method-not-allowed', `The method ${request.method} cannot be used with the command ${command.name}.`, { facts: { allow: command.methods }, advice: `Use ${command.methods.replace(', ', ' or ')}.` });
}

/** JSONP is not offered: it would let the scripts of other sites read. */
function refuseCallback(command: CommandDefinition, parameters: ReadonlyMap<string, string>): void {
  if (command.lane === 'read' && parameters.has('callback')) throw new SameasError('callback-invalid', 'Commands do not answer as JSONP.', { advice: 'Leave the parameter "callback" out.' });
}

/** The text of a form body, `undefined` without one; rejects with what its readers say. */
async function readForm(readers: readonly RequestHandler[], request: Request, response: Response): Promise<string | undefined> {
  for (const reader of readers) {
    await new Promise<void>((resolve, reject) => {
      void reader(request, response, (fault?: unknown) => {
        if (fault !== undefined && fault !== null) reject(fault instanceof Error ? fault : new Error('The body could not be read.', { cause: fault }));
        else resolve();
      });
    });
  }
  const body: unknown = request.body;
  return typeof body === 'string' ? body : undefined;
}
