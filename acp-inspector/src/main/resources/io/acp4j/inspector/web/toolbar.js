// Buttons that are one tab stop together, as in the toolbar pattern of WAI-ARIA.

const CONTROLS = 'button, a[href], input, select';

/** The place of the next control; undefined for other keys. */
const target = (key, now, count) => ({ ArrowRight: (now + 1) % count, ArrowLeft: (now - 1 + count) % count, Home: 0, End: count - 1 })[key];

class Toolbar extends HTMLElement {
  connectedCallback() {
    if (!this.hasAttribute('role')) this.setAttribute('role', 'toolbar');
    this.observer = new MutationObserver(() => this.refresh());
    this.observer.observe(this, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'hidden'] });
    this.addEventListener('keydown', this.key);
    this.addEventListener('focusin', this.focused);
    // In narrow windows other controls are shown.
    addEventListener('resize', (this.resized = () => this.refresh()));
    this.refresh();
  }

  disconnectedCallback() {
    this.observer.disconnect();
    removeEventListener('resize', this.resized);
  }

  controls() {
    return [...this.querySelectorAll(CONTROLS)].filter(each => !each.disabled && each.checkVisibility());
  }

  focused(event) {
    this.current = event.target.closest(CONTROLS);
    this.refresh();
  }

  /** Lets Tab stop at one control: the one that had the focus last, else the primary one, else the first. */
  refresh() {
    const controls = this.controls();
    const current = controls.includes(this.current) ? this.current : (controls.find(each => each.matches('.primary')) ?? controls[0]);
    for (const each of controls) each.tabIndex = each === current ? 0 : -1;
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches('input:not([type=checkbox]), select')) return;
    const controls = this.controls();
    const to = target(event.key, controls.indexOf(event.target.closest(CONTROLS)), controls.length);
    if (to === undefined) return;
    event.preventDefault();
    controls[to].focus();
  }
}

customElements.define('x-toolbar', Toolbar);
