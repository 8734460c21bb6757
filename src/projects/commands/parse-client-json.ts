/** Deeper than any recipe or list of options; what reads them goes down level by level, and has no stack without end. */
const MAX_DEPTH = 200;

/**
 * JSON as clients of the command interface write it: JSON, with names of members that may stand without quotes. Undefined for the empty text, which
 * means that the parameter is absent. Throws a SyntaxError for what is neither, and for what has more than `MAX_DEPTH` lists and objects within each other.
 */
export function parseClientJson(json: string): unknown {
  // Some editors begin a file with a byte order mark, which goes along when the file is sent as a parameter.
  const text = json.replace(/^\uFEFF/, '');
  if (text.trim() === '') return undefined;
  const value = parseLeniently(text);
  if (isDeeperThan(MAX_DEPTH, value)) throw new SyntaxError(`More than ${MAX_DEPTH} objects and lists stand within each other`);
  return value;
}

function parseLeniently(text: string): unknown {
  try {
    return JSON.parse(text) as unknown; // unknown to whoever reads it
  } catch (fault) {
    const quoted = quoteBareNames(text);
    if (quoted === text) throw fault;
    return JSON.parse(quoted) as unknown; // as above
  }
}

/** Level by level, without a stack of its own. */
function isDeeperThan(most: number, value: unknown): boolean {
  let level: readonly object[] = isNest(value) ? [value] : [];
  for (let depth = 0; depth < most && level.length > 0; depth += 1) level = level.flatMap((nest) => Object.values(nest).filter(isNest));
  return level.length > 0;
}

function isNest(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Strings first, so that nothing inside them is touched; then a name between a brace or comma and a colon. */
const STRING_OR_BARE_NAME = /"(?:[^"\\]|\\.)*"|([{,]\s*)([\p{L}_$][\p{L}\p{N}_$-]*)(\s*:)/gu;

function quoteBareNames(text: string): string {
  return text.replace(STRING_OR_BARE_NAME, (found: string, before: string | undefined, name: string, after: string) => (before === undefined ? found : `${before}"${name}"${after}`));
}
