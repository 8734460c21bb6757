/**
 * All errors for users, one line each: code, kind and meaning. docs/errors.md is generated from this table, and the
 * kind determines the HTTP status (web/error-status.ts).
 *
 * Codes are kebab-case and never change once published: scripts branch on them.
 */
export type ErrorKind =
  | 'bad-request' // the request itself is wrong: 400
  | 'unknown-thing' // what was asked for does not exist: 404
  | 'no-credentials' // 401
  | 'forbidden' // 403
  | 'wrong-method' // 405
  | 'outdated' // 412
  | 'too-slow' // 408
  | 'not-acceptable' // 406
  | 'too-large' // 413
  | 'unsupported-media' // 415
  | 'too-many-requests' // 429
  | 'bad-data' // a file, manifest or setting that the user gave is wrong: only at start or in the command line
  | 'overloaded' // 503, worth trying again
  | 'no-space' // 507
  | 'internal'; // 500, our fault

export interface CatalogueEntry {
  readonly kind: ErrorKind;
  /** One sentence for the table in docs/errors.md. */
  readonly meaning: string;
}

export const ERROR_CATALOGUE = {
  // Requests of the matching wing
  'callback-invalid': {
    kind: 'bad-request',
    meaning: 'The JSONP callback is not a plain JavaScript name, or is a reserved word.',
  },
  'queries-not-json': { kind: 'bad-request', meaning: 'The parameter "queries" is not JSON.' },
  'queries-not-object': {
    kind: 'bad-request',
    meaning: 'The parameter "queries" is JSON, but not an object with one query a key.',
  },
  'query-invalid': {
    kind: 'bad-request',
    meaning: 'One query object does not follow the protocol. The other queries of the batch are answered.',
  },
  'match-invalid': {
    kind: 'bad-request',
    meaning:
      'The batch, or the query to explain, does not follow version 1.0-draft of the protocol. No query was answered.',
  },
  'match-failed': {
    kind: 'overloaded',
    meaning: 'One query of a batch failed, and version 1.0-draft cannot report that. Send the whole batch again.',
  },
  'extend-invalid': { kind: 'bad-request', meaning: 'The parameter "extend" is not a data extension query.' },
  'parameter-missing': { kind: 'bad-request', meaning: 'A required parameter was not sent.' },
  'parameter-invalid': { kind: 'bad-request', meaning: 'A parameter has an invalid value.' },
  'request-malformed': {
    kind: 'bad-request',
    meaning: 'The request is not valid HTTP, or its address or headers cannot be read.',
  },
  'body-malformed': { kind: 'bad-request', meaning: 'The body of the request cannot be read.' },
  'batch-too-large': { kind: 'too-large', meaning: 'The batch has more queries than the service accepts.' },
  'body-too-large': {
    kind: 'too-large',
    meaning: 'The body is longer, or has more fields or values, than the service accepts.',
  },
  'body-too-slow': { kind: 'too-slow', meaning: 'The body of the request did not arrive in time.' },
  'table-invalid': { kind: 'bad-request', meaning: 'The table of names cannot be read.' },
  'table-too-large': {
    kind: 'too-large',
    meaning: 'The table of names is longer than the service accepts.',
  },
  'browsing-failed': { kind: 'overloaded', meaning: 'Browsing the entities took too much time or memory.' },
  'run-unknown': { kind: 'unknown-thing', meaning: 'There is no matched table at this address.' },
  'run-damaged': { kind: 'internal', meaning: 'The files of a matched table cannot be read.' },
  'run-busy': { kind: 'bad-request', meaning: 'The table cannot be changed in this way during or after matching.' },
  'dataset-unknown': { kind: 'unknown-thing', meaning: 'There is no uploaded list with this name.' },
  'too-many-datasets': { kind: 'too-many-requests', meaning: 'The maximum number of uploaded lists is reached.' },
  'too-many-runs': { kind: 'too-many-requests', meaning: 'The maximum number of matched tables is reached.' },
  'judgment-outdated': {
    kind: 'bad-request',
    meaning: 'Another person has judged this row in the meantime. Nothing was changed.',
  },
  'judgment-invalid': {
    kind: 'bad-request',
    meaning: 'The judgment cannot be read, or names an unknown row or entity.',
  },
  'media-type-unsupported': {
    kind: 'unsupported-media',
    meaning: 'The body is neither a form nor JSON, or its compression or character set is not supported.',
  },
  'not-acceptable': { kind: 'not-acceptable', meaning: 'None of the requested media types is available.' },
  'method-not-allowed': { kind: 'wrong-method', meaning: 'The route exists, but not for this HTTP method.' },
  'route-unknown': { kind: 'unknown-thing', meaning: 'This address does not exist.' },
  'entity-unknown': { kind: 'unknown-thing', meaning: 'No entity, type or property has this identifier.' },
  'entity-invalid': {
    kind: 'bad-request',
    meaning: 'The entity is not valid. Nothing was written.',
  },
  'version-outdated': {
    kind: 'outdated',
    meaning: 'The entity was changed in the meantime. Nothing was written.',
  },
  'changes-unwritable': {
    kind: 'internal',
    meaning: 'The log of changes cannot be written. The entity is unchanged.',
  },
  'disk-full': {
    kind: 'no-space',
    meaning: 'The disk is full. Nothing was saved.',
  },
  'save-in-doubt': {
    kind: 'internal',
    meaning: 'The disk or a thread failed while saving: whether the change was saved is unknown.',
  },
  'too-many-requests': { kind: 'too-many-requests', meaning: 'Too many requests are waiting; try again later.' },
  overloaded: {
    kind: 'overloaded',
    meaning: 'The service has too much work. Try again after the time in Retry-After.',
  },
  'not-ready': { kind: 'overloaded', meaning: 'The dataset is still being loaded.' },
  'dataset-elsewhere': {
    kind: 'unknown-thing',
    meaning: 'The dataset is in a search cluster, which this command does not support.',
  },
  'query-failed': { kind: 'internal', meaning: 'One query failed because of a fault in the service.' },
  internal: { kind: 'internal', meaning: 'A fault in the service.' },

  // Access
  'key-missing': { kind: 'no-credentials', meaning: 'This needs a key, and none was sent.' },
  'key-invalid': { kind: 'no-credentials', meaning: 'The key is unknown or was removed.' },
  'key-not-allowed': { kind: 'forbidden', meaning: 'The key is for another dataset, or its role does not allow this.' },
  'keys-not-set-up': {
    kind: 'forbidden',
    meaning: 'Others can reach the service and it has no keys, so nothing can be changed.',
  },
  'origin-not-allowed': { kind: 'forbidden', meaning: 'The site of the page is not among the allowed origins.' },
  'host-not-allowed': { kind: 'forbidden', meaning: 'The request names a host that is not one of this service.' },

  // Requests of the projects wing
  'operation-invalid': { kind: 'bad-request', meaning: 'An operation of the recipe cannot be read. Nothing was run.' },
  'operation-failed': {
    kind: 'bad-request',
    meaning: 'The operation failed on this project. The project is unchanged.',
  },
  'url-access-off': {
    kind: 'bad-request',
    meaning: 'The address may not be requested: requests to other services are off, or it is in the local network.',
  },
  'service-unreachable': { kind: 'bad-request', meaning: 'Another service gave no usable answer.' },
  'expression-invalid': { kind: 'bad-request', meaning: 'An expression cannot be read.' },
  'project-id-missing': { kind: 'bad-request', meaning: 'The command needs the parameter "project".' },
  'project-id-invalid': {
    kind: 'bad-request',
    meaning: 'The parameter "project" is not the id of a project.',
  },
  'project-unknown': { kind: 'unknown-thing', meaning: 'There is no project with this id.' },
  'project-damaged': {
    kind: 'internal',
    meaning: 'A file of the project is missing or damaged. Nothing of it is shown.',
  },
  'project-unwritable': {
    kind: 'internal',
    meaning: 'The data folder cannot be written. The project is unchanged.',
  },
  'project-changed': {
    kind: 'overloaded',
    meaning: 'Another program changed the project at the same time. Nothing was written.',
  },
  'history-entry-unknown': { kind: 'bad-request', meaning: 'The history of the project has no entry with this id.' },
  'row-unknown': { kind: 'bad-request', meaning: 'The project has no such row or cell.' },
  'command-unknown': { kind: 'unknown-thing', meaning: 'There is no command with this name.' },
  'command-too-long': {
    kind: 'too-large',
    meaning:
      'The command took too long and was stopped. The project is unchanged; earlier operations of a recipe remain.',
  },
  'command-too-large': {
    kind: 'too-large',
    meaning:
      'The command needed too much memory and was stopped. The project is unchanged; earlier operations of a recipe remain.',
  },
  'command-cancelled': {
    kind: 'bad-request',
    meaning: 'A person cancelled the command, or the service is stopping.',
  },
  'csrf-token-invalid': { kind: 'forbidden', meaning: 'The command changes something and has no valid token.' },
  'cross-site-request': { kind: 'forbidden', meaning: 'A page of another site sent a command.' },
  'upload-invalid': { kind: 'bad-request', meaning: 'The upload cannot be parsed, or is empty.' },
  'upload-too-large': {
    kind: 'too-large',
    meaning: 'The upload is longer, or has more parts, than the service accepts.',
  },
  'import-format-unsupported': { kind: 'bad-request', meaning: 'The format of the upload is not supported.' },
  'import-option-invalid': { kind: 'bad-request', meaning: 'An option of the import has an invalid value.' },
  'import-file-damaged': {
    kind: 'bad-request',
    meaning: 'An uploaded file is incomplete or not of its stated format. No project was created.',
  },
  'import-empty': {
    kind: 'bad-request',
    meaning: 'The uploaded files have no rows. No project was created.',
  },
  'import-too-large': {
    kind: 'too-large',
    meaning: 'The upload exceeds a limit: rows, columns, cells, levels, or unpacked bytes. No project was created.',
  },
  'export-invalid': {
    kind: 'bad-request',
    meaning: 'The format or an option of the export is not supported.',
  },
  'export-too-large': { kind: 'bad-request', meaning: 'The export has more rows or columns than its format can hold.' },
  'data-folder-in-use': { kind: 'bad-data', meaning: 'Another running service uses the same data folder.' },

  // Files, manifests and settings
  'file-not-found': { kind: 'bad-data', meaning: 'The file does not exist.' },
  'file-unreadable': { kind: 'bad-data', meaning: 'The file exists but cannot be read.' },
  'file-empty': { kind: 'bad-data', meaning: 'The file has no records.' },
  'file-exists': { kind: 'bad-data', meaning: 'The output file exists already. It is not overwritten.' },
  'path-outside': {
    kind: 'bad-data',
    meaning: 'An agent named a file outside its folder.',
  },
  'file-unwritable': { kind: 'bad-data', meaning: 'The file cannot be written.' },
  'file-format-unknown': { kind: 'bad-data', meaning: 'The format of the file is not supported.' },
  'file-damaged': { kind: 'bad-data', meaning: 'The file is incomplete or not of its stated format.' },
  'json-path-unknown': { kind: 'bad-data', meaning: 'The JSON path does not lead to records.' },
  'source-unavailable': {
    kind: 'bad-data',
    meaning: 'A database, an address or the standard input cannot be read at present.',
  },
  'source-invalid': {
    kind: 'bad-data',
    meaning: 'A database or an address does not have the requested data: unknown table, invalid query or address.',
  },
  'manifest-invalid': { kind: 'bad-data', meaning: 'The manifest does not follow its schema.' },
  'dataset-too-large': { kind: 'bad-data', meaning: 'The dataset needs more memory than is available.' },
  'dataset-empty': { kind: 'bad-data', meaning: 'No record of the file could be used.' },
  'dataset-mostly-unusable': {
    kind: 'bad-data',
    meaning: 'More than half of the records could not be used with the detected columns. Name the columns.',
  },
  'dataset-incomplete': {
    kind: 'bad-data',
    meaning:
      'The new state is evidently incomplete: its last row is cut off, or it has less than half of the entities. The former state stays in service.',
  },
  'gold-invalid': { kind: 'bad-data', meaning: 'The file of queries with known answers cannot be read.' },
  'alias-file-invalid': { kind: 'bad-data', meaning: 'The file of aliases with ids cannot be read.' },
  'change-log-damaged': { kind: 'bad-data', meaning: 'A line in the log of entity changes cannot be read.' },
  'change-log-in-use': {
    kind: 'bad-data',
    meaning: 'Another running service writes to the same log of entity changes.',
  },
  'questions-invalid': { kind: 'bad-data', meaning: 'The file of names to match cannot be read.' },
  'gold-too-small': {
    kind: 'bad-data',
    meaning: 'There are too few queries with known answers for tuning.',
  },
  'setting-invalid': { kind: 'bad-data', meaning: 'A setting has an invalid value.' },
  'setting-unknown': { kind: 'bad-data', meaning: 'There is no setting with this name.' },
  'search-cluster-unavailable': {
    kind: 'overloaded',
    meaning: 'The search cluster gave no complete answer in time. Try again.',
  },
  'search-cluster-refused': {
    kind: 'bad-data',
    meaning: 'The search cluster refused the user, the password or the request, or its certificate is not trusted.',
  },
  'keys-file-invalid': {
    kind: 'bad-data',
    meaning: 'The file of keys is damaged, or a key cannot be added or removed.',
  },
  'port-in-use': { kind: 'bad-data', meaning: 'Another program already listens on the port.' },
  'index-outdated': {
    kind: 'bad-data',
    meaning: 'A built index is damaged, or was made by another version or from other data.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;
