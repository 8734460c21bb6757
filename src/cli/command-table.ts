import { INDEX_COMMAND } from './build-index.js';
import { CHECK_COMMAND } from './check.js';
import type { CommandDefinition } from './command-definition.js';
import { DIFF_COMMAND } from './diff.js';
import { DUPLICATES_COMMAND } from './duplicates.js';
import { EVALUATE_COMMAND } from './evaluate.js';
import { KEYS_COMMAND } from './keys.js';
import { RECONCILE_COMMAND } from './reconcile.js';
import { SERVE_COMMAND } from './serve.js';

/** Every command, in the order in which the help lists them. */
export const COMMAND_TABLE: readonly CommandDefinition[] = [
  SERVE_COMMAND,
  RECONCILE_COMMAND,
  CHECK_COMMAND,
  DUPLICATES_COMMAND,
  DIFF_COMMAND,
  EVALUATE_COMMAND,
  INDEX_COMMAND,
  KEYS_COMMAND,
];
