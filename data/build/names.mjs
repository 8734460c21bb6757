// What counts as the same name, and how a list of names is tidied. Used for every kind of entity.

/** One line, single spaces, no invisible direction marks, no surrounding blanks; '' for nothing. */
export function tidy(text) {
  return (text ?? '')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

// Letters whose stroke or missing dot is no combining mark.
const WITHOUT_MARK = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', ð: 'd' };

/**
 * The form in which two spellings of one name are equal: case, European diacritics, punctuation and spacing differences gone.
 * Marks of other scripts stay: in Japanese or Indic writing they are letters, not ornaments.
 */
export function fold(text) {
  return tidy(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[łøđıßæœð]/g, (letter) => WITHOUT_MARK[letter])
    .replace(/['’ʻʼ`‘´]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}\p{Sc}]+/gu, ' ')
    .trim();
}

/** The names that differ after folding, first spelling wins, order kept; none equals one of `taken` after folding. */
export function distinctNames(names, taken = []) {
  const seen = new Set(taken.map(fold));
  const kept = [];
  for (const name of names.map(tidy)) {
    const key = fold(name);
    if (key === '' || seen.has(key)) continue;
    seen.add(key);
    kept.push(name);
  }
  return kept;
}

/** Groups items under a key: Map key → items in the given order. */
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
