import type { Dataset } from '../entities/dataset.js';
import { extendData, type Extension, type ExtensionRequest } from '../describe/extend-data.js';
import type { ExtensionTask } from '../describe/served-snapshot.js';
import { readExtensionObject } from './read-extension.js';
import { parseBody } from './read-message.js';
import { parseJson } from './read-query-batch.js';
import { refuseCostlyJson } from './refuse-costly-messages.js';
import { renderExtension } from './v0-1/render-extension.js';
import { readDraftExtension } from './v1-0-draft/read-messages.js';
import { renderDraftExtension } from './v1-0-draft/render-answer.js';

/**
 * An extension query from its text. Throws `extend-invalid`, `batch-too-large`, `body-too-large` and `body-malformed`.
 */
export function readExtensionTask({ json, wire, from }: ExtensionTask): ExtensionRequest {
  refuseCostlyJson(json);
  const raw = from === 'body' ? parseBody(json) : parseJson(json, 'extend');
  return wire === 'draft' ? readDraftExtension(raw) : readExtensionObject(raw);
}

/** The answer to an extension query, as JSON text. Cost: by its cells. */
export function renderAnswer(dataset: Dataset, request: ExtensionRequest, wire: ExtensionTask['wire']): string {
  return renderExtensionAs(extendData(dataset, request), wire);
}

/** An extension as JSON text in a wire form. Cost: by its cells. */
export function renderExtensionAs(extension: Extension, wire: ExtensionTask['wire']): string {
  return wire === 'draft'
    ? renderDraftExtension(extension)
    : renderExtension(extension, wire === 'older' ? 'bool' : 'str');
}
