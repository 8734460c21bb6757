/* Runs first inside the sealed interpreter: what the bundle of the language looks for while it loads. None of it does anything. */
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
