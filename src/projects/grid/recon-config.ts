/** Reconciliation settings of a column; kept as the operation has them, for clients read members of their own. */
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
