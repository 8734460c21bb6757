import type { JudgedList } from '../judged-list.js';
import type { ExpandCurie } from './curie-map.js';

/** The id of the list that a CURIE of a mapping means; `undefined` when it means none. */
export type IdOfCurie = (curie: string) => string | undefined;

/** Where ids are put of which nobody has said what they begin with. */
const NOWHERE = /^https?:\/\/[^/]*\.invalid\//;

/**
 * Ids are known as they stand, as whole addresses, and as what follows the beginnings of the list's own addresses, with signs or their codes. A list that has
 * none, and a mapping whose prefix leads nowhere, are known by what follows the prefix.
 */
export function idsOfCuries({ hasId, addressPrefixes }: JudgedList, expand: ExpandCurie): IdOfCurie {
  return (curie) => {
    const address = expand(curie);
    const afterPrefix = curie.slice(curie.indexOf(':') + 1);
    const written = [
      ...(NOWHERE.test(address) ? [afterPrefix] : []),
      address,
      ...addressPrefixes.filter((prefix) => address.startsWith(prefix)).map((prefix) => address.slice(prefix.length)),
      curie,
      ...(addressPrefixes.length === 0 ? [afterPrefix] : []),
    ];
    return written.flatMap((id) => [id, decoded(id)]).find((id) => id !== '' && hasId(id));
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign
  }
}
