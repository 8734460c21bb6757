/**
 * While `main[data-follow="SECONDS"]` shows work under way, fetches the page again and replaces its changed parts
 * `data-part="NAME"`. Forms stay as they are, and so does the focused part.
 * @param {Document} page
 */
export function followWork(page) {
  const main = page.querySelector('main[data-follow]');
  if (!(main instanceof HTMLElement)) return;
  const pauseMs = 1000 * Number(main.dataset['follow']);
  const ask = async () => {
    try {
      const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
      const now = answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined;
      for (const shown of now === undefined ? [] : main.querySelectorAll('[data-part]')) {
        const part = now?.querySelector(`[data-part="${shown.getAttribute('data-part') ?? ''}"]`) ?? undefined;
        if (part !== undefined && part.innerHTML !== shown.innerHTML) shown.innerHTML = part.innerHTML;
      }
      if (now !== undefined && now.querySelector('main[data-follow]') === null) return;
    } catch {
      // The service may be restarting.
    }
    setTimeout(() => void ask(), pauseMs);
  };
  setTimeout(() => void ask(), pauseMs);
}
