/** What the fields of forms that send a table are called, for messages. */
export const CALLED = { queryColumn: 'the field “column”', encoding: 'the field “encoding”' } as const;
