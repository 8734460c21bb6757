import type { AskedSide, Feature } from './candidate.js';

/**
 * A feature whose reason is put into words when it is read, which costs more than all the rest of it: most answers are sent
 * without reasons. `tell` is called for every reading. As JSON it is a feature like any other, of a query.
 */
export function featureToldWhenRead(id: string, value: number | boolean, tell: (asked: AskedSide) => string): Feature {
  return new FeatureToldWhenRead(id, value, tell);
}

/** A class, because an object made with a getter of its own has a form of its own, which is slow to make and slow to read. */
class FeatureToldWhenRead implements Feature {
  readonly id: string;
  readonly value: number | boolean;
  private readonly tell: (asked: AskedSide) => string;

  constructor(id: string, value: number | boolean, tell: (asked: AskedSide) => string) {
    this.id = id;
    this.value = value;
    this.tell = tell;
  }

  get reason(): string {
    return this.tell('the query');
  }

  get reasonOfPair(): string {
    return this.tell('the first');
  }

  toJSON(): Feature {
    return { id: this.id, value: this.value, reason: this.reason };
  }
}
