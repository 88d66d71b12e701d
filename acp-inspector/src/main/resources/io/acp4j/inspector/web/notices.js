// Messages to the user, at the lower edge of the page. They are part of its layout, so they cover nothing.
import { View, at, html, icon, nothing } from '/base.js';
import { net } from '/store.js';

const SHOWN_MILLIS = 4000;

/** A text of more characters may be higher than its box, and is scrolled with the keyboard. */
const LONG = 240;

const TROUBLE = {
  silent: 'The inspector does not respond. Its process may be stopped or busy; the page continues when it responds.',
  gone: 'The inspector is not reachable. If its process has ended, start it again; the page reconnects automatically.',
};

class Notices extends View {
  static properties = { said: { state: true } };

  constructor() {
    super();
    this.said = null;
    this.trouble = null;
    at.addEventListener('say', event => this.show(event.detail));
    addEventListener('keydown', event => this.key(event));
  }

  show(said) {
    this.said = said;
    clearTimeout(this.timer);
    if (!said.stays) this.timer = setTimeout(() => this.dismiss(), SHOWN_MILLIS);
  }

  dismiss() {
    this.said = null;
  }

  /** Escape belongs to menus and forms first: they prevent its default. */
  key(event) {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !this.said) return;
    event.preventDefault();
    this.dismiss();
  }

  willUpdate() {
    if (this.trouble && !net.trouble && !this.said) this.show({ text: 'The inspector responds again.', isError: false, stays: false });
    this.trouble = net.trouble;
  }

  render() {
    const { said } = this;
    return html`<div class="toasts" aria-live="polite">
      ${net.trouble ? html`<div class="toast bad trouble" role="alert"><span>${TROUBLE[net.trouble]}</span></div>` : nothing}
      ${said
        ? html`<div class="toast ${said.isError ? 'bad' : ''}" role=${said.isError ? 'alert' : 'status'}><span tabindex=${said.text.length > LONG ? 0 : nothing}>${said.text}</span>
            <button class="quiet" aria-label="Dismiss" title="Dismiss (Escape)" @click=${() => this.dismiss()}>${icon('close')}</button></div>`
        : nothing}
    </div>`;
  }
}

customElements.define('x-notices', Notices);
