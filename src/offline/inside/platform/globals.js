// What the core expects of the world around it, put into every module of the page's worker by the bundler.
export { Buffer } from './buffer.js';

// A page that was opened from a file may share no memory between threads; the core of the page is one thread.
globalThis.SharedArrayBuffer ??= ArrayBuffer;

/** Of the process: that nothing limits its memory beside the computer. */
export const process = { constrainedMemory: () => 0, env: {} };
