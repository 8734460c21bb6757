import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ClusterCounts } from '../cluster/cluster-counters.js';
import type { Observe } from '../foundation/observation.js';

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
  const registers = [registry];
  const requests = new Counter({
    name: 'sameas_requests_total',
    help: 'HTTP requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'sameas_request_seconds',
    help: 'Time to answer an HTTP request.',
    labelNames: ['route'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const queries = new Counter({
    name: 'sameas_queries_total',
    help: 'Reconciliation queries answered, failed and refused ones included.',
    registers,
  });
  const failedQueries = new Counter({
    name: 'sameas_queries_failed_total',
    help: 'Reconciliation queries that could not be answered, or were refused as invalid.',
    registers,
  });
  const cachedQueries = new Counter({
    name: 'sameas_queries_cached_total',
    help: 'Reconciliation queries answered from the cache, or together with an identical one.',
    registers,
  });
  const hurriedQueries = new Counter({
    name: 'sameas_queries_hurried_total',
    help: 'Reconciliation queries answered with less effort, because time ran out.',
    registers,
  });
  const workersReplaced = new Counter({
    name: 'sameas_workers_replaced_total',
    help: 'Worker threads that ended unexpectedly.',
    registers,
  });
  const loads = new Counter({
    name: 'sameas_dataset_loads_total',
    help: 'Loads of the dataset.',
    labelNames: ['outcome'],
    registers,
  });
  const entities = new Gauge({ name: 'sameas_entities', help: 'Entities in service.', registers });
  const labels = new Gauge({
    name: 'sameas_labels',
    help: 'Names of entities in service, aliases included.',
    registers,
  });
  const snapshots = new Gauge({
    name: 'sameas_snapshots',
    help: 'Snapshots in memory: those in service, and those before them that requests still use.',
    registers,
  });
  const loadSeconds = new Gauge({
    name: 'sameas_dataset_load_seconds',
    help: 'Time that the last load took.',
    registers,
  });
  new Gauge({
    name: 'sameas_resident_memory_bytes',
    help: 'Memory of the process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  if (searchCluster !== undefined) watchCluster(searchCluster, registers);
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

  const observe: Observe = (observation) => {
    switch (observation.kind) {
      case 'request-answered':
        requests.inc({ method: observation.method, route: observation.route, status: observation.status });
        requestSeconds.observe({ route: observation.route }, observation.elapsedMs / 1000);
        return;
      case 'batch-answered':
        queries.inc(observation.queries);
        failedQueries.inc(observation.failed);
        cachedQueries.inc(observation.cacheHits);
        return;
      case 'queries-refused':
        queries.inc(observation.queries);
        failedQueries.inc(observation.queries);
        return;
      case 'request-failed':
        // A query without a batch has no key to report its fault under.
        if (observation.route !== '/' || observation.error.code !== 'query-invalid') return;
        queries.inc();
        failedQueries.inc();
        return;
      case 'effort-lowered':
        hurriedQueries.inc(observation.queries);
        return;
      case 'worker-replaced':
        workersReplaced.inc();
        return;
      case 'dataset-ready':
        loads.inc({ outcome: 'ready' });
        entities.set(observation.entities);
        labels.set(observation.labels);
        loadSeconds.set(observation.elapsedMs / 1000);
        return;
      case 'snapshots-held':
        snapshots.inc(observation.change);
        return;
      case 'dataset-load-failed':
        loads.inc({ outcome: 'failed' });
        return;
      case 'dataset-loading':
      case 'dataset-progress':
      case 'index-used':
      case 'index-kept':
      case 'index-not-kept':
      case 'index-rebuilt':
      case 'query-failed':
      case 'request-interrupted':
      case 'changes-closed':
      case 'keys-not-read':
      case 'log-not-written':
      case 'certificate-read':
      case 'certificate-not-read':
      case 'listening':
      case 'stopping':
        return;
    }
  };
  return { observe, contentType: registry.contentType, render: () => registry.metrics() };
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
