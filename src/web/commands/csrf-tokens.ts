import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SameasError } from '../../foundation/sameas-error.js';
import type { CommandDefinition } from '../../projects/commands/command-table.js';

/** Tokens that show that a command was not sent by the page of another site, which cannot read them. */
export interface CsrfTokens {
  /** 32 letters and digits; valid for an hour and any number of commands. */
  readonly issue: () => string;
  readonly isValid: (token: string) => boolean;
}

const LIFE_SECONDS = 3_600;
const TIME_LENGTH = 8;
const SIGNATURE_LENGTH = 24;

/** Stateless tokens of this process: each carries its time and a signature. */
export function createCsrfTokens(now: () => number = Date.now): CsrfTokens {
  const secret = randomBytes(32);
  const sign = (time: string): string =>
    createHmac('sha256', secret).update(time).digest('hex').slice(0, SIGNATURE_LENGTH);
  const seconds = (): number => Math.floor(now() / 1000);
  return {
    issue: () => {
      const time = seconds().toString(36).padStart(TIME_LENGTH, '0');
      return time + sign(time);
    },
    isValid: (token) => {
      if (!/^[0-9a-z]{32}$/.test(token)) return false;
      const time = token.slice(0, TIME_LENGTH);
      const age = seconds() - Number.parseInt(time, 36);
      return (
        age >= 0 &&
        age < LIFE_SECONDS &&
        timingSafeEqual(Buffer.from(token.slice(TIME_LENGTH)), Buffer.from(sign(time)))
      );
    },
  };
}

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
