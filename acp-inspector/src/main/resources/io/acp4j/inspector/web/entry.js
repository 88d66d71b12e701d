// Entries of a conversation: messages, thoughts, tool calls.
import '/markdown.js';
import '/terminal.js';
import { View, at, failed, go, html, icon, link, nothing, openMenu, say } from '/base.js';
import { framesOf } from '/places.js';
import { ask, get, net } from '/store.js';

const STATUS = { pending: 'pending', in_progress: 'running', completed: 'done', failed: 'failed', cancelled: 'cancelled' };

function notice(each) {
  return html`<div class="notice"><strong>${each.title}</strong>${each.text ? html`<p>${each.text}</p>` : nothing}</div>`;
}

export function block(each) {
  if (each.type === 'text') return html`<x-markdown class="md" .html=${each.html}></x-markdown>`;
  if (each.type === 'notice') return notice(each);
  if (each.type === 'image') return html`<img class="shown" src=${each.src} alt="image in the message" />`;
  return html`<div class="file">
    <span>${each.name}</span>${each.uri ? html` <span class="md-url">‹${each.uri}›</span>` : nothing}
    ${each.text ? html`<details><summary>content</summary><pre tabindex="0">${each.text}</pre></details>` : nothing}
  </div>`;
}

function rows(list, label) {
  return html`<div class="rows" tabindex="0" role="group" aria-label=${label}>
      ${list.map(
        row => html`<div class=${row.op}><span aria-hidden="true">${{ add: '+', del: '−', gap: '⋯', same: ' ' }[row.op]}</span
          >${row.op === 'add' ? html`<span class="hidden">added: </span>` : row.op === 'del' ? html`<span class="hidden">removed: </span>` : nothing}<code>${row.text}</code></div>`,
      )}
    </div>`;
}

function diff(content) {
  return html`<div class="diff">
    <div class="path">${content.path}${content.isNew ? html` <span class="mark">new</span>` : nothing}</div>
    ${rows(content.rows, `changes of ${content.path}`)}
  </div>`;
}

const value = text => (text ? html`<code>${text}</code>` : html`<i>nothing</i>`);

/** What updates have changed, before and after. */
function patches(entry) {
  const { list, dropped } = entry.patches ?? { list: [], dropped: 0 };
  if (!list.length) return nothing;
  const count = list.length + dropped;
  return html`<details class="patches"><summary>${count === 1 ? '1 change' : `${count} changes`}</summary>
    ${dropped ? html`<p class="empty">The newest ${list.length}.</p>` : nothing}
    <ol start=${dropped + 1}>${list.map(
      patch => html`<li>${patch.map(member =>
        member.rows
          ? html`<div class="diff"><div class="path">${member.name}${member.cleared ? html` <span class="mark">cleared</span>` : nothing}</div>${rows(member.rows, `${member.name}, before and after`)}</div>`
          : html`<div class="patch"><span>${member.name}</span> <span class="before">${value(member.before)}</span><span class="hidden"> became </span><span aria-hidden="true">→</span> ${value(member.after)}${member.after ? nothing : html` <span class="mark">cleared</span>`}</div>`,
      )}</li>`,
    )}</ol>
  </details>`;
}

function toolContent(content, session) {
  if (content.type === 'diff') return diff(content);
  if (content.type === 'terminal') return html`<x-terminal .content=${content} .session=${session}></x-terminal>`;
  return (content.blocks ?? [content]).map(block);
}

/** An entry of the session with this key. */
export function entryBody(entry, session) {
  if (entry.type === 'tool') {
    const count = entry.content.length;
    return html`<details class="call" data-status=${entry.status} ?open=${entry.status === 'failed' || entry.content.some(each => each.type !== 'blocks')}>
      <summary>
        <span class="dot ${entry.status}"></span><span class="title">${entry.title}</span>
        <span class="mark">${entry.kind}</span><span class="status">${STATUS[entry.status] ?? entry.status}</span>
      </summary>
      ${entry.locations.length ? html`<div class="places">${entry.locations.map(place => html`<code>${place}</code>`)}</div>` : nothing}
      ${entry.content.map(each => toolContent(each, session))}
      ${entry.input ? html`<details><summary>input</summary><pre tabindex="0">${entry.input}</pre></details>` : nothing}
      ${entry.output ? html`<details><summary>output</summary><pre tabindex="0">${entry.output}</pre></details>` : nothing}
      ${patches(entry)}
      ${count || entry.input || entry.output ? nothing : html`<p class="empty">No details yet.</p>`}
    </details>`;
  }
  if (entry.type === 'notice') return notice(entry);
  if (entry.type === 'refused') {
    return html`<div class="notice"><strong>${entry.title}</strong>${entry.blocks.map(block)}<p class="empty">It is not part of the conversation.</p></div>`;
  }
  const blocks = html`${entry.blocks.map(block)}${entry.missing ? html`<p class="empty">${entry.missing.toLocaleString('en')} more characters were not stored.</p>` : nothing}${patches(entry)}`;
  if (entry.role === 'thought') return html`<details class="thought"><summary>thought</summary>${blocks}</details>`;
  return blocks;
}

const WHO = { user: 'You', agent: 'Agent', thought: 'Thought', tool: 'Tool call', notice: 'Notice', refused: 'Refused prompt' };

/** Whose an entry is. */
export const who = entry => WHO[entry.type === 'message' ? entry.role : entry.type];

/** A session that has gone back before a prompt gives it to be edited. */
function draft(session, done) {
  if (done.draft) at.dispatchEvent(new CustomEvent('draft', { detail: { session, text: done.draft } }));
}

