import type { z } from 'zod';
import type { ServiceDescription } from '../describe-service.js';
import { renderManifest as renderLaterManifest } from '../v0-2/render-manifest.js';
import type { manifest } from './messages.js';

/** The manifest before manifests named versions; 0.1 clients ignore additions of 0.2. */
export function renderManifest(service: ServiceDescription): z.infer<typeof manifest> {
  const { versions: _, ...rest } = renderLaterManifest(service);
  return rest;
}
