// What all parts of the page have in common.
import { LitElement, html } from '/lib/lit-element/lit-element.js';
import { at, go, link, readAddress } from '/address.js';
import { watch } from '/store.js';

export { at, go, html, link, readAddress };
export { nothing, svg } from '/lib/lit-html/lit-html.js';
export { repeat } from '/lib/lit-html/directives/repeat.js';
export { live } from '/lib/lit-html/directives/live.js';

/** A part of the page that is drawn anew when one of the topics changes that it is about. */
export class View extends LitElement {
  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.unwatch = watch(changed => {
      if (changed === null || this.isAboutAny(changed)) this.requestUpdate();
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unwatch();
  }

  isAboutAny(changed) {
    for (const topic of changed) if (this.isAbout(topic)) return true;
    return false;
  }

  isAbout() {
    return false;
  }
}

/** Shows a session that is new, to be written in at once. */
export function begin(session) {
  go({ session });
  at.dispatchEvent(new CustomEvent('begun', { detail: session }));
}

/** Shows the user what went wrong, or what is done; for a moment, unless it stays until the next. */
export function say(text, isError = false, stays = isError) {
  at.dispatchEvent(new CustomEvent('say', { detail: { text, isError, stays } }));
}

export function failed(error) {
  say(error.message, true);
}

/** A path or an address, which may be broken between its parts. */
export const breakable = text => text.split(/(?<=[^:/]\/|\.)/).map((part, index) => (index ? html`<wbr>${part}` : part));

/** What the kit says, with code where it has it. */
export const prose = text => text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));

export function bytes(count) {
  if (count < 1000) return `${count} B`;
  if (count < 1e6) return `${(count / 1000).toFixed(1)} kB`;
  return `${(count / 1e6).toFixed(1)} MB`;
}

/** A number in at most four characters: there is no room for more beside the name of a tab. */
export function brief(count) {
  if (count < 1000) return String(count);
  return count < 1e6 ? `${Math.floor(count / 1000)}k` : `${Math.floor(count / 1e6)}M`;
}

export function duration(micros) {
  if (micros < 1000) return `${micros} µs`;
  if (micros < 1e6) return `${(micros / 1000).toFixed(micros < 1e4 ? 1 : 0)} ms`;
  if (micros < 6e7) return `${(micros / 1e6).toFixed(1)} s`;
  return `${(micros / 6e7).toFixed(1)} min`;
}

const PATHS = {
  fork: 'M5 3.2a1.3 1.3 0 1 0 0 .1M5 12.8a1.3 1.3 0 1 0 0 .1M11 5.2a1.3 1.3 0 1 0 0 .1M5 4.6v6.8M11 6.6c0 2.4-3 2.2-6 3.2',
  more: 'M3.4 8h.01M8 8h.01M12.6 8h.01',
  plus: 'M8 3.2v9.6M3.2 8h9.6',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.6v2.8h-2.8',
  clip: 'M12.5 7.4 8 11.9a2.6 2.6 0 0 1-3.7-3.7l5-5a1.7 1.7 0 0 1 2.5 2.5l-5 5a.8.8 0 0 1-1.2-1.2l4.4-4.4',
  stop: 'M4.5 4.5h7v7h-7z',
  send: 'M8 12.8V3.4M4 7.2l4-4 4 4',
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4 6 8l4 4',
  save: 'M8 3v7M5 7.2l3 3 3-3M3.5 12.8h9',
  copy: 'M5.5 5.5v-2h7v7h-2M3.5 5.5h7v7h-7z',
  compare: 'M2.5 3.5h4.5v9H2.5zM9 3.5h4.5v9H9z',
  open: 'M2 12.5v-9h4l1.5 2h6.5v7zM8 11V7.6M6.3 9.2 8 7.5l1.7 1.7',
  theme: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11',
};

export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=${PATHS[name]}></path></svg>`;
}

/**
 * Opens a menu below a button: items with label, run, enabled, reason, and sure for what is asked before it is done. One is open
 * at a time; the focus goes back to where it came from.
 */
export function openMenu(button, items, back = button) {
  document.querySelector('x-menu')?.remove();
  const menu = document.createElement('x-menu');
  menu.items = items;
  menu.button = button;
  menu.back = back;
  document.body.append(menu);
}
