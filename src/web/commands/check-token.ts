import { SameasError } from '../../foundation/sameas-error.js';
import type { CommandDefinition } from '../../projects/commands/command-table.js';
import type { CsrfTokens } from './csrf-tokens.js';

/**
 * strict: as since 3.8.3 · compatible: reading commands that evaluate expressions may come without a token · off:
 * tokens are not checked.
 */
export type CsrfRule = 'strict' | 'compatible' | 'off';

/** Throws `csrf-token-invalid`, with the sentence that clients know, for a command without the token that it needs. */
export function checkToken(
  { token: need, methods }: CommandDefinition,
  method: string,
  given: string | undefined,
  rule: CsrfRule,
  tokens: CsrfTokens,
): void {
  if (rule === 'off' || need === 'never') return;
  // Reading by GET is for links, which cannot carry a token; a command that evaluates has the same rule by either
  // method.
  if (need === 'evaluating' && rule === 'compatible' && (given === undefined || given === '')) return;
  if (given !== undefined && tokens.isValid(given)) return;
  throw new SameasError('csrf-token-invalid', 'Missing or invalid csrf_token parameter', {
    advice:
      'Fetch a token with get-csrf-token and send it as the parameter csrf_token; a client that knows no tokens needs the setting csrf: off.',
    facts: { methods, method },
  });
}
