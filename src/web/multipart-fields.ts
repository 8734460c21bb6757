import { SameasError } from '../foundation/sameas-error.js';

/**
 * The fields of a form that came as multipart/form-data, which is how browsers send a `FormData` and `curl -F` sends fields: as
 * text in the other form of forms, field by field as in a query string. A file counts as a field that holds its text. Rejects with
 * `body-malformed` when the body cannot be taken apart by the boundary that the type names.
 */
export async function multipartFields(body: Buffer, contentType: string): Promise<string> {
  const fields = new URLSearchParams();
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } }).formData();
    for (const [name, value] of form) fields.append(name, typeof value === 'string' ? value : await value.text());
  } catch (thrown) {
    throw new SameasError('body-malformed', 'The multipart form cannot be taken apart.', {
      advice: 'Let the program that sends it set the header Content-Type, with its boundary; or send application/x-www-form-urlencoded.',
      cause: thrown,
    });
  }
  return fields.toString();
}
