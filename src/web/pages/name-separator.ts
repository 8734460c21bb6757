/** Between names and values in one line: many hold a comma of their own, as in "Woolf, Virginia". */
export const NAME_SEPARATOR = '; ';
