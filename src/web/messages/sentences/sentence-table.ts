/** Languages that the tables have, in their order there. */
export const TABLE_LANGUAGES = ['de', 'fr', 'es'] as const;

/** A sentence that the service makes elsewhere, by its English text, in German, French and Spanish. `{x}` stands for a value; `{X}`, with a capital, for a part that is a sentence of the tables itself. */
export type SentenceTable = Readonly<Record<string, readonly [german: string, french: string, spanish: string]>>;
