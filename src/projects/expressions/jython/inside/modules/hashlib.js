/* `hashlib` over the one function outside of the interpreter. */
globalThis.pythonModule = function () {
  const { builtin, abstr } = Sk;
  const mod = {};
  const SIZES = {
    md5: [16, 64],
    sha1: [20, 64],
    sha224: [28, 64],
    sha256: [32, 64],
    sha384: [48, 128],
    sha512: [64, 128],
  };
  const text = (value) => new builtin.str(value);
  const hex = (hash) =>
    globalThis.hashText(
      `${hash.algorithm}:${hash.bytes.replace(/[\s\S]/g, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))}`,
    );

  const Hash = abstr.buildNativeClass('HASH', {
    constructor: function HASH(algorithm, bytes) {
      this.algorithm = algorithm;
      this.bytes = bytes;
    },
    slots: { tp$getattr: Sk.generic.getAttr },
    getsets: {
      name: {
        $get() {
          return text(this.algorithm);
        },
      },
      digest_size: {
        $get() {
          return new builtin.int_(SIZES[this.algorithm][0]);
        },
      },
      digestsize: {
        $get() {
          return new builtin.int_(SIZES[this.algorithm][0]);
        },
      },
      block_size: {
        $get() {
          return new builtin.int_(SIZES[this.algorithm][1]);
        },
      },
    },
    methods: {
      update: {
        $meth(more) {
          this.bytes += pythonText.bytesOf(more);
          return builtin.none.none$;
        },
        $flags: { OneArg: true },
      },
      hexdigest: {
        $meth() {
          return text(hex(this));
        },
        $flags: { NoArgs: true },
      },
      digest: {
        $meth() {
          return pythonText.byteText(hex(this).replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16))));
        },
        $flags: { NoArgs: true },
      },
      copy: {
        $meth() {
          return new Hash(this.algorithm, this.bytes);
        },
        $flags: { NoArgs: true },
      },
    },
  });

  const made = (algorithm, start) => new Hash(algorithm, start === undefined ? '' : pythonText.bytesOf(start));
  const definitions = {
    new: {
      $meth: (name, start) => {
        const algorithm = String(name.v).toLowerCase().replace('-', '');
        if (SIZES[algorithm] === undefined) throw new builtin.ValueError(`unsupported hash type ${name.v}`);
        return made(algorithm, start);
      },
      $flags: { MinArgs: 1, MaxArgs: 2 },
    },
  };
  for (const name of Object.keys(SIZES))
    definitions[name] = { $meth: (start) => made(name, start), $flags: { MinArgs: 0, MaxArgs: 1 } };
  abstr.setUpModuleMethods('hashlib', mod, definitions);
  mod.new_$rw$ = mod.new;
  mod.algorithms = new builtin.tuple(Object.keys(SIZES).map(text));
  return mod;
};
