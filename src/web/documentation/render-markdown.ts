import MarkdownIt, { type Token } from 'markdown-it';
import { SafeHtml } from '../../foundation/escape-html.js';

export interface RenderedDocument {
  readonly html: SafeHtml;
  /** Text of the first heading; empty without one. */
  readonly title: string;
  /** Headings of the second level. */
  readonly headings: readonly { readonly id: string; readonly text: string }[];
}

/** Address of a link or picture; `undefined` where it is not served, and its text stays without a link. */
type ResolveLink = (target: string) => string | undefined;

/** The only HTML elements of documents. */
const ALLOWED_HTML = /^<\/?kbd>$/;

/**
 * Markdown as safe HTML: its own HTML is shown as text, but for keys. Headings have the ids that links expect, tables
 * and code can be scrolled with the keyboard.
 */
export function renderMarkdown(text: string, resolve: ResolveLink): RenderedDocument {
  const markdown = new MarkdownIt('commonmark', { html: true }).enable('table');
  const { rules } = markdown.renderer;
  const escape = (source: string): string => markdown.utils.escapeHtml(source);
  const plain = (tokens: Token[], i: number): string => tokens[i]?.content ?? '';
  rules['html_inline'] = (tokens, i) =>
    ALLOWED_HTML.test(plain(tokens, i)) ? plain(tokens, i) : escape(plain(tokens, i));
  rules['html_block'] = (tokens, i) =>
    /^\s*<!--[^]*-->\s*$/.test(plain(tokens, i)) ? '' : `<p>${escape(plain(tokens, i))}</p>`;
  let tables = 0;
  rules['table_open'] = () =>
    `<div class="scroll" role="region" aria-label="Table ${String(++tables)}" tabindex="0"><table>`;
  rules['table_close'] = () => '</table></div>';
  rules['fence'] = rules['code_block'] = (tokens, i) =>
    `<pre tabindex="0"><code>${escape(plain(tokens, i))}</code></pre>\n`;

  const tokens = markdown.parse(text, {});
  const headings: { readonly id: string; readonly text: string; readonly level: string }[] = [];
  const used = new Map<string, number>();
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'inline') linkWithin(token.children ?? [], resolve);
    if (token.type !== 'heading_open') continue;
    const written = (tokens[i + 1]?.children ?? []).map(({ content }) => content).join('');
    const id = idOf(written, used);
    token.attrSet('id', id);
    headings.push({ id, text: written, level: token.tag });
  }
  const rendered = markdown.renderer.render(tokens, markdown.options, {});
  return {
    html: new SafeHtml(rendered),
    title: headings.find(({ level }) => level === 'h1')?.text ?? '',
    headings: headings.filter(({ level }) => level === 'h2'),
  };
}

/** Resolves links; those that lead nowhere become text. */
function linkWithin(tokens: Token[], resolve: ResolveLink): void {
  let isDropped = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const target = resolve(String(token.attrGet('href') ?? ''));
      isDropped = target === undefined;
      if (target === undefined) token.hidden = true;
      else token.attrSet('href', target);
    } else if (token.type === 'link_close' && isDropped) {
      token.hidden = true;
      isDropped = false;
    } else if (token.type === 'image') {
      token.attrSet('src', resolve(String(token.attrGet('src') ?? '')) ?? '');
    }
  }
  for (let i = tokens.length - 1; i >= 0; i--) if (tokens[i]?.hidden === true) tokens.splice(i, 1);
}

/** Ids as on the usual sites; later ones of equal headings get a number. */
function idOf(heading: string, used: Map<string, number>): string {
  const id = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  const count = used.get(id) ?? 0;
  used.set(id, count + 1);
  return count === 0 ? id : `${id}-${String(count)}`;
}
