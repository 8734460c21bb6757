/** The versions of the protocol that the service speaks, as every manifest names them: which of them an answer has is negotiated. */
export const SUPPORTED_VERSIONS: readonly string[] = ['0.1', '0.2', '1.0-draft'];
