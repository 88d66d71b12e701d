// Two sessions side by side, and the summary of one of them for the other.
import { View, at, failed, go, html, icon, nothing, repeat, say } from '/base.js';
import { ask, findNode, get, nameOf, sourceName, under } from '/store.js';
import { entryBody, who } from '/entry.js';
import { markWords } from '/words.js';

const FILES = 8;

const count = (number, one, many = `${one}s`) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

export class Comparison extends View {
  static properties = { shown: { attribute: false } };

  isAbout(topic) {
    return topic === 'connection' || topic === 'sessions' || topic.startsWith('q/');
  }

  node(key) {
    return findNode(key)?.node;
  }

  updated(changed) {
    if (!changed.has('shown')) return;
    const rows = [...this.querySelectorAll('.sides > .side.differs')];
    const pairs = [];
    for (let i = 0; i + 1 < rows.length; i += 2) {
      // What stands alone differs as a whole, which its edge says.
      if (!rows[i].querySelector('.none') && !rows[i + 1].querySelector('.none')) pairs.push([rows[i], rows[i + 1]]);
    }
    markWords(pairs);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    markWords([]);
  }

  name(key) {
    const node = this.node(key);
    return node ? nameOf(node) : key;
  }

  /** Why the summary of a side cannot be had; null when it can. */
  reason(from, to, isOwn) {
    const { state, can = {} } = get('connection') ?? {};
    const node = this.node(from);
    const target = this.node(to);
    if (findNode(from)?.source || findNode(to)?.source) return 'Recordings are read-only.';
    if (state !== 'connected') return 'Not connected.';
    if (!can.fork) return 'The agent does not advertise sessionCapabilities.fork.';
    if (!can.delete && !can.close) return 'The agent can neither delete nor close sessions, so the temporary fork would remain.';
    if (!node || !target) return 'One of the two sessions no longer exists.';
    if (!node.open || !target.open) return 'Open both sessions first.';
    if (node.summary !== null) return node.summary ? 'The agent is writing the summary in a fork…' : 'Creating a temporary fork…';
    if (node.running) return 'A turn is running.';
    return isOwn ? null : 'It has no message that the other one lacks.';
  }

  /** The summary becomes a draft; a user who has left the comparison meanwhile stays where they are. */
  async bring(from, to) {
    const { shown } = this;
    const name = this.name(from);
    const target = this.name(to);
    try {
      const { text, left } = await ask('summary', { session: from, other: to });
      const heading = `Summary of the session “${name}”${shown.shared.length ? ', without what it has in common with this one' : ''}:`;
      const isShown = this.isConnected && this.shown === shown;
      at.dispatchEvent(new CustomEvent('draft', { detail: { session: to, text: `${heading}\n\n${text}`, isAddition: true } }));
      if (isShown) {
        go({ session: to });
        this.close(true);
      }
      if (left) say(`The summary of “${name}” was added as a draft, but its temporary fork still exists: ${left}`, true);
      else if (!isShown) say(`The summary of “${name}” is a draft in “${target}” now; it is not sent.`);
    } catch (error) {
      failed(new Error(`No summary of “${name}”: ${error.message}`));
    }
  }

  close(isForDraft = false) {
    this.dispatchEvent(new CustomEvent('close', { detail: { isForDraft } }));
  }

  /** What a side has done and used: files changed after the common part, and the tokens of the session. */
  facts({ turns, toolCalls, files, usage }) {
    const line = file => html`<li><code title=${file.path}>${file.path}</code>${file.added === undefined
      ? nothing
      : html` <span class="plus">+${file.added}</span> <span class="minus">−${file.removed}</span><span class="hidden"> lines</span>`}</li>`;
    return html`<p class="facts">${count(turns, 'turn')}, ${count(toolCalls, 'tool call')}${usage
        ? html`; <span title=${this.usageOf()}>${usage.used.toLocaleString('en')} of ${count(usage.size, 'token')}${usage.cost ? html`, ${usage.cost.amount} ${usage.cost.currency}` : nothing}</span>`
        : nothing}</p>
      ${files.length
        ? html`<ul class="changed" aria-label="Files changed">${files.slice(0, FILES).map(line)}</ul>
            ${files.length > FILES ? html`<details><summary>${files.length - FILES} more</summary><ul class="changed">${files.slice(FILES).map(line)}</ul></details>` : nothing}`
        : html`<p class="facts">No files changed.</p>`}`;
  }

