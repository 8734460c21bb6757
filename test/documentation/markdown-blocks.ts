/** One fenced block of a Markdown page. */
export interface FencedBlock {
  /** First word after the fence; empty when there is none. */
  readonly language: string;
  /** What stands after the language, trimmed: a file name, for blocks that show a file. */
  readonly info: string;
  /** With a newline at its end. */
  readonly text: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
}

/** The fenced blocks of a page, in order. Fences may be indented (in lists); the indentation is taken off. */
export function fencedBlocks(markdown: string): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open:
    | {
        readonly indent: string;
        readonly language: string;
        readonly info: string;
        readonly line: number;
        readonly lines: string[];
      }
    | undefined;
  for (const [i, line] of markdown.split('\n').entries()) {
    const fence = /^(\s*)```\s*(\S*)\s*(.*?)\s*$/.exec(line);
    if (open === undefined) {
      if (fence !== null)
        open = { indent: fence[1] ?? '', language: fence[2] ?? '', info: fence[3] ?? '', line: i + 1, lines: [] };
      continue;
    }
    if (fence === null) {
      open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
      continue;
    }
    const { language, info, lines } = open;
    blocks.push({ language, info, text: `${lines.join('\n')}\n`, line: open.line });
    open = undefined;
  }
  if (open !== undefined) throw new Error(`The fenced block in line ${open.line} is not closed.`);
  return blocks;
}
