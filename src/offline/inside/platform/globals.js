// Globals for the core, injected into every module of the page's worker by the bundler.
export { Buffer } from './buffer.js';

// A page opened from a file may not share memory between threads; its core is one thread.
globalThis.SharedArrayBuffer ??= ArrayBuffer;

/** Process: without a memory limit of its own. */
export const process = { constrainedMemory: () => 0, env: {} };
