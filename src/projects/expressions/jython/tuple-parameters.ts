/**
 * Python 2 lets a parameter of `lambda` be a tuple: `lambda (key, count): count` becomes `lambda _0: (lambda key, count: count)(*_0)`, which the interpreter reads. `plain`
 * is the program with texts and comments blanked out, character for character.
 */
export function withTupleParameters(program: string, plain: string): string {
  let [result, seen] = [program, plain];
  // From the last to the first, so that a body is rewritten before its surroundings.
  for (const { index } of [...plain.matchAll(/\blambda\b/g)].reverse()) {
    const start = index + 'lambda'.length;
    const colon = endOf(seen, start, ':');
    const parts = partsOf(seen, start, colon);
    if (!parts.some(([from]) => seen[from] === '(')) continue;
    const bodyEnd = endOfBody(seen, index, colon + 1);
    const rewrite = (text: string): string =>
      `${text.slice(0, index)}${lambdaOf(
        parts.map(([from, to]) => text.slice(from, to)),
        text.slice(colon + 1, bodyEnd),
        index,
      )}${text.slice(bodyEnd)}`;
    [result, seen] = [rewrite(result), rewrite(seen)];
  }
  return result;
}

/** `place` makes the names of parameters different from those of every other lambda. */
function lambdaOf(parameters: readonly string[], body: string, place: number): string {
  const tuples: string[] = [];
  const names = parameters.map((parameter) => {
    if (!parameter.startsWith('(')) return parameter;
    tuples.push(parameter.slice(1, parameter.lastIndexOf(')')));
    return `_tuple${String(place)}_${String(tuples.length)}`;
  });
  const inner = tuples.reduceRight((text, tuple, order) => {
    const parts = partsOf(tuple, 0, tuple.length).map(([from, to]) => tuple.slice(from, to));
    // A tuple in a tuple is one more step.
    return `(${lambdaOf(parts, text, place + 1 + order)})(*_tuple${String(place)}_${String(order + 1)})`;
  }, body);
  return `lambda ${names.join(', ')}: ${inner}`;
}

/** First place of a character outside of brackets, or of a closing bracket; the end without either. */
function endOf(text: string, start: number, sought: string): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (depth === 0 && (char === sought || ')]}'.includes(char))) return at;
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
  }
  return text.length;
}

/** The parts of a parameter list between commas outside brackets, trimmed. */
function partsOf(text: string, start: number, end: number): readonly (readonly [from: number, to: number])[] {
  const parts: (readonly [number, number])[] = [];
  for (let from = start; from < end;) {
    const to = Math.min(end, endOf(text, from, ','));
    const part = text.slice(from, to);
    if (part.trim() !== '') parts.push([from + part.length - part.trimStart().length, from + part.trimEnd().length]);
    from = to + 1;
  }
  return parts;
}

/** End of a lambda's body: at a comma, a bracket, a line or a colon that is none of its own. */
function endOfBody(text: string, lambda: number, start: number): number {
  const before = text.slice(0, lambda);
  const isInBrackets = count(before, /[([{]/g) > count(before, /[)\]}]/g);
  let depth = 0;
  let colons = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (depth === 0) {
      if (/[)\]},;]/.test(char) || (!isInBrackets && /[\r\n]/.test(char))) return at;
      if (/^lambda\b/.test(text.slice(at, at + 7)) && !/\w/.test(text[at - 1] ?? '')) colons += 1;
      if (/^for\b/.test(text.slice(at, at + 4)) && !/\w/.test(text[at - 1] ?? '')) return at;
      if (char === ':' && (colons -= 1) < 0) return at;
    }
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
  }
  return text.length;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
