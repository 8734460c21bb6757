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
    meaning: 'The JSONP callback is not a plain JavaScript name, or is a word of JavaScript itself.',
  },
  'queries-not-json': { kind: 'bad-request', meaning: 'The parameter "queries" is not JSON.' },
  'queries-not-object': {
    kind: 'bad-request',
    meaning: 'The parameter "queries" is JSON, but not an object of queries by key.',
  },
  'query-invalid': {
    kind: 'bad-request',
    meaning: 'One query object does not follow the protocol; the others of its batch are answered.',
  },
  'match-invalid': {
    kind: 'bad-request',
    meaning:
      'The batch, or the query that is to be explained, does not follow version 1.0-draft of the protocol; nothing of it was answered.',
  },
  'match-failed': {
    kind: 'overloaded',
    meaning:
      'One query of a batch could not be answered, and version 1.0-draft has no place to say so; the whole batch may be sent again.',
  },
  'extend-invalid': { kind: 'bad-request', meaning: 'The parameter "extend" is not a data extension query.' },
  'parameter-missing': { kind: 'bad-request', meaning: 'A required parameter was not sent.' },
  'parameter-invalid': { kind: 'bad-request', meaning: 'A parameter has a value that it cannot have.' },
  'request-malformed': {
    kind: 'bad-request',
    meaning: 'What was sent is no request of HTTP, or its address or headers cannot be read.',
  },
  'body-malformed': { kind: 'bad-request', meaning: 'The body of the request cannot be read.' },
  'batch-too-large': { kind: 'too-large', meaning: 'The batch holds more queries than the service takes at once.' },
  'body-too-large': {
    kind: 'too-large',
    meaning: 'The body of the request is longer, or has more fields or values, than the service takes.',
  },
  'body-too-slow': { kind: 'too-slow', meaning: 'The body of the request did not arrive in time.' },
  'table-invalid': { kind: 'bad-request', meaning: 'A table of names that was sent cannot be understood.' },
  'table-too-large': {
    kind: 'too-large',
    meaning: 'A table of names that was sent is longer than the service matches at once.',
  },
  'browsing-failed': { kind: 'overloaded', meaning: 'Looking through the entities has taken too much time or memory.' },
  'run-unknown': { kind: 'unknown-thing', meaning: 'No table that is matched or reviewed has this address.' },
  'run-damaged': { kind: 'internal', meaning: 'The files of a table that is reviewed cannot be read.' },
  'run-busy': { kind: 'bad-request', meaning: 'A table cannot be changed in this way while, or after, it is matched.' },
  'dataset-unknown': { kind: 'unknown-thing', meaning: 'No list that was sent has this name.' },
  'too-many-datasets': { kind: 'too-many-requests', meaning: 'As many lists are kept as may be.' },
  'too-many-runs': { kind: 'too-many-requests', meaning: 'As many tables are kept for review as may be.' },
  'judgment-outdated': {
    kind: 'bad-request',
    meaning: 'Another person has judged the row in the meantime; nothing was changed.',
  },
  'judgment-invalid': {
    kind: 'bad-request',
    meaning: 'A judgment that was sent cannot be read, or names a row or an entity that there is not.',
  },
  'media-type-unsupported': {
    kind: 'unsupported-media',
    meaning: 'The body is neither a form nor JSON, or in a compression or character set that cannot be read.',
  },
  'not-acceptable': { kind: 'not-acceptable', meaning: 'None of the forms asked for can be sent.' },
  'method-not-allowed': { kind: 'wrong-method', meaning: 'The route exists, but not for this HTTP method.' },
  'route-unknown': { kind: 'unknown-thing', meaning: 'There is nothing at this address.' },
  'entity-unknown': { kind: 'unknown-thing', meaning: 'No entity, type or property has this identifier.' },
  'entity-invalid': {
    kind: 'bad-request',
    meaning: 'An entity that was sent to be written is not as it has to be; nothing was written.',
  },
  'version-outdated': {
    kind: 'outdated',
    meaning: 'The entity is in another state than the request demands; nothing was written.',
  },
  'changes-unwritable': {
    kind: 'internal',
    meaning: 'The log of changes does not take what is to be written; the entity is as it was before.',
  },
  'disk-full': {
    kind: 'no-space',
    meaning: 'The disk does not have the space for what is to be saved; nothing of it was saved.',
  },
  'save-in-doubt': {
    kind: 'internal',
    meaning: 'The disk, or a thread of the service, failed while something was saved: whether it was saved is unknown.',
  },
  'too-many-requests': { kind: 'too-many-requests', meaning: 'Too many requests are waiting; try again later.' },
  overloaded: {
    kind: 'overloaded',
    meaning: 'More is asked than the service can begin in time; try again after the time that Retry-After names.',
  },
  'not-ready': { kind: 'overloaded', meaning: 'The dataset is still being loaded.' },
  'dataset-elsewhere': {
    kind: 'unknown-thing',
    meaning: 'The dataset lies in a search cluster, which is not asked for this.',
  },
  'query-failed': { kind: 'internal', meaning: 'One query could not be answered because of a fault in the service.' },
  internal: { kind: 'internal', meaning: 'A fault in the service.' },

  // Access
  'key-missing': { kind: 'no-credentials', meaning: 'What was asked for needs a key, and none was sent.' },
  'key-invalid': { kind: 'no-credentials', meaning: 'The key that was sent is none of the service, or no longer.' },
  'key-not-allowed': { kind: 'forbidden', meaning: 'The key does not hold for this dataset, or does not allow this.' },
  'keys-not-set-up': {
    kind: 'forbidden',
    meaning: 'The service can be reached by others and has no keys, so that nothing can be changed.',
  },
  'origin-not-allowed': { kind: 'forbidden', meaning: 'The page of a site asks that is not among those that may.' },
  'host-not-allowed': { kind: 'forbidden', meaning: 'The request names a host that the service does not have.' },

  // Requests of the projects wing
  'operation-invalid': { kind: 'bad-request', meaning: 'An operation of a recipe cannot be read; nothing was run.' },
  'operation-failed': {
    kind: 'bad-request',
    meaning: 'An operation cannot be carried out on this project; the project is as it was before it.',
  },
  'url-access-off': {
    kind: 'bad-request',
    meaning:
      'The address may not be asked: requests to other services are switched off, or it lies in the local network.',
  },
  'service-unreachable': { kind: 'bad-request', meaning: 'Another service gave no answer that can be used.' },
  'expression-invalid': { kind: 'bad-request', meaning: 'An expression cannot be read.' },
  'project-id-missing': { kind: 'bad-request', meaning: 'The command needs the parameter "project".' },
  'project-id-invalid': {
    kind: 'bad-request',
    meaning: 'What stands in the parameter "project" is not the id of a project.',
  },
  'project-unknown': { kind: 'unknown-thing', meaning: 'There is no project with this id.' },
  'project-damaged': {
    kind: 'internal',
    meaning: 'A file of the project is missing or not as it was written; nothing of it is shown.',
  },
  'project-unwritable': {
    kind: 'internal',
    meaning: 'The data folder does not take what is to be written; the project is as it was before.',
  },
  'project-changed': {
    kind: 'overloaded',
    meaning: 'Another program changed the project at the same time; nothing was written.',
  },
  'history-entry-unknown': { kind: 'bad-request', meaning: 'The history of the project has no entry of this id.' },
  'row-unknown': { kind: 'bad-request', meaning: 'The project has no row or no cell at this place.' },
  'command-unknown': { kind: 'unknown-thing', meaning: 'There is no command of this name.' },
  'command-too-long': {
    kind: 'too-large',
    meaning:
      'A command took longer than it may, and was ended; the project is as it was before, and in a recipe what was done before stays.',
  },
  'command-too-large': {
    kind: 'too-large',
    meaning:
      'A command needed more memory than it may, and was ended; the project is as it was before, and in a recipe what was done before stays.',
  },
  'command-cancelled': {
    kind: 'bad-request',
    meaning: 'The work was cancelled by a person or because the service stops.',
  },
  'csrf-token-invalid': { kind: 'forbidden', meaning: 'A command that changes something came without a valid token.' },
  'cross-site-request': { kind: 'forbidden', meaning: 'The page of another site tried to give a command.' },
  'upload-invalid': { kind: 'bad-request', meaning: 'What was uploaded cannot be taken apart, or nothing was.' },
  'upload-too-large': { kind: 'too-large', meaning: 'An upload is longer, or has more parts, than the service takes.' },
  'import-format-unsupported': { kind: 'bad-request', meaning: 'What was uploaded has a format that is not read.' },
  'import-option-invalid': { kind: 'bad-request', meaning: 'An option of an import has a value that it cannot have.' },
  'import-file-damaged': {
    kind: 'bad-request',
    meaning: 'A file that was uploaded is incomplete or not what its format asks for; no project was made.',
  },
  'import-empty': {
    kind: 'bad-request',
    meaning: 'Nothing in the files that were uploaded can become a row; no project was made.',
  },
  'import-too-large': {
    kind: 'too-large',
    meaning:
      'What was uploaded holds more than the service takes: rows, columns, cells, levels, or bytes once unpacked; no project was made.',
  },
  'export-invalid': {
    kind: 'bad-request',
    meaning: 'The format or an option of an export is not one that can be written.',
  },
  'export-too-large': { kind: 'bad-request', meaning: 'The export has more rows or columns than its format can hold.' },
  'data-folder-in-use': { kind: 'bad-data', meaning: 'Another running service keeps its projects in the same folder.' },

  // Files, manifests and settings
  'file-not-found': { kind: 'bad-data', meaning: 'The file does not exist.' },
  'file-unreadable': { kind: 'bad-data', meaning: 'The file exists but cannot be read.' },
  'file-empty': { kind: 'bad-data', meaning: 'The file holds no records.' },
  'file-exists': { kind: 'bad-data', meaning: 'The file to write exists already; it is not overwritten.' },
  'path-outside': {
    kind: 'bad-data',
    meaning: 'An agent named a file outside the folder in which it may read and write.',
  },
  'file-unwritable': { kind: 'bad-data', meaning: 'The file cannot be written.' },
  'file-format-unknown': { kind: 'bad-data', meaning: 'The format of the file is not one that can be read.' },
  'file-damaged': { kind: 'bad-data', meaning: 'The file is incomplete or not what its name says.' },
  'json-path-unknown': { kind: 'bad-data', meaning: 'The JSON path leads to nothing that can be records.' },
  'source-unavailable': {
    kind: 'bad-data',
    meaning: 'A database, an address or the standard input cannot be read now.',
  },
  'source-invalid': {
    kind: 'bad-data',
    meaning: 'A database or an address has not what is asked of it: no such table, a faulty query, a faulty address.',
  },
  'manifest-invalid': { kind: 'bad-data', meaning: 'The manifest does not follow its schema.' },
  'dataset-too-large': { kind: 'bad-data', meaning: 'The dataset needs more memory than there is.' },
  'dataset-empty': { kind: 'bad-data', meaning: 'Not one record of the file could be used.' },
  'dataset-mostly-unusable': {
    kind: 'bad-data',
    meaning: 'More than half of the records could not be used, and the columns were only recognised: name them.',
  },
  'dataset-incomplete': {
    kind: 'bad-data',
    meaning:
      'What was to be served anew is plainly not the whole dataset: its last row is cut off, or less than half of the entities are left. The dataset is served as it was.',
  },
  'gold-invalid': { kind: 'bad-data', meaning: 'A file of questions with known answers cannot be understood.' },
  'alias-file-invalid': { kind: 'bad-data', meaning: 'A file of aliases with the ids they mean cannot be understood.' },
  'change-log-damaged': { kind: 'bad-data', meaning: 'A line of the log of changes of entities cannot be read.' },
  'change-log-in-use': { kind: 'bad-data', meaning: 'Another running service writes to the same log of changes.' },
  'questions-invalid': { kind: 'bad-data', meaning: 'A file of names to ask for cannot be understood.' },
  'gold-too-small': {
    kind: 'bad-data',
    meaning: 'There are too few questions with known answers to fit anything to them.',
  },
  'setting-invalid': { kind: 'bad-data', meaning: 'A setting has a value that it cannot have.' },
  'setting-unknown': { kind: 'bad-data', meaning: 'There is no setting of this name.' },
  'search-cluster-unavailable': {
    kind: 'overloaded',
    meaning: 'The search cluster gave no answer, or none that is whole, in time; try again.',
  },
  'search-cluster-refused': {
    kind: 'bad-data',
    meaning:
      'The search cluster does not take the user, the password, or what is asked of it; or its certificate is not trusted.',
  },
  'keys-file-invalid': {
    kind: 'bad-data',
    meaning: 'The file of keys is not as it was written, or a key cannot be added to it or removed.',
  },
  'port-in-use': { kind: 'bad-data', meaning: 'Another program already listens on the port.' },
  'index-outdated': {
    kind: 'bad-data',
    meaning: 'A built index is damaged, or was made by another version or from other data.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;
