// Output of a terminal, as the server has rendered it: lines of runs, each with colours for both themes.
import { View, html, nothing } from '/base.js';
import { get } from '/store.js';

const run = each => (typeof each === 'string' ? each : html`<span class=${each.k} .style=${each.s}>${each.t}</span>`);

class Terminal extends View {
  static properties = { content: { attribute: false }, session: {} };

  get known() {
    return this.content.lines ? this.content : get(`t/${this.session}/${this.content.id}`);
  }

  isAbout(topic) {
    return topic === `t/${this.session}/${this.content.id}`;
  }

  willUpdate() {
    const pre = this.querySelector('pre');
    this.isAtEnd = !pre || pre.scrollTop + pre.clientHeight >= pre.scrollHeight - 4;
  }

  /** New output is shown while the end was in view. */
  updated() {
    const pre = this.querySelector('pre');
    if (this.isAtEnd) pre.scrollTop = pre.scrollHeight;
  }

  output(known) {
    if (!known) return '(the agent has not requested the output yet)';
    if (!known.lines.length) return '(no output)';
    return known.lines.map((line, index) => html`${index ? '\n' : nothing}${line.map(run)}`);
  }

  render() {
    const { known } = this;
    const name = this.content.lines ? 'stored terminal output' : `terminal ${this.content.id}`;
    return html`<div class="terminal">
      <div class="path">${name}${known?.exit === undefined ? nothing : html` <span class="mark">exit ${known.exit}</span>`}${known?.truncated ? html` <span class="mark">beginning removed</span>` : nothing}</div>
      <pre tabindex="0" role="group" aria-label=${name}>${this.output(known)}</pre>
    </div>`;
  }
}

customElements.define('x-terminal', Terminal);
