import type { z } from 'zod';
import { PROPERTY_SETTING_FORMS, type SettingForm } from '../../describe/extend-data.js';
import {
  keyScheme,
  SUPPORTED_VERSIONS,
  FLYOUT_PATH,
  PROPOSE_PATH,
  SUGGEST_PATH,
  withKey,
  type ServiceDescription,
  type SuggestKind,
} from '../describe-service.js';
import { languageOf } from '../v1-0-draft/language-of.js';
import { draftExtend, draftFeatureView } from '../v1-0-draft/render-manifest.js';
import type {
  manifest as olderManifest,
  propertySetting,
  suggestAddress as suggestAddressSchema,
} from '../v0-1/messages.js';
import type { manifest } from './messages.js';

/**
 * The default manifest: version 0.2, which every 0.1 client reads as well. Fields of the draft with other names are
 * added; where the two contradict each other (`suggest`, `view`), this one is of 0.2: see render-manifest.ts of the
 * draft.
 */
export function renderManifest(service: ServiceDescription): z.infer<typeof manifest> {
  return {
    versions: [...SUPPORTED_VERSIONS],
    name: service.name,
    identifierSpace: service.identifierSpace,
    schemaSpace: service.schemaSpace,
    documentation: service.documentation,
    logo: service.logo,
    serviceVersion: service.serviceVersion,
    batchSize: service.batchSize,
    ...(service.needsKey && { authentication: keyScheme() }),
    view: { url: service.viewUrl },
    feature_view: { url: service.featureViewUrl },
    featureView: draftFeatureView(service),
    ...(service.defaultTypes.length === 0
      ? {}
      : { defaultTypes: service.defaultTypes.map(({ id, name }) => ({ id, name })) }),
    preview: { ...service.preview },
    suggest: {
      entity: suggestAddress(service, 'entity', ''),
      type: suggestAddress(service, 'type', '/type'),
      property: suggestAddress(service, 'property', '/property'),
    },
    extend: {
      propose_properties: { service_url: service.baseUrl, service_path: withKey(PROPOSE_PATH, service) },
      property_settings: PROPERTY_SETTING_FORMS.map(renderSetting),
      ...draftExtend(languageOf(service.language)),
    },
    ...languageOf(service.language),
    standardizedScore: true,
  };
}

/** The paths name the kind once more: a client that takes only the host of `service_url` finds the same. */
function suggestAddress(
  service: ServiceDescription,
  kind: SuggestKind,
  path: '' | '/type' | '/property',
): z.infer<typeof suggestAddressSchema> {
  const base = service.suggestBases[kind];
  return {
    service_url: base,
    service_path: withKey(SUGGEST_PATH + path, service),
    flyout_service_url: base,
    flyout_service_path: withKey(`${FLYOUT_PATH}${path}?id=\${id}`, service),
  };
}

function renderSetting({ name, label, help, kind }: SettingForm): z.infer<typeof propertySetting> {
  const common = { name, label, type: kind.type, default: kind.default, help_text: help };
  return kind.type === 'select' ? { ...common, choices: kind.choices.map((choice) => ({ ...choice })) } : common;
}

/** The manifest of 0.1, before manifests named versions; its clients ignore additions of 0.2. */
export function renderManifestWithoutVersions(service: ServiceDescription): z.infer<typeof olderManifest> {
  const { versions: _, ...rest } = renderManifest(service);
  return rest;
}
