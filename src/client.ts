/** `sameas/client`: asks a running service from Node or a browser; docs/client.md describes it. Depends on `fetch` alone. */
export { createClient, ServiceError } from './client/create-client.js';
export type {
  Answer,
  Candidate,
  Client,
  DetailedQuery,
  Query,
  SendOptions,
  Suggestion,
} from './client/create-client.js';
