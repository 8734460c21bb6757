/*
 * A very long table in an element `data-long="ADDRESS"`: only rows in sight are in the page, and others are fetched
 * while a user scrolls. All rows have one height. Without scripts the table has pages.
 */

/** Rows before and behind those in sight. */
const MARGIN = 30;
/** Rows of one request. */
const FETCHED = 120;

/** @param {Document} page */
export function showLongTables(page) {
  start(page);
  // A new filter replaces the whole table.
  page.addEventListener('sameas-shown', () => start(page));
}

/** @param {Document} page */
function start(page) {
  const place = page.querySelector('[data-long]');
  if (!(place instanceof HTMLElement) || place.dataset['isLong'] === 'yes') return;
  const body = place.querySelector('tbody');
  const [first] = body?.rows ?? [];
  const total = Number(place.dataset['total']);
  const address = place.dataset['long'] ?? '';
  if (body === null || body === undefined || first === undefined || body.rows.length >= total) return;
  place.dataset['isLong'] = 'yes';
  page.querySelectorAll('[data-short]').forEach((element) => element.setAttribute('hidden', ''));
  const height = first.getBoundingClientRect().height;
  const columns = first.cells.length;
  const [above, below] = [spacer(page, columns), spacer(page, columns)];
  let start = Number(place.dataset['start']);
  let shown = body.rows.length;
  /** @type {AbortController | undefined} */
  let underWay;

  const arrange = () => {
    above.style.height = `${String(start * height)}px`;
    below.style.height = `${String((total - start - shown) * height)}px`;
  };
  body.prepend(above);
  body.append(below);
  arrange();
  place.scrollTop = start * height;

  const look = async () => {
    const top = Math.floor(place.scrollTop / height);
    const bottom = Math.ceil((place.scrollTop + place.clientHeight) / height);
    if (top >= start && bottom <= start + shown) return;
    const from = Math.max(0, Math.min(top - MARGIN, total - FETCHED));
    underWay?.abort();
    const mine = (underWay = new AbortController());
    try {
      const answer = await fetch(`${address}&part=rows&from=${String(from)}&count=${String(FETCHED)}`, {
        signal: mine.signal,
        headers: { Accept: 'text/html' },
      });
      const text = await answer.text();
      if (!answer.ok || mine.signal.aborted) return;
      const rows = page.createElement('template');
      rows.innerHTML = `<table><tbody>${text}</tbody></table>`;
      const fetched = rows.content.querySelector('tbody');
      if (fetched === null) return;
      start = from;
      shown = fetched.rows.length;
      body.replaceChildren(above, ...fetched.rows, below);
      arrange();
    } catch {
      // The next scrolling tries again.
    }
  };
  place.addEventListener('scroll', () => void look(), { passive: true });
}

/**
 * @param {Document} page
 * @param {number} columns
 */
function spacer(page, columns) {
  const row = page.createElement('tr');
  row.setAttribute('aria-hidden', 'true');
  const cell = page.createElement('td');
  cell.colSpan = columns;
  cell.className = 'spacer';
  row.append(cell);
  return row;
}
