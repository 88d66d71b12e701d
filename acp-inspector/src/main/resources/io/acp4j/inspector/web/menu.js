// Menus of messages and sessions.
import { LitElement, html } from '/lib/lit-element/lit-element.js';
import { nothing } from '/lib/lit-html/lit-html.js';
import { Typeahead, isCharacter } from '/typeahead.js';

class Menu extends LitElement {
  /** The item that was chosen once and waits for a second press. */
  static properties = { asked: { state: true } };

  typeahead = new Typeahead();

  createRenderRoot() {
    return this;
  }

  firstUpdated() {
    const box = this.firstElementChild;
    const near = this.button.getBoundingClientRect();
    const left = Math.max(8, Math.min(near.right - box.offsetWidth, innerWidth - box.offsetWidth - 8));
    const below = near.bottom + 4;
    const top = below + box.offsetHeight > innerHeight - 8 ? Math.max(8, near.top - box.offsetHeight - 4) : below;
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
    this.entries()[0]?.focus();
    this.outside = event => {
      if (!this.contains(event.target)) this.close(false);
    };
    addEventListener('pointerdown', this.outside, true);
    this.button.setAttribute('aria-expanded', 'true');
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('pointerdown', this.outside, true);
    this.button.setAttribute('aria-expanded', 'false');
  }

  entries() {
    return [...this.querySelectorAll('[role=menuitem]')];
  }

  close(refocus = true) {
    this.remove();
    if (refocus) this.back.focus();
  }

  key(event) {
    const entries = this.entries();
    const now = entries.indexOf(document.activeElement);
    const to = { ArrowDown: now + 1, ArrowUp: now - 1 + entries.length, Home: 0, End: entries.length - 1 }[event.key];
    if (!isCharacter(event)) this.typeahead.reset();
    if (to !== undefined) {
      entries[to % entries.length].focus();
      event.preventDefault();
    } else if (isCharacter(event)) {
      entries[this.typeahead.find(event.key, entries.map(each => each.textContent), now)]?.focus();
      event.preventDefault();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      this.close();
      event.preventDefault();
    }
  }

  run(item) {
    if (item.enabled === false) return;
    if (item.sure && this.asked !== item) {
      this.asked = item;
      return;
    }
    this.close();
    item.run();
  }

  render() {
    return html`<div class="menu" role="menu" @keydown=${this.key} @contextmenu=${event => event.preventDefault()}>
      ${this.items.map(
        item => html`<button
          role="menuitem"
          class=${item.danger ? 'danger' : ''}
          aria-disabled=${item.enabled === false ? 'true' : 'false'}
          @click=${() => this.run(item)}
        >
          <span role=${this.asked === item ? 'alert' : nothing}>${this.asked === item ? item.sure : item.label}</span>${item.reason ? html`<small>${item.reason}</small>` : nothing}
        </button>`,
      )}
    </div>`;
  }
}

customElements.define('x-menu', Menu);
