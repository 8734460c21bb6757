import type { DatasetMetadata } from '../../entities/dataset.js';
import type { Property } from '../../entities/property.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { EntityDescription } from '../../describe/describe-entity.js';
import { browseAddress } from '../browsing/read-browse-query.js';
import type { Exchange } from '../exchange.js';
import type { Words } from '../messages/words.js';
import { formatCount } from './format-values.js';
import { pageFrame } from './page-frame.js';
import { factRow, viewAddress } from './value-list.js';

/**
 * Land of the world as an SVG path, in half degrees: x to the east from -360 to 360, y to the south from -180 to 180.
 * Made from Natural Earth (public domain), 1:110 million, with fewer points.
 */
const LAND_OUTLINE =
  'M-119 160l-1 2-11-1 7 0 3-2 2 1zM-318 159l-4 0-5-2 5 0 4 2zM-90 156l2 1 1 3-14 2-7-1 6-2 5-3 7 0zM-198 144l4 0 2 1-7 0-6-1 7 0zM-137 142l-1 2-4 1-8-1 0-1 2 0 4-1 1-3 2-1 4 4zM-360 ' +
  '169l2-1 9 1 9-1 24 3 19 0 11-1 0-1-21-2 1-3-8-2 13 1 8-2-6-2-12-1-5-2-1-2 14 1 11-2 0-2 2-1 1 1 19-2 31 0 11-2 3 2 24 2 1-1-5-2-2-3 14 2 13 0 2-2 8 2 7 1 2-2 9 2 14-2 4-2-3-5 2-2 0' +
  '-2 0-1 9-5 10-2 2 0-1 1-9 2-1 1 1 1-3 1-4 3 5 2 2 3 2 6-7 4-12 2-13 0 7 3-9 1 0 1 3 2 34 5 3 1 16-3 14 1 4-1 25-2-2-2-12 0-1-2 14-4 16-1 11-3 0-1-2 0 1-1 7-2 4-2 6 0 1-1 5 1 8-1 1 ' +
  '1 15-3 4 0 3 2 5-2 3 1 9-1 6 1 9 0 10-2 4-2 9 3 32-8 4 0 4 3 6 1 5-1 10 1 1 2-3 3 2 0-2 3 4 1 2-1 6-4 7-1 3-2 8-3 8 0 2-2 3 2 13 1 7-1 7-3 6 3 15-2 4 1 9 2 6-2 12 1 12-2 0-1 5 3 16' +
  ' 0 2 2 5 1 7 1 4-1 14 4 12 1 7 1-3 4-7 2-5 3 0 2 2 2 5 2-10 0-4 4 19 6 18 1zM-136 108l6 1-1 1-3 0-2 1-9-2-4-3 7 2 3-3 2 0 1 3zM291 82l6 0 0 2-1 2-1 0-1 1-2 0-3-5 0-1 2 1zM346 82l2 ' +
  '1-3 4 1 1-3 0-2 4-4 1-4-1 1-2 7-4 3-4 2-1 0 1zM349 72l2 2 0-1 3 3 3-1-1 3-2 0-2 5-2 0-1 0 1-2 0-1-2-1 1-1 0-3-4-6 4 2 0 1zM100 27l1 4-2 0 1 3-6 16-3 1-3-1-1-7 2-3-1-5 1-3 4 0 2-3 3' +
  '-5 2 3zM287 28l1 1 1-1 2 2 2 8 5 3 1 4 2 0 1 2 4 5 1 4-1 7-7 13-2 0-4 2-3-1 0-1-3 2-6-2-2-4-3-1 0-2-2 2 2-4 0-1-4 4-2-1-1-4-6-2-11 1-4 2-1 2-7 0-4 2-3 0-3-2 2-4-3-7-2-5 1 1-1-2 1 2' +
  '-1-4 1-5 0 1 5-4 9-2 4-6 1 2 1-1-1-1 1-1 1 1 2-5 3 0 3 2 2 0 0-1 2-4 4-1-1-1 1-1 6 2 2 0 1 1-2 2-1 3 9 5 2 0 1-5 1-8 1-1 1 1 1 6zM217 14l4 0 1-1 9 4-2 1-8-2-10-2 1-2 5 2zM304 11l-5' +
  ' 2-2-2 3 0 0-1 2 1 1-1 0-2 1 0 0 3zM268 2l1 4 2 1 2-2 4-2 12 5 3 3 3 1 1 1-2 0 0 2 3 3 5 3-2 0-4-1-4-4-3-1-2 1 0 2-2 1-7-3-3 1 2-2-1-4-9-4-1 1-2-2 3-2-3 0-3-2 4-1 3 1zM250-3l-3 3-7' +
  ' 0 0 1 2 2 5-2-4 3 3 7-2 0 1-2-2 0-1-4-1 1 0 5-2 0 0-4-1-1 2-7 2-2 4 1 4-1zM212 12l-3 0-4-4-8-12-6-6 0-1 4 1 6 6 2 0 5 4-1 1 5 5 0 6zM236-4l2 2-2 0-1 4-2 1-1 5 0-1-2 1-3-2-3 1-1-1-' +
  '3 0-2-7 1-3 2 1 1-1 1-1 3-1 7-8 5 3-3 5 1 2zM253-17l0 3-1 1 0-2-1 1 0 3-3-1 0-3-1-1-1 1-2 1 1-2 6-2 0-2 1 1 1 2zM162-12l-1 0-1-2 0-6 2 1 2 4-2 3zM243-37l1 0 1 3-2 2 0 3 5 1 0 3-1-1' +
  '-1-1-1 1-1-2-3 0 1-1-2-1 0-3 1 1 0-5 2 0zM-145-40l5 1 3 2 0 1-5-1-1 2-2-1-4-1 4 0-2-2 2-1zM-159-46l11 5-8 1 2-1-5-2-5-1 0-1-6 1 5-2 6 0zM242-46l-1 2-1-2 1-3 2-2 1 1-2 4zM282-74l-1 ' +
  '4-7 1-2 2-2-1 0-1-8 1 2 2-3 4-1-1 1-2-2-2 6-4 6 0 2-4 2 1 4-2 2-6 2-1 1 3-2 6zM288-88l3-1 0 2-3 1-2 2-3-1-1 2-2 0 0-2 1-2 2 0 1-4 4 3zM-247-97l-4-1-5-2-1-2 5 1 5 4zM-112-101l-2 1 2' +
  ' 0 1 0-1 1 5 1-1 1 2 0 1 2-1 2-2-1 0-2-3 2-1 0 1-1-2 0-6 0 1-2 3-4 3-2 1 0-1 2zM287-101l2 3-3-1-1 3 2 2 0 2-2-1-1 1 0-7-1-5 0-3 2-1-1 0 1-1 2 8zM-14-105l-6 1 2-2-1-2 4-2 4 1-3 4zM-' +
  '6-117l-2 2 4 0-2 3 2 0 5 6 2 1-1 1 1 1-2 1-13 2 5-3-4-1 3-1-2-1 1-1 3 0 0-1-4-2 0-2-1 1-1-3 2-3 4 0zM-170-131l10 4-5 0-1-1-5 2-1-1-2 0 1-1 1-3 2 0zM-29-133l0 1 2 2-10 3-9-1 2-1-4-1' +
  ' 4 0-5-1 2-2 3 0 3 2 3-2 9 0zM360-130l-5 1 4 3-1 1-3 0-8 2-6 3-3-1-5 1-1 0-5 0-3 4 2 1 0 3-2 0-1 1 1 1-3 1-1 3-3 0-1 2-2 2-3-9 1-3 2-2 3 0 10-6 2-3-2 0-2 2-5 2-1-3-6 1-5 3 2 2-7 0 ' +
  '0-1-3 0-3 1-13 0-14 9 3 0 3 1 4 0 3 2 0 2-2 2-1 5-4 4-6 6-3 1-2-1-5 3-1 2-4 2 0 2 4 4-1 4-5 1-1-4 2-1-2-1-3-1 2-3-2-1-7 2 2-3-1-1-5 3-2 1-1 1 3 2 1 1 3-2 3 1 0 1-3 1-4 3 2 1 4 6 0 ' +
  '1-1 1 1 1-1 4-1 0-5 7-5 3-10 3-1 2-1 0 0-2-3 0-5 3-1 2 7 7 1 4-1 4-8 6 0-3-3-1-2-3-3-1 0-2-2 0-2 9 2 0 1 3 5 4 2 8-1 1-4-4-3-7-3-4 0 1 1-7-4-11-3 3-3-1 1-4-6-10-2 0 0 2-7 1-1 3-3 1' +
  '-6 6-3 1-1 11-5 5-2-2-6-14-2-11-4 1-3-2 1-1 0-1-4-2-2-3-10 1-8-1-2-3-4 1-6-3-3-4-4 0 2 5 2 2 2 3 0-2 1 0 1 4 4 0 5-5 1 5 3 1 3 2-4 5-1 2-4 4-6 1-1 2-7 3-10 3-2-5 0-4-7-9-1-4-2-2-5-' +
  '7-1 0 1-3-2 4-3-5 6 12 0 2 3 2 1 7 2 1 2 4 8 7-2 2 4 2 13-3 0 3-7 13-14 13-3 4-1 3 2 2-1 3 3 5 1 7-2 3-10 8 1 4 0 4-6 3 1 1-1 5-5 5-4 4-4 2-7 0-6 2-2-2-1-3 0-2-6-9-1-10-5-8 0-4 3-8' +
  ' 0-3-3-11-6-8 2-8-1-1-2-3-5 1-3-4-5 1-6 2-7 0-6 1-3-1-8-6-4-6-3-2 0-3-2-2 2-2 0-3 0-6-1-2 2-5 6-8 3-1 4-4-1-2 1-3 5-3 2-4 8 2 7-3 16-2 1 1 0 1 2-1-1 1 1 2-1 3 9 3 1 2 7 2 2-1 0-2 3' +
  '-2 15 4 4-1 2 1 4 0 1-1 3-6 0-4-3-1-4 2-2-1-4 1-4-1-2-3 1-2-2-1 3-2 3 0 0-1 4 0 5-2 3 0 7 2 4 0 2-2 0-1-10-5 3-2-1-1 3-2-8 2 0 2 3 0 0 1-5 1-1 0 0-1-2-1 2-1-6-1-2 3-1 0-3 5 3 3-3 0' +
  '-2 2-1-2-2 0-3 1 2 1-1 0-3-1 3 6-2-1 1 1-1 0 0 2-1 0-2-1-1-3-3-4 0-2-7-4-2-3-2 0 0-1-2 0-1 0 0 3 5 4 2 0 0 1 5 3-3-1-1 1 1 1 0 1-2 2-1 0 1-2-1-2-7-3-3-3-1-2-2-1-5 3-7 0 0 2-4 2-3 3' +
  ' 1 2-4 4-5 0-2 1-2-2-5 0 0-3-1 0 1-5-1-4 3-1 12 0 1-1 1-4-4-3-3-1 0-1 6 0-1-3 2 1 5-1 0-2 5-1 1-3 7-1 2-1-2-3 1-3 4-1 0 1 1 1-3 2 1 2 2 1 3-1 3 1 7-2 4 1 4-1-1-4 1-1 2-1 2 2 1 0 1-' +
  '3-2 0 0-1 9-1 2-1-2-1-10 1-3-1 0-2-1-2 1-1 8-4-3-2-4 1-2 1 1 1-7 4-2 2 4 3-2 2-2 1-2 5-3 0-1 1-2 0-5-8-4 2-3 1-3-1-1-7 11-5 9-7 8-4 8 0 3-2 7 0 7 1-3 1 2 1 2-1 17 4 1 2-2 1-3 1-11-' +
  '1 4 1 0 3 4 1-1-2 1 0 5 1 2-1-1-1 4-2 4 1 1-2-2-1 1-1-1-1 6 1 1 1-3 0 0 1 2 1 14-5 2 0-2 2 11-2 2 1 2-1-2-1 1-1 16 4 1-1-4-2 1-1-2-2 7-4 5 0 1 2-2 1 2 2-1 3 2 1-4 4 2 1 5-4-1-1 1-1' +
  '-2 0-1-1 2-2-3-2 4-1-1-2 2 1 0 2 2 1-1-2 3-1 8 2-2-2 0-2 13-1-2-1 2-1 28-3 2-2 5 0 3 0-3 1 5 0 0 1 8 0 6 1 0 1-9 3 7 0 1 1 4-1 15 2 1-1 7 0 3 1 1 1-1 1 6 2 2-2 3 1 12 0-2-2 3-1 18 ' +
  '2 7 2 12 0 2 1-1 2 3 0 14 0 3 2 3-1-2-1 1-1 16 1zM-360-138l10 4 0 1 1 0 0-1 5 0 4 2-5 1-1 2-6-2-5 0 0-1-3 0 1 1-1 1zM98-83l3 2-2 1-1 2 0 3 7 2 3-1 0-4-2-1 1-1-2 0 1-2 3 0-2-2-1 0 0' +
  ' 2-1-4-2 0-2-3 2 0 0-1 3-1 0-1 0-2-4 0-7 3-2 2 5 6zM-181-139l0 2 3-2 2 2-1 1 2 2 4-4 0-2 6 1 2 1-1 2 1 1 0 1-4 1-5 0-3 3-5 2-1 1-1 1-4 2-2 2-1 4 3 0 1 4 3-1 12 4 5 1 1 3 4 5 3-3-3-' +
  '4 4-1 3-3-2-3-2-2 2-2-1-5 8 0 5 3 4 0 0 4 4 2 3-2 3-3 6 7-1 1 9 4 1 1 2 1 1 3-9 4-13 0-9 6 5-3 7-1 2 1-2 1 1 4 6 0 2-2 1 2-11 5-1 0 0-2 3-2-5 1-7 4-1 1 2 2-7 1 3 0-4 0-2 4-1-1 1 2-' +
  '2 3 1-2-2-2 0 2-1 0 1 0 2 5-12 8 0 3 3 6-1 4-1 0-1-2-3-4 0-2-2-2-2 1-3-2-5 0-1 1 1 1-2 1-8-1-5 2-2 2 1 3-2 7 3 6 4 3 5-1 2-2 1-3 7-1 0 1-2 5-1 0 0 4-1 1 8 0 3 1-1 9 4 4 1 0 4-1 5 2' +
  ' 3-2 1-3 3 0 3-3 2 1-2 1 1 5 1-2-1-2 3-1 0-1 4 3 4 0 2 1 1-1 5 0-1 0 0 1 3 1 1 2 3 1 4 4 6 0 5 4 2 4 1 1-1 3 4 0 0 2 1-1 6 2 1 2 2 0 7 1 6 4 3 0 2 5-1 3-7 8-2 10-3 8-2 2-5 1-6 3-2 ' +
  '2-1 5-10 12-4 1-5-2 0 1 3 2 0 3-1 2-3 1-7 1 1 3-1 1-5 0 0 2 2 0 1 1-3 2-1 3-4 1 0 2 4 1-1 2-6 5 2 4-6 1-1 2-7-3-1-2 1-1-1-5 3-3-3-1 2-1 0-4 3 1 1-4-2-1 0 3-2-1 3-7-1-5 1 0 3-9 0-7 ' +
  '1-3 2-15-1-3-2-2-9-6-8-15-3-2 1-1-1-2 3-4-2-1 0-2 2-4 2-1 1-2 3-3-2-9-3-1-2 2 1 1-2 1 0-2-5-1-3-3 0 1-1-1 0-2-4-4 0-1-7-1-7-4-4 1-14-6-4-3 0-3-1-3-7-5 0-2-5-5-2-4-2-1-2-1 1 4 6 7 2' +
  ' 4 2 2-1 1-4-3-1-3-5-3 2-2-3-2-4-7-2-2-4-1-8-12 0-5 1-5-1-5 3 0 1 2-1-4-9-4-1-3-2-1-1-1-5-4-4-5-5 0-7-3-14-3-2 1 0 1-7 2 0-3 2-1 0-1-7 4 1 1-1 2-9 4-13 3 15-6 1-3-4 1-3-1-3 1 0-2-4' +
  '-1-4-3 3-3 7-2-1-1 1-1-8 1-6-2 7-2 2 0-1 1 5 0-11-5 2-1 6-1 2-2 11-2 4 2 22 1 14 2 13-2 2 0 2-1 4 2 3-1 0 1 6-1 13 2 2 1-3 1 11 0 2 1 2-1-2-1 2 0 4-1 9 3 6-1 0-1 2 0 3 1 0 1 1-1 2 ' +
  '0 1-2-5-2 0-2 3-2 4 1 3 3-2 1 4 0zM-228-146l-1 1 4-1 3 1 2-1 4 3 1-1-2-2 6 1 2 3 7 2 0 1-3 0 1 1-1 0-9 0-13 1-5-1-3-2 10-1-11 0-1-1 5-1-7 0 3-2 8-1zM-153-146l-7 0-2-1 1-1 8 2zM-173' +
  '-146l1 1 2-2 5-1 4 3-1 1 6-2 8 2 0 1 4 0 8 3 2 2-4 1 14 3-4 4-5-3-3 0 0 2 5 2 2 2-1 2-8-2 6 3-10-2-8-3-5 1-2-1 1-2 8 0-1-1 4-3-1 0-8-3 2 0-6-2-5 1-14-2-2-1 2 0-3 0 0-2 3-3 5-1-1 2z' +
  'M-201-148l7 1-2 1 3 1 0 2-4 0-8-2 4 0-2-2 2-1zM-186-146l-3 2-2 0-1-2 1-2 10 0-5 2zM-241-143l-5 1-6-2 4-3-2-2 7 0 8 1 4 1-7 2-3 2zM290-151l-1 1-11 1-4-2 1-1 3 0 12 1zM-197-153l2 0-1' +
  ' 3-6 0 0-1-3 0 0-2 8 0zM-216-152l4 0 1 1-2 1-14 1-1 0 4-1-9 0-2 0 4-3 13 2-3-2 2-1 3 2zM115-141l-8-1-4-1 0-1 6-3-2-1 5-1-1-1 11-3 14-1 2 1-21 4-6 4 0 2 4 2zM-189-154l6 0 2 1-1 1 4 ' +
  '1 16 0 2 0 0 1-1 1-15 0-9-1-1-2-2-1-6-1 1 0 4 0zM-232-155l-1 1-1 1-9 1-3 0 4-2 10-1zM-200-157l1 1-4 0-7-1 2 0-3-2 4 1 7 1zM210-157l-11 1 5-3 7 2-1 0zM37-159l6 1-5 1-4 3-6-1 1 0-3-1' +
  '-5-3 13-1 3 1zM51-161l4 1-3 1-15-1-2-1 6 0 10 0zM200-158l-10 0-8-3 10-2 8 3 0 2zM-174-159l2 0-10 3-6-2 2-1-6 0-1-1 4-2 4-1 9 2 2 2zM-137-166l13 1-11 2 4 0-11 3-12 1 3 1-1 0 1 1-9 3' +
  ' 4 0-5 2-18-1 0-1 3 0-1-2 7 1-6-2 6-2-4-2 10 0-11 0-8-3 12-1 5 0 1-1 6 0 22 0zM-54-167l12 2-21 1 17 0 2 1-2 1 14-2 8 1-16 3 5 0-4 2 0 3 2 1-6 1 3 1 1 2-2 0 2 1-4 1 2 0-1 1-5 0 2 3-' +
  '5-1 6 2 0 2-3 0-4-2 1 1-3 2 8 0-10 3-9 1-4 3-12 2-2 4-4 2 1 1-2 4-3 0-3-2-4 0-1-1-5-4-2-3-2-2 0-2-1 0 2-3 3 0 1-3-5 1-2 0 0-3 6 1-9-2 3-2-6-4-8-3-14 0-6-2 9-1-8 0-5-1 1-1 15-2 0-1-' +
  '5 0 15-4 15 0 5-1 12 2-5-1 0-1 7-1 33-1z';

