// The conversation of the selected session, and where one writes.
import { View, at, begin, failed, go, html, icon, nothing, repeat, say } from '/base.js';
import { ask, get, net, under } from '/store.js';
import { navigate } from '/entry.js';
import { runName, runs, showFrames, showVerdict } from '/evidence.js';
import { compareBranches, comparesBranches } from '/branches.js';
import { originMark } from '/session-facts.js';
import { ReadingKeys } from '/reading-keys.js';
import { restart } from '/restart.js';
import { failure, reason } from '/turn.js';
import '/compare.js';
import '/composer.js';

const SHOWN = 200;
const FOUND_MILLIS = 3000;

class Talk extends View {
  static properties = { earlier: { state: true }, comparison: { state: true }, creating: { state: true } };

  constructor() {
    super();
    this.earlier = 0;
    this.compared = 0; // How often a comparison was asked for: one that comes late is not shown over a newer one.
    this.composer = document.createElement('x-composer');
    this.addEventListener('prompted', () => this.prompted());
    this.addEventListener('cancel-turn', () => this.cancel());
    this.addEventListener('connect-again', restart);
    this.keys = new ReadingKeys(this);
    this.sticks = true;
    // Entries draw themselves later than this does; the end stays in sight as they grow.
    this.sizes = new ResizeObserver(() => this.stick());
    at.addEventListener('go', () => {
      if (this.shownSession !== at.session) {
        this.shownSession = at.session;
        this.earlier = 0;
        this.sticks = true;
      }
      if (!at.compare && !at.branches) this.comparison = null;
      this.requestUpdate();
    });
    at.addEventListener('compare', event => this.compare(event.detail));
    at.addEventListener('compare-branches', event => this.compareBranches(event.detail));
    at.addEventListener('entry', event => this.showEntries(event.detail));
  }

  isAbout(topic) {
    return (
      topic === 'connection' ||
      topic === 'evidence' ||
      (topic === 'wire' && get('connection')?.state === 'connecting') ||
      topic === 'sessions' ||
      topic === `m/${at.session}` ||
      topic === `b/${at.session}` ||
      topic.startsWith('q/') ||
      topic.startsWith(`e/${at.session}/`)
    );
  }

  get node() {
    return get('sessions')?.nodes.find(node => node.key === at.session);
  }

  /** Shows what a frame belongs to, and marks it for a while. */
  async showEntries({ session, found }) {
    if (session !== at.session) go({ session });
    this.comparison = null;
    const positions = this.positions();
    this.earlier = Math.max(this.earlier, positions.length - positions.indexOf(found[0]) - SHOWN);
    this.sticks = false;
    this.requestUpdate();
    await this.updateComplete;
    const all = [...this.querySelectorAll('x-entry')].filter(each => found.includes(each.position));
    await Promise.all(all.map(each => each.updateComplete));
    const marked = all.map(each => each.querySelector('.entry')).filter(Boolean);
    this.querySelectorAll('.entry.found').forEach(each => each.classList.remove('found'));
    marked[0]?.scrollIntoView({ block: 'nearest' });
    for (const each of marked) each.classList.add('found');
    setTimeout(() => marked.forEach(each => each.classList.remove('found')), FOUND_MILLIS);
  }

  /** Where the entries of the session are. */
  positions() {
    return under(`e/${at.session}/`).map(([position]) => Number(position)).sort((a, b) => a - b);
  }

  async compare({ left, right }) {
    const compared = ++this.compared;
    try {
      const result = await ask('compare', { session: left, other: right });
      if (at.session !== left || compared !== this.compared) return;
      await this.showComparison({ ...result, left, right }, { compare: right, branches: null });
    } catch (error) {
      failed(error);
    }
  }

  async compareBranches({ session, left, right }) {
    const compared = ++this.compared;
    try {
      const { leaves, ...result } = await ask('compare-branches', { session, left, right });
      if (at.session !== session || compared !== this.compared) return;
      const branches = { leaves, left, right };
      await this.showComparison({ ...result, left: session, right: session, branches }, { compare: null, branches: { left, right } });
    } catch (error) {
      failed(error);
    }
  }

  /** A comparison that follows another one leaves the focus where it is. */
  async showComparison(comparison, address) {
    const isFirst = !this.comparison;
    this.comparison = comparison;
    go(address);
    await this.updateComplete;
    const view = this.querySelector('x-comparison, x-branch-comparison');
    await view?.updateComplete;
    if (isFirst) view?.querySelector('.comparison').focus();
  }