  side(from, to, isOwn, facts) {
    const node = this.node(from);
    const isWriting = Boolean(node) && node.summary !== null;
    const reason = this.reason(from, to, isOwn);
    const questions = node?.summary ? under('q/').filter(([, question]) => question.session === node.summary) : [];
    const source = findNode(from)?.source;
    const isOther = source !== findNode(to)?.source;
    return html`<header><h3>${this.name(from)}${isOther ? html` <span class="mark">${sourceName(source)}</span>` : nothing}</h3>
      ${this.facts(facts)}
      ${get('connection')?.readOnly
        ? nothing
        : html`<div class="bring">
            <button
              aria-label=${`Summarize for the other session: ${this.name(to)}`}
              aria-describedby=${`reason-${from}`}
              aria-disabled=${String(reason !== null)}
              title="The agent writes a summary in a temporary fork. It becomes a draft in the other session, which you can edit and send."
              @click=${() => reason === null && this.bring(from, to)}
            >Summarize for the other session</button>
            ${isWriting ? html`<span class="dot running"></span>` : nothing}
            <p class="reason" id=${`reason-${from}`} role="status">${reason}</p>
            ${isWriting
              ? html`<button class="stop" aria-label=${`Cancel the summary of ${this.name(from)}`} @click=${() => ask('summary-stop', { session: from }).catch(failed)}>${icon('stop')} Cancel</button>`
              : nothing}
          </div>`}
      ${repeat(questions, ([number]) => number, ([number]) => html`<x-question .number=${number}></x-question>`)}
    </header>`;
  }

  /** Messages are counted as forks count them: without thoughts. */
  common(shared) {
    const messages = shared.filter(each => each.type === 'message' && each.role !== 'thought').length;
    const others = shared.length - messages;
    return `${count(messages, 'message')}${others ? ` and ${count(others, 'other entry', 'other entries')}` : ''} in common`;
  }

  title() {
    return 'Comparison';
  }

  usageOf() {
    return 'of the whole session';
  }

  /** What stands above the two columns. */
  heads() {
    const { rows, sides, left, right } = this.shown;
    return html`${this.side(left, right, rows.some(row => row.left), sides[0])} ${this.side(right, left, rows.some(row => row.right), sides[1])}`;
  }

  same() {
    return html`<p class="empty">The two conversations are identical.</p>`;
  }

  render() {
    const { shared, rows, left, right } = this.shown;
    const cell = (entry, session) =>
      entry
        ? html`<div class="entry ${entry.role ?? entry.type}"><header>${who(entry)}</header>${entryBody(entry, session)}</div>`
        : html`<div class="entry none"><span class="hidden">nothing</span></div>`;
    const half = (row, entry, session) => html`<div class="side ${row.kind}" data-name=${this.name(session)}>${cell(entry, session)}</div>`;
    return html`<div class="comparison" role="region" aria-label="Comparison" tabindex="0">
      <div class="head"><h2>${this.title()}</h2><button class="quiet" aria-label="Close the comparison" @click=${() => this.close()}>${icon('close')}</button></div>
      <details><summary>${this.common(shared)}</summary>${shared.map(each => cell(each, left))}</details>
      <div class="sides">
        ${this.heads()}
        ${rows.map(row => html`${half(row, row.left, left)}${half(row, row.right, right)}`)}
      </div>
      ${rows.length ? nothing : this.same()}
    </div>`;
  }
}

customElements.define('x-comparison', Comparison);