export interface Referrers {
  readonly property: Property;
  readonly shown: readonly { readonly id: string; readonly name: string }[];
  /** Their number; `undefined` where they are too many to count. */
  readonly count: number | undefined;
}

/** The page of an entity with all that is known of it, and its referrers. */
export function entityPage(
  entity: EntityDescription,
  referrers: readonly Referrers[],
  metadata: DatasetMetadata,
  { baseUrl, site, words }: Pick<Exchange, 'baseUrl' | 'site' | 'words'>,
): SafeHtml {
  const { say } = words;
  const file = (form: string): string => `${viewAddress(entity.id, baseUrl)}&as=${form}`;
  const body = html`<main>
${entityHeading(entity, words)}
<dl><dt>${say('Identifier')}</dt><dd><code>${entity.id}</code></dd>${entity.facts.map((fact) => factRow(fact, baseUrl, words))}</dl>
${map(entity, words)}
${aliases(entity, words)}
${referrers.map((one) => referrerList(entity, one, baseUrl, words))}
<p>${say('Save this entity:')} <a href="${file('json')}">JSON</a> · <a href="${file('jsonld')}">JSON-LD</a> · <a href="${file('ttl')}">Turtle</a> · <a href="${file('csv')}" download>CSV</a></p>
<form action="${baseUrl}/explain" method="get"><label>${say('Why does a name match this entity, or not?')} <input name="query" required dir="auto"></label><input type="hidden" name="id" value="${entity.id}"><button>${say('Explain')}</button></form>
</main>
${sourceFooter(metadata, words)}`;
  return pageFrame({ title: `${entity.name} · ${metadata.name}`, body, baseUrl, site, words, size: 'full' });
}

