import { foundElementsOf, JsonObjectValue, type ExpressionValue } from '../../expression-value.js';
import { GrelFailure } from '../evaluation/environment.js';
import { JsonFault, parseJsonValue } from '../json/parse-json-value.js';
import {
  ElementValue,
  attributeOf,
  innerElements,
  innerMarkup,
  ownText,
  scriptText,
  visibleText,
  wholeText,
} from '../markup/markup-text.js';
import { type MarkupElement, parseHtmlDocument, parseLenientXml } from '../markup/markup-tree.js';
import { selectElements } from '../markup/select-elements.js';
import { expects, textOf, type GrelFunction } from './grel-function.js';

/** A function from an element to a text. */
function ofElement(
  name: string,
  aliases: readonly string[],
  description: string,
  example: readonly [string, string],
  compute: (element: MarkupElement) => string,
): GrelFunction {
  return {
    name,
    aliases,
    group: 'JSON, HTML and XML',
    parameters: 'element',
    returns: 'string',
    description,
    examples: [example],
    run: ([element, ...others], calledAs) => {
      if (others.length > 0) throw expects(calledAs, 'a single XML or HTML element as an argument');
      return compute(requireElement(element, calledAs));
    },
  };
}

export const TREE_FUNCTIONS: readonly GrelFunction[] = [
  {
    name: 'parseJson',
    group: 'JSON, HTML and XML',
    parameters: 'text',
    returns: 'JSON object or array, or a single value',
    description: 'Reads JSON. Members are reached as value.name or value["name"], elements as value[0].',
    examples: [
      [`parseJson('{"a": [1, 2.5]}').a[1]`, '2.5'],
      [`'[1, 2]'.parseJson().sum()`, '3'],
    ],
    run: ([subject], name) => {
      const text = textOf(subject);
      if (text === undefined) return null;
      try {
        return parseJsonValue(text);
      } catch (thrown) {
        if (thrown instanceof JsonFault) throw new GrelFailure(`${name} failed: ${thrown.message}`);
        throw thrown;
      }
    },
  },
  {
    name: 'parseHtml',
    group: 'JSON, HTML and XML',
    parameters: 'text',
    returns: 'document',
    description: 'Reads HTML as a browser does. What is in it is found with select.',
    examples: [['parseHtml("<p>a <b>c</b></p>").select("b")[0].htmlText()', 'c']],
    run: (args, name) => new ElementValue(parseHtmlDocument(singleText(args, name))),
  },
  {
    name: 'parseXml',
    group: 'JSON, HTML and XML',
    parameters: 'text',
    returns: 'document',
    description: 'Reads XML; faults in it are passed over. What is in it is found with select.',
    examples: [['parseXml("<r><id>7</id></r>").select("id")[0].xmlText()', '7']],
    run: (args, name) => new ElementValue(parseLenientXml(singleText(args, name))),
  },
  {
    name: 'select',
    group: 'JSON, HTML and XML',
    parameters: 'element, selector',
    returns: 'array of elements',
    description:
      'Every element within another that a CSS selector means. Beyond CSS: :contains(text), :matches(regex), :has(selector), :eq(n), :lt(n), :gt(n), [attribute~=regex], prefix|name.',
    examples: [
      ['parseHtml("<ul><li>1<li>2</ul>").select("li").length()', '2'],
      ['parseHtml("<p>one<p>two").select("p:contains(two)")[0].htmlText()', 'two'],
    ],
    run: (args, name) => {
      const [element, selector] = args;
      if (args.length !== 2 || typeof selector !== 'string') throw expects(name, 'two arguments');
      return foundElementsOf(
        selectElements(requireElement(element, name), selector).map((found) => new ElementValue(found)),
      );
    },
  },
  {
    name: 'htmlAttr',
    aliases: ['xmlAttr'],
    group: 'JSON, HTML and XML',
    parameters: 'element, name',
    returns: 'string',
    description: 'The value of an attribute; the empty text when there is none.',
    examples: [[`parseHtml("<a href='x'>y</a>").select("a")[0].htmlAttr("href")`, 'x']],
    run: (args, name) => {
      const [element, attribute] = args;
      if (args.length !== 2 || typeof attribute !== 'string') throw expects(name, 'two arguments');
      return attributeOf(requireElement(element, name), attribute);
    },
  },
  ofElement(
    'htmlText',
    ['xmlText'],
    'The text of an element and all in it, white space as single spaces.',
    ['parseHtml("<p>a  <b>b</b></p>").htmlText()', 'a b'],
    visibleText,
  ),
  ofElement(
    'ownText',
    [],
    'The text of an element without that of the elements in it.',
    ['parseHtml("<p>a <b>b</b></p>").select("p")[0].ownText()', 'a'],
    ownText,
  ),
  ofElement(
    'wholeText',
    [],
    'The text of an element and all in it, white space as it is written.',
    ['parseHtml("<p>a  <b>b</b></p>").select("p")[0].wholeText()', 'a  b'],
    wholeText,
  ),
  ofElement(
    'innerHtml',
    [],
    'What stands between the tags of an element, tags included.',
    ['parseHtml("<p>a <b>b</b></p>").select("p")[0].innerHtml()', 'a <b>b</b>'],
    innerMarkup,
  ),
  ofElement(
    'innerXml',
    [],
    'The elements directly in an element, with their tags, one a line; text between them is left out.',
    ['parseXml("<r>x<a>1</a></r>").select("r")[0].innerXml()', '<a>1</a>'],
    innerElements,
  ),
  ofElement(
    'scriptText',
    [],
    'What stands in the scripts and style sheets of an element.',
    ['parseHtml("<script>var a = 1;</script>").select("script")[0].scriptText()', 'var a = 1;'],
    scriptText,
  ),
  {
    name: 'parent',
    group: 'JSON, HTML and XML',
    parameters: 'element',
    returns: 'element',
    description: 'The element in which another lies.',
    examples: [['parseHtml("<p><b>a</b></p>").select("b")[0].parent()', '<p><b>a</b></p>']],
    run: ([element], name) => {
      const { parent } = requireElement(element, name);
      return parent === null ? null : new ElementValue(parent);
    },
  },
  {
    name: 'parseUri',
    group: 'JSON, HTML and XML',
    parameters: 'text',
    returns: 'JSON object',
    description:
      'The parts of an address: scheme, host, port (-1 when none is given), path, query, authority, fragment, query_params.',
    examples: [
      ['parseUri("http://example.org/a?x=1#top").path', '/a'],
      ['parseUri("http://example.org/a?x=1").query_params.x', '1'],
    ],
    run: ([text, ...others], name) => {
      if (typeof text !== 'string' || others.length > 0) throw expects(name, 'a single string as an argument');
      const parts = parseUri(text);
      if (parts === undefined) throw new GrelFailure(`Invalid URI ${text}`);
      const { scheme, host, port, path, query, authority, fragment } = parts;
      const parameters = new JsonObjectValue(new Map<string, ExpressionValue>(parts.parameters));
      return new JsonObjectValue(
        new Map<string, ExpressionValue>(
          Object.entries({
            scheme,
            host,
            port: BigInt(port),
            path,
            query,
            authority,
            fragment,
            query_params: parameters,
          }),
        ),
      );
    },
  },
];

