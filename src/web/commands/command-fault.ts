import type { SameasError } from '../../foundation/sameas-error.js';
import { statusOf } from '../error-status.js';

/** What the answer to an error hangs on: making a project and exporting have statuses of their own, the preview of an expression a member more. */
export type FaultStyle = 'command' | 'create' | 'export' | 'preview';

/**
 * An error as clients of commands read it. They look at `code` or at `status`, so that both say `error`; what kind of error it is stands in `errorCode`. Clients of
 * the preview look for a `type` besides: `other` for all that is no fault in the expression.
 */
export function commandFault(error: SameasError, style: FaultStyle): Readonly<Record<string, unknown>> {
  const { operationIndex } = error.facts;
  return {
    ...(operationIndex === undefined
      ? {}
      : { operationIndex, operationValidationMessage: error.message.replace(/^Operation #\d+: /, '') }),
    code: 'error',
    status: 'error',
    ...(style === 'preview' ? { type: 'other' } : {}),
    message: error.message,
    errorCode: error.code,
    ...(error.advice === undefined ? {} : { advice: error.advice }),
  };
}

/** Errors that programs have to see in the status line, because they never get to a command. */
const WITH_STATUS: ReadonlySet<string> = new Set([
  'command-unknown',
  'method-not-allowed',
  'cross-site-request',
  'host-not-allowed',
  'key-missing',
  'key-invalid',
  'key-not-allowed',
  'keys-not-set-up',
  'body-too-large',
  'upload-too-large',
  'too-many-requests',
  'callback-invalid',
]);

/** Where an error belongs: most answers of commands say `error` with the status 200, as clients expect. */
export function commandFaultStatus(error: SameasError, style: FaultStyle): number {
  if (WITH_STATUS.has(error.code)) return statusOf(error.kind);
  if (error.code === 'csrf-token-invalid') return 200;
  switch (style) {
    case 'command':
    case 'preview':
      return error.kind === 'internal' && error.code === 'internal' ? 500 : 200;
    case 'create':
      return statusOf(error.kind);
    case 'export': {
      const status = statusOf(error.kind);
      return status < 500 ? 400 : 500;
    }
  }
}
