/** Between names or values in one line: many contain a comma, as in "Woolf, Virginia". */
export const NAME_SEPARATOR = '; ';