  async endComparison(event) {
    this.comparison = null;
    go({ compare: null, branches: null });
    await this.updateComplete;
    if (this.composer.isConnected && event.detail.isForDraft) this.composer.focusStart();
    else this.querySelector('.talk')?.focus();
  }

  /** Where branches part in what is shown: by position, which of them it is and where they end. */
  partings(positions, { points }) {
    const spoken = [];
    const ids = new Map();
    for (const position of positions) {
      const { type, role, id } = get(`e/${at.session}/${position}`) ?? {};
      if (type !== 'message' || role === 'thought' || (id && ids.has(id))) continue;
      spoken.push({ position, id });
      if (id) ids.set(id, position);
    }
    const found = new Map();
    for (const { ids: known, to, index, fromEnd } of points) {
      const which = known.findIndex(id => ids.has(id));
      const place = spoken[spoken.length - 1 - fromEnd];
      if (which >= 0) found.set(ids.get(known[which]), { index: which, to });
      else if (place && !place.id) found.set(place.position, { index, to });
    }
    return { found, last: spoken.at(-1) };
  }

  /** What goes on from the last message that is shown, when the session has gone back to it. */
  nextBranches(state, branches, last) {
    // Between two answers of the agent, what it has said before is about another message.
    const isThere = branches.head === (last ? last.id : null);
    if (!branches.after.length || state.running || !isThere) return nothing;
    const count = branches.after.length;
    return html`<div class="after" role="group" aria-label="Branches from here"><span>${count === 1 ? '1 branch continues' : `${count} branches continue`} from here:</span>
      ${branches.after.map(each => html`<button @click=${() => navigate(at.session, each.to)}>${each.preview || each.to}</button>`)}
      ${count > 1 && comparesBranches() ? html`<button class="quiet" @click=${() => compareBranches(at.session, branches.after[0].to, branches.after[1].to)}>${icon('compare')} Compare them</button>` : nothing}</div>`;
  }

  async throwAway(node) {
    try {
      const done = await ask(get('connection')?.can?.delete ? 'delete' : 'close', { session: node.key });
      if (at.session !== node.key) return;
      const known = key => get('sessions')?.nodes.find(each => each.key === key);
      const next = known(node.parent) ?? known(done.select);
      go({ session: next?.key ?? null });
      if (next && !next.open) await ask('open', { session: next.key });
    } catch (error) {
      failed(error);
    }
  }

  /** Removes a fork that was for one question. */
  thrower(node) {
    const { delete: deletes, close: closes } = get('connection')?.can ?? {};
    const title = deletes ? 'Deletes this fork and returns to its source' : closes ? 'Closes this fork and returns to its source; the agent cannot delete it' : 'The agent can neither delete nor close sessions';
    return html`<button title=${title} ?disabled=${!deletes && !closes} @click=${() => this.throwAway(node)}>Discard fork</button>`;
  }

  updated() {
    const entries = this.querySelector('.entries');
    if (entries !== this.observed) {
      this.sizes.disconnect();
      this.observed = entries;
      if (entries) for (const each of [entries, entries.parentElement]) this.sizes.observe(each);
    }
    // Once for a frame: what is asked of its layout earlier is asked of half of it.
    this.sticking ??= requestAnimationFrame(() => {
      this.sticking = null;
      this.stick();
    });
  }

  stick() {
    const list = this.querySelector('.talk');
    if (list && at.message !== null && this.read !== this.linkTo()) this.showLinked();
    else if (list && this.sticks) list.scrollTop = list.scrollHeight;
  }

  /** What is linked to is kept in sight while the conversation is drawn, until its reader moves. */
  showLinked() {
    const { linked } = this;
    if (linked === undefined) return;
    this.sticks = false;
    this.querySelector(`x-entry[data-position="${linked}"]`)?.scrollIntoView({ block: 'center' });
  }

  linkTo() {
    return `${at.session} ${at.message}`;
  }

  /** The position of the entry that the address names, by its id or its position; undefined when there is none. */
  position(positions) {
    if (at.message === null) return undefined;
    return positions.find(each => (at.message.startsWith('@') ? `@${each}` === at.message : get(`e/${at.session}/${each}`)?.id === at.message));
  }

  scrolled(event) {
    const list = event.target;
    // Growth moves the end away without anybody scrolling: only a move upwards lets go of it.
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    if (isAtEnd) this.sticks = true;
    else if (list.scrollTop < this.lastTop) this.sticks = false;
    this.lastTop = list.scrollTop;
  }

