import type { z } from 'zod';
import { PROPERTY_SETTING_FORMS, type SettingForm } from '../../reconciliation/extend/property-settings.js';
import { FLYOUT_PATH, PROPOSE_PATH, SUGGEST_PATH, type ServiceDescription } from '../describe-service.js';
import type { propertySetting, suggestAddress as suggestAddressSchema } from '../v0-1/messages.js';
import type { manifest } from './messages.js';

/** The versions that one and the same manifest serves. */
const SUPPORTED_VERSIONS: readonly string[] = ['0.1', '0.2'];

/** The default manifest: version 0.2, which every 0.1 client reads as well. */
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
    view: { url: service.viewUrl },
    ...(service.defaultTypes.length === 0 ? {} : { defaultTypes: service.defaultTypes.map(({ id, name }) => ({ id, name })) }),
    preview: { ...service.preview },
    suggest: {
      entity: suggestAddress(service.suggestBases.entity),
      type: suggestAddress(service.suggestBases.type),
      property: suggestAddress(service.suggestBases.property),
    },
    extend: {
      propose_properties: { service_url: service.baseUrl, service_path: PROPOSE_PATH },
      property_settings: PROPERTY_SETTING_FORMS.map(renderSetting),
    },
  };
}

function suggestAddress(base: string): z.infer<typeof suggestAddressSchema> {
  return { service_url: base, service_path: SUGGEST_PATH, flyout_service_url: base, flyout_service_path: `${FLYOUT_PATH}?id=\${id}` };
}

function renderSetting({ name, label, help, kind }: SettingForm): z.infer<typeof propertySetting> {
  const common = { name, label, type: kind.type, default: kind.default, help_text: help };
  return kind.type === 'select' ? { ...common, choices: kind.choices.map((choice) => ({ ...choice })) } : common;
}
