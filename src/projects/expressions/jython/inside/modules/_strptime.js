/* For `datetime.strptime`: a text read by a format, as (year, month, day, hour, minute, second) and microseconds. */
globalThis.pythonModule = function () {
  const { builtin, abstr } = Sk;
  const mod = {};
  const lower = (list) => list.map((name) => name.toLowerCase());
  const MONTHS = lower(globalThis.dateNames.months);
  const DAYS = lower(globalThis.dateNames.weekdays);
  const names = (list) => [...list].sort((one, other) => other.length - one.length).join('|');
  const short = (list) => list.map((name) => name.slice(0, 3));
  const DIRECTIVES = {
    d: '3[0-1]|[1-2]\\d|0[1-9]|[1-9]| [1-9]',
    f: '[0-9]{1,6}',
    H: '2[0-3]|[0-1]\\d|\\d',
    I: '1[0-2]|0[1-9]|[1-9]',
    j: '36[0-6]|3[0-5]\\d|[1-2]\\d\\d|0[1-9]\\d|00[1-9]|[1-9]\\d|0[1-9]|[1-9]',
    m: '1[0-2]|0[1-9]|[1-9]',
    M: '[0-5]\\d|\\d',
    S: '6[0-1]|[0-5]\\d|\\d',
    U: '5[0-3]|[0-4]\\d|\\d',
    W: '5[0-3]|[0-4]\\d|\\d',
    w: '[0-6]',
    y: '\\d\\d',
    Y: '\\d\\d\\d\\d',
    A: names(DAYS),
    a: names(short(DAYS)),
    B: names(MONTHS),
    b: names(short(MONTHS)),
    p: 'am|pm',
    Z: 'utc|gmt',
  };
  const WHOLE = { c: '%a %b %d %H:%M:%S %Y', x: '%m/%d/%y', X: '%H:%M:%S' };

  function read(value, format) {
    const wide = format.replace(/%([cxX])/g, (_, letter) => WHOLE[letter]);
    const letters = [];
    let pattern = '';
    for (let i = 0; i < wide.length; i++) {
      const char = wide[i];
      if (/\s/.test(char)) {
        while (/\s/.test(wide[i + 1] ?? '')) i++;
        pattern += '\\s+';
      } else if (char !== '%') pattern += char.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
      else {
        const letter = wide[++i];
        if (letter === undefined) throw new builtin.ValueError(`stray % in format '${format}'`);
        if (letter === '%') pattern += '%';
        else {
          const directive = DIRECTIVES[letter];
          if (directive === undefined)
            throw new builtin.ValueError(`'${letter}' is a bad directive in format '${format}'`);
          letters.push(letter);
          pattern += `(${directive})`;
        }
      }
    }
    const found = new RegExp(`^${pattern}`, 'i').exec(value);
    if (found === null)
      throw new builtin.ValueError(
        `time data ${Sk.misceval.objectRepr(new builtin.str(value))} does not match format ${Sk.misceval.objectRepr(new builtin.str(format))}`,
      );
    if (found[0].length !== value.length)
      throw new builtin.ValueError(`unconverted data remains: ${value.slice(found[0].length)}`);
    return partsOf(letters, found.slice(1));
  }

  function partsOf(letters, texts) {
    const part = { year: 1900, month: 1, day: 1, hour: 0, minute: 0, second: 0, micros: 0 };
    let afternoon;
    let dayOfYear;
    letters.forEach((letter, i) => {
      const given = texts[i].toLowerCase();
      const number = Number(given);
      switch (letter) {
        case 'Y':
          part.year = number;
          break;
        case 'y':
          part.year = number <= 68 ? 2000 + number : 1900 + number;
          break;
        case 'm':
          part.month = number;
          break;
        case 'B':
          part.month = MONTHS.indexOf(given) + 1;
          break;
        case 'b':
          part.month = short(MONTHS).indexOf(given) + 1;
          break;
        case 'd':
          part.day = number;
          break;
        case 'H':
          part.hour = number;
          break;
        case 'I':
          part.hour = number % 12;
          afternoon ??= false;
          break;
        case 'p':
          afternoon = given === 'pm';
          break;
        case 'M':
          part.minute = number;
          break;
        case 'S':
          part.second = number;
          break;
        case 'f':
          part.micros = Number(given.padEnd(6, '0'));
          break;
        case 'j':
          dayOfYear = number;
          break;
        case 'U':
        case 'W':
          throw new builtin.NotImplementedError(`the directive %${letter} of strptime is not available here`);
        default:
          break;
      }
    });
    if (letters.includes('I') && afternoon) part.hour += 12;
    if (dayOfYear !== undefined) {
      const date = new Date(0);
      date.setUTCFullYear(part.year, 0, dayOfYear);
      part.month = date.getUTCMonth() + 1;
      part.day = date.getUTCDate();
    }
    const last = new Date(0);
    last.setUTCFullYear(part.year, part.month, 0);
    if (part.day > last.getUTCDate()) throw new builtin.ValueError('day is out of range for month');
    return part;
  }

  abstr.setUpModuleMethods('_strptime', mod, {
    _strptime: {
      $meth(value, format) {
        if (!(value instanceof builtin.str) || !(format instanceof builtin.str))
          throw new builtin.TypeError('strptime() argument must be string');
        const { year, month, day, hour, minute, second, micros } = read(value.v, format.v);
        const whole = (number) => new builtin.int_(number);
        return new builtin.tuple([
          new builtin.tuple([year, month, day, hour, minute, second].map(whole)),
          whole(micros),
        ]);
      },
      $flags: { MinArgs: 2, MaxArgs: 2 },
    },
  });
  return mod;
};
