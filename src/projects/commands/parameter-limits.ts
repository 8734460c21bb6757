/** Elements of a list or members of an object in a parameter: more than a person has chosen, edited or asked for at once. */
export const MOST_ELEMENTS = 100_000;
