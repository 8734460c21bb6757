/*
 * Loaded into the measured process with --import: tells its parent, when asked, how late the event loop of the main
 * thread was since the last time it was asked.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send !== undefined) {
  const resolution = 1;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  process.on('message', () => {
    // The timer itself is part of what is recorded.
    const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution);
    process.send({ p99: late(delay.percentile(99)), max: late(delay.max) });
    delay.reset();
  });
  process.channel.unref();
}
