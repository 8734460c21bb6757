import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { LAND_OUTLINE } from './land-outline.js';

/** A place on the earth, in degrees of WGS 84. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The world with a mark for each place, drawn here: nothing is loaded. `words` says the same to those who do not see it. */
export function placeMap(places: readonly Place[], words: string): SafeHtml {
  const marks = places.map(
    ({ latitude, longitude }) => html`<circle class="point" cx="${half(longitude)}" cy="${half(-latitude)}" r="7" />`,
  );
  return html`<svg class="map" viewBox="-360 -180 720 340" width="720" height="340" role="img" aria-label="${words}">
    <path class="land" d="${LAND_OUTLINE}" />
    <path class="guide" d="M-360 0H360M0-180V160" />
    ${marks}
  </svg>`;
}

/** Half degrees, to a tenth. */
function half(degrees: number): number {
  return Math.round(degrees * 20) / 10;
}
