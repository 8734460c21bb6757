// Path functions of the core, with slashes.
export const basename = (path) => path.replace(/\/+$/, '').replace(/^.*\//s, '');
export const dirname = (path) => /^(.*)\/[^/]*$/s.exec(path)?.[1] ?? '.';
export const join = (...parts) => parts.filter((part) => part !== '' && part !== '.').join('/');
export const resolve = (path) => (isAbsolute(path) ? path : `/${path}`);
export const isAbsolute = (path) => path.startsWith('/');
