/** Entities that have a code, such as a part number, for it to say which one is meant. */
export const MOST_WITH_CODE = 3;
