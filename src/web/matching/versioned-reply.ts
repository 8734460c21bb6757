import { mediaTypeNamed } from '../../protocols/choose-form.js';
import type { ProtocolForm } from '../../protocols/message-table.js';
import type { Exchange } from '../exchange.js';
import type { CachePolicy, Reply } from '../reply.js';

const SPECIFICATIONS = 'https://reconciliation-api.github.io/specs/';

/**
 * JSON of a version of the protocol, as in pull request 200 of the specification: with the media type of the version
 * for clients that name it in `Accept`, JSON for all others, with the version and its specification in headers. A
 * script for `callback` stays one.
 */
export function versionedReply(
  form: ProtocolForm,
  { header, parameters }: Exchange,
  json: string,
  cache: CachePolicy,
): Reply {
  const named = mediaTypeNamed(form, header('Accept') ?? '');
  const mediaType = form === '1.0-draft' || !parameters.has('callback') ? named : undefined;
  return {
    kind: 'json',
    json,
    cache,
    // The seed's form is older than versions.
    ...(form !== 'freebase' && {
      headers: { 'Reconciliation-Version': form, Link: `<${SPECIFICATIONS}${form}/>; rel="profile"` },
    }),
    ...(mediaType !== undefined && { mediaType }),
  };
}
