// The sessions as a forest.
import { View, at, begin, failed, go, html, icon, nothing, openMenu, repeat, say } from '/base.js';
import { ask, findNode, get, nameOf, net, sourceName } from '/store.js';
import { compareShown } from '/branches.js';
import { facts, factsAsText, matching, movedNote, origin, usualDirectory } from '/session-facts.js';
import { refusal } from '/session-actions.js';
import { Typeahead, isCharacter } from '/typeahead.js';

const DEEP = 5;

/** Interval at which relative times are drawn again. */
const TIMES_MILLIS = 30_000;

/** How far a row is moved to the right, in pixels; deep ones less and less, so that there is room for their names. */
const indent = level => Math.min(level, DEEP) * 14 + Math.min(Math.max(0, level - DEEP), 8) * 4;

class Tree extends View {
  static properties = { text: { state: true } };

  constructor() {
    super();
    this.folded = new Set();
    this.renaming = null;
    this.text = ''; // The filter.
    this.typeahead = new Typeahead();
    this.deleting = null; // What was asked to be deleted once, by a key.
    at.addEventListener('go', () => this.requestUpdate());
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), TIMES_MILLIS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  isAbout(topic) {
    return topic === 'sessions' || topic === 'connection';
  }

  nodes() {
    const all = get('sessions')?.nodes ?? [];
    if (this.text.trim()) return matching(all, this.text).nodes;
    const hidden = new Set();
    return all.filter(node => {
      const isHidden = node.parent !== null && (this.folded.has(node.parent) || hidden.has(node.parent));
      if (isHidden) hidden.add(node.key);
      return !isHidden;
    });
  }

  async create() {
    const { source } = net;
    try {
      const { select } = await ask('new');
      if (source === net.source) begin(select);
    } catch (error) {
      failed(error);
    }
  }

  async open(node) {
    go({ session: node.key });
    if (node.open || get('connection')?.readOnly) return;
    try {
      await ask('open', { session: node.key });
    } catch (error) {
      failed(error);
    }
  }

  /** While the list is filtered, ancestors of hits cannot be folded. */
  isFolded(node) {
    return !this.text.trim() && this.folded.has(node.key);
  }

  fold(node, isFolded) {
    if (isFolded) this.folded.add(node.key);
    else this.folded.delete(node.key);
    this.requestUpdate();
  }

