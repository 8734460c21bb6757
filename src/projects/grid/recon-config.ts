/** How a column was reconciled; kept as the operation gave it, for clients read members of their own from it. */
export interface ReconConfig {
  readonly mode: string;
  readonly service: string;
  readonly identifierSpace: string;
  readonly schemaSpace: string;
  readonly [member: string]: unknown;
}

export interface ReconStats {
  readonly nonBlanks: number;
  readonly newTopics: number;
  readonly matchedTopics: number;
}
