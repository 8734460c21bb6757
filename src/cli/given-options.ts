/**
 * Values of the options of a command line, by long name in camel case: a text, or `true` for an option without a value.
 */
export type GivenOptions = Readonly<Record<string, unknown>>;

/** The text of an option; `undefined` when it is absent, or has none. */
export function textOption(options: GivenOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