/** Name, summary and types. */
export function entityHeading(entity: EntityDescription, { say }: Words): SafeHtml {
  // A summary that only names the types would repeat them.
  const saysTypes = entity.summary === entity.types.map((type) => type.name).join(', ');
  const summary =
    entity.summary === '' || saysTypes
      ? undefined
      : entity.summaryLanguage === undefined
        ? html`<p class="summary" dir="auto">${entity.summary}</p>`
        : html`<p class="summary" dir="auto" lang="${entity.summaryLanguage}">${entity.summary}</p>`;
  const types =
    entity.types.length === 0
      ? undefined
      : html`<ul class="chips" aria-label="${say('Types')}">${entity.types.map((type) => html`<li dir="auto">${type.name}</li>`)}</ul>`;
  const heading =
    entity.nameLanguage === undefined
      ? html`<h1 dir="auto">${entity.name}</h1>`
      : html`<h1 dir="auto" lang="${entity.nameLanguage}">${entity.name}</h1>`;
  return html`${heading}${summary}${types}`;
}

function aliases(entity: EntityDescription, { say }: Words): SafeHtml | undefined {
  if (entity.aliases.length === 0) return undefined;
  const items = entity.aliases.map((label) =>
    label.language === undefined
      ? html`<li dir="auto">${label.text}</li>`
      : html`<li dir="auto" lang="${label.language}">${label.text}</li>`,
  );
  return html`<h2>${say('Aliases')}</h2><ul class="chips">${items}</ul>`;
}

