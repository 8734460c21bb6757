/* Functions that Skulpt's `time` lacks, or that differ from Python. */
globalThis.pythonAddition = (mod) => {
  const { builtin, misceval } = Sk;
  const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  const MONTHS = [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ];
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
};
