/** Elements of a list or members of an object in a parameter: more than a person chooses or edits at once. */
export const MAX_ELEMENTS = 100_000;