function map({ name, facts }: EntityDescription, { say }: Words): SafeHtml | undefined {
  const places = facts.flatMap(({ values }) =>
    values.flatMap(({ coordinates }) => (coordinates === undefined ? [] : [coordinates])),
  );
  return places.length === 0 ? undefined : placeMap(places, say('{name} on a map of the world', { name }));
}

function referrerList(
  { id, name }: EntityDescription,
  { property, shown, count }: Referrers,
  baseUrl: string,
  { say }: Words,
): SafeHtml {
  const all = browseAddress(baseUrl, {
    text: '',
    type: '',
    values: [{ property: property.id, value: id }],
    sort: 'best',
    isDescending: false,
    offset: 0,
    limit: 0,
  });
  const items = shown.map((one) => html`<li><a href="${viewAddress(one.id, baseUrl)}"><bdi>${one.name}</bdi></a></li>`);
  const rest =
    count === shown.length
      ? undefined
      : html`<p><a href="${all}">${count === undefined ? say('Browse the entities with this value') : say('Browse all {n}', { n: formatCount(count) })}</a></p>`;
  return html`<h2>${property.name}: <bdi>${name}</bdi></h2>${items.length === 0 ? undefined : html`<ul class="chips" aria-label="${say('Entities that refer to this one')}">${items}</ul>`}${rest}`;
}

