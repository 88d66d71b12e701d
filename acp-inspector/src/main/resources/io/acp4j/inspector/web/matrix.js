// What several agents offer, side by side.
import { View, breakable, failed, html, nothing } from '/base.js';
import { ask, get, net } from '/store.js';

const FIRST = ['agent', 'protocolVersion'];

class Matrix extends View {
  static properties = { differing: { state: true }, text: { state: true } };

  constructor() {
    super();
    this.differing = false;
    this.text = '';
  }

  isAbout(topic) {
    return topic === 'matrix';
  }

  run(event) {
    event.preventDefault();
    const { protocol } = event.target.elements;
    ask('matrix', { protocol: Number(protocol?.value ?? 1) }).catch(failed);
  }

  /** Recordings have said what they have to say: nobody has to be started for them. */
  updated() {
    const matrix = get('matrix');
    if (this.looked || !matrix || !net.online || matrix.live || matrix.agents.length) return;
    this.looked = true;
    ask('matrix', { protocol: 1 }).catch(failed);
  }

  /** All that some agent offers, its name and version first. */
  rows(agents) {
    const found = new Set(agents.flatMap(each => Object.keys(each.offers ?? {})));
    const text = this.text.trim().toLowerCase();
    const known = agents.filter(each => each.offers);
    const differs = name => known.some(each => each.offers[name] !== known[0].offers[name]);
    const rank = name => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
    return [...found]
      .map(name => ({ name, differs: differs(name) }))
      .filter(row => (!this.differing || row.differs) && (!text || row.name.toLowerCase().includes(text)))
      .sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name));
  }

  cell(agent, name) {
    if (!agent.offers) return html`<td class="none"><span class="hidden">not known</span></td>`;
    const offer = agent.offers[name];
    if (offer === undefined) return html`<td class="none"><span aria-hidden="true">–</span><span class="hidden">no</span></td>`;
    return html`<td class=${offer === 'yes' ? 'yes' : ''}><span title=${offer.length > 40 ? offer : nothing}>${offer}</span></td>`;
  }

  column(agent) {
    return html`<th scope="col"><span class="agent" title=${agent.name}>${agent.name}</span>
      <span class="mark">${agent.kind}</span>${agent.millis === undefined ? nothing : html` <span class="count" title="from its start to its response">${agent.millis.toLocaleString('en')} ms</span>`}
      ${agent.problem ? html`<span class="bad problem">${agent.problem}</span>` : agent.offers ? nothing : html`<span class="problem">is asked…</span>`}</th>`;
  }

  table(agents) {
    const rows = this.rows(agents);
    return html`<table class="offers">
        <thead><tr><th scope="col">offer</th>${agents.map(each => this.column(each))}</tr></thead>
        <tbody>${rows.map(row => html`<tr class=${row.differs ? 'differs' : ''} data-offer=${row.name}><th scope="row"><code>${breakable(row.name)}</code>${row.differs ? html`<span class="hidden">, differs</span>` : nothing}</th>${agents.map(each => this.cell(each, row.name))}</tr>`)}</tbody>
      </table>
      ${rows.length ? nothing : html`<p class="empty">${this.differing || this.text ? 'No offer matches.' : agents.some(each => each.offers) ? 'They offer nothing.' : 'No agent has responded yet.'}</p>`}`;
  }

  render() {
    const matrix = get('matrix');
    if (!matrix) return html`<p class="empty">Loading…</p>`;
    const { agents, running, live, protocol } = matrix;
    return html`<div class="head"><h2>Matrix</h2></div>
      <form class="filters matrix-order" @submit=${this.run}>
        ${live ? html`<label class="setting"><span>version to ask for</span> <select name="protocol" ?disabled=${running}>${[1, 2].map(each => html`<option value=${each} ?selected=${each === protocol}>${each}</option>`)}</select></label>` : nothing}
        <button class=${live ? 'primary' : ''} type="submit" ?disabled=${running || !net.online}>${live ? (running ? 'Asking…' : 'Ask the agents') : 'Look again'}</button>
        ${agents.length
          ? html`<input type="search" aria-label="Words of an offer" placeholder="offer" @input=${event => (this.text = event.target.value)} />
            <button class="chip ${this.differing ? 'on' : ''}" type="button" aria-pressed=${String(this.differing)} @click=${() => (this.differing = !this.differing)}>only differences</button>`
          : nothing}
      </form>
      <div class="panel matrix" tabindex="0" role="region" aria-label="Matrix">
        ${agents.length
          ? this.table(agents)
          : html`<p class="empty">${live
              ? html`Asks agents what they offer, side by side: the one that is driven here, those named with <code>--other</code> on the command line, and those of recordings named with <code>--recording</code>. Each is started anew, and gets <code>initialize</code> alone.`
              : 'There is nothing to be compared yet.'}</p>`}
      </div>`;
  }
}

customElements.define('x-matrix', Matrix);
