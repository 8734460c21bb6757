/** How a user wants the values of one property. */
export interface PropertySettings {
  /** Most values for one entity; 0: all of them. */
  readonly limit: number;
  /** How references appear: as entities that are matched already, by name, or by id. */
  readonly references: ReferenceForm;
}

export type ReferenceForm = 'entity' | 'name' | 'id';

export const DEFAULT_PROPERTY_SETTINGS: PropertySettings = { limit: 0, references: 'entity' };

/** A setting as clients show it in a form. */
export interface SettingForm {
  readonly name: keyof PropertySettings;
  readonly label: string;
  readonly help: string;
  readonly kind: { readonly type: 'number'; readonly default: number } | { readonly type: 'select'; readonly default: string; readonly choices: readonly Choice[] };
}

export interface Choice {
  readonly value: string;
  readonly name: string;
}

export const PROPERTY_SETTING_FORMS: readonly SettingForm[] = [
  {
    name: 'limit',
    label: 'Maximum number of values',
    help: 'An entity with more values than this gives only the first ones; 0 gives all.',
    kind: { type: 'number', default: DEFAULT_PROPERTY_SETTINGS.limit },
  },
  {
    name: 'references',
    label: 'Other entities of this service',
    help: 'What the new column holds where a value is itself an entity.',
    kind: {
      type: 'select',
      default: DEFAULT_PROPERTY_SETTINGS.references,
      choices: [
        { value: 'entity', name: 'Matched entities' },
        { value: 'name', name: 'Names as text' },
        { value: 'id', name: 'Identifiers as text' },
      ],
    },
  },
];

/** Settings as clients send them, which is as text; unknown ones are passed over, and a value that cannot be means the default. */
export function readPropertySettings(raw: Readonly<Record<string, unknown>>): PropertySettings {
  const { limit: most, references } = raw;
  const limit = typeof most === 'number' || typeof most === 'string' ? Number(most) : 0;
  return {
    limit: Number.isFinite(limit) && limit >= 1 ? Math.floor(limit) : DEFAULT_PROPERTY_SETTINGS.limit,
    references: references === 'entity' || references === 'name' || references === 'id' ? references : DEFAULT_PROPERTY_SETTINGS.references,
  };
}
