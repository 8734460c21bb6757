import { Agent, request, type RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiKey } from '../access/api-key.js';
import { createKeyRing } from '../access/key-ring.js';
import type { EntityStore } from '../entities/entity-store.js';
import type { AccessOptions } from '../web/access/access-options.js';
import { createSessions } from '../web/access/sessions.js';
import { listen } from './listen.js';

/*
 * The first requests take several times as long as later ones, because their code has not been compiled to its quick form.
 * So as soon as the service is ready it asks itself, over HTTP as real requests come, and those who type first do not wait
 * longer than those who come later. Not sooner: while a dataset is loaded, every processor has enough to do.
 */

/** Enough for the compiler's first steps; the rest comes with use. */
const MOST_REQUESTS = 120;
/** Between two requests, so that real ones hardly meet them. */
const PAUSE_MS = 4;

export interface WarmUp {
  /** Stops after the request under way. Never rejects. */
  readonly end: () => Promise<void>;
}

/** Asks the application that `createHandler` gives, on a loopback port of its own, about some of `entities`. Nobody else can ask there: it takes `access`, with a key that is not told. */
export function startWarmUp(createHandler: (access: AccessOptions) => RequestListener, entities: EntityStore): WarmUp {
  const stop = new AbortController();
  // What keeps it from running – no free port, say – keeps nothing else from running.
  const running = exercise(createHandler, entities, stop.signal).catch(() => undefined);
  return {
    end: () => {
      stop.abort();
      return running;
    },
  };
}

async function exercise(
  createHandler: (access: AccessOptions) => RequestListener,
  entities: EntityStore,
  stop: AbortSignal,
): Promise<void> {
  const key = createApiKey({ name: 'warm-up', role: 'ask', datasets: 'all' });
  const server = await listen(
    createHandler({
      ring: createKeyRing(() => [key.kept]),
      sessions: createSessions(),
      keyNeeded: 'everything',
      dataset: '',
    }),
    '127.0.0.1',
    0,
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let i = 0; i < MOST_REQUESTS && !stop.aborted; i++) {
      await exchange(agent, server.port, pathOf(entities, i), key.text);
      await pause(PAUSE_MS, undefined, { signal: stop });
    }
  } finally {
    agent.destroy();
    await server.close();
  }
}

/** Three of four ask for suggestions, with one letter up to ten; the entities are taken from all over the list. */
function pathOf(entities: EntityStore, i: number): string {
  const ordinal = Math.floor((entities.size * ((i * 37) % MOST_REQUESTS)) / MOST_REQUESTS);
  const name = [...entities.nameOf(ordinal)];
  const prefix = (letters: number): string => encodeURIComponent(name.slice(0, letters).join(''));
  if (i % 4 < 3) return `/private/suggest?prefix=${prefix(1 + (i % 10))}`;
  const id = encodeURIComponent(entities.idOf(ordinal));
  const paths = [`/private/flyout?id=${id}`, `/preview?id=${id}`, `/type/private/suggest?prefix=${prefix(1)}`, '/'];
  return paths[(i >> 2) % paths.length] ?? '/';
}

function exchange(agent: Agent, port: number, path: string, key: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, path, headers: { 'X-API-Key': key } }, (response) => {
      response.on('error', reject).on('end', resolve).resume();
    });
    sent.on('error', reject).end();
  });
}
