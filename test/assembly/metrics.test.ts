import { describe, expect, it } from '@jest/globals';
import { createMetrics } from '../../src/assembly/metrics.js';
import { SameasError } from '../../src/foundation/sameas-error.js';

describe('the metrics', () => {
  it('count what was observed', async () => {
    const metrics = createMetrics();
    metrics.observe({
      kind: 'dataset-ready',
      source: 'x.csv',
      snapshot: 'g',
      entities: 12,
      labels: 30,
      searchedBy: 'MiniSearch',
      elapsedMs: 1500,
    });
    metrics.observe({ kind: 'request-answered', method: 'POST', route: '/', status: 200, elapsedMs: 3 });
    metrics.observe({ kind: 'request-answered', method: 'POST', route: '/', status: 200, elapsedMs: 40 });
    metrics.observe({ kind: 'batch-answered', queries: 50, failed: 1, cacheHits: 7, elapsedMs: 3 });
    metrics.observe({ kind: 'queries-refused', queries: 2, error: new SameasError('query-invalid', 'No query.') });
    metrics.observe({
      kind: 'request-failed',
      method: 'GET',
      route: '/',
      error: new SameasError('query-invalid', 'No query.'),
    });
    metrics.observe({
      kind: 'request-failed',
      method: 'GET',
      route: '/',
      error: new SameasError('callback-invalid', 'No name.'),
    });
    metrics.observe({ kind: 'worker-replaced', reason: 'test' });
    const text = await metrics.render();
    expect(metrics.contentType).toContain('text/plain');
    for (const line of [
      'sameas_entities 12',
      'sameas_labels 30',
      'sameas_dataset_load_seconds 1.5',
      'sameas_dataset_loads_total{outcome="ready"} 1',
      'sameas_requests_total{method="POST",route="/",status="200"} 2',
      'sameas_request_seconds_bucket{le="0.005",route="/"} 1',
      'sameas_request_seconds_count{route="/"} 2',
      'sameas_queries_total 53',
      'sameas_queries_failed_total 4',
      'sameas_queries_cached_total 7',
      'sameas_workers_replaced_total 1',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).toMatch(/sameas_resident_memory_bytes [1-9]\d+/);
  });

  it('say for how long the thread was busy with one thing since they were last asked for', async () => {
    const metrics = createMetrics();
    const delay = async (): Promise<number> =>
      Number(/^sameas_event_loop_delay_seconds (.+)$/m.exec(await metrics.render())?.[1]);
    expect(await delay()).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const end = performance.now() + 300; performance.now() < end;);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await delay()).toBeGreaterThan(0.25);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await delay()).toBeLessThan(0.25);
  });

  it('of two services in one process do not mix', async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.observe({ kind: 'worker-replaced', reason: 'test' });
    expect(await other.render()).toContain('sameas_workers_replaced_total 0');
  });
});
