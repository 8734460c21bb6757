// `node:string_decoder` for whole texts.
export class StringDecoder {
  constructor(encoding) {
    this.encoding = encoding;
  }

  write(bytes) {
    return bytes.toString(this.encoding);
  }

  end() {
    return '';
  }
}
