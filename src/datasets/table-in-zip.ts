import { isLitter, unpackZipEntry, zipEntryNames } from '../formats/archives/unpack-archive.js';
import { UnpackBudget } from '../formats/archives/unpack-limits.js';
import { LIST_EXTENSIONS } from '../formats/file-formats.js';
import { SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';

/** The data file in a zip archive. */
interface PackedTable {
  /** Its name in the archive. */
  readonly name: string;
  readonly content: Buffer;
}

/** Names of possible data files. */
export const READABLE_NAMES = new RegExp(`\\.(?:${LIST_EXTENSIONS.join('|')})$`, 'i');
/** Names of files that accompany data. */
export const ACCOMPANYING_FILES =
  /(?:^|\/)(?:read_?me|licen[cs]e|copying|notice|changes|changelog|datapackage|metadata|manifest|schema|terms|meta|eml)\b[^/]*$/i;
/** Maximum bytes in memory. */
const MAX_BYTES = 2 ** 31 - 1;
/** As for uploads: text compresses to a hundredth at best. */
const MAX_EXPANSION = 200;

/**
 * The only data file in a zip archive, unpacked into memory; `undefined` without any. Accompanying files (a readme, a
 * licence) do not count, nor does plain text next to a table.
 *
 * Errors: `file-format-unknown` for several; `file-damaged`; `file-unreadable` for a password or too much.
 */
export async function tableInZip(file: string, bytes: Buffer): Promise<PackedTable | undefined> {
  try {
    const names = (await zipEntryNames(bytes)).filter(
      (name) => READABLE_NAMES.test(name) && !isLitter(name) && !ACCOMPANYING_FILES.test(name),
    );
    // Plain text next to a table, or XML next to either, describes it; the XML of an office document is not data.
    const isOffice = names.some((name) => name === '[Content_Types].xml' || /^(?:word|ppt|xl)\//.test(name));
    const kinds = [/\.(?!(?:txt|xml)$)[^.]*$/i, /\.txt$/i, ...(isOffice ? [] : [/\.xml$/i])];
    const [name, ...others] =
      kinds.map((kind) => names.filter((one) => kind.test(one))).find((found) => found.length > 0) ?? [];
    if (name === undefined) return undefined;
    if (others.length > 0) throw severalTables(file, [name, ...others]);
    return {
      name,
      content: await unpackZipEntry(
        bytes,
        name,
        new UnpackBudget({ maxEntries: 1, maxBytes: MAX_BYTES, maxExpansion: MAX_EXPANSION }),
      ),
    };
  } catch (thrown) {
    if (thrown instanceof RangeError)
      throw new SameasError('file-unreadable', `${file} is too large: ${thrown.message}`, {
        advice: 'Unpack it and load the file inside.',
        facts: { file },
        cause: thrown,
      });
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const locked = thrown.message.includes('password');
    throw new SameasError(
      locked ? 'file-unreadable' : 'file-damaged',
      `${file} cannot be unpacked. ${thrown.message}`,
      {
        advice: locked
          ? 'Unpack it with its password, and load the file inside.'
          : sentence('Copy or download the file again.'),
        facts: { file },
        cause: thrown,
      },
    );
  }
}

function severalTables(file: string, names: readonly string[]): SameasError {
  const shown = names
    .slice(0, 10)
    .map((name) => `"${name}"`)
    .join(', ');
  return new SameasError(
    'file-format-unknown',
    `${file} is a zip archive with ${names.length} files that could be the list: ${shown}${names.length > 10 ? ' …' : ''}.`,
    {
      advice: 'Unpack it, and load the file that is meant, or several.',
      facts: { file },
    },
  );
}
