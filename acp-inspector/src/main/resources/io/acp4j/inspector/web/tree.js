// The sessions as a forest.
import { View, at, failed, go, html, icon, nothing, openMenu, repeat, say } from '/base.js';
import { ask, get } from '/store.js';

class Tree extends View {
  constructor() {
    super();
    this.folded = new Set();
    this.renaming = null;
    at.addEventListener('go', () => this.requestUpdate());
  }

  isAbout(topic) {
    return topic === 'sessions' || topic === 'connection';
  }

  nodes() {
    const all = get('sessions')?.nodes ?? [];
    const hidden = new Set();
    return all.filter(node => {
      const isHidden = node.parent !== null && (this.folded.has(node.parent) || hidden.has(node.parent));
      if (isHidden) hidden.add(node.key);
      return !isHidden;
    });
  }

  async create() {
    try {
      go({ session: (await ask('new')).select });
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

  fold(node, isFolded) {
    if (isFolded) this.folded.add(node.key);
    else this.folded.delete(node.key);
    this.requestUpdate();
  }

  async act(name, node, args = {}) {
    try {
      const done = await ask(name, { session: node.key, ...args });
      if ('select' in done && (name !== 'delete' || at.session === node.key)) {
        go({ session: done.select });
        const next = get('sessions')?.nodes.find(other => other.key === done.select);
        if (next && !next.open) this.open(next);
      }
    } catch (error) {
      failed(error);
    }
  }

  menu(event, node) {
    event.stopPropagation();
    const can = get('connection')?.can ?? {};
    const lacks = (name, is) => (is ? null : `The agent does not advertise ${name}.`);
    const item = (label, run, reason, danger = false) => ({ label, run, enabled: !reason, reason, danger });
    const other = at.session && at.session !== node.key;
    const compare = item(
      'Compare with the one shown',
      () => at.dispatchEvent(new CustomEvent('compare', { detail: { left: at.session, right: node.key } })),
      other ? null : 'Choose another session first.',
    );
    if (get('connection')?.readOnly) {
      openMenu(event.currentTarget, [compare]);
      return;
    }
    openMenu(event.currentTarget, [
      item('Open', () => this.open(node), node.open ? 'It is open.' : null),
      item(
        'Fork the whole session',
        () => this.act('fork', node),
        lacks('sessionCapabilities.fork', can.fork) ?? (node.open ? null : 'Open it first.'),
      ),
      compare,
      ...(can.branches ? [item('Show its branches', () => this.branches(node), node.open ? null : 'Open it first.')] : []),
      item('Rename', () => this.rename(node), lacks('sessionCapabilities.title', can.rename)),
      item('Close', () => this.act('close', node), lacks('sessionCapabilities.close', can.close) ?? (node.open ? null : 'It is not open.')),
      item('Delete', () => this.act('delete', node), lacks('sessionCapabilities.delete', can.delete), true),
    ]);
  }

  /** Those inside the session. */
  async branches(node) {
    go({ session: node.key });
    try {
      const { points, after, cut } = await ask('branches', { session: node.key });
      if (cut) say('This session has more than 10,000 messages; its branches are not shown.');
      else if (!points.length && !after.length) say('This session has one branch only.');
    } catch (error) {
      failed(error);
    }
  }

  async rename(node) {
    this.renaming = node.key;
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector('input')?.select();
  }

  renamed(event, node) {
    if (event.key === 'Escape') this.renaming = null;
    if (event.key === 'Enter') {
      this.renaming = null;
      this.act('rename', node, { title: event.target.value }).then(() => say('Renamed.'));
    }
    event.stopPropagation();
    this.requestUpdate();
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
    const isOpen = node.children > 0 && !this.folded.has(node.key);
    const actions = {
      ArrowDown: () => move(now + 1),
      ArrowUp: () => move(now - 1),
      Home: () => move(0),
      End: () => move(nodes.length - 1),
      ArrowRight: () => (node.children && !isOpen ? this.fold(node, false) : move(now + 1)),
      ArrowLeft: () =>
        isOpen ? this.fold(node, true) : move(nodes.findIndex(other => other.key === node.parent) >= 0 ? nodes.findIndex(other => other.key === node.parent) : now),
      Enter: () => this.open(node),
      ' ': () => this.open(node),
      F2: () => this.rename(node),
      Delete: () => this.act('delete', node),
    };
    const isOwn = !get('connection')?.readOnly;
    const action = isOwn || !['F2', 'Delete'].includes(event.key) ? actions[event.key] : null;
    if (action && event.target.getAttribute('role') === 'treeitem') {
      action();
      event.preventDefault();
    }
  }

  current(nodes) {
    const known = key => nodes.some(node => node.key === key);
    return known(this.focused) ? this.focused : known(at.session) ? at.session : nodes[0]?.key;
  }

  row(node, current) {
    const isFolded = this.folded.has(node.key);
    const name = node.name === node.id && node.title ? node.title : node.name;
    return html`<li
      role="treeitem"
      data-key=${node.key}
      data-level=${Math.min(node.level, 12)}
      aria-level=${node.level + 1}
      aria-selected=${node.key === at.session ? 'true' : 'false'}
      aria-expanded=${node.children ? String(!isFolded) : nothing}
      aria-label=${`${name}${node.mark && node.mark !== name ? `, ${node.mark}` : ''}${node.waiting ? ', waits for you' : ''}`}
      tabindex=${node.key === current ? 0 : -1}
      class=${node.open ? 'open' : ''}
      @click=${() => this.open(node)}
      @focus=${() => (this.focused = node.key)}
    >
      <span class="indent" .style=${`width:${Math.min(node.level, 12) * 14}px`}></span>
      <span
        class="fold"
        aria-hidden="true"
        @click=${event => {
          event.stopPropagation();
          if (node.children) this.fold(node, !isFolded);
        }}
        >${node.children ? icon(isFolded ? 'right' : 'down') : nothing}</span
      >
      ${node.mark ? html`<span class="forked" title=${`forked: ${node.mark}`}>${icon('fork')}</span>` : nothing}
      ${this.renaming === node.key
        ? html`<input
            aria-label="New title"
            .value=${node.title}
            @click=${event => event.stopPropagation()}
            @keydown=${event => this.renamed(event, node)}
          />`
        : html`<span class="name" title=${`${node.title || node.id}\n${node.cwd}`}>${name}</span>`}
      ${node.aside
        ? html`<span class="mark">aside</span>`
        : node.mark && node.mark !== name ? html`<span class="mark">${node.mark}</span>` : nothing}
      ${node.waiting ? html`<span class="badge" title="The agent waits for you">${node.waiting}</span>` : nothing}
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
    const nodes = this.nodes();
    const connection = get('connection') ?? {};
    const isOn = connection.state === 'connected';
    const current = this.current(nodes);
    return html`<div class="head">
        <h2>Sessions</h2>
        ${connection.readOnly ? nothing : html`<button
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
        </button>`}
      </div>
      ${nodes.length
        ? html`<ul role="tree" aria-label="Sessions" @keydown=${this.key}>
            ${repeat(nodes, node => node.key, node => this.row(node, current))}
          </ul>`
        : html`<p class="empty">${isOn || connection.readOnly ? 'No session yet.' : 'Not connected.'}</p>`}
      ${get('sessions')?.cut ? html`<p class="empty">The agent lists more sessions than are shown.</p>` : nothing}`;
  }
}

customElements.define('x-tree', Tree);
