/* Parts of `sys` without a process: versions and limits. */
globalThis.pythonModule = function () {
  const { builtin } = Sk;
  const whole = (value) => new builtin.int_(value);
  const largest = whole(2147483647);
  const silent = {};
  const stream = Sk.misceval.callsimArray(
    Sk.misceval.buildClass(
      silent,
      (_globals, members) => {
        members.write = new builtin.func(() => builtin.none.none$);
        members.flush = new builtin.func(() => builtin.none.none$);
      },
      'stream',
      [],
    ),
    [],
  );
  return {
    version: new builtin.str('2.7'),
    version_info: new builtin.tuple([whole(2), whole(7), whole(18), new builtin.str('final'), whole(0)]),
    platform: new builtin.str('sealed'),
    maxint: largest,
    maxsize: largest,
    stdout: stream,
    stderr: stream,
    maxunicode: whole(1114111),
    getdefaultencoding: new builtin.func(() => new builtin.str('ascii')),
    setdefaultencoding: new builtin.func(() => builtin.none.none$),
  };
};
