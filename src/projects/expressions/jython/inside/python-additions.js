/*
 * Runs inside the sealed interpreter, after Skulpt: what its own modules lack, or do in another way than Python 2. Each
 * function changes a module after it was loaded.
 */
'use strict';

/** Skulpt's `OrderedDict` distinguishes equal keys that are two objects. */
function addToCollections(mod) {
  const { builtin, misceval } = Sk;
  const proto = mod.OrderedDict.prototype;
  const { set$item: set, pop$item: pop } = builtin.dict.prototype;
  proto.set$item = function set$item(key, value) {
    const before = this.size;
    set.call(this, key, value);
    if (this.size > before) this.orderedkeys.push(key);
  };
  proto.pop$item = function pop$item(key) {
    const value = pop.call(this, key);
    if (value !== undefined)
      this.orderedkeys.splice(
        this.orderedkeys.findIndex((known) => known === key || misceval.richCompareBool(known, key, 'Eq')),
        1,
      );
    return value;
  };
}

/** The functions of Python 2's `itertools` that are lists of the core here. */
function addToItertools(mod) {
  const { builtins, misceval } = Sk;
  const lists = { izip: builtins.zip, imap: builtins.map, ifilter: builtins.filter };
  for (const [name, make] of Object.entries(lists))
    Sk.abstr.setUpModuleMethods('itertools', mod, {
      [name]: {
        $meth: (args) => misceval.callsimArray(make.v ?? make, args).tp$iter(),
        $flags: { FastCall: true, NoKwargs: true },
      },
    });
  mod.izip_longest = mod.zip_longest;
  mod.ifilterfalse = mod.filterfalse;
}

/** The functions of Python 2's `string` that are methods of a text too. */
function addToString(mod) {
  const { builtin, misceval } = Sk;
  const methods = [
    'upper',
    'lower',
    'capitalize',
    'swapcase',
    'strip',
    'lstrip',
    'rstrip',
    'find',
    'rfind',
    'index',
    'rindex',
    'count',
    'split',
    'rsplit',
    'replace',
    'ljust',
    'rjust',
    'center',
    'zfill',
    'expandtabs',
    'translate',
  ];
  for (const name of methods)
    Sk.abstr.setUpModuleMethods('string', mod, {
      [name]: {
        $meth: ([text, ...args]) => misceval.callsimArray(text.tp$getattr(new builtin.str(name)), args),
        $flags: { FastCall: true, NoKwargs: true },
      },
    });
  const capitalized = (word) => misceval.callsimArray(word.tp$getattr(new builtin.str('capitalize')), []);
  Sk.abstr.setUpModuleMethods('string', mod, {
    // Without a separator, white space counts as one blank, and that at the ends as none.
    capwords: {
      $meth(text, separator) {
        const parting = separator === undefined || separator === builtin.none.none$ ? undefined : separator;
        const words = misceval.callsimArray(
          text.tp$getattr(new builtin.str('split')),
          parting === undefined ? [] : [parting],
        );
        return new builtin.str(words.v.map((word) => capitalized(word).v).join(parting?.v ?? ' '));
      },
      $flags: { MinArgs: 1, MaxArgs: 2 },
    },
    join: {
      $meth: (parts, separator) =>
        misceval.callsimArray((separator ?? new builtin.str(' ')).tp$getattr(new builtin.str('join')), [parts]),
      $flags: { MinArgs: 1, MaxArgs: 2 },
    },
    maketrans: {
      $meth(from, to) {
        if (from.v.length !== to.v.length) throw new builtin.ValueError('maketrans arguments must have same length');
        const table = Array.from({ length: 256 }, (_, i) => String.fromCharCode(i));
        for (let i = 0; i < from.v.length; i++) {
          const code = from.v.charCodeAt(i);
          if (code > 255)
            throw new builtin.ValueError('maketrans is for letters up to U+00FF: use a dict with translate');
          table[code] = to.v[i];
        }
        return new builtin.str(table.join(''));
      },
      $flags: { MinArgs: 2, MaxArgs: 2 },
    },
    atoi: { $meth: (...args) => misceval.callsimArray(builtin.int_, args), $flags: { MinArgs: 1, MaxArgs: 2 } },
    atof: { $meth: (text) => misceval.callsimArray(builtin.float_, [text]), $flags: { OneArg: true } },
  });
}

