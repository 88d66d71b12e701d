// Scrolling of lists that are higher than browsers draw: a canvas of a height that all of them can, laid over a part of the list.

/** Engines count in parts of a device's pixels, so a screen of four of them for each of ours has to have room. */
const MAX_HEIGHT = 4_000_000;

const SETTLED_MILLIS = 150;

/** Where a list is scrolled to. What is at hand moves pixel by pixel; a drag of the bar moves through the whole. */
export class Scroll {
  constructor(rowHeight) {
    this.rowHeight = rowHeight;
    this.rows = 0;
    this.top = 0; // In the list as it would be without a limit.
    this.last = 0; // What the element was scrolled to.
  }

  /** The height of the canvas. */
  get height() {
    return Math.min(this.rows * this.rowHeight, MAX_HEIGHT);
  }

  /** How much of the list is above the canvas. */
  get above() {
    return this.isWhole ? 0 : this.top - this.last;
  }

  get isWhole() {
    return this.rows * this.rowHeight <= MAX_HEIGHT;
  }

  /** Where a row is on the canvas. */
  place(row) {
    return row * this.rowHeight - this.above;
  }

  max(list) {
    return Math.max(0, this.rows * this.rowHeight - list.clientHeight);
  }

  /** Goes to the end; the element follows when the canvas has its height. */
  end(list) {
    this.top = this.max(list);
    this.last = Math.max(0, this.height - list.clientHeight);
  }

  /** After the element was scrolled; returns whether somebody has gone 'back' or 'on', or null when nobody has. */
  moved(list) {
    const { top } = this;
    const by = list.scrollTop - this.last;
    // A list that has become lower is scrolled by nobody; screens round to their own pixels.
    const isCut = this.last > list.scrollHeight - list.clientHeight + 1;
    this.last = list.scrollTop;
    if (this.isWhole) {
      this.top = this.last;
    } else {
      const isNear = Math.abs(by) <= 2 * list.clientHeight;
      const share = this.last / Math.max(1, this.height - list.clientHeight);
      this.top = Math.max(0, Math.min(this.max(list), isNear ? this.top + by : share * this.max(list)));
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.settle(list), SETTLED_MILLIS);
    }
    if (!by || isCut) return null;
    return this.top < top ? 'back' : 'on';
  }

  /** Puts the bar where it belongs, so that there is canvas above and below. */
  settle(list) {
    clearTimeout(this.timer);
    const share = this.top / Math.max(1, this.max(list));
    const wanted = this.isWhole ? this.top : Math.round(share * (this.height - list.clientHeight));
    if (wanted === this.last) return;
    list.scrollTop = wanted;
    this.last = list.scrollTop;
    if (this.isWhole) this.top = this.last;
    this.changed?.();
  }

  /** Scrolls to a place in the list. */
  to(list, top) {
    this.top = Math.max(0, Math.min(this.max(list), top));
    this.settle(list);
    this.changed?.();
  }
}