  moved() {
    this.read = this.linkTo();
  }

  /** The end of the conversation is shown when the user sends a prompt. */
  prompted() {
    this.sticks = true;
    this.moved();
  }

  cancel() {
    ask('cancel', { session: at.session }).catch(failed);
  }

  about(state) {
    const plan = state.plan ?? [];
    const done = plan.filter(each => each.status === 'completed').length;
    const usage = state.usage;
    if (!plan.length && !usage) return nothing;
    return html`<div class="about">
      ${plan.length
        ? html`<details class="plan"><summary>Plan <span class="mark">${done} of ${plan.length}</span></summary>
            <ol>${plan.map(each => html`<li class=${each.status}><span class="dot ${each.status}"></span>${each.content}<span class="hidden">, ${each.status}</span></li>`)}</ol></details>`
        : nothing}
      ${usage
        ? html`<div class="usage" title="tokens in the context">
            <progress aria-label="Context used" max=${usage.size || 1} value=${usage.used}></progress>
            ${usage.used.toLocaleString('en')} of ${usage.size.toLocaleString('en')} tokens${usage.cost ? html`, ${usage.cost.amount} ${usage.cost.currency}` : nothing}
          </div>`
        : nothing}
    </div>`;
  }

  welcome() {
    // Nothing is known before the first state has come, not even whether there is an agent.
    if (!net.known) return html`<div class="welcome"><h2>Connecting…</h2></div>`;
    const connection = get('connection') ?? {};
    const isOn = connection.state === 'connected';
    if (connection.readOnly || !connection.state) return this.reading(connection);
    const problems = get('wire')?.problems ?? 0;
    return html`<div class="welcome">
      <h2>${isOn ? `Connected to ${connection.agent ?? connection.source}` : connection.state === 'connecting' ? 'Connecting…' : 'Not connected'}</h2>
      ${connection.failure ? html`<div class="bad" role="alert">${reason(connection.failure)}</div>` : nothing}
      ${connection.offersSample
        ? html`<p>Check the command, or try the inspector with its sample agent. That needs no key and no network.</p>
            <button class="primary" ?disabled=${!net.online} @click=${() => ask('sample').catch(failed)}>Start the sample agent</button>`
        : nothing}
      ${isOn
        ? html`<p>Start a session, or open one from the list.</p>
            <form class="start" @submit=${this.create}>
              <label>Directory <input name="cwd" .value=${connection.cwd ?? ''} autocomplete="off" spellcheck="false" /></label>
              <button class="primary" ?disabled=${this.creating}>New session</button>
            </form>
            ${this.creating ? html`<p role="status">Waiting for the agent's response to <code>session/new</code>…</p>` : nothing}
            ${(connection.authMethods ?? []).map((method, index) => html`<button @click=${() => ask('authenticate', { method: index }).then(() => say('Authenticated.'), failed)}>Authenticate: ${method.name}</button>`)}`
        : connection.state === 'closed'
          ? html`<button class=${connection.offersSample ? '' : 'primary'} ?disabled=${!net.online} @click=${restart}>${connection.offersSample ? 'Try again' : 'Connect'}</button>`
          : html`<p role="status">Waiting for the agent's response to <code>initialize</code>…</p>
              ${problems ? html`<p class="bad">Some frames are invalid; they are marked in the list of frames.</p>` : nothing}
              <button @click=${() => ask('disconnect').catch(failed)}>Cancel</button>`}
      <x-pending></x-pending>
      ${this.questions(null)}
    </div>`;
  }

  async create(event) {
    event.preventDefault();
    this.creating = true;
    const { source } = net;
    try {
      const done = await ask('new', { cwd: event.target.elements.cwd.value });
      if (source === net.source) begin(done.select);
    } catch (error) {
      failed(error);
    } finally {
      this.creating = false;
    }
  }

  /** Before one of the conversations of others is chosen. */
  reading(connection) {
    if (net.source === 'kit') return this.checks();
    const nodes = get('sessions')?.nodes ?? [];
    return html`<div class="welcome">
      <h2>${connection.source ?? 'No recordings yet'}</h2>
      <p>${nodes.length
        ? 'Choose a session to read or compare it.'
        : connection.source
          ? 'No session was opened in this conversation.'
          : 'The traffic of a tap is shown here. In the settings of your editor, put "acp tap --" before the command of the agent. To open a recording, use the button at the top, or drop the file here.'}</p>
      ${nodes.map(node => html`<button @click=${() => go({ session: node.key })}>${node.title || node.name}</button>`)}
    </div>`;
  }

