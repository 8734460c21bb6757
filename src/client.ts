/** What a program imports from `sameas/client` to ask a running service, in Node or in a browser; docs/client.md describes it. Depends on nothing but `fetch`. */
export { createClient } from './client/create-client.js';
export type { Answer, Candidate, Client, DetailedQuery, Query, Suggestion } from './client/create-client.js';
export { ServiceError } from './client/send-again.js';
export type { SendOptions } from './client/send-again.js';
