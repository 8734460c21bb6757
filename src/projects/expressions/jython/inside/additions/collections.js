/* Skulpt's `OrderedDict` distinguishes equal keys that are two objects. */
globalThis.pythonAddition = (mod) => {
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
};
