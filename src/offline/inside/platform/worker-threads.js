// The core of the page starts no thread itself.
export class Worker {
  constructor() {
    throw new Error('the page starts no further thread');
  }
}
