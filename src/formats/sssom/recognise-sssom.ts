/** What no other table has. */
const TELLING: readonly string[] = ['predicate_id', 'mapping_justification'];

/** Lines of comment at the beginning, the metadata; a program for spreadsheets may have put quotation marks around them. */
const METADATA = /^(?:"?#.*(?:\r?\n|$))*/;

/** The lines at the beginning of a mapping set that hold its metadata, as they stand there. */
export function metadataOfSssom(text: string): string {
  return METADATA.exec(text)?.[0] ?? '';
}

/** What separates the cells of a table of mappings, below whatever metadata; `undefined` for any other text. `head`: the beginning of the text. */
export function recogniseSssom(head: string): '\t' | ',' | ';' | undefined {
  const headings = /^[^\r\n]*/.exec(head.slice(metadataOfSssom(head).length))?.[0] ?? '';
  return (['\t', ',', ';'] as const).find((delimiter) => {
    const columns = headings.split(delimiter).map((heading) => heading.trim().replace(/^"(.*)"$/, '$1'));
    return TELLING.every((column) => columns.includes(column));
  });
}
