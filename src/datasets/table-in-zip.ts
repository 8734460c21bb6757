import { isLitter, unpackZipEntry, zipEntryNames } from '../formats/archives/unpack-archive.js';
import { UnpackBudget } from '../formats/archives/unpack-limits.js';
import { LIST_EXTENSIONS } from '../formats/file-formats.js';
import { SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';

/** The file of a zip archive that is a list. */
interface PackedTable {
  /** As the archive calls it. */
  readonly name: string;
  readonly content: Buffer;
}

/** Names of files that may be lists. */
export const READABLE_NAMES = new RegExp(`\\.(?:${LIST_EXTENSIONS.join('|')})$`, 'i');
/** Names of files that go with a list and are none. */
export const BESIDE_LISTS =
  /(?:^|\/)(?:read_?me|licen[cs]e|copying|notice|changes|changelog|datapackage|metadata|manifest|schema|terms|meta|eml)\b[^/]*$/i;
/** What is held in memory at once. */
const MAX_BYTES = 2 ** 31 - 1;
/** As for uploads: text packs to a hundredth at best. */
const MAX_EXPANSION = 200;

/**
 * The only list in a zip archive, unpacked into memory; `undefined` when it holds nothing that could be one. Files that go with lists (a readme, a licence)
 * do not count, and beside a table plain text does not.
 *
 * Errors: `file-format-unknown` when there are several; `file-damaged`; `file-unreadable` for a password or too much.
 */
export async function tableInZip(file: string, bytes: Buffer): Promise<PackedTable | undefined> {
  try {
    const names = (await zipEntryNames(bytes)).filter(
      (name) => READABLE_NAMES.test(name) && !isLitter(name) && !BESIDE_LISTS.test(name),
    );
    // Plain text beside a table, or XML beside either, describes it; the XML of an office document is none of a list.
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
