import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ClusterCounts } from '../cluster/cluster-counters.js';
import type { Observation, Observe } from '../foundation/observation.js';

/** Counters in the text format of Prometheus. */
export interface Metrics {
  readonly observe: Observe;
  readonly contentType: string;
  readonly render: () => Promise<string>;
}

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Interval of measuring the delay of the event loop. */
const DELAY_RESOLUTION_MS = 10;

/**
 * Observer with its own registry, so that a process can have several services. `searchCluster`: counts of requests to
 * the cluster.
 */
export function createMetrics(searchCluster?: () => ClusterCounts): Metrics {
  const registry = new Registry();
  const instruments = instrumentsIn([registry]);
  watchProcess([registry]);
  if (searchCluster !== undefined) watchCluster(searchCluster, [registry]);
  return {
    observe: (observation) => {
      // The row of its kind.
      (COUNTED[observation.kind] as ((m: Instruments, o: Observation) => void) | undefined)?.(instruments, observation);
    },
    contentType: registry.contentType,
    render: () => registry.metrics(),
  };
}

type Instruments = ReturnType<typeof instrumentsIn>;

function instrumentsIn(registers: Registry[]) {
  const counter = (name: string, help: string, ...labelNames: string[]): Counter =>
    new Counter({ name: `sameas_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string): Gauge => new Gauge({ name: `sameas_${name}`, help, registers });
  return {
    requests: counter('requests_total', 'HTTP requests answered.', 'method', 'route', 'status'),
    requestSeconds: new Histogram({
      name: 'sameas_request_seconds',
      help: 'Time to answer an HTTP request.',
      labelNames: ['route'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    queries: counter('queries_total', 'Reconciliation queries answered, failed and refused ones included.'),
    failedQueries: counter(
      'queries_failed_total',
      'Reconciliation queries that could not be answered, or were refused as invalid.',
    ),
    cachedQueries: counter(
      'queries_cached_total',
      'Reconciliation queries answered from the cache, or together with an identical one.',
    ),
    hurriedQueries: counter(
      'queries_hurried_total',
      'Reconciliation queries answered with less effort, because time ran out.',
    ),
    workersReplaced: counter('workers_replaced_total', 'Worker threads that ended unexpectedly.'),
    loads: counter('dataset_loads_total', 'Loads of the dataset.', 'outcome'),
    entities: gauge('entities', 'Entities in service.'),
    labels: gauge('labels', 'Names of entities in service, aliases included.'),
    snapshots: gauge(
      'snapshots',
      'Snapshots in memory: those in service, and those before them that requests still use.',
    ),
    loadSeconds: gauge('dataset_load_seconds', 'Time that the last load took.'),
  };
}

type Kind = Observation['kind'];

/** Effects of observations; other kinds are not counted. */
const COUNTED: { readonly [K in Kind]?: (m: Instruments, o: Extract<Observation, { kind: K }>) => void } = {
  'request-answered': ({ requests, requestSeconds }, { method, route, status, elapsedMs }) => {
    requests.inc({ method, route, status });
    requestSeconds.observe({ route }, elapsedMs / 1000);
  },
  'batch-answered': (m, { queries, failed, cacheHits }) => {
    m.queries.inc(queries);
    m.failedQueries.inc(failed);
    m.cachedQueries.inc(cacheHits);
  },
  'queries-refused': (m, { queries }) => {
    m.queries.inc(queries);
    m.failedQueries.inc(queries);
  },
  'request-failed': (m, { route, error }) => {
    // A query without a batch has no key to report its fault under.
    if (route !== '/' || error.code !== 'query-invalid') return;
    m.queries.inc();
    m.failedQueries.inc();
  },
  'effort-lowered': (m, { queries }) => m.hurriedQueries.inc(queries),
  'worker-replaced': (m) => m.workersReplaced.inc(),
  'dataset-ready': ({ loads, entities, labels, loadSeconds }, ready) => {
    loads.inc({ outcome: 'ready' });
    entities.set(ready.entities);
    labels.set(ready.labels);
    loadSeconds.set(ready.elapsedMs / 1000);
  },
  'snapshots-held': (m, { change }) => m.snapshots.inc(change),
  'dataset-load-failed': (m) => m.loads.inc({ outcome: 'failed' }),
};

/** Memory and delays of the process, measured when they are asked for. */
function watchProcess(registers: Registry[]): void {
  new Gauge({
    name: 'sameas_resident_memory_bytes',
    help: 'Memory of the process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  // Measured from the first scrape on.
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  new Gauge({
    name: 'sameas_event_loop_delay_seconds',
    help: 'Longest time since these figures were last asked for in which the thread that serves HTTP was busy with one thing.',
    registers,
    collect() {
      this.set(delay.enable() ? 0 : Math.max(0, delay.max / 1e9 - DELAY_RESOLUTION_MS / 1000));
      delay.reset();
    },
  });
}

/** Metrics of requests to a search cluster, counted on all threads. */
function watchCluster(counts: () => ClusterCounts, registers: Registry[]): void {
  const outcomes = ['answered', 'refused', 'failed'] as const;
  new Counter({
    name: 'sameas_search_cluster_requests_total',
    help: 'Requests to the search cluster: answered, refused for want of room or permission, or without an answer.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const outcome of outcomes) this.inc({ outcome }, counts()[outcome]);
    },
  });
  new Counter({
    name: 'sameas_search_cluster_retries_total',
    help: 'Requests to the search cluster that were sent again, or to another copy because the first one was slow.',
    registers,
    collect() {
      this.reset();
      this.inc(counts().again);
    },
  });
  new Counter({
    name: 'sameas_search_cluster_request_seconds_total',
    help: 'Time of all requests to the search cluster together.',
    registers,
    collect() {
      this.reset();
      this.inc(counts().milliseconds / 1000);
    },
  });
}
