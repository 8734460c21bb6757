/**
 * JSON as clients of the command interface write it: JSON, with names of members that may stand without quotes. Undefined for the empty text, which
 * means that the parameter is absent. Throws a SyntaxError for what is neither.
 */
export function parseClientJson(json: string): unknown {
  // Some editors begin a file with a byte order mark, which goes along when the file is sent as a parameter.
  const text = json.replace(/^\uFEFF/, '');
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown; // unknown to whoever reads it
  } catch (fault) {
    const quoted = quoteBareNames(text);
    if (quoted === text) throw fault;
    return JSON.parse(quoted) as unknown; // as above
  }
}

/** Strings first, so that nothing inside them is touched; then a name between a brace or comma and a colon. */
const STRING_OR_BARE_NAME = /"(?:[^"\\]|\\.)*"|([{,]\s*)([\p{L}_$][\p{L}\p{N}_$-]*)(\s*:)/gu;

function quoteBareNames(text: string): string {
  return text.replace(STRING_OR_BARE_NAME, (found: string, before: string | undefined, name: string, after: string) => (before === undefined ? found : `${before}"${name}"${after}`));
}