  /** What the kit has said to agents that it has started: each of its scenarios begins anew, so there are no sessions to show. */
  checks() {
    const [newest, ...earlier] = runs();
    return html`<div class="welcome checks">
      <h2>Frames of checks</h2>
      <p>Messages between the conformance kit and the agents that it started. Choose a scenario to show its frames.</p>
      ${newest ? html`<h3>${runName(newest)}</h3>${this.run(newest)}` : nothing}
      ${earlier.map(run => html`<details><summary>Earlier run: ${runName(run)}</summary>${this.run(run)}</details>`)}
    </div>`;
  }

  /** The scenarios of a run; what has failed first. */
  run({ scenarios }) {
    const list = scenarios.map(each => ({ ...each, isWrong: each.requirements.some(one => one.outcome === 'fail') })).sort((a, b) => b.isWrong - a.isWrong);
    return html`<ul>${list.map(each => html`<li><button @click=${() => showFrames(each)}>${each.name}</button>
        ${each.requirements.map(one => html`<button class="quiet" aria-label=${`Show the verdict of ${one.id}`} @click=${() => showVerdict(one.id)}><span class="mark ${one.outcome === 'fail' ? 'bad' : ''}">${one.id}</span></button>`)}</li>`)}</ul>`;
  }

  questions(session) {
    const open = under('q/').filter(([, question]) => question.session === null || question.session === session);
    return repeat(open, ([number]) => number, ([number]) => html`<x-question .number=${number}></x-question>`);
  }

  render() {
    const node = this.node;
    const connection = get('connection') ?? {};
    if (this.comparison?.branches) return html`<x-branch-comparison .shown=${this.comparison} @close=${this.endComparison}></x-branch-comparison>`;
    if (this.comparison) return html`<x-comparison .shown=${this.comparison} @close=${this.endComparison}></x-comparison>`;
    if (!node) return this.welcome();
    const state = get(`m/${at.session}`);
    if (!state) return html`<div class="welcome"><h2>${node.title || node.name}</h2><p>${connection.state === 'connected' ? 'This session is not open.' : 'The connection was lost.'}</p>
      ${connection.failure ? html`<div class="bad" role="alert">${reason(connection.failure)}</div>` : nothing}
      <button class="primary" @click=${() => ask('open', { session: node.key }).catch(failed)}>Open session</button>
      <x-pending .session=${node.key}></x-pending></div>`;
    const positions = this.positions();
    this.linked = this.position(positions);
    // As long as nobody has moved away from it, what is linked to is among what is shown.
    const least = this.linked === undefined ? 0 : positions.length - positions.indexOf(this.linked);
    const shown = positions.slice(-Math.max(SHOWN + this.earlier, least));
    const branches = get(`b/${at.session}`);
    const failures = new Map((state.failed ?? []).map(each => [each.after, each.text]));
    const partings = branches ? this.partings(positions, branches) : null;
    return html`<div class="head">
        <h2 title=${`${node.title || node.name}\n${node.id}`}>${node.title || node.name}</h2>
        ${originMark(node)}
        ${node.aside ? this.thrower(node) : nothing}
        <code class="id" title="session id">${node.id}</code>
      </div>
      ${this.about(state)}
      <div class="talk" tabindex="-1" role="log" aria-label="Conversation" @scroll=${this.scrolled} @wheel=${this.moved} @pointerdown=${this.moved} @keydown=${this.moved}>
        <div class="entries">
        ${shown.length < positions.length ? html`<button @click=${() => (this.earlier += SHOWN)}>Show earlier messages (${positions.length - shown.length})</button>` : nothing}
        ${repeat(shown, position => `${at.session}/${position}`, position => html`<x-entry data-position=${position} .session=${at.session} .position=${position} .linked=${position === this.linked} .branch=${partings?.found.get(position)} .busy=${state.running}></x-entry>${failures.has(position) ? failure(failures.get(position)) : nothing}`)}
        ${partings ? this.nextBranches(state, branches, partings.last) : nothing}
        ${shown.length ? nothing : html`<p class="empty">${node.resumed ? 'Resumed: the agent has the earlier messages but did not send them. Load the session to see them.' : 'No messages yet.'}</p>`}
        ${this.questions(at.session)}<x-turn .session=${at.session}></x-turn><x-pending .session=${at.session}></x-pending>
        </div>
      </div>
      ${connection.readOnly ? nothing : this.composer}`;
  }
}

customElements.define('x-talk', Talk);
