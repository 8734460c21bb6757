/** `sameas/client`: asks a running service from Node or a browser; docs/client.md describes it. Depends on `fetch` alone. */
export { createClient } from './client/create-client.js';
export type { Answer, Candidate, Client, DetailedQuery, Query, Suggestion } from './client/create-client.js';
export { ServiceError } from './client/send-again.js';
export type { SendOptions } from './client/send-again.js';
