import { describe, expect, it } from '@jest/globals';
import { programOffset, pythonFunction } from '../../../../src/projects/expressions/jython/create-jython-language.js';

const body = (program: string) => pythonFunction(program).split('\n').slice(1, -1).join('\n');

describe('pythonFunction', () => {
  it('makes the program the body of a function, whatever ends its lines', () => {
    expect(pythonFunction('x = 1\r\nreturn x')).toBe(
      'def __program__(value, cell, cells, row, rowIndex, value1, value2):\n  x = 1\n  return x\n',
    );
    expect(body('a\rb\nc')).toBe('  a\n  b\n  c');
  });

  it('rewrites raw unicode texts, and nothing else', () => {
    expect(body(String.raw`return ur"\d\u2013\n"`)).toBe(String.raw`  return u"\\d\u2013\\n"`);
    expect(body(String.raw`return UR'a\'b'`)).toBe(String.raw`  return u'a\\\'b'`);
    expect(body(`return ur"""a\\"b"""`)).toBe(`  return u"""a\\\\\\"b"""`);
    for (const same of [String.raw`r"\d"`, `"ur'x'"`, `'a' # ur"\\d"`, 'blur"', `u"\\u2013"`, `"""it's ur"\\d" """`])
      expect(body(same)).toBe(`  ${same}`);
  });

  it('leaves a text that is not closed to the parser', () => {
    expect(body(`return ur"abc`)).toBe(`  return u"abc`);
  });
});

describe('programOffset', () => {
  it('counts one hidden line and two columns', () => {
    expect(programOffset('a\nbcd', 2, 2)).toBe(0);
    expect(programOffset('a\r\nbcd', 3, 4)).toBe(5);
    expect(programOffset('a\nb', 3, 50)).toBe(3);
  });

  it('gives no place outside of the program', () => {
    expect(programOffset('a', 1, 0)).toBeUndefined();
    expect(programOffset('a', 9, 0)).toBeUndefined();
  });
});
