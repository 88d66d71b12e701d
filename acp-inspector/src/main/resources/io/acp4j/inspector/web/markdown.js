// Text of a message. It grows while it streams, so only the blocks that change are replaced.
import { LitElement, html } from '/lib/lit-element/lit-element.js';
import { failed, icon, say } from '/base.js';

/** The text of a node, which is compared to detect changes. */
const source = node => node.outerHTML ?? node.nodeValue;

/** The scrolled part of a block of code or of a table. */
const content = node => (node.matches?.('.code, .table') ? node.querySelector('code, table') : null);

class CopyButton extends LitElement {
  createRenderRoot() {
    return this;
  }

  copy() {
    const code = this.parentElement.querySelector('code').textContent;
    navigator.clipboard.writeText(code.replace(/\n$/, '')).then(() => say('The code is copied.'), failed);
  }

  render() {
    return html`<button class="quiet" type="button" aria-label="Copy code" title="Copy code" @click=${this.copy}>${icon('copy')}</button>`;
  }
}

customElements.define('x-copy', CopyButton);

class Markdown extends HTMLElement {
  shown = [];

  /** Sets the HTML, which the server has made of Markdown with a few harmless elements. */
  set html(text) {
    if (text === this.text) return;
    this.text = text;
    const template = document.createElement('template');
    template.innerHTML = text;
    const nodes = [...template.content.childNodes];
    const sources = nodes.map(source);
    const isSame = index => index < nodes.length && index < this.shown.length && sources[index] === this.shown[index];
    let first = 0;
    while (isSame(first)) first++;
    // The block that grows keeps its place, its focus and the button beside it.
    if (first < nodes.length && this.extended(this.childNodes[first], nodes[first])) first++;
    while (this.childNodes.length > first) this.lastChild.remove();
    const added = nodes.slice(first);
    this.append(...added);
    this.shown = sources;
    for (const node of added) this.buttons(node);
  }

  extended(old, fresh) {
    const [before, after] = [old && content(old), content(fresh)];
    if (!before || !after || old.className !== fresh.className) return false;
    before.replaceChildren(...after.childNodes);
    return true;
  }

  buttons(node) {
    if (!node.querySelectorAll) return;
    for (const block of [...(node.matches('.code') ? [node] : []), ...node.querySelectorAll('.code')]) block.append(document.createElement('x-copy'));
  }
}

customElements.define('x-markdown', Markdown);
