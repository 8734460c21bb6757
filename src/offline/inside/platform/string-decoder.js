// `node:string_decoder`, for texts that are decoded as a whole.
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
