// Separators between the panes of the page: they are moved with the mouse or with arrow keys, and keep their places.
import { preference, setPreference } from '/preferences.js';

const STEP = 16;
const LARGE_STEP = 64;

/** The smallest width of the conversation, and the smallest height of the list of frames. */
const CENTRE = 340;
const LIST = 130;

const clamp = (value, least, most) => Math.round(Math.max(least, Math.min(Math.max(least, most), value)));

/** The size that the user has chosen; null if none. */
function wish(name) {
  const value = Number.parseFloat(preference(`pane-${name}`) ?? '');
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** The sizes that are shown. */
const sizes = new Map();

/** Functions that show the separators of the page: the limits of one depend on the size of the other. */
const shown = new Set();

const element = selector => document.querySelector(selector);

/** Each pane that has a separator: its size in pixels, its limits, and the direction in which it grows. */
const PANES = {
  left: {
    label: 'Width of the sessions',
    controls: 'sessions-pane',
    grows: 1,
    usual: () => 256,
    least: 180,
    most: () => innerWidth - sizeOf('right') - CENTRE,
    // In a window that becomes smaller, the other pane yields first.
    fits: () => innerWidth - PANES.right.least - CENTRE,
  },
  right: {
    label: 'Width of the frames and tabs',
    controls: 'side-pane',
    grows: -1,
    usual: () => Math.max(500, innerWidth * 0.34),
    least: 440,
    most: () => innerWidth - sizeOf('left') - CENTRE,
  },
  detail: {
    label: 'Height of the frame',
    controls: 'frame-detail',
    grows: -1,
    isRow: true,
    usual: () => room() * 0.68,
    least: 120,
    most: () => room() - LIST,
  },
};

/** The height that the list of frames shares with the frame that is selected. */
function room() {
  const log = element('x-log');
  return log ? log.clientHeight - (element('x-log .filters')?.offsetHeight ?? 0) : innerHeight;
}

/** The size that a pane has; before it is shown, its smallest one. */
const sizeOf = name => sizes.get(name) ?? PANES[name].least;

/** The size of a pane in the window of now. A size that was chosen in a larger window is kept for that. */
function fitted(name) {
  const { usual, least, most, fits = most } = PANES[name];
  return clamp(wish(name) ?? usual(), least, fits());
}

class Splitter extends HTMLElement {
  connectedCallback() {
    const { label, controls, isRow } = this.pane;
    const attributes = {
      role: 'separator',
      tabindex: '0',
      title: 'Drag, or use the arrow keys. Double-click or press Enter to reset.',
      'aria-label': label,
      'aria-controls': controls,
      'aria-orientation': isRow ? 'horizontal' : 'vertical',
    };
    for (const [name, value] of Object.entries(attributes)) this.setAttribute(name, value);
    this.addEventListener('keydown', this.key);
    this.addEventListener('dblclick', () => this.reset());
    this.addEventListener('pointerdown', this.grab);
    this.apply = () => this.show();
    addEventListener('resize', this.apply);
    shown.add(this.apply);
    if (isRow) {
      this.sizes = new ResizeObserver(this.apply);
      this.sizes.observe(this.parentElement);
    }
    this.show();
  }

  disconnectedCallback() {
    removeEventListener('resize', this.apply);
    this.sizes?.disconnect();
    shown.delete(this.apply);
    sizes.delete(this.name);
  }

  get name() {
    return this.getAttribute('name');
  }

  get pane() {
    return PANES[this.name];
  }

  /** Writes the size into the style of the page, and the values of the separator. */
  show() {
    if (this.pane.isRow && room() <= 0) return; // Another tab is shown.
    const size = fitted(this.name);
    sizes.set(this.name, size);
    document.documentElement.style.setProperty(`--${this.name}-size`, `${size}px`);
    this.setAttribute('aria-valuenow', size);
    this.setAttribute('aria-valuemin', this.pane.least);
    this.setAttribute('aria-valuemax', Math.max(this.pane.least, Math.round(this.pane.most())));
    this.setAttribute('aria-valuetext', `${size} pixels`);
  }

  set(size) {
    setPreference(`pane-${this.name}`, String(clamp(size, this.pane.least, this.pane.most())));
    for (const show of shown) show();
  }

  reset() {
    setPreference(`pane-${this.name}`, null);
    for (const show of shown) show();
  }

  key(event) {
    const { grows, isRow, least, most } = this.pane;
    const now = Number(this.getAttribute('aria-valuenow'));
    const step = (event.shiftKey ? LARGE_STEP : STEP) * grows;
    const [back, on] = isRow ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
    const to = { [on]: now + step, [back]: now - step, Home: least, End: most() }[event.key];
    if (to !== undefined) this.set(to);
    else if (event.key === 'Enter') this.reset();
    else return;
    event.preventDefault();
  }

  grab(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.focus();
    this.setPointerCapture(event.pointerId);
    const { grows, isRow } = this.pane;
    const place = each => (isRow ? each.clientY : each.clientX);
    const start = place(event);
    const before = Number(this.getAttribute('aria-valuenow'));
    const move = each => this.set(before + (place(each) - start) * grows);
    const end = () => {
      this.removeEventListener('pointermove', move);
      for (const name of ['pointerup', 'pointercancel']) this.removeEventListener(name, end);
    };
    this.addEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel']) this.addEventListener(name, end);
  }
}

customElements.define('x-splitter', Splitter);
