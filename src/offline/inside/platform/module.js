// `createRequire` for the package that guesses encodings.
import * as jschardet from 'jschardet';

export const createRequire = () => (name) => {
  if (name !== 'jschardet') throw new Error(`the page does without ${name}`);
  return jschardet;
};
