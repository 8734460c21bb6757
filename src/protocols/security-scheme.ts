import { z } from 'zod';

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
