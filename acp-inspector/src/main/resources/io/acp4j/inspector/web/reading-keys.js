// The keyboard of the conversation. Its entries are one tab stop: Up and Down choose an entry, Right and Left one of its controls.

const ITEMS = '.entries > button, .entries > .after, .entries .entry';
const CONTROLS = 'button, a[href], summary, pre[tabindex], .rows[tabindex], [role=region][tabindex], [role=group][tabindex], table[tabindex], img[tabindex]';
const FORMS = 'form, x-question';
const LINE = 80;
const EDGE = 4;

const canScroll = (element, key) =>
  ({
    ArrowLeft: element.scrollLeft > 0,
    ArrowRight: element.scrollLeft + element.clientWidth < element.scrollWidth - 1,
    ArrowUp: element.scrollHeight > element.clientHeight + 1,
    ArrowDown: element.scrollHeight > element.clientHeight + 1,
    Home: element.scrollHeight > element.clientHeight + 1,
    End: element.scrollHeight > element.clientHeight + 1,
  })[key] ?? false;

/** The keys of one conversation, whose element scrolls and is drawn again and again. */
export class ReadingKeys {
  constructor(host) {
    this.host = host;
    this.item = null; // The entry that had the focus last.
    host.addEventListener('keydown', event => this.key(event));
    host.addEventListener('focusin', event => this.focused(event));
    // Tab enters the list at the entry of the reader, and not at the first or last control of all entries.
    addEventListener('keydown', event => (this.isTab = event.key === 'Tab'), true);
    addEventListener('keyup', () => (this.isTab = false), true);
    addEventListener('pointerdown', () => (this.isTab = false), true);
  }

  get list() {
    return this.host.querySelector('.talk');
  }

  items() {
    return [...(this.list?.querySelectorAll(ITEMS) ?? [])];
  }

  itemOf(element) {
    return element.closest(ITEMS);
  }

  controls(item) {
    return [...item.querySelectorAll(CONTROLS)].filter(each => !each.disabled && !each.closest(FORMS) && each.checkVisibility());
  }

  /** The entry that Tab leads to: the one of the reader, else the newest. */
  current() {
    return this.item?.isConnected ? this.item : this.items().at(-1);
  }

  focused(event) {
    const { target, relatedTarget } = event;
    const item = this.itemOf(target);
    const isInside = relatedTarget && this.list?.contains(relatedTarget) && !relatedTarget.closest(FORMS);
    if (this.isTab && !isInside && this.list?.contains(target) && !target.closest(FORMS)) {
      this.isTab = false;
      this.focus(this.current());
    } else if (item) {
      this.item = item;
    }
  }

  focus(item) {
    if (!item) return;
    if (!item.matches('button')) item.tabIndex = -1;
    item.focus({ preventScroll: true });
    const { list } = this;
    const isHigher = item.offsetHeight > list.clientHeight;
    item.scrollIntoView({ block: isHigher ? 'start' : 'nearest' });
  }

  key(event) {
    const { target } = event;
    if (!this.list?.contains(target) || target.closest(FORMS) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Tab') {
      this.leave();
      return;
    }
    const item = this.itemOf(target) ?? null;
    if (target !== item && item && target.matches('pre, .rows, [role=region], [role=group], table') && canScroll(target, event.key)) return;
    if (this.move(event, item, target)) event.preventDefault();
  }

  /** Handles a key; returns false if the browser has to handle it. */
  move(event, item, target) {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') return this.step(item, key === 'ArrowDown' ? 1 : -1);
    if (key === 'Home' || key === 'End') return this.end(key === 'Home' ? 0 : -1);
    if (!item || item.matches('button')) return false;
    if (key === 'ArrowRight' || key === 'ArrowLeft') return this.side(item, target, key === 'ArrowRight' ? 1 : -1);
    if (key === 'Escape' && target !== item) return this.back(item);
    if (target !== item) return false;
    if (key === 'Enter') return this.side(item, target, 1);
    if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) return this.menu(item);
    return false;
  }

  back(item) {
    this.focus(item);
    return true;
  }

  end(which) {
    this.focus(this.items().at(which));
    return true;
  }

  menu(item) {
    const button = item.querySelector(':scope > .more');
    button?.click();
    return Boolean(button);
  }

  /** Moves to the next entry, or scrolls by some lines while the entry continues out of sight. */
  step(item, way) {
    const items = this.items();
    if (!items.length) return false;
    if (!item) {
      this.focus(this.current());
      return true;
    }
    const { list } = this;
    const box = item.getBoundingClientRect();
    const seen = list.getBoundingClientRect();
    const rest = way > 0 ? box.bottom - seen.bottom : seen.top - box.top;
    if (rest > EDGE) {
      list.scrollTop += way * Math.min(LINE, rest);
      return true;
    }
    const next = items[items.indexOf(item) + way];
    if (next) this.focus(next);
    return true;
  }

  side(item, target, way) {
    const controls = this.controls(item);
    const next = controls.indexOf(target) + way;
    if (next < -1 || next >= controls.length) return true;
    const to = next < 0 ? item : controls[next];
    if (to === item) this.focus(item);
    else to.focus();
    return true;
  }

  /** Lets the browser look for the next tab stop outside the entries: theirs are skipped until it has moved the focus. */
  leave() {
    const skipped = [this.list, ...this.list.querySelectorAll(CONTROLS)].filter(each => each.tabIndex >= 0 && !each.closest(FORMS));
    const before = skipped.map(each => each.getAttribute('tabindex'));
    for (const each of skipped) each.tabIndex = -1;
    const restore = () => {
      removeEventListener('focusin', restore, true);
      clearTimeout(timer);
      skipped.forEach((each, index) => {
        if (before[index] === null) each.removeAttribute('tabindex');
        else each.setAttribute('tabindex', before[index]);
      });
    };
    // The next key can arrive before a timer. No element receives the focus if it leaves the page.
    addEventListener('focusin', restore, true);
    const timer = setTimeout(restore);
  }
}
