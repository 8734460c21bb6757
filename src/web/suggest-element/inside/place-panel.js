/** Card and gap, in CSS pixels. */
const CARD_WIDTH = 288;
const GAP = 4;
const LARGEST_HEIGHT = 352;
/** The list of a wide box is narrower than the box: shorter ways for the eye, and room for the card. */
const LARGEST_WIDTH = 480;
/** With less room below the box, and more above, the list opens upwards. */
const COMFORTABLE_HEIGHT = 200;

/**
 * Puts the panel with list and card at its box, where there is room: below or above it, the card at the end of the
 * line, at its beginning, or under the list. Called again whenever the box may have moved.
 *
 * @param {HTMLElement} panel In fixed position.
 * @param {HTMLElement} box
 */
export function placePanel(panel, box) {
  const { left: boxLeft, top, bottom, width: boxWidth } = box.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(box).direction === 'rtl';
  const width = Math.min(boxWidth, LARGEST_WIDTH);
  const left = isRightToLeft ? boxLeft + boxWidth - width : boxLeft;
  const page = document.documentElement;
  // On small screens the keyboard covers a part of the window.
  const height = window.visualViewport?.height ?? window.innerHeight;
  const room = { below: height - bottom - GAP, above: top - GAP };
  const upwards = room.below < COMFORTABLE_HEIGHT && room.above > room.below;
  panel.toggleAttribute('data-upwards', upwards);
  panel.style.left = `${left}px`;
  panel.style.width = `${width}px`;
  panel.style.top = upwards ? 'auto' : `${bottom + GAP}px`;
  panel.style.bottom = upwards ? `${window.innerHeight - top + GAP}px` : 'auto';
  panel.style.setProperty(
    '--list-height',
    `${Math.max(96, Math.min(LARGEST_HEIGHT, upwards ? room.above : room.below) - GAP)}px`,
  );

  const needed = CARD_WIDTH + 2 * GAP;
  const fits = { right: page.clientWidth - left - width >= needed, left: left >= needed };
  const [end, start] = isRightToLeft
    ? /** @type {const} */ (['left', 'right'])
    : /** @type {const} */ (['right', 'left']);
  panel.dataset['card'] = fits[end] ? end : fits[start] ? start : 'below';
}
