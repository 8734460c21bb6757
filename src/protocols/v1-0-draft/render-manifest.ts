import type { z } from 'zod';
import { PROPERTY_SETTING_FORMS, type SettingForm } from '../../describe/extend-data.js';
import { FEATURE_TABLE } from '../../scoring/feature-table.js';
import { type ServiceDescription, keyScheme, SUPPORTED_VERSIONS } from '../describe-service.js';
import { ENGLISH, languageOf, languageWithin, type TextLanguage } from './language-of.js';
import type { manifest, propertySetting } from './messages.js';

/**
 * The manifest of the draft. The draft fixes all addresses, below that of the manifest, so it only lists what exists.
 */
export function renderDraftManifest(service: ServiceDescription): z.infer<typeof manifest> {
  const language = languageOf(service.language);
  return {
    versions: [...SUPPORTED_VERSIONS],
    name: service.name,
    ...language,
    view: { url: uriTemplate(service.viewUrl) },
    featureView: draftFeatureView(service),
    // Beyond the draft, which lets a manifest say more.
    features: FEATURE_TABLE.map(({ id, name, description }) => ({
      id,
      name,
      description,
      ...languageWithin(language, ENGLISH),
    })),
    ...(service.defaultTypes.length === 0
      ? {}
      : { defaultTypes: service.defaultTypes.map(({ id, name }) => ({ id, name })) }),
    documentation: service.documentation,
    logo: service.logo,
    serviceVersion: service.serviceVersion,
    batchSize: service.batchSize,
    ...(service.needsKey && { authentication: keyScheme() }),
    standardizedScore: true,
    // The draft fixes the address of previews; the protocol's testbench still reads it here.
    preview: { ...service.preview },
    suggest: { entity: true, property: true, type: true },
    extend: draftExtend(language),
    identifierSpace: service.identifierSpace,
    schemaSpace: service.schemaSpace,
  };
}

/** Extension in the draft, in a manifest whose texts are in this language; the manifest of 0.2 has it, too. */
export function draftExtend(outer: TextLanguage): {
  readonly proposeProperties: boolean;
  readonly propertySettings: z.infer<typeof propertySetting>[];
} {
  return {
    proposeProperties: true,
    propertySettings: PROPERTY_SETTING_FORMS.map((form) => renderSetting(form, languageWithin(outer, ENGLISH))),
  };
}

/** Descriptions of features of candidates; in the manifest of 0.2, too. */
export function draftFeatureView({ featureViewUrl }: ServiceDescription): { readonly url: string } {
  return { url: uriTemplate(featureViewUrl) };
}

function renderSetting({ name, label, help, kind }: SettingForm, marks: TextLanguage): z.infer<typeof propertySetting> {
  const common = { ...marks, id: name, name: label, type: kind.type, default: kind.default, helpText: help };
  return kind.type === 'select' ? { ...common, choices: kind.choices.map((choice) => ({ ...choice })) } : common;
}

/** By RFC 6570; an address that is only the id must keep the characters of an address. */
function uriTemplate(view: string): string {
  return view.replaceAll('{{id}}', view.startsWith('{{id}}') ? '{+id}' : '{id}');
}
