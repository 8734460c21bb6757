import { readExtensionObject } from '../read-extension.js';
import type { ExtensionRequest } from '../../describe/extend-data.js';
import { messageFault, placedFaults } from './message-fault.js';
import { extensionQuery } from './messages.js';

/**
 * An extension query, parsed from JSON. Throws `extend-invalid` with the place of every fault, and `batch-too-large`.
 */
export function readDraftExtension(raw: unknown): ExtensionRequest {
  const parsed = extensionQuery.safeParse(raw);
  if (!parsed.success)
    throw messageFault(
      'extend-invalid',
      'The extension query cannot be read',
      placedFaults(parsed.error),
      'Send, for example, {"ids":["DE"],"properties":[{"id":"capital"}]}.',
    );
  return readExtensionObject(parsed.data);
}