/** Functions that Skulpt's `time` lacks, or that differ from Python. */
function addToTime(mod) {
  const { builtin, misceval } = Sk;
  const { months: MONTHS, weekdays } = globalThis.dateNames;
  const DAYS = [...weekdays.slice(1), weekdays[0]];
  const two = (number) => String(number).padStart(2, '0');

  function formatted(format, parts) {
    const [year, month, day, hour, minute, second, weekday, yearDay] = parts;
    const directive = {
      a: () => DAYS[weekday].slice(0, 3),
      A: () => DAYS[weekday],
      b: () => MONTHS[month - 1].slice(0, 3),
      B: () => MONTHS[month - 1],
      h: () => MONTHS[month - 1].slice(0, 3),
      d: () => two(day),
      e: () => String(day).padStart(2),
      H: () => two(hour),
      I: () => two(hour % 12 || 12),
      j: () => String(yearDay).padStart(3, '0'),
      m: () => two(month),
      M: () => two(minute),
      p: () => (hour < 12 ? 'AM' : 'PM'),
      S: () => two(second),
      w: () => String((weekday + 1) % 7),
      U: () => two(Math.floor((yearDay + 6 - ((weekday + 1) % 7)) / 7)),
      W: () => two(Math.floor((yearDay + 6 - weekday) / 7)),
      y: () => two(((year % 100) + 100) % 100),
      Y: () => String(year),
      Z: () => 'UTC',
      z: () => '+0000',
      '%': () => '%',
      n: () => '\n',
      t: () => '\t',
      c: () => formatted('%a %b %e %H:%M:%S %Y', parts),
      x: () => formatted('%m/%d/%y', parts),
      X: () => formatted('%H:%M:%S', parts),
      D: () => formatted('%m/%d/%y', parts),
      T: () => formatted('%H:%M:%S', parts),
      F: () => formatted('%Y-%m-%d', parts),
      R: () => formatted('%H:%M', parts),
    };
    return format.replace(/%([\s\S])/g, (all, letter) => {
      if (directive[letter] === undefined)
        throw new builtin.ValueError(`the directive ${all} of strftime is not available here`);
      return directive[letter]();
    });
  }

  const DAY_MS = 86400000;
  /** The day of the year may be missing in the tuple; it follows from the date. */
  function partsOf(tuple) {
    const numbers = misceval.arrayFromIterable(tuple).map((part) => Number(part.v));
    const date = new Date(0);
    date.setUTCFullYear(numbers[0], numbers[1] - 1, numbers[2]);
    const start = new Date(0);
    start.setUTCFullYear(numbers[0], 0, 1);
    return [...numbers.slice(0, 6), (date.getUTCDay() + 6) % 7, Math.round((date - start) / DAY_MS) + 1];
  }

  Sk.abstr.setUpModuleMethods('time', mod, {
    strftime: {
      $meth(format, tuple) {
        const given = tuple ?? misceval.callsimArray(mod.gmtime, []);
        return new builtin.str(formatted(format.v, partsOf(given)));
      },
      $flags: { MinArgs: 1, MaxArgs: 2 },
    },
    strptime: {
      $meth(value, format = new builtin.str('%a %b %d %H:%M:%S %Y')) {
        const read = Sk.abstr.gattr(Sk.importModule('_strptime', false, false), new builtin.str('_strptime'));
        const [time] = misceval.arrayFromIterable(misceval.callsimArray(read, [value, format]));
        const numbers = [...partsOf(time), -1].map((part) => new builtin.int_(part));
        return misceval.callsimArray(mod.struct_time, [new builtin.tuple(numbers)]);
      },
      $flags: { MinArgs: 1, MaxArgs: 2 },
    },
    sleep: {
      $meth() {
        throw new builtin.NotImplementedError('time.sleep is not available here');
      },
      $flags: { FastCall: true },
    },
  });
}

globalThis.pythonAdditions = {
  collections: addToCollections,
  itertools: addToItertools,
  string: addToString,
  time: addToTime,
};