/** Goes to another branch inside a session; returns whether it is there. */
export async function navigate(session, message) {
  try {
    draft(session, await ask('navigate', { session, message }));
    return true;
  } catch (error) {
    failed(error);
    return false;
  }
}

class Entry extends View {
  static properties = { session: {}, position: {}, branch: { attribute: false }, busy: { attribute: false }, linked: { attribute: false }, form: { state: true } };

  get entry() {
    return get(`e/${this.session}/${this.position}`);
  }

  /** There are hundreds of entries, and thousands of changes at a time. */
  isAboutAny(changed) {
    return changed.has(`e/${this.session}/${this.position}`);
  }

  async act(name, args = {}) {
    const { source } = net;
    try {
      const done = await ask(name, { session: this.session, position: this.position, ...args });
      if (done.select && source === net.source) go({ session: done.select });
      draft(this.session, done);
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  }

  copyLink() {
    const address = link({ message: this.entry.id ?? `@${this.position}`, frame: null, compare: null, branches: null });
    navigator.clipboard.writeText(address).then(() => say('The link is copied. It works in browsers that have opened the address with the token.'), failed);
  }

  frames() {
    at.dispatchEvent(new CustomEvent('frames', { detail: framesOf(this.session, this.entry) }));
  }

  async menu(event) {
    const button = event.currentTarget;
    const entry = this.entry;
    let menu = { items: [], text: '' };
    if (entry.type === 'message') {
      try {
        menu = await ask('menu', { session: this.session, position: this.position });
      } catch (error) {
        failed(error);
        return;
      }
      if (!button.isConnected) return; // Another conversation is shown now.
    }
    const begin = (what, text) => () => {
      this.form = { what, text };
      this.updateComplete.then(() => this.querySelector('form textarea, form input')?.focus());
    };
    const forms = { edit: begin('edit', menu.text), label: begin('label', '') };
    openMenu(button, [
      ...menu.items.map(item => ({ ...item, run: forms[item.action] ?? (() => this.act(item.action)) })),
      ...(entry.type === 'message'
        ? [{ label: 'Copy text', run: () => navigator.clipboard.writeText(menu.text).then(() => say('Copied.'), failed) }]
        : []),
      { label: 'Copy link', run: () => this.copyLink() },
      { label: 'Show frames', run: () => this.frames() },
    ]);
  }

  /** A fork with another prompt, or one with a label. */
  async sent(event) {
    event.preventDefault();
    const { form } = this;
    if (form.isSent) return;
    const given = event.target.elements.given.value;
    this.form = { ...form, isSent: true };
    const isDone = form.what === 'edit' ? await this.act('edit', { text: given }) : await this.act('fork', { label: given });
    this.form = isDone ? null : form;
  }

  escape(event) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.quit();
  }

  quit() {
    this.form = null;
    this.updateComplete.then(() => this.querySelector('.more')?.focus());
  }

  fork() {
    const { what, text } = this.form;
    return html`<form class="edit" @submit=${this.sent} @keydown=${this.escape}>
      ${what === 'edit'
        ? html`<textarea name="given" aria-label="Edited message" rows="4" .value=${text}></textarea>`
        : html`<label>Label of the fork, optional <input name="given" maxlength="200" autocomplete="off" /></label>`}
      <div class="buttons">
        <button class="primary" type="submit">${what === 'edit' ? 'Fork and send' : 'Fork'}</button>
        <button type="button" @click=${this.quit}>Cancel</button>
      </div>
    </form>`;
  }

  /** To another branch inside the session, at the message where they part. */
  switch() {
    const { index, to } = this.branch;
    // Buttons that keep the focus: one walks through the branches with them.
    const step = (name, label, target) => {
      const isOff = this.busy || !to[target];
      const title = this.busy ? 'A turn is running.' : label;
      return html`<button class="quiet" aria-label=${label} title=${title} aria-disabled=${String(isOff)} @click=${() => isOff || navigate(this.session, to[target])}>${icon(name)}</button>`;
    };
    return html`<span class="switch" role="group" aria-label="Branches of this session">${step('left', 'Previous branch', index - 1)}<span>${index + 1} of ${to.length}</span>${step('right', 'Next branch', index + 1)}${get('connection')?.can?.compareBranches
      ? html`<button class="quiet" aria-label="Compare branches" title="Compares this branch with the one beside it" @click=${() => this.compare()}>${icon('compare')}</button>`
      : nothing}</span>`;
  }

  compare() {
    const { index, to } = this.branch;
    const detail = { session: this.session, left: to[index], right: to[index - 1] ?? to[index + 1] };
    at.dispatchEvent(new CustomEvent('compare-branches', { detail }));
  }

  render() {
    const entry = this.entry;
    if (!entry) return nothing;
    const kind = entry.type === 'message' ? entry.role : entry.type;
    const name = who(entry);
    return html`<article class="entry ${kind}${this.linked ? ' linked' : ''}" tabindex="-1" aria-label=${name} data-id=${entry.id ?? nothing}>
      ${kind === 'user' || kind === 'agent' ? html`<header>${name}${this.branch ? this.switch() : nothing}</header>` : nothing}
      ${this.form?.what === 'edit' ? this.fork() : entryBody(entry, this.session)} ${this.form?.what === 'label' ? this.fork() : nothing}
      <button class="quiet more" aria-label=${`Actions for: ${name}`} aria-haspopup="menu" @click=${this.menu}>${icon('more')}</button>
    </article>`;
  }
}

customElements.define('x-entry', Entry);
