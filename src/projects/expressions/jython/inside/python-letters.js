/*
 * Runs inside the sealed interpreter, after python-text.js. Letters and case by the characters of Unicode, as Jython
 * gets them from Java, where Skulpt knows those of ASCII.
 */
'use strict';
(() => {
  const { builtin } = Sk;
  const text = builtin.str.prototype;
  const YES = builtin.bool.true$;
  const NO = builtin.bool.false$;
  const UPPER = /^\p{Uppercase}$/u;
  const LOWER = /^\p{Lowercase}$/u;
  const TITLE = /^\p{Lt}$/u;
  // Digraphs such as "ǆ" with a form of their own at the beginning of a word.
  const TITLED = Object.fromEntries(
    ['\u01c4\u01c5\u01c6', '\u01c7\u01c8\u01c9', '\u01ca\u01cb\u01cc', '\u01f1\u01f2\u01f3'].flatMap((forms) =>
      [...forms].map((form) => [form, forms[1]]),
    ),
  );
  /** One character for one character: "ß" has no capital of its own length. */
  const single = (char, changed) => ([...changed].length === 1 ? changed : char);
  const upper = (char) => single(char, char.toUpperCase());
  const lower = (char) => single(char, char.toLowerCase());
  const titled = (char) => TITLED[char] ?? upper(char);
  // Of a whole text at once, which takes a fraction of the time: only these two letters depend on others, or become two.
  const lowered = (letters) =>
    /[\u0130\u03a3]/.test(letters) ? [...letters].map(lower).join('') : letters.toLowerCase();
  const ASCII = /^[\0-\x7f]*$/;

  const define = (name, $meth) => {
    text[name] = new builtin.method_descriptor(builtin.str, { $name: name, $meth, $flags: { NoArgs: true } });
  };
  const every = (name, pattern) =>
    define(name, function test() {
      return pattern.test(this.v) ? YES : NO;
    });
  every('isalpha', /^\p{L}+$/u);
  every('isalnum', /^[\p{L}\p{Nd}\p{Nl}\p{No}]+$/u);
  every('isdigit', /^\p{Nd}+$/u);
  every('isdecimal', /^\p{Nd}+$/u);
  every('isnumeric', /^[\p{Nd}\p{Nl}\p{No}]+$/u);

  /** All letters with a case have one of it, and there is one at least. */
  const ofCase = (name, required, others) =>
    define(name, function test() {
      let found = false;
      for (const char of this.v) {
        if (others.some((other) => other.test(char))) return NO;
        found ||= required.test(char);
      }
      return found ? YES : NO;
    });
  ofCase('isupper', UPPER, [LOWER, TITLE]);
  ofCase('islower', LOWER, [UPPER, TITLE]);

  define('istitle', function istitle() {
    let found = false;
    let inWord = false;
    for (const char of this.v) {
      if (UPPER.test(char) || TITLE.test(char)) {
        if (inWord) return NO;
        found = inWord = true;
      } else if (LOWER.test(char)) {
        if (!inWord) return NO;
      } else inWord = false;
    }
    return found ? YES : NO;
  });
  define('swapcase', function swapcase() {
    if (ASCII.test(this.v))
      return new builtin.str(
        this.v.replace(/[a-z]+|[A-Z]+/g, (letters) => (letters < 'a' ? letters.toLowerCase() : letters.toUpperCase())),
      );
    return new builtin.str(
      [...this.v].map((char) => (UPPER.test(char) ? lower(char) : LOWER.test(char) ? upper(char) : char)).join(''),
    );
  });
  define('title', function title() {
    if (ASCII.test(this.v))
      return new builtin.str(
        this.v.replace(/[A-Za-z]+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
      );
    let inWord = false;
    const chars = [...this.v].map((char) => {
      const changed = inWord ? lower(char) : titled(char);
      inWord = UPPER.test(char) || LOWER.test(char) || TITLE.test(char);
      return changed;
    });
    return new builtin.str(chars.join(''));
  });
  define('capitalize', function capitalize() {
    const [first = ''] = this.v;
    return new builtin.str(upper(first) + lowered(this.v.slice(first.length)));
  });
})();
