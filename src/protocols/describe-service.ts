import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { TypeReference } from '../scoring/candidate.js';
import { z } from 'zod';

/** Contents of a manifest, before it takes the shape of one protocol form. All addresses are absolute. */
export interface ServiceDescription {
  readonly name: string;
  /** BCP 47 language of the names, if known. */
  readonly language: string | undefined;
  readonly identifierSpace: string;
  readonly schemaSpace: string;
  /** Template with `{{id}}`. */
  readonly viewUrl: string;
  /** The same for features of candidates. */
  readonly featureViewUrl: string;
  readonly defaultTypes: readonly TypeReference[];
  readonly documentation: string;
  readonly logo: string;
  readonly serviceVersion: string;
  readonly batchSize: number;
  readonly preview: { readonly url: string; readonly width: number; readonly height: number };
  /**
   * Base of the addresses for each kind, without a slash at the end; the paths below them are the protocol's defaults.
   */
  readonly suggestBases: Readonly<Record<SuggestKind, string>>;
  readonly baseUrl: string;
  /** Whether every query needs a key. */
  readonly needsKey: boolean;
  /**
   * Key in the address of the manifest: clients that send nothing but addresses find it again in those that they
   * request without a person.
   */
  readonly keyInAddress: string | undefined;
}

/** A path or address with the key in the manifest's address, if any. */
export function withKey(address: string, { keyInAddress }: Pick<ServiceDescription, 'keyInAddress'>): string {
  return keyInAddress === undefined
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}api_key=${encodeURIComponent(keyInAddress)}`;
}

export type SuggestKind = 'entity' | 'type' | 'property';

/** Default path of the oldest form of the protocol, below the address of a suggest service. */
export const SUGGEST_PATH = '/private/suggest';
export const FLYOUT_PATH = '/private/flyout';
export const PROPOSE_PATH = '/extend/propose';

/** Pixels of the preview frame. */
const PREVIEW_SIZE = { width: 430, height: 260 };
/** Clients show these as a list to choose from. */
const MAX_DEFAULT_TYPES = 12;

/**
 * The manifest of a snapshot served at `baseUrl` (absolute, no slash at the end).
 *
 * Each kind has a base of its own, because some clients request `<base>/search` with nothing but an id:
 * docs/decisions/0003-suggest-addresses.md.
 */
export function describeService(
  snapshot: DatasetSnapshot,
  baseUrl: string,
  batchSize: number,
  { needsKey = false, keyInAddress }: Partial<Pick<ServiceDescription, 'needsKey' | 'keyInAddress'>> = {},
): ServiceDescription {
  const { metadata, types } = snapshot.dataset;
  return {
    name: metadata.name,
    language: metadata.language,
    identifierSpace: metadata.identifierSpace ?? `${baseUrl}/entity/`,
    schemaSpace: metadata.schemaSpace ?? `${baseUrl}/schema/`,
    viewUrl: metadata.viewUrl ?? `${baseUrl}/view?id={{id}}`,
    featureViewUrl: `${baseUrl}/feature?id={{id}}`,
    defaultTypes: types.types
      .filter((type) => type.entityCount > 0)
      .slice(0, MAX_DEFAULT_TYPES)
      .map(({ id, name }) => ({ id, name })),
    documentation: metadata.documentation ?? `${baseUrl}/about`,
    logo: `${baseUrl}/logo.svg`,
    serviceVersion: snapshot.id,
    batchSize,
    preview: { url: withKey(`${baseUrl}/preview?id={{id}}`, { keyInAddress }), ...PREVIEW_SIZE },
    suggestBases: { entity: baseUrl, type: `${baseUrl}/type`, property: `${baseUrl}/property` },
    baseUrl,
    needsKey,
    keyInAddress,
  };
}

/** Supported versions of the protocol, as every manifest names them; the version of an answer is negotiated. */
export const SUPPORTED_VERSIONS: readonly string[] = ['0.1', '0.2', '1.0-draft'];

const described = { description: z.string().optional() };

/**
 * Credentials in manifests of 0.2 and the draft: a security definition of Swagger 2.0. A service that declares it
 * requires them at every address but that of the manifest.
 */
export const securityScheme = z.union([
  z.strictObject({ type: z.literal('basic'), ...described }),
  z.strictObject({ type: z.literal('apiKey'), name: z.string(), in: z.enum(['header', 'query']), ...described }),
  z.looseObject({
    type: z.literal('oauth2'),
    flow: z.enum(['implicit', 'password', 'application', 'accessCode']),
    ...described,
  }),
]);

/** Scheme of a service where every query needs a key. */
export function keyScheme(): z.infer<typeof securityScheme> {
  return {
    type: 'apiKey',
    name: 'X-API-Key',
    in: 'header',
    description:
      'A key of this service. It may also be sent as "Authorization: Bearer KEY", or in the address as api_key=KEY.',
  };
}
