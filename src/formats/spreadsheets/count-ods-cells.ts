/** Counts the non-empty cells of the text of an OpenDocument sheet (`content.xml`). */
interface OdsCellCounter {
  readonly add: (piece: Buffer) => void;
  /** Count so far, including repeated cells, of which a few bytes can declare billions. */
  readonly cells: () => number;
}

/** Memory: a piece. Source: OASIS OpenDocument 1.3 part 3, 19.675 (columns repeated) and 19.677 (rows repeated). */
export function countOdsCells(): OdsCellCounter {
  let cells = 0;
  let rowRepeats = 1;
  let carried = '';
  return {
    add: (piece) => {
      // The searched text is ASCII in all encodings used here.
      const text = carried + piece.toString('latin1');
      const end = text.lastIndexOf('<');
      carried = end < 0 || text.length - end > MAX_TAG ? '' : text.slice(end);
      for (const [tag, name] of text.slice(0, text.length - carried.length).matchAll(TAG)) {
        if (name === 'table-row') rowRepeats = repeats(tag, 'rows');
        else if (!tag.endsWith('/>') || tag.includes('value-type=')) cells += rowRepeats * repeats(tag, 'columns');
      }
    },
    cells: () => cells,
  };
}

const TAG = /<(?:[\w.-]+:)?(table-row|table-cell|covered-table-cell)\b[^>]*>/g;
const MAX_TAG = 1 << 16;

function repeats(tag: string, what: 'rows' | 'columns'): number {
  const declared = /number-(rows|columns)-repeated\s*=\s*["'](\d+)/.exec(tag);
  return declared?.[1] === what ? Math.max(1, Number(declared[2])) : 1;
}
