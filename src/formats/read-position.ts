/** Position of the last read of a text, in bytes. */
export interface ReadPosition {
  readonly done: number;
  readonly all: number;
}
