/** A hook of Node's module loader: '@jest/globals' is the file beside this one. */
export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals')
    return { url: new URL('jest-globals.js', import.meta.url).href, shortCircuit: true };
  return next(specifier, context);
}
