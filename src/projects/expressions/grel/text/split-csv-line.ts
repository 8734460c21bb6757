/** The fields of one line of separated values, unquoted: a quoted field may hold separators and doubled quotes. */
export function splitCsvLine(line: string, separator: string): readonly string[] {
  const fields: string[] = [];
  let place = 0;
  for (;;) {
    let field = '';
    const quoted = /\s*"/y;
    quoted.lastIndex = place;
    // Space before a quotation mark does not belong to the field; a separator may be white space itself.
    const [opening] = quoted.exec(line) ?? [];
    if (opening !== undefined && !opening.includes(separator)) {
      place += opening.length;
      while (place < line.length) {
        const char = line.charAt(place);
        if (char === '"' && line.charAt(place + 1) === '"') {
          field += '"';
          place += 2;
        } else if (char === '"') {
          place += 1;
          break;
        } else {
          field += char;
          place += 1;
        }
      }
    }
    const next = line.indexOf(separator, place);
    field += line.slice(place, next < 0 ? line.length : next);
    fields.push(field);
    if (next < 0) return fields;
    place = next + separator.length;
  }
}
