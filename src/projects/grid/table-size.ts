/** The most columns of a table. */
export const MAX_COLUMNS = 16_384;
/** The most rows of a table. */
export const MAX_ROWS = 20_000_000;
/** The longest names of all columns together, in UTF-16 code units. */
export const MAX_NAMES_LENGTH = 16 * 1024 * 1024;
