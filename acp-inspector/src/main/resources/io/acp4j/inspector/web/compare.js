// Two sessions side by side, and the summary of one of them for the other.
import { View, at, failed, go, html, icon, nothing, repeat, say } from '/base.js';
import { ask, get, under } from '/store.js';
import { entryBody } from '/entry.js';

class Comparison extends View {
  static properties = { shown: { attribute: false } };

  isAbout(topic) {
    return topic === 'connection' || topic === 'sessions' || topic.startsWith('q/');
  }

  node(key) {
    return get('sessions')?.nodes.find(each => each.key === key);
  }

  name(key) {
    const node = this.node(key);
    return node ? (node.name === node.id && node.title ? node.title : node.name) : key;
  }

  /** Why the summary of a side cannot be had; null when it can. */
  reason(from, to, isOwn) {
    const { state, can = {} } = get('connection') ?? {};
    const node = this.node(from);
    const target = this.node(to);
    if (state !== 'connected') return 'Not connected.';
    if (!can.fork) return 'The agent does not advertise sessionCapabilities.fork.';
    if (!can.delete && !can.close) return 'The agent can neither delete nor close sessions, so the fork for it would stay.';
    if (!node || !target) return 'One of the two sessions is not there any more.';
    if (!node.open || !target.open) return 'Both sessions have to be open.';
    if (node.summary !== null) return node.summary ? 'The agent writes the summary, in a fork…' : 'A fork is made for it…';
    if (node.running) return 'A turn is running.';
    return isOwn ? null : 'It has nothing that the other does not have.';
  }

  /** The summary becomes a draft; a user who has left the comparison meanwhile stays where they are. */
  async bring(from, to) {
    const { shown } = this;
    const name = this.name(from);
    const target = this.name(to);
    try {
      const { text, left } = await ask('summary', { session: from, other: to });
      const heading = `Summary of the session “${name}”${shown.common ? ', without what it has in common with this one' : ''}:`;
      const isShown = this.isConnected && this.shown === shown;
      at.dispatchEvent(new CustomEvent('draft', { detail: { session: to, text: `${heading}\n\n${text}`, isAddition: true } }));
      if (isShown) {
        go({ session: to });
        this.close(true);
      }
      if (left) say(`The summary of “${name}” is a draft now, but the fork for it is still there: ${left}`, true);
      else if (!isShown) say(`The summary of “${name}” is a draft in “${target}” now; it is not sent.`);
    } catch (error) {
      failed(new Error(`No summary of “${name}”: ${error.message}`));
    }
  }

  close(isForDraft = false) {
    this.dispatchEvent(new CustomEvent('close', { detail: { isForDraft } }));
  }

  side(from, to, isOwn) {
    const node = this.node(from);
    const isWriting = Boolean(node) && node.summary !== null;
    const reason = this.reason(from, to, isOwn);
    const questions = node?.summary ? under('q/').filter(([, question]) => question.session === node.summary) : [];
    return html`<header><h3>${this.name(from)}</h3>
      ${get('connection')?.readOnly
        ? nothing
        : html`<div class="bring">
            <button
              aria-label=${`Bring its summary over to ${this.name(to)}`}
              aria-describedby=${`reason-${from}`}
              aria-disabled=${String(reason !== null)}
              title="Asks for it in a fork that is thrown away; the text becomes a draft on the other side, for you to read and send"
              @click=${() => reason === null && this.bring(from, to)}
            >Bring its summary over</button>
            ${isWriting ? html`<span class="dot running"></span>` : nothing}
            <p class="reason" id=${`reason-${from}`} role="status">${reason}</p>
            ${isWriting
              ? html`<button class="stop" aria-label=${`Cancel the summary of ${this.name(from)}`} @click=${() => ask('summary-stop', { session: from }).catch(failed)}>${icon('stop')} Cancel</button>`
              : nothing}
          </div>`}
      ${repeat(questions, ([number]) => number, ([number]) => html`<x-question .number=${number}></x-question>`)}
    </header>`;
  }

  render() {
    const { shared, rows, common, left, right } = this.shown;
    const cell = (entry, session) => (entry ? html`<div class="entry ${entry.role ?? entry.type}"><header>${entry.role ?? entry.type}</header>${entryBody(entry, session)}</div>` : html`<div class="entry none"></div>`);
    return html`<div class="comparison" role="region" aria-label="Comparison" tabindex="0">
      <div class="head"><h2>Comparison</h2><button class="quiet" aria-label="Close the comparison" @click=${() => this.close()}>${icon('close')}</button></div>
      <details><summary>${common === 1 ? '1 entry in common' : `${common} entries in common`}</summary>${shared.map(each => cell(each, left))}</details>
      <div class="sides">
        ${this.side(left, right, rows.some(row => row.left))} ${this.side(right, left, rows.some(row => row.right))}
        ${rows.map(row => html`<div class="side ${row.kind}">${cell(row.left, left)}</div><div class="side ${row.kind}">${cell(row.right, row.kind === 'same' ? left : right)}</div>`)}
      </div>
      ${rows.length ? nothing : html`<p class="empty">The two conversations are the same.</p>`}
    </div>`;
  }
}

customElements.define('x-comparison', Comparison);
