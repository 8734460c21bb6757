/** How far the last reading of a text has come, in bytes. */
export interface ReadPosition {
  readonly done: number;
  readonly all: number;
}
