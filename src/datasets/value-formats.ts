/** Formats of numbers, named by an example, which shows the meaning of each mark. */
export const NUMBER_FORMATS = ['1234.5', '1,234.5', '1.234,5', '1 234,5', "1'234.5"] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];

/** Formats of dates, named by an example (the last day of 2024). A year alone fits each. */
export const DATE_FORMATS = ['2024-12-31', '31.12.2024', '31/12/2024', '12/31/2024', '31 December 2024'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];
