// What several agents offer, and what was seen of them, side by side.
import { View, breakable, failed, html, nothing } from '/base.js';
import { ask, get, net } from '/store.js';

const FIRST = ['agent', 'protocolVersion'];
const GOOD = ['yes', 'works'];
const BAD = ['fails', 'not supported', 'fails at times', 'no response'];

/** What happened how often, in words. */
function numbers(use) {
  if (use.requests === undefined) return `${use.notifications} notifications`;
  const parts = [`${use.requests} requests`, `${use.results} results`];
  if (use.errors) parts.push(`${use.errors} errors${use.unsupported ? `, of them ${use.unsupported} “method not found”` : ''}`);
  if (use.unanswered) parts.push(`${use.unanswered} without a response`);
  return parts.join(', ');
}

class Matrix extends View {
  static properties = { differing: { state: true }, text: { state: true } };

  constructor() {
    super();
    this.differing = false;
    this.text = '';
  }

  isAbout(topic) {
    return topic === 'matrix' || topic === 'sources';
  }

  run(event) {
    event.preventDefault();
    const { protocol } = event.target.elements;
    ask('matrix', { protocol: Number(protocol?.value ?? 1) }).catch(failed);
  }

  /** What was said so far is looked at when this is opened, and when there are other recordings: nobody has to be started for it. */
  updated() {
    const sources = (get('sources') ?? []).map(each => each.id).join();
    if (this.looked === sources || !get('matrix') || !net.online) return;
    this.looked = sources;
    this.look();
  }

  async look() {
    try {
      await ask('matrix-look');
    } catch (error) {
      this.looked = null; // As soon as there is a connection again.
      failed(error);
    }
  }

  /** What some agent offers, its name and version first. */
  offered(agents) {
    const found = new Set(agents.flatMap(each => Object.keys(each.offers ?? {})));
    const rank = name => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
    return [...found]
      .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
      .map(name => ({ name, key: name, cells: agents.map(each => each.offers && { text: each.offers[name] }) }));
  }

  /** What was seen of some agent: what clients have asked it for, then what it has asked for and sent itself. */
  observed(agents) {
    const found = new Map();
    agents.forEach((agent, index) => {
      for (const use of agent.observed ?? []) {
        const key = `${use.by === 'client' || use.requests === undefined ? '' : 'agent '}${use.name}`;
        const row = found.get(key) ?? { name: use.name, key, by: use.by, isRequest: use.requests !== undefined, cells: agents.map(each => each.observed && {}) };
        row.cells[index] = { text: use.outcome, count: use.requests ?? use.notifications, title: numbers(use) };
        found.set(key, row);
      }
    });
    const rank = row => (row.by === 'client' ? 0 : row.isRequest ? 1 : 2);
    return [...found.values()].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  }

  /** Those rows that are asked for, marked where those agents of which it is known are not alike. */
  chosen(rows) {
    const text = this.text.trim().toLowerCase();
    for (const row of rows) {
      const known = row.cells.filter(Boolean);
      row.differs = known.some(each => each.text !== known[0].text);
    }
    return rows.filter(row => (!this.differing || row.differs) && (!text || row.name.toLowerCase().includes(text)));
  }

  cell(cell) {
    if (!cell) return html`<td class="none"><span class="hidden">not known</span></td>`;
    if (cell.text === undefined) return html`<td class="none"><span aria-hidden="true">–</span><span class="hidden">no</span></td>`;
    const title = cell.title ?? (cell.text.length > 40 ? cell.text : nothing);
    return html`<td class=${GOOD.includes(cell.text) ? 'yes' : BAD.includes(cell.text) ? 'bad' : ''}><span title=${title}><span>${cell.text}${cell.count === undefined ? nothing : html` <span class="count">× ${cell.count.toLocaleString('en')}</span>`}</span></span></td>`;
  }

  column(agent) {
    return html`<th scope="col"><span class="agent" title=${agent.name}>${agent.name}</span>
      <span class="mark">${agent.kind}</span>${agent.millis === undefined ? nothing : html` <span class="count" title="from its start to its response">${agent.millis.toLocaleString('en')} ms</span>`}
      ${agent.problem ? html`<span class="bad problem">${agent.problem}</span>` : agent.offers ? nothing : html`<span class="problem">${this.isAsking ? 'querying…' : 'not queried yet'}</span>`}</th>`;
  }

  row(row) {
    return html`<tr class=${row.differs ? 'differs' : ''} data-offer=${row.key}><th scope="row"><code>${breakable(row.name)}</code>${row.by === 'agent' && row.isRequest ? html` <span class="mark">from the agent</span>` : nothing}${row.differs ? html`<span class="hidden">, differs</span>` : nothing}</th>${row.cells.map(each => this.cell(each))}</tr>`;
  }

  table(agents) {
    const offered = this.chosen(this.offered(agents));
    const observed = this.chosen(this.observed(agents));
    const heading = (name, title) => html`<tbody class="heading"><tr><th scope="rowgroup" colspan=${agents.length + 1} title=${title}><span>${name}</span></th></tr></tbody>`;
    const hasSeen = agents.some(each => each.observed?.length);
    return html`<table class="offers">
        <thead><tr><th scope="col"><span class="hidden">capability or method</span></th>${agents.map(each => this.column(each))}</tr></thead>
        ${offered.length ? heading('Advertised', 'in the response to initialize') : nothing}
        <tbody class="offered">${offered.map(row => this.row(row))}</tbody>
        ${observed.length ? heading('Observed', 'since the last initialize of the conversation or the recording') : nothing}
        <tbody class="observed">${observed.map(row => this.row(row))}</tbody>
      </table>
      ${offered.length || observed.length ? nothing : html`<p class="empty">${this.differing || this.text ? 'No capability or method matches.' : agents.some(each => each.offers) || hasSeen ? 'The agents advertise nothing.' : 'No agent has responded yet.'}</p>`}`;
  }

  render() {
    const matrix = get('matrix');
    if (!matrix) return html`<p class="empty">Loading…</p>`;
    const { agents, running, live, protocol } = matrix;
    this.isAsking = running;
    return html`<div class="head"><h2>Matrix</h2></div>
      <form class="filters matrix-order" @submit=${this.run}>
        ${live ? html`<label class="setting"><span>protocol version</span> <select name="protocol" ?disabled=${running}>${[1, 2].map(each => html`<option value=${each} ?selected=${each === protocol}>${each}</option>`)}</select></label>` : nothing}
        ${live ? html`<button class="primary" type="submit" ?disabled=${running || !net.online}>${running ? 'Querying…' : 'Query the agents'}</button>` : nothing}
        <button type="button" title="Reads the stored frames again; sends nothing" ?disabled=${!net.online} @click=${this.look}>Refresh</button>
        ${agents.length
          ? html`<input type="search" aria-label="Search capabilities and methods" placeholder="capability or method" @input=${event => (this.text = event.target.value)} />
            <button class="chip ${this.differing ? 'on' : ''}" type="button" aria-pressed=${String(this.differing)} @click=${() => (this.differing = !this.differing)}>only differences</button>`
          : nothing}
      </form>
      <div class="panel matrix" tabindex="0" role="region" aria-label="Matrix">
        ${agents.length
          ? this.table(agents)
          : html`<p class="empty">No agents to compare yet.</p>`}
        ${live && !agents.some(each => each.offers) ? html`<p class="empty">“Query the agents” starts a new process of this agent and of each agent named with <code>--other</code> on the command line, and sends only <code>initialize</code>. Observed methods come from the conversation so far and from recordings.</p>` : nothing}
      </div>`;
  }
}

customElements.define('x-matrix', Matrix);
