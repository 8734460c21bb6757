/** The most columns of a table. */
export const MAX_COLUMNS = 16_384;
/** The most rows of a table. */
export const MAX_ROWS = 20_000_000;
/** UTF-16 code units of all column names together. */
export const MAX_NAMES_LENGTH = 16 * 1024 * 1024;
