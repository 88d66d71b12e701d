// Keeps the keyboard focus: after the removal of the focused element, another element of the same region receives the focus.

const REGIONS = '.left, .right, x-guide, .centre, .toasts';

/** The selectors of each region in the order of preference. */
const NEXT = {
  left: ['[role=tree] [tabindex="0"]'],
  right: ['.tabs [aria-selected=true]'],
  guide: ['.guide .action button:not([disabled])'],
  centre: ['x-talk:not([hidden]) .question :is(button, input, select)', '.composer textarea:not([disabled])'],
};

let last = null; // The focused element; after its removal, the element that had the focus.
let region = null;
let outside = null; // The last focused element that is not part of a message.

const isLost = () => document.activeElement === null || document.activeElement === document.body;

function regionOf(element) {
  const found = element.closest(REGIONS);
  if (!found) return 'centre';
  return found.localName === 'x-guide' ? 'guide' : found.classList[0];
}

function next() {
  if (region === 'toasts' && outside?.isConnected) return outside;
  const selectors = [...(NEXT[region] ?? []), ...NEXT.centre];
  return selectors.map(each => document.querySelector(each)).find(each => each?.checkVisibility());
}

/** Moves the focus. If no target exists yet, the next change of the page tries again. */
function pass() {
  if (last === null || !isLost()) return;
  const stays = last.isConnected && last.checkVisibility() && !last.disabled;
  (stays ? last : next())?.focus({ preventScroll: true });
}

addEventListener('focusin', ({ target }) => {
  last = target;
  region = regionOf(target);
  if (region !== 'toasts') outside = target;
});

addEventListener('pointerdown', ({ target }) => {
  // After a click that is not on a control, no element has the focus.
  if (isLost() || !document.activeElement.contains(target)) last = null;
});

new MutationObserver(() => {
  // Views that move the focus themselves do so first.
  if (last !== null && isLost()) setTimeout(pass);
}).observe(document, { childList: true, subtree: true });
