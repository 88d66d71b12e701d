// Times that count up while something waits. Each text changes on its own, so that nothing else of the page is drawn for it.
import { get, now } from '/store.js';

const SECOND = 1000;
const LIVE = new Set(['connecting', 'connected', 'tapped', 'replaying']);

const listeners = new Set();
let timer = null;

/** Calls back each second until the returned function is called. */
export function onSecond(callback) {
  listeners.add(callback);
  timer ??= setInterval(() => listeners.forEach(each => each()), SECOND);
  return () => {
    listeners.delete(callback);
    if (listeners.size) return;
    clearInterval(timer);
    timer = null;
  };
}

/** Returns true if a request without a response may still get one: recordings, and connections that have ended, get none. */
export const isLive = () => LIVE.has(get('connection')?.state);

function text(millis) {
  const seconds = Math.max(0, Math.floor(millis / SECOND));
  const two = value => String(value).padStart(2, '0');
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h ${two(Math.floor(seconds / 60) % 60)}m`;
}

/** The time since a moment, which the property `since` sets in milliseconds since 1970. Screen readers do not announce each second. */
class Elapsed extends HTMLElement {
  set since(value) {
    this.start = value;
    this.show();
  }

  connectedCallback() {
    this.setAttribute('role', 'timer');
    this.setAttribute('aria-live', 'off');
    this.stop = onSecond(() => this.show());
    this.show();
  }

  disconnectedCallback() {
    this.stop();
  }

  show() {
    if (this.start === undefined) return;
    const shown = text(now() - this.start);
    if (this.textContent !== shown) this.textContent = shown;
  }
}

customElements.define('x-elapsed', Elapsed);