/** Source of the data, as its licence requires. */
export function sourceFooter({ attribution, licence }: DatasetMetadata, { say }: Words): SafeHtml | undefined {
  if (attribution === undefined && licence === undefined) return undefined;
  const licenceLine = licence === undefined ? undefined : html`<p>${say('Licence: {licence}', { licence })}</p>`;
  const creditLine = attribution === undefined ? undefined : html`<p>${attribution}</p>`;
  return html`<footer>${creditLine}${licenceLine}</footer>`;
}

/** Degrees of WGS 84. */
interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * A world map with a mark for each place, drawn without loading anything. `words` is its text for readers who do not
 * see it.
 */
function placeMap(places: readonly Place[], words: string): SafeHtml {
  const marks = places.map(
    ({ latitude, longitude }) => html`<circle class="point" cx="${half(longitude)}" cy="${half(-latitude)}" r="7"/>`,
  );
  return html`<svg class="map" viewBox="-360 -180 720 340" width="720" height="340" role="img" aria-label="${words}"><path class="land" d="${LAND_OUTLINE}"/><path class="guide" d="M-360 0H360M0-180V160"/>${marks}</svg>`;
}

/** Half degrees, to a tenth. */
function half(degrees: number): number {
  return Math.round(degrees * 20) / 10;
}
