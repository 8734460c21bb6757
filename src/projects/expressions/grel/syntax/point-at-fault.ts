/**
 * The line of a program in which an offset lies, and below it a caret under that place: two lines for pages and terminals that show where
 * an expression cannot be read. Tabs become spaces, so that the caret stands right.
 */
export function pointAtFault(program: string, offset: number): string {
  const place = Math.min(Math.max(0, offset), program.length);
  const lineStart = program.lastIndexOf('\n', place - 1) + 1;
  const nextBreak = program.indexOf('\n', place);
  const line = program.slice(lineStart, nextBreak < 0 ? program.length : nextBreak).replace(/[\t\r]/g, ' ');
  return `${line}\n${' '.repeat(place - lineStart)}^`;
}
