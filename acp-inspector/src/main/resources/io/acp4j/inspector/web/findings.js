// What is wrong with the conversation, as the conformance kit says it.
import { View, at, breakable, html, nothing, prose } from '/base.js';
import { check } from '/kit.js';
import { get } from '/store.js';

const SIDES = { agent: 'agent', client: 'client' };

class Findings extends View {
  static properties = { side: { state: true }, binding: { state: true }, text: { state: true } };

  constructor() {
    super();
    this.side = '';
    this.binding = false;
    this.text = '';
  }

  isAbout(topic) {
    return topic === 'findings';
  }

  shows(finding) {
    const text = this.text.trim().toLowerCase();
    return (
      (!this.side || finding.side === this.side) &&
      (!this.binding || finding.level === 'MUST') &&
      (!text || `${finding.requirement} ${finding.text}`.toLowerCase().includes(text))
    );
  }

  row(finding) {
    return html`<li class="finding">
      <div><span class="mark ${finding.level === 'MUST' ? 'bad' : ''}">${finding.level}</span> <b>${finding.requirement}</b>
        <span class="mark">${SIDES[finding.side]}</span>
        <button class="quiet" @click=${() => at.dispatchEvent(new CustomEvent('reveal', { detail: finding.frame }))}>frame ${finding.frame}</button>
        ${finding.side === 'agent' && finding.requirement !== 'OMITTED' && get('kit')?.can ? html`<button class="quiet" title="Runs the scenarios of the conformance kit for this requirement" @click=${() => check(finding.requirement)}>run check</button>` : nothing}</div>
      <p>${prose(finding.text)}</p>
      <p class="said">Expected ${prose(finding.expected)}.</p>
      <details><summary>Observed</summary><pre tabindex="0">${finding.observed}</pre></details>
      <p class="said"><cite>${prose(finding.citation)}</cite> <code>${breakable(finding.link)}</code></p>
    </li>`;
  }

  render() {
    const { findings = [], cut = false } = get('findings') ?? {};
    const shown = findings.filter(each => this.shows(each));
    const chip = (label, on, change) => html`<button class="chip ${on ? 'on' : ''}" aria-pressed=${String(on)} @click=${change}>${label}</button>`;
    return html`<div class="filters">
        <input type="search" aria-label="Search the findings" placeholder="search" @input=${event => (this.text = event.target.value)} />
        <div class="chips">
          ${Object.keys(SIDES).map(side => chip(`from the ${side}`, this.side === side, () => (this.side = this.side === side ? '' : side)))}
          ${chip('MUST only', this.binding, () => (this.binding = !this.binding))}
          <span class="count">${shown.length} of ${findings.length}</span>
        </div>
      </div>
      <div class="panel" tabindex="0" role="region" aria-label="Findings">
        ${findings.length ? nothing : html`<p class="empty">No findings. Only the traffic is judged here; Checks runs the scenarios of the conformance kit.</p>`}
        ${cut ? html`<p class="empty">The conversation is too long; only its beginning was checked.</p>` : nothing}
        <ol class="findings">${shown.map(each => this.row(each))}</ol>
      </div>`;
  }
}

customElements.define('x-findings', Findings);
