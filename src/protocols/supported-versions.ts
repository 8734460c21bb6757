/** Supported versions of the protocol, as every manifest names them; the version of an answer is negotiated. */
export const SUPPORTED_VERSIONS: readonly string[] = ['0.1', '0.2', '1.0-draft'];
