import type { z } from 'zod';
import type { ServiceDescription } from '../describe-service.js';
import { renderManifest as renderLaterManifest } from '../v0-2/render-manifest.js';
import type { manifest } from './messages.js';

/** The manifest as it was before manifests named versions; what 0.2 added besides is passed over by 0.1 clients. */
export function renderManifest(service: ServiceDescription): z.infer<typeof manifest> {
  const { versions: _, ...rest } = renderLaterManifest(service);
  return rest;
}
