import type { ExpressionValue, FieldsValue } from '../../expression-value.js';
import { outerMarkup } from './markup-text.js';
import { DOCUMENT_NAME, type MarkupElement } from './markup-tree.js';

/** An element, or a document, as a value of the language. */
export class ElementValue implements FieldsValue {
  readonly element: MarkupElement;

  constructor(element: MarkupElement) {
    this.element = element;
  }

  get typeName(): string {
    return this.element.name === DOCUMENT_NAME ? 'Document' : 'Element';
  }

  get text(): string {
    return outerMarkup(this.element);
  }

  field(): ExpressionValue {
    return null;
  }
}
