interface ParserFault {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

interface YamlFault {
  readonly offset: number;
  readonly message: string;
}

/**
 * The usual cause of invalid YAML, for a user who wrote it by hand; else the parser's message in one line. One fault
 * for each position.
 */
export function yamlFaultsInWords(errors: readonly ParserFault[]): readonly YamlFault[] {
  const offsets = [...new Set(errors.map(({ pos }) => pos[0]))];
  return offsets.map((offset) => ({ offset, message: inWords(errors.filter(({ pos }) => pos[0] === offset)) }));
}

/** Maximum repetitions of a part of a document by aliases, against documents that multiply themselves. */
export const MAX_ALIASES = 100;

/** An undefined alias (`name: *new*`) is detected only when the document is converted to values. */
export const ALIAS_FAULT = 'text that begins with an asterisk must stand in quotation marks';

function inWords(errors: readonly ParserFault[]): string {
  const [first] = errors;
  const said = first?.message.split('\n')[0] ?? '';
  switch (first?.code) {
    case 'TAB_AS_INDENT':
      return 'there is a tab in front; put spaces there';
    case 'BLOCK_AS_IMPLICIT_KEY':
      // Two lines read as one key, and one line with two keys.
      return errors.some(({ code }) => code === 'MULTILINE_IMPLICIT_KEY')
        ? 'the line after this one begins too far to the right; keys of one group begin below one another'
        : 'there is a second colon in this line; text with a colon and a space in it must stand in quotation marks';
    case 'BAD_INDENT':
      return 'this line begins too far to the left or to the right, or a bracket before it is never closed; keys of one group begin below one another';
    case 'MULTILINE_IMPLICIT_KEY':
      return 'a key needs a colon and a space behind it';
    case 'DUPLICATE_KEY':
      return 'this key is there already; each may come once in its group';
    case 'BAD_SCALAR_START':
      return 'text that begins with a sign like this must stand in quotation marks';
    case 'BAD_DQ_ESCAPE':
      return 'a backslash between double quotation marks must be written twice; between single ones it is what it is';
    case 'MISSING_CHAR':
      return /quote/i.test(said) ? 'a quotation mark before this place is never closed' : said;
    default:
      return said;
  }
}
