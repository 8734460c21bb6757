import type { InsideScript } from '../sandbox/sealed-engine.js';

/** How Skulpt 1.2.0 remembers every text that it has ever made. */
const REMEMBERS = 'var b=n[a];if(void 0!==b)return b;n[a]=this;b=void 0===t[a]?a:a+"_$rw$";this.$mangled=b;this.$savedKeyHash=a.replace(g,"!$&");this.v=a}';

/** Only while `internStrings` is on; later texts get the two derived names when they are first asked for (python-values.js). */
const REMEMBERS_AT_FIRST =
  'this.v=a;if(a.length<40){var b=n[a];if(void 0!==b)return b;if(internStrings){n[a]=this;this.$mangled=void 0===t[a]?a:a+"_$rw$";this.$savedKeyHash=a.replace(g,"!$&")}}}';

/**
 * Skulpt keeps one object for each text for ever, so that a large table would fill the interpreter's memory. Here it keeps those
 * that are made while it is loaded – the names it knows – and no others. Throws when the text to be replaced is not there, as after a
 * change of version.
 */
export function patchSkulpt({ fileName, text }: InsideScript): InsideScript {
  if (!text.includes(REMEMBERS)) throw new Error(`${fileName} is not the version that this program knows`);
  return { fileName, text: text.replace(REMEMBERS, () => REMEMBERS_AT_FIRST) };
}
