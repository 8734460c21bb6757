import { SameasError } from '../foundation/sameas-error.js';
import { PROTOCOL_FORMS, type ProtocolForm } from './message-table.js';

/** For a plain request: browsers, scripts and clients that name no form. */
export const DEFAULT_FORM: ProtocolForm = '0.2';

/** Media type of the draft, for clients that name it. */
const DRAFT_MEDIA_TYPE = 'application/reconciliation.v1+json';

/** Other names of a form in `Accept`: the draft by its future version. */
const FORM_OF_VERSION: ReadonlyMap<string, ProtocolForm> = new Map([
  ...PROTOCOL_FORMS.map((form) => [form, form] as const),
  ['1', '1.0-draft'],
  ['1.0', '1.0-draft'],
]);

function mediaTypeOf(form: ProtocolForm): string {
  return form === '1.0-draft' ? DRAFT_MEDIA_TYPE : `application/reconciliation.v${form}+json`;
}

/** The media type by which `Accept` names this form, as written there; `undefined` without one. */
export function mediaTypeNamed(form: ProtocolForm, accept: string): string | undefined {
  return [...explicitRanges(accept)]
    .sort((a, b) => b.quality - a.quality)
    .find(({ type, version }) => type !== 'application/json' && FORM_OF_VERSION.get(version) === form)?.type;
}

interface ExplicitRange {
  readonly type: string;
  readonly version: string;
  readonly quality: number;
}

/**
 * The protocol form of an answer: the parameter `profile`; else the best supported one that the header `Accept` names
 * (`application/reconciliation.v…+json`, or `application/json` with a parameter `version`); else 0.2. A wildcard range
 * or plain `application/json` names no form. Throws `parameter-invalid` for an unknown profile, and `not-acceptable`
 * when forms are named and none is supported.
 */
export function chooseForm(profile: string | undefined, accept: string | undefined): ProtocolForm {
  return formAskedFor(profile, accept) ?? DEFAULT_FORM;
}

/** The same, `undefined` when none is named. Throws like `chooseForm`. */
export function formAskedFor(profile: string | undefined, accept: string | undefined): ProtocolForm | undefined {
  if (profile !== undefined && profile !== '') return formOfProfile(profile);
  const named = explicitRanges(accept ?? '');
  if (named.length === 0) return undefined;
  for (const { version } of [...named].sort((a, b) => b.quality - a.quality)) {
    const form = FORM_OF_VERSION.get(version);
    if (form !== undefined) return form;
  }
  if (acceptsAnything(accept ?? '')) return undefined;
  throw new SameasError(
    'not-acceptable',
    `The service does not speak ${named.map(({ version }) => `version "${version}"`).join(' or ')} of the protocol.`,
    {
      facts: { supported: [...PROTOCOL_FORMS], mediaTypes: PROTOCOL_FORMS.map(mediaTypeOf) },
      advice: `It speaks ${PROTOCOL_FORMS.join(', ')}, by the media types ${PROTOCOL_FORMS.map(mediaTypeOf).join(', ')}; leave the version out of the Accept header to get ${DEFAULT_FORM}.`,
    },
  );
}

function formOfProfile(profile: string): ProtocolForm {
  const form = PROTOCOL_FORMS.find((known) => known === profile);
  if (form !== undefined) return form;
  throw new SameasError('parameter-invalid', `The parameter "profile" cannot be "${profile.slice(0, 100)}".`, {
    facts: { supported: [...PROTOCOL_FORMS] },
    advice: `It may be ${PROTOCOL_FORMS.join(', ')}, or be left out.`,
  });
}

function explicitRanges(accept: string): readonly ExplicitRange[] {
  return mediaRanges(accept).flatMap(({ type, parameters, quality }) => {
    if (quality === 0) return [];
    const token = /^application\/reconciliation\.v([\w.-]+)\+json$/.exec(type)?.[1];
    const version = token ?? (type === 'application/json' ? parameters.get('version') : undefined);
    return version === undefined ? [] : [{ type, version, quality }];
  });
}

/** Whether `Accept` names this media type; a wildcard range does not. */
export function namesMediaType(accept: string, mediaType: string): boolean {
  return mediaRanges(accept).some(({ type, quality }) => type === mediaType && quality > 0);
}

function acceptsAnything(accept: string): boolean {
  return mediaRanges(accept).some(
    ({ type, parameters, quality }) =>
      quality > 0 && ['*/*', 'application/*', 'application/json'].includes(type) && !parameters.has('version'),
  );
}

interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

/** The ranges of an `Accept` header in order; an invalid quality counts as 1. */
export function mediaRanges(accept: string): readonly MediaRange[] {
  return accept.split(',').flatMap((range) => {
    const [type = '', ...rest] = range.split(';').map((part) => part.trim());
    if (type === '') return [];
    const parameters = new Map(
      rest.map((part) => {
        const [name = '', value = ''] = part.split('=', 2);
        return [name.trim().toLowerCase(), value.trim().replace(/^"|"$/g, '')] as const;
      }),
    );
    const quality = Number(parameters.get('q') ?? '1');
    return [{ type: type.toLowerCase(), parameters, quality: Number.isFinite(quality) ? quality : 1 }];
  });
}