  /** Returns whether it was done. */
  async act(name, node, args = {}) {
    const { source } = net;
    try {
      const done = await ask(name, { session: node.key, ...args });
      if (done.moved?.length) say(movedNote(done));
      // Who looks at another recording meanwhile is not taken away from it.
      if ('select' in done && source === net.source && (name !== 'delete' || at.session === node.key)) {
        go({ session: done.select });
        const next = get('sessions')?.nodes.find(other => other.key === done.select);
        if (next && !next.open) this.open(next);
      }
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  }

  menu(event, node) {
    event.stopPropagation();
    event.preventDefault();
    const { readOnly, can = {} } = get('connection') ?? {};
    const row = this.rowOf(node.key);
    const item = (name, label, run, more = {}) => {
      const reason = refusal(name, node);
      return { label, run, enabled: !reason, reason, ...more };
    };
    const compare = item('compare', 'Compare with the current session', () =>
      at.dispatchEvent(new CustomEvent('compare', { detail: { left: at.session, right: node.key } })),
    );
    const kept = at.kept && at.kept !== node.key ? findNode(at.kept) : undefined;
    const keeping = [
      { label: 'Select for comparison', run: () => this.keepForComparison(node) },
      ...(kept ? [{ label: `Compare with “${nameOf(kept.node)}” of ${sourceName(kept.source)}`, run: () => this.compareWithKept(node) }] : []),
    ];
    const isAmongOthers = (get('sources') ?? []).filter(each => each.id !== 'kit').length > 1;
    const items = readOnly
      ? [compare, ...(isAmongOthers ? keeping : [])]
      : [
          item('load', 'Load', () => this.openBy('load', node)),
          item('resume', 'Resume', () => this.openBy('resume', node)),
          item('fork', 'Fork the whole session', () => this.act('fork', node)),
          compare,
          ...(isAmongOthers ? keeping : []),
          ...(can.branches ? [item('branches', 'Show branches', () => this.branches(node))] : []),
          ...(can.compareBranches ? [item('compareBranches', 'Compare branches', () => this.branches(node, true))] : []),
          item('rename', 'Rename', () => this.rename(node)),
          item('close', 'Close', () => this.act('close', node)),
          item('delete', 'Delete', () => this.delete(node), { sure: 'Delete permanently?', danger: true }),
        ];
    this.focused = node.key;
    openMenu(row.querySelector('.more'), items, row);
  }

  /** Sessions of two recordings are not shown at the same time: one is chosen first. */
  keepForComparison(node) {
    at.kept = node.key;
    say('Selected. Choose “Compare with” in the menu of another session or recording.');
  }

  compareWithKept(node) {
    go({ session: node.key });
    at.dispatchEvent(new CustomEvent('compare', { detail: { left: node.key, right: at.kept } }));
  }

  rowOf(key) {
    return [...this.querySelectorAll('[role=treeitem]')].find(row => row.dataset.key === key);
  }

  async focusRow(key) {
    this.focused = key;
    this.requestUpdate();
    await this.updateComplete;
    this.rowOf(key)?.focus();
  }

  async openBy(how, node) {
    go({ session: node.key });
    await this.act('open', node, { how });
  }

  /** Deletes a session; the focus moves from its row to another one. */
  async delete(node) {
    const isFocused = this.rowOf(node.key)?.contains(document.activeElement);
    const nodes = this.nodes();
    const now = nodes.findIndex(each => each.key === node.key);
    if (!(await this.act('delete', node)) || !isFocused) return;
    const beside = nodes.find(each => each.key === node.parent) ?? nodes[now + 1] ?? nodes[now - 1];
    const next = get('sessions')?.nodes.some(each => each.key === at.session) ? at.session : beside?.key;
    if (next) this.focusRow(next);
  }

  /** What a key of the keyboard does, after a look at whether it can be done. */
  byKey(name, node) {
    const reason = refusal(name, node);
    if (reason) {
      say(reason, true);
    } else if (name === 'rename') {
      this.rename(node);
    } else if (this.deleting === node.key) {
      this.deleting = null;
      this.delete(node);
    } else {
      this.deleting = node.key;
    }
    this.requestUpdate();
  }

  /** Those inside the session. */
  async branches(node, isComparison = false) {
    go({ session: node.key });
    try {
      const { leaves, cut } = await ask('branches', { session: node.key });
      if (cut) say('This session has more than 10,000 messages; its branches are not shown.');
      else if (leaves.length < 2) say('This session has one branch only.');
      else if (isComparison) compareShown(node.key, leaves);
    } catch (error) {
      failed(error);
    }
  }

  async rename(node) {
    this.renaming = node.key;
    this.requestUpdate();
    await this.updateComplete;
    this.rowOf(node.key)?.querySelector('input')?.select();
  }

  async renamed(event, node) {
    event.stopPropagation();
    if (event.isComposing || (event.key !== 'Escape' && event.key !== 'Enter')) return;
    event.preventDefault();
    const title = event.target.value;
    this.renaming = null;
    this.focusRow(node.key);
    if (event.key === 'Enter' && (await this.act('rename', node, { title }))) say('Renamed.');
  }

  key(event) {
    const nodes = this.nodes();
    const now = nodes.findIndex(node => node.key === this.current(nodes));
    const node = nodes[now];
    if (!node) return;
    const move = to => {
      const next = nodes[Math.max(0, Math.min(nodes.length - 1, to))];
      this.focused = next.key;
      this.requestUpdate();
      this.updateComplete.then(() => this.querySelector(`[data-key="${next.key}"]`)?.focus());
    };
    const isOpen = node.children > 0 && !this.isFolded(node);
    const canFold = !this.text.trim();
    const actions = {
      ArrowDown: () => move(now + 1),
      ArrowUp: () => move(now - 1),
      Home: () => move(0),
      End: () => move(nodes.length - 1),
      ArrowRight: () => (node.children && !isOpen ? this.fold(node, false) : move(now + 1)),
      ArrowLeft: () =>
        isOpen && canFold ? this.fold(node, true) : move(nodes.findIndex(other => other.key === node.parent) >= 0 ? nodes.findIndex(other => other.key === node.parent) : now),
      Enter: () => this.open(node),
      ' ': () => this.open(node),
      F2: () => this.byKey('rename', node),
      Delete: () => this.byKey('delete', node),
      ContextMenu: () => this.menu(event, node),
      F10: event.shiftKey ? () => this.menu(event, node) : null,
    };
    if (event.target.getAttribute('role') !== 'treeitem') return;
    if (event.key !== 'Delete') this.keep();
    if (!isCharacter(event)) this.typeahead.reset();
    const action = actions[event.key];
    if (action) {
      action();
      event.preventDefault();
    } else if (isCharacter(event)) {
      const to = this.typeahead.find(event.key, nodes.map(nameOf), now);
      if (to >= 0) move(to);
      event.preventDefault();
    }
  }

  filterKey(event) {
    if (event.key === 'Escape' && this.text) {
      this.text = '';
      event.preventDefault();
    } else if (event.key === 'ArrowDown') {
      const key = this.current(this.nodes());
      if (key) this.focusRow(key);
      event.preventDefault();
    }
  }

  filter(all) {
    if (all.length < 2 && !this.text) return nothing;
    const hits = this.text.trim() ? matching(all, this.text).hits.size : null;
    return html`<div class="filter">
      <input type="search" aria-label="Filter the sessions" placeholder="filter" title="Text in the title, the ID or the directory" .value=${this.text} @input=${event => (this.text = event.target.value)} @keydown=${this.filterKey} />
      <span class="count" role="status">${hits === null ? nothing : `${hits} of ${all.length}`}<span class="hidden">${hits === null ? nothing : ' sessions match'}</span></span>
    </div>`;
  }

  /** A session that was to be deleted stays. */
  keep() {
    if (!this.deleting) return;
    this.deleting = null;
    this.requestUpdate();
  }

  current(nodes) {
    const known = key => nodes.some(node => node.key === key);
    return known(this.focused) ? this.focused : known(at.session) ? at.session : nodes[0]?.key;
  }

  /** What stands behind the name, and is never cut. */
  tag(node, name) {
    if (this.deleting === node.key) return html`<span class="mark bad" role="alert">Delete permanently?<span class="hidden"> Press Delete again.</span></span>`;
    if (node.aside) return html`<span class="mark">side question</span>`;
    return node.mark && node.mark !== name ? html`<span class="mark">${node.mark}</span>` : nothing;
  }

  row(node, current, usual, hits) {
    const isFolded = this.isFolded(node);
    const name = nameOf(node);
    return html`<li
      role="treeitem"
      data-key=${node.key}
      data-level=${Math.min(node.level, 12)}
      aria-level=${node.level + 1}
      aria-selected=${node.key === at.session ? 'true' : 'false'}
      aria-expanded=${node.children ? String(!isFolded) : nothing}
      aria-label=${`${name}${node.mark && node.mark !== name ? `, ${node.mark}` : ''}${node.waiting ? ', waits for your response' : ''}${factsAsText(node, usual)}`}
      tabindex=${node.key === current ? 0 : -1}
      class=${`${node.open ? 'open' : ''} ${hits && !hits.has(node.key) ? 'context' : ''} ${this.deleting === node.key ? 'asking' : ''}`}
      @click=${() => this.open(node)}
      @focus=${() => (this.focused = node.key)}
      @blur=${this.keep}
      @contextmenu=${event => this.renaming !== node.key && this.menu(event, node)}
    >
      <span class="indent" .style=${`width:${indent(node.level)}px`}></span>
      <span
        class="fold"
        aria-hidden="true"
        @click=${event => {
          event.stopPropagation();
          if (node.children) this.fold(node, !isFolded);
        }}
        >${node.children ? icon(isFolded ? 'right' : 'down') : nothing}</span
      >
      ${node.mark ? html`<span class="forked" title=${origin(node) || `forked: ${node.mark}`}>${icon('fork')}</span>` : nothing}
      ${this.renaming === node.key
        ? html`<input
            aria-label="New title"
            .value=${node.title}
            @click=${event => event.stopPropagation()}
            @keydown=${event => this.renamed(event, node)}
          />`
        : html`<span class="label"><span class="name" title=${[name, ...(node.title && node.title !== name ? [node.title] : []), node.id, node.cwd].join('\n')}>${name}</span>${this.tag(node, name)}${facts(node, usual)}</span>`}
      ${node.waiting ? html`<span class="badge" title="The agent waits for your response">${node.waiting}</span>` : nothing}
      ${node.running ? html`<span class="dot running" title="a turn is running"></span>` : nothing}
      <button
        class="quiet more"
        tabindex="-1"
        aria-label=${`Actions for ${name}`}
        aria-haspopup="menu"
        @click=${event => this.menu(event, node)}
      >
        ${icon('more')}
      </button>
    </li>`;
  }

  render() {
    const all = get('sessions')?.nodes ?? [];
    const nodes = this.nodes();
    const connection = get('connection') ?? {};
    const usual = usualDirectory(connection, all);
    const hits = this.text.trim() ? matching(all, this.text).hits : null;
    const isOn = connection.state === 'connected';
    const current = this.current(nodes);
    return html`<div class="head">
        <h2>Sessions</h2>
        ${connection.readOnly ? nothing : html`<x-toolbar aria-label="Sessions"><button
          class="quiet"
          aria-label="Refresh the list"
          title="Refresh the list"
          ?disabled=${!isOn || !connection.can?.list}
          @click=${() => ask('refresh').catch(failed)}
        >
          ${icon('refresh')}
        </button>
        <button class="quiet" aria-label="New session" title="New session" ?disabled=${!isOn} @click=${this.create}>
          ${icon('plus')}
        </button></x-toolbar>`}
      </div>
      ${this.filter(all)}
      ${nodes.length
        ? html`<ul role="tree" aria-label="Sessions" @keydown=${this.key}>
            ${repeat(nodes, node => node.key, node => this.row(node, current, usual, hits))}
          </ul>`
        : html`<p class="empty">${all.length ? 'No session matches.' : isOn || connection.readOnly ? 'No sessions yet.' : 'Not connected.'}</p>`}
      ${get('sessions')?.cut ? html`<p class="empty">The agent lists more sessions than are shown.</p>` : nothing}`;
  }
}

customElements.define('x-tree', Tree);
