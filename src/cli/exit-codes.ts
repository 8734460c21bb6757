import type { SameasError } from '../foundation/sameas-error.js';

/** Exit codes for scripts; a test compares docs/command-line.md with this table. */
export const EXIT_CODES = {
  success: { code: 0, meaning: 'Everything asked for was done.' },
  data: {
    code: 1,
    meaning:
      'A file or manifest is missing or faulty; for match, check, duplicates and evaluate also: some records could not be used.',
  },
  usage: { code: 2, meaning: 'The command line or a setting is wrong, or the port is in use.' },
  different: { code: 3, meaning: 'diff with --exit-code: the lists differ, or a table uses ids that are gone.' },
  internal: { code: 70, meaning: 'A fault in sameas itself.' },
  interrupted: { code: 130, meaning: 'Interrupted by Ctrl+C or a signal before it was finished.' },
} as const satisfies Readonly<Record<string, { readonly code: number; readonly meaning: string }>>;

export type ExitReason = keyof typeof EXIT_CODES;

/** Exit reason of an error that ended the program. */
export function exitReasonOf(error: SameasError): ExitReason {
  switch (error.code) {
    case 'setting-invalid':
    case 'setting-unknown':
    case 'port-in-use':
      return 'usage';
    default:
      return error.kind === 'internal' ? 'internal' : 'data';
  }
}
