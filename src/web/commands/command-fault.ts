import type { SameasError } from '../../foundation/sameas-error.js';
import { statusOf } from '../request-errors.js';

/**
 * Form of the error: making a project and exporting have statuses of their own, the preview of an expression another
 * member.
 */
export type FaultStyle = 'command' | 'create' | 'export' | 'preview';

/**
 * An error for clients of commands. They read `code` or `status`, so both are `error`; the code of the error is in
 * `errorCode`. Clients of the preview also read `type`: `other` for all but faults in the expression.
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

/** Errors with an HTTP status of their own, because they never reach a command. */
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

/** HTTP status of an error: most commands answer `error` with 200, as clients expect. */
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
