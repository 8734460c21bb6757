/*
 * Runs first inside the sealed interpreter: objects that the bundle of the language expects while it loads. None of
 * them does anything.
 */
'use strict';
(() => {
  const nothing = () => undefined;
  globalThis.window = globalThis;
  globalThis.self = globalThis;
  globalThis.document = {
    readyState: 'loading',
    addEventListener: nothing,
    querySelectorAll: () => [],
    getElementsByTagName: () => [],
    createElement: () => ({}),
  };
  globalThis.navigator = { userAgent: '' };
  globalThis.location = { href: '', protocol: '', search: '' };
  globalThis.setTimeout = nothing;
  globalThis.clearTimeout = nothing;
  globalThis.console = { log: nothing, warn: nothing, error: nothing, info: nothing, debug: nothing };
})();
