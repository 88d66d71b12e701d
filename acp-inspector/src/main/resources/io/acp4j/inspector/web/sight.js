// Which rows of the frames are in sight, whatever comes in between: the list is emptied, filled bit by bit, made shorter, or cut off.
import { failed } from '/base.js';
import { ask, net } from '/store.js';

/** Either the list follows what comes, or a row is held in sight until somebody moves away, or neither. */
export class Sight {
  constructor(scroll, changed) {
    this.scroll = scroll;
    this.changed = changed;
    this.follows = true;
    this.row = null; // What is held.
    this.index = null; // Where that is in the view that is shown; null until it is known.
    this.where = 'middle';
  }

  /** Has a row in sight: at the 'top' always; in the 'middle' or at the 'edge' of the list when it is not in sight. */
  hold(row, where, index = null) {
    if (this.row === null) this.followed = this.follows;
    this.follows = false;
    Object.assign(this, { row, where, index });
    if (index === null) this.seek();
  }

  /** Follows what comes, as who goes on at the end of the list wants to. */
  follow() {
    this.row = null;
    this.follows = true;
    this.changed();
  }

  /** Goes back to how it was before the row was held, unless somebody has moved since. */
  letGo() {
    if (this.row !== null) this.follows = this.followed;
    this.row = null;
  }

  /** What is read stays where it is while the rows of the list become other ones. */
  anchor(lines) {
    const first = lines.find(line => line.n !== undefined && this.top(line.i) >= this.scroll.top);
    if (first && !this.follows && this.row === null) this.hold(first.n, 'top');
  }

  /** Asks where the row is: in each view it is somewhere else. */
  async seek() {
    const { row } = this;
    if (row === null) return;
    const { view } = net;
    this.index = null;
    if (!net.online) return;
    try {
      const { index } = await ask('find', { row });
      if (row !== this.row || view !== net.view) return;
      this.index = index;
      this.changed();
    } catch (error) {
      if (net.online && row === this.row && view === net.view) failed(error);
    }
  }

  top(index) {
    return index * this.scroll.rowHeight;
  }

  get isAtEnd() {
    return this.scroll.max(this.list) - this.scroll.top < this.scroll.rowHeight * 2;
  }

  /** Before the list is drawn with a number of rows. */
  willDraw(rows) {
    const { list, scroll } = this;
    const isShown = Boolean(list?.clientHeight);
    if (isShown && this.wasHidden) list.scrollTop = scroll.last;
    this.wasHidden = Boolean(list) && !isShown;
    // Somebody may have scrolled whose event is still to come.
    if (isShown && list.scrollTop !== scroll.last) this.scrolled();
    scroll.rows = rows;
    if (isShown && this.follows) scroll.end(list);
  }

  /** After the list was scrolled, by somebody or not. */
  scrolled() {
    const { list, scroll } = this;
    if (this.wasHidden || !list.clientHeight) return;
    const way = scroll.moved(list);
    if (way) {
      this.row = null;
      this.follows = this.isAtEnd || (this.follows && way === 'on');
    } else if (this.row !== null) {
      this.changed(); // The list may have become lower, and what is held is out of sight.
    }
  }

  /** After the list was drawn. */
  drawn() {
    const { list, scroll } = this;
    if (this.wasHidden) return;
    if (this.follows) {
      list.scrollTop = scroll.last;
      scroll.last = list.scrollTop;
    } else if (this.row !== null && this.index !== null && this.index < scroll.rows) {
      this.keep();
    }
  }

  /** Scrolls to the row, unless it is in sight. */
  keep() {
    const { list, scroll, where } = this;
    const room = list.clientHeight;
    const height = scroll.rowHeight;
    if (room < height) return;
    const top = this.top(Math.max(0, this.index));
    const isInSight = top >= scroll.top && top + height <= scroll.top + room;
    if (isInSight && where !== 'top') return;
    const nearest = top < scroll.top ? top : top + height - room;
    const wanted = { top, middle: top - Math.floor((room - height) / 2), edge: nearest }[where];
    const to = Math.max(0, Math.min(scroll.max(list), wanted));
    // Screens round to their own pixels.
    if (Math.abs(to - scroll.top) >= 1) scroll.to(list, to);
  }
}