function singleText(args: readonly ExpressionValue[], name: string): string {
  const [text] = args;
  if (args.length !== 1 || typeof text !== 'string') throw expects(name, 'a single string as an argument');
  return text;
}

function requireElement(value: ExpressionValue | undefined, name: string): MarkupElement {
  if (value instanceof ElementValue) return value.element;
  throw new GrelFailure(
    `${name} failed as the first parameter is not an XML or HTML element. Please first use parseXml() or parseHtml()`,
  );
}

interface UriParts {
  readonly scheme: string;
  readonly host: string | null;
  /** -1 for none. */
  readonly port: number;
  readonly path: string | null;
  readonly query: string | null;
  readonly authority: string | null;
  /** May be empty. */
  readonly fragment: string;
  /** The last value of each name. */
  readonly parameters: ReadonlyMap<string, string>;
}

const PARTS = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/;
/** Characters of an address: its own signs, and letters beyond ASCII. */
const ALLOWED = /^(?:[A-Za-z0-9\-._~!*'();:@&=+$,/?#[\]]|%[0-9A-Fa-f]{2}|[^\u0000-\u00a0\s\p{Z}\p{C}])*$/u;

/** Undefined for anything but an absolute address. */
function parseUri(text: string): UriParts | undefined {
  const parts = PARTS.exec(text);
  if (parts === null || !ALLOWED.test(text)) return undefined;
  const [, scheme = '', authority = null, path = '', query = null, fragment = ''] = parts;
  const isOpaque = authority === null && !path.startsWith('/');
  if (isOpaque && path === '') return undefined;
  const [, host = null, port = ''] = /^(?:[^@]*@)?(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority ?? '') ?? [];
  return {
    scheme,
    host: authority === null || host === '' ? null : host,
    port: port === '' ? -1 : Number(port),
    path: isOpaque ? null : decoded(path),
    query: query === null || isOpaque ? null : decoded(query),
    authority: authority === null ? null : decoded(authority),
    fragment: decoded(fragment),
    parameters: parametersOf(query ?? ''),
  };
}

function parametersOf(query: string): ReadonlyMap<string, string> {
  const pairs = query.split('&').filter((pair) => pair !== '');
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decoded(name.replaceAll('+', ' ')), decoded(value.join('=').replaceAll('+', ' '))];
    }),
  );
}

/** Bytes that are no UTF-8 become the replacement character. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}
