import { SameasError } from '../../foundation/sameas-error.js';
import type { SuggestKind } from '../../protocols/describe-service.js';
import { describeEntity } from '../../describe/describe-entity.js';
import { resolveExtensionProperty } from '../../entities/property-path.js';
import type { Dataset } from '../../entities/dataset.js';
import { findEntity } from '../../entities/entity-store.js';
import type { SafeHtml } from '../../foundation/escape-html.js';
import type { Exchange } from '../exchange.js';
import type { Reply } from '../reply.js';
import { entityCard, propertyCard, typeCard } from '../pages/flyout-card.js';
import { labelLanguages, languagesOf } from '../label-languages.js';
import { idsFromRequest } from '../request-parameters.js';

/**
 * A card of one entity, type or property: `{id, html}`, over contents; `shownId` replaces the id in it. Throws
 * `parameter-missing` and `entity-unknown`.
 */
export function answerFlyout(
  kind: SuggestKind,
): (exchange: Exchange, ids?: readonly string[], shownId?: string) => Reply {
  return (exchange, ids = idsFromRequest(exchange.queryString), shownId) => {
    const [asked] = ids;
    if (asked === undefined)
      throw new SameasError('parameter-missing', 'The parameter "id" is required.', {
        advice: 'Send the identifier as id=…',
      });
    const { dataset } = exchange.served().snapshot;
    for (const id of ids) {
      const languages = labelLanguages(languagesOf(exchange), dataset);
      const html =
        card(dataset, kind, id, languages) ??
        (kind === 'entity' ? (card(dataset, 'type', id) ?? card(dataset, 'property', id)) : undefined);
      // The id as requested: clients keep the card under it.
      if (html !== undefined)
        return { kind: 'json', json: JSON.stringify({ id: shownId ?? id, html: html.text }), cache: 'briefly' };
    }
    throw new SameasError('entity-unknown', `No ${kind} has the identifier "${asked.slice(0, 200)}".`, {
      facts: { id: asked.slice(0, 200) },
    });
  };
}

function card(
  dataset: Dataset,
  kind: SuggestKind,
  id: string,
  languages: readonly string[] = [],
): SafeHtml | undefined {
  switch (kind) {
    case 'entity': {
      const entity = findEntity(dataset.entities, id);
      return entity === undefined ? undefined : entityCard(describeEntity(dataset, entity, languages));
    }
    case 'type': {
      const type = dataset.types.get(id);
      return type === undefined ? undefined : typeCard(type, dataset);
    }
    case 'property': {
      const found = resolveExtensionProperty(dataset, id);
      return found === undefined ? undefined : propertyCard(found, dataset);
    }
  }
}
