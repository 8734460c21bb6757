/**
 * Third-party package → the files of src/ through which it enters (a folder ends in a slash). One file is the rule, so
 * that a package can be replaced in one place; types alone may be imported anywhere.
 */
export const PACKAGE_DOORS: Readonly<Record<string, readonly string[]>> = {
  commander: ['cli/run-command-line.ts'],
  picocolors: ['cli/colours.ts'],
  pino: ['assembly/log-observations.ts'],
  yaml: ['settings/settings-file.ts'],
  // Schemas stand where data comes in.
  zod: ['cli/', 'datasets/', 'protocols/', 'web/'],
};
