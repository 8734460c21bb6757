/** Columns of no other table. */
const TELLING: readonly string[] = ['predicate_id', 'mapping_justification'];

/** Comment lines at the beginning, the metadata, perhaps quoted by a spreadsheet program. */
const METADATA = /^(?:"?#.*(?:\r?\n|$))*/;

/** The metadata lines at the beginning of a mapping set, unchanged. */
export function metadataOfSssom(text: string): string {
  return METADATA.exec(text)?.[0] ?? '';
}

/**
 * Separator of a table of mappings, below any metadata; `undefined` for any other text. `head`: the beginning of the
 * text.
 */
export function recogniseSssom(head: string): '\t' | ',' | ';' | undefined {
  const headings = /^[^\r\n]*/.exec(head.slice(metadataOfSssom(head).length))?.[0] ?? '';
  return (['\t', ',', ';'] as const).find((delimiter) => {
    const columns = headings.split(delimiter).map((heading) => heading.trim().replace(/^"(.*)"$/, '$1'));
    return TELLING.every((column) => columns.includes(column));
  });
}
