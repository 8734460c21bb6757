import { carryOut } from '../../assembly/workers/carry-out.js';
import type { ToWorker as ToHelper } from '../../assembly/workers/worker-messages.js';
import type { StartThread } from '../../assembly/workers/worker-thread.js';
import { begin, type HelperImage } from '../query-worker.js';
import { Session } from '../session.js';
import type { FromWorker, ToWorker } from './worker-messages.js';

/*
 * The worker of the page: takes the user's actions and returns content to show. The page starts further ones as
 * helpers, which answer queries.
 */

const MAX_HELPERS = 8;

/** Callbacks for the end of a helper by an error. */
const whenLost = new Set<(fault: Error) => void>();

// The library has the types of a page; a worker posts to the page that started it.
const send = postMessage.bind(globalThis) as (message: FromWorker, transfer?: readonly MessagePort[]) => void;

const session = new Session({
  show: send,
  report: (fault) => console.error(fault),
  startHelper: startHelper as StartThread, // it gives the part of a `Worker` that is used
  helpers: Math.min(navigator.hardwareConcurrency, MAX_HELPERS),
  now: () => performance.now(),
});

type Listener = (event: unknown) => void;

/** A worker of a page opened from a file may not start others: the page does, and passes the port. */
function startHelper(_: URL, { workerData }: { readonly workerData?: { readonly start: HelperImage } }): unknown {
  const { port1, port2 } = new MessageChannel();
  send({ kind: 'helper', port: port2 }, [port2]);
  port1.postMessage({ kind: 'begin', image: workerData?.start });
  const nothing = (): void => undefined;
  let lost: Listener = nothing;
  return {
    postMessage: (message: unknown) => port1.postMessage(message),
    on: (event: string, listener: Listener) => {
      if (event === 'message') port1.onmessage = ({ data }) => listener(data);
      if (event !== 'error') return;
      lost = listener;
      whenLost.add(lost);
    },
    terminate: () => {
      whenLost.delete(lost);
      port1.postMessage({ kind: 'end' });
      port1.close();
      return Promise.resolve(0);
    },
    ref: nothing,
    unref: nothing,
  };
}

/** Answers the messages of the port, until told to end. */
function help(port: MessagePort): void {
  let carry: (message: ToHelper) => void = () => undefined;
  port.onmessage = ({ data }: MessageEvent<ToHelper | { kind: 'end' } | { kind: 'begin'; image: HelperImage }>) => {
    if (data.kind === 'end') close();
    else if (data.kind === 'begin') carry = carryOut(begin(data.image), (message) => port.postMessage(message));
    else carry(data);
  };
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'help') help(data.port);
  else if (data.kind === 'lost') for (const ended of whenLost) ended(new Error(data.reason));
  else void session.take(data);
});
