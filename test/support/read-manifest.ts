import { z } from 'zod';

const manifestSchema = z.object({
  name: z.string(),
  identifierSpace: z.string(),
  schemaSpace: z.string(),
  // A list without a column of types has none.
  defaultTypes: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
  view: z.object({ url: z.string() }),
  preview: z.object({ url: z.string(), width: z.number(), height: z.number() }),
  suggest: z.object({ entity: z.object({ service_url: z.string(), service_path: z.string() }) }),
  extend: z.object({ propose_properties: z.object({ service_url: z.string(), service_path: z.string() }) }),
});

/** What a client relies on in the manifest of a service. */
export type ClientManifest = z.infer<typeof manifestSchema>;

/** Fetches the manifest as a client does; rejects when something that clients need is missing. */
export async function readManifest(serviceUrl: string): Promise<ClientManifest> {
  return manifestSchema.parse(await (await fetch(serviceUrl)).json());
}
