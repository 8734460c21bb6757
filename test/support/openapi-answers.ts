import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { z } from 'zod';

/** openapi.yaml as it stands. */
export const OPENAPI_TEXT = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
/** The same, parsed. */
export const OPENAPI: unknown = parse(OPENAPI_TEXT);

const described = z
  .object({
    paths: z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({ responses: z.record(z.string(), z.looseObject({ $ref: z.string().optional() })) }),
      ),
    ),
  })
  .parse(OPENAPI);

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { binary: true } });
ajv.addSchema(OPENAPI as object, 'openapi.yaml'); // an object, as the schema above has found

/** Every operation, and the statuses that it may answer with. */
export const OPERATIONS = Object.entries(described.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { responses }]) => ({
    path,
    method,
    statuses: Object.keys(responses).map(Number),
  })),
);

/** The schema of an answer: of its operation, status and media type. Throws where there is none. */
export function answerSchema(path: string, method: string, status: number, mediaType: string): ValidateFunction {
  const pointer = ['paths', path, method, 'responses', String(status)];
  const found = described.paths[path]?.[method]?.responses[String(status)];
  if (found === undefined) throw new Error(`openapi.yaml has no ${String(status)} for ${method} ${path}`);
  const base =
    found.$ref ??
    `#/${pointer
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/')}`;
  const validate = ajv.getSchema(
    `openapi.yaml${base}/content/${encodeURIComponent(mediaType.replaceAll('/', '~1'))}/schema`,
  );
  if (validate === undefined)
    throw new Error(`openapi.yaml has no ${mediaType} for ${String(status)} of ${method} ${path}`);
  return validate;
}
