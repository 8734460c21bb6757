import { EQUAL_VALUE, type CompareValue } from './value-comparison.js';

/** Without scheme, "www.", case of the host, a slash at the end. */
export function normaliseUrl(text: string): string {
  const bare = text.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/^www\./i, '').replace(/[/?#]+$/, '');
  const slash = bare.indexOf('/');
  return slash < 0 ? bare.toLowerCase() : bare.slice(0, slash).toLowerCase() + bare.slice(slash);
}

/** URLs are equal, on the same host, or elsewhere. */
export function compareUrlWith(asked: string): CompareValue | undefined {
  const wanted = normaliseUrl(asked);
  if (wanted === '') return undefined;
  const wantedHost = hostOf(wanted);
  return (value) => {
    const text = value.kind === 'url' ? value.url : value.kind === 'text' || value.kind === 'identifier' ? value.text : undefined;
    if (text === undefined) return undefined;
    const own = normaliseUrl(text);
    if (own === wanted) return EQUAL_VALUE;
    const host = hostOf(own);
    if (host === wantedHost) return { agreement: 0.6, reason: 'same host' };
    if (host.endsWith(`.${wantedHost}`) || wantedHost.endsWith(`.${host}`)) return { agreement: 0.4, reason: 'a host of the same domain' };
    return { agreement: -0.5, reason: 'another host' };
  };
}

function hostOf(url: string): string {
  return url.split(/[/?#:]/, 1)[0] ?? url;
}
