export type GrelNode =
  | LiteralNode
  | RegexNode
  | { readonly kind: 'variable'; readonly name: string }
  | OperatorNode
  | { readonly kind: 'field'; readonly object: GrelNode; readonly name: string }
  | CallNode
  | { readonly kind: 'control'; readonly name: string; readonly args: readonly GrelNode[] }
  | { readonly kind: 'array'; readonly elements: readonly GrelNode[] };

interface LiteralNode {
  readonly kind: 'literal';
  readonly value: string | bigint | number | null;
  /** Of a number: text that is read as the same number of the same kind again. */
  readonly source?: string;
}

interface RegexNode {
  readonly kind: 'regex';
  /** Between the slashes, in the dialect of the original. */
  readonly source: string;
  readonly ignoreCase: boolean;
}

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | ComparisonOperator;

/** `=` is accepted without a meaning: it gives null. */
type ComparisonOperator = '<' | '<=' | '>' | '>=' | '==' | '!=' | '=';

export interface OperatorNode {
  readonly kind: 'operator';
  readonly operator: BinaryOperator;
  readonly left: GrelNode;
  readonly right: GrelNode;
}

export interface CallNode {
  readonly kind: 'call';
  /** As it is written: an alias stays one, because messages name it. */
  readonly name: string;
  readonly args: readonly GrelNode[];
  /** `f(x)`, `x.f()`, or `x[i]`; the latter two have at least one argument, which is in front. */
  readonly style: 'plain' | 'method' | 'index';
}
