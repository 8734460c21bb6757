import type { z } from 'zod';
import { FLYOUT_PATH, SUGGEST_PATH, withKey, type ServiceDescription, type SuggestKind } from '../describe-service.js';
import { renderManifestWithoutVersions } from '../v0-2/render-manifest.js';
import type { manifest } from './messages.js';
import type { Candidate } from '../../scoring/candidate.js';
import type { AnsweredOutcome } from '../../describe/answer.js';

/**
 * The manifest of the seed: the host of the service as the address of every suggest service, since the oldest clients
 * take `service_url` for a domain alone; the rest of the address in the paths; and flyout paths to which the client
 * itself appends the `id`.
 */
export function renderSeedManifest(service: ServiceDescription): z.infer<typeof manifest> {
  const { name, identifierSpace, schemaSpace, view, defaultTypes, preview, extend } =
    renderManifestWithoutVersions(service);
  const { origin, pathname } = new URL(service.baseUrl);
  const base = pathname.replace(/\/$/, '');
  const address = (kind: SuggestKind): { service_url: string; service_path: string; flyout_service_path: string } => {
    const tail = kind === 'entity' ? '' : `/${kind}`;
    return {
      service_url: origin,
      service_path: withKey(base + SUGGEST_PATH + tail, service),
      flyout_service_path: base + FLYOUT_PATH + tail,
    };
  };
  return {
    name,
    identifierSpace,
    schemaSpace,
    view: view ?? { url: service.viewUrl },
    ...(defaultTypes === undefined ? {} : { defaultTypes }),
    preview,
    suggest: { entity: address('entity'), type: address('type'), property: address('property') },
    extend: seedExtend(extend),
  };
}

/** Without fields of later forms. */
function seedExtend(extend: z.infer<typeof manifest>['extend']): z.infer<typeof manifest>['extend'] {
  const { propose_properties, property_settings } = extend ?? {};
  return { propose_properties, property_settings };
}

/** The answer to one query for the oldest clients: types are plain ids, without unknown keys. */
export function renderSeedAnswer(outcome: AnsweredOutcome): string {
  return `{"result":[${outcome.candidates.map(renderSeedCandidate).join(',')}]}`;
}

/** One candidate, as in `renderSeedAnswer`. */
export function renderSeedCandidate({ id, name, types, score, match }: Candidate): string {
  return JSON.stringify({ id, name, type: types.map((type) => type.id), score, match });
}
