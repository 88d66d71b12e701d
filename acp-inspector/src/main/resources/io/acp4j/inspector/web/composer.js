// The form in which the user writes prompts: text, files, modes and options.
import { View, at, failed, go, html, icon, live, nothing, say } from '/base.js';
import { ask, get, net } from '/store.js';
import { keep, kept } from '/kept.js';

const MAX_SUGGESTIONS = 8;

/**
 * One element for all sessions. The conversation inserts it where it is shown; its text and its listeners stay while it is removed.
 * Events: `prompted` before a prompt is sent, `cancel-turn`, and `connect-again`.
 */
class Composer extends View {
  static properties = { files: { state: true }, suggested: { state: true } };

  constructor() {
    super();
    this.files = [];
    this.suggested = 0; // The suggestion that Tab accepts.
    this.drafts = new Map();
    this.shownSession = at.session;
    at.addEventListener('draft', event => this.draft(event.detail));
    at.addEventListener('go', () => {
      if (this.shownSession !== at.session) {
        this.keepDraft();
        this.shownSession = at.session;
        this.files = [];
        this.begun = null;
      }
      this.requestUpdate();
    });
    at.addEventListener('begun', event => {
      this.begun = event.detail;
      this.requestUpdate();
    });
  }

  connectedCallback() {
    super.connectedCallback();
    this.requestUpdate();
  }

  isAbout(topic) {
    return topic === 'connection' || topic === 'sessions' || topic === `m/${at.session}`;
  }

  get area() {
    return this.querySelector('textarea');
  }

  get state() {
    return get(`m/${at.session}`) ?? {};
  }

  updated() {
    const { area } = this;
    if (this.filled !== at.session) {
      this.filled = at.session;
      area.value = this.drafts.get(at.session) ?? kept(`draft/${at.session}`) ?? '';
    }
    if (this.isConnected && !area.disabled && this.begun === at.session && get(`m/${at.session}`)) {
      this.begun = null;
      area.focus();
    }
  }

  /** Keeps the text of the session that is left. */
  keepDraft() {
    if (this.area && this.filled === this.shownSession) this.drafts.set(this.shownSession, this.area.value);
  }

  /** Inserts a prompt that is edited before the text that is there, and an addition after it. */
  draft({ session, text, isAddition }) {
    const area = session === at.session && this.filled === session ? this.area : null;
    const written = (area ? area.value : (this.drafts.get(session) ?? kept(`draft/${session}`))) ?? '';
    const both = isAddition ? [written, text] : [text, written];
    const whole = written.trim() && written !== text ? both.join('\n\n') : text;
    keep(`draft/${session}`, whole);
    if (!area) {
      this.drafts.set(session, whole);
      return;
    }
    const { selectionStart, selectionEnd } = area;
    area.value = whole;
    if (isAddition) area.setSelectionRange(selectionStart, selectionEnd);
    else area.focus();
    this.requestUpdate();
  }

  /** Moves the focus to the start of the text. */
  focusStart() {
    this.area.focus();
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = 0;
  }

  async aside() {
    if (!this.area.value.trim() && !this.files.length) {
      this.area.focus();
      return;
    }
    const removed = this.takePrompt();
    try {
      const done = await ask('aside', removed);
      if (at.session === removed.session) go({ session: done.select });
    } catch (error) {
      this.putBack(removed);
      failed(error);
    }
  }

  /** Returns the prompt and empties the composer at once: later input belongs to the next prompt, perhaps of another session. */
  takePrompt() {
    const removed = { session: at.session, text: this.area.value, files: this.files };
    this.area.value = '';
    this.drafts.delete(removed.session);
    keep(`draft/${removed.session}`, '');
    this.files = [];
    return removed;
  }

  /** Restores a prompt that could not be sent. */
  putBack({ session, text, files }) {
    if (text) this.draft({ session, text });
    if (at.session === session) this.files = [...files, ...this.files];
  }

  async send() {
    if (!this.area.value.trim() && !this.files.length) return;
    this.report('prompted');
    const removed = this.takePrompt();
    try {
      await ask('prompt', removed);
    } catch (error) {
      this.putBack(removed);
      failed(error);
    }
  }

  report(name) {
    this.dispatchEvent(new Event(name, { bubbles: true }));
  }

  key(event) {
    const suggestions = this.suggestions();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (suggestions.length && step && !event.altKey) {
      event.preventDefault();
      this.suggested = (this.suggested + step + suggestions.length) % suggestions.length;
    } else if (event.key === 'Tab' && suggestions.length && !event.shiftKey) {
      event.preventDefault();
      this.pick(suggestions[Math.min(this.suggested, suggestions.length - 1)]);
    } else if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.send();
    }
  }

  suggestions() {
    const typed = /^\/(\S*)$/.exec(this.area?.value ?? '');
    return typed ? (this.state.commands ?? []).filter(each => each.name.startsWith(typed[1])).slice(0, MAX_SUGGESTIONS) : [];
  }

  pick(command) {
    this.area.value = `/${command.name} `;
    this.area.focus();
    this.requestUpdate();
  }

  typed(event) {
    this.suggested = 0;
    keep(`draft/${at.session}`, event.target.value);
    this.requestUpdate();
  }

  async attach(list) {
    const { session } = at;
    for (const file of [...list]) { // The list empties when its input is made ready for the next file.
      if (file.size > 20e6) {
        say(`${file.name} is larger than 20 MB.`, true);
        continue;
      }
      let data;
      try {
        data = new Uint8Array(await file.arrayBuffer());
      } catch (error) {
        say(`${file.name} could not be read: ${error.message}`, true);
        continue;
      }
      if (at.session !== session) return;
      let text = '';
      for (let i = 0; i < data.length; i += 32768) text += String.fromCharCode(...data.subarray(i, i + 32768));
      this.files = [...this.files, { name: file.name, type: file.type, data: btoa(text) }];
    }
  }

  /** Returns the capability that the agent lacks for a file. The file can be sent nevertheless, with a warning. */
  unadvertised(file) {
    const kind = file.type.split('/')[0];
    return (kind === 'image' || kind === 'audio') && !get('connection')?.can?.[kind] ? kind : null;
  }

  settings(state) {
    // An agent of version 2 offers its modes as an option, which is shown instead.
    const isOption = (state.options ?? []).some(option => option.category === 'mode');
    const modes = isOption ? [] : (state.modes?.availableModes ?? []);
    const set = (name, args) =>
      ask(name, { session: at.session, ...args }).catch(error => {
        failed(error);
        this.requestUpdate(); // The select shows the value that is still set.
      });
    const flat = options => options.flatMap(each => each.options ?? [each]);
    return html`${modes.length
      ? html`<label class="setting"><span>mode</span>
          <select @change=${event => set('mode', { mode: event.target.selectedIndex })}>
            ${modes.map(mode => html`<option .selected=${live(mode.id === state.modes.currentModeId)}>${mode.name}</option>`)}
          </select></label>`
      : nothing}
    ${(state.options ?? []).map((option, index) =>
      option.type === 'select'
        ? html`<label class="setting" title=${option.description ?? ''}><span>${option.name}</span>
            <select @change=${event => set('option', { option: index, value: event.target.value })}>
              ${flat(option.options).map(
                each => html`<option .value=${each.value} .selected=${live(each.value === option.currentValue)}>${each.name}</option>`,
              )}
            </select></label>`
        : option.type === 'boolean'
          ? html`<label class="setting check" title=${option.description ?? ''}><input type="checkbox" .checked=${live(option.currentValue)} @change=${event => set('option', { option: index, value: event.target.checked })} /> <span>${option.name}</span></label>`
          : nothing,
    )}`;
  }

  /** The commands that begin with the text. Arrow keys choose one, Tab accepts it; the focus stays in the text. */
  suggestionList() {
    const suggestions = this.suggestions();
    if (!suggestions.length) return nothing;
    return html`<div class="suggestions" id="suggestions" role="listbox" aria-label="Commands of the agent">${suggestions.map(
      (each, index) => html`<button type="button" id=${`suggestion-${index}`} role="option" tabindex="-1" aria-selected=${String(index === this.suggested)} @click=${() => this.pick(each)}><b>/${each.name}</b> <span>${each.description}</span></button>`,
    )}</div>`;
  }

  fileList() {
    if (!this.files.length) return nothing;
    return html`<div class="chips">${this.files.map(
      (file, index) => html`<span class="chip ${this.unadvertised(file) ? 'warn' : ''}">${file.name}${this.unadvertised(file)
        ? html` <span role="alert">The agent does not advertise promptCapabilities.${this.unadvertised(file)}; it is sent anyway.</span>`
        : nothing}<button type="button" class="quiet" aria-label=${`Remove ${file.name}`} @click=${() => (this.files = this.files.filter((_, i) => i !== index))}>${icon('close')}</button></span>`,
    )}</div>`;
  }

  button(state, isOn) {
    if (state.running) return html`<button type="button" class="stop" @click=${() => this.report('cancel-turn')}>${icon('stop')} Cancel</button>`;
    if (get('connection')?.state === 'closed') return html`<button type="button" class="primary" ?disabled=${!net.online} @click=${() => this.report('connect-again')}>Reconnect</button>`;
    return html`<button type="submit" class="primary" ?disabled=${!isOn}>${icon('send')} Send</button>`;
  }

  render() {
    const { state } = this;
    const isOn = get('connection')?.state === 'connected';
    const hasSuggestions = this.suggestions().length > 0;
    return html`<form class="composer" @submit=${event => { event.preventDefault(); this.send(); }}>
      ${this.suggestionList()} ${this.fileList()}
      <textarea
        rows="2"
        aria-label="Prompt"
        aria-controls=${hasSuggestions ? 'suggestions' : nothing}
        aria-activedescendant=${hasSuggestions ? `suggestion-${this.suggested}` : nothing}
        placeholder=${isOn ? 'Write a prompt… Enter sends, Shift+Enter inserts a line break' : 'Not connected'}
        ?disabled=${!isOn}
        @keydown=${this.key}
        @input=${this.typed}
        @paste=${event => event.clipboardData.files.length && this.attach(event.clipboardData.files)}
      ></textarea>
      <div class="tools">
        <label class="button quiet" title="Attach files or images">${icon('clip')}<span class="hidden">Attach files</span>
          <input type="file" multiple class="hidden" @change=${event => { this.attach([...event.target.files]); event.target.value = ''; }} /></label>
        <span class="settings">${this.settings(state)}</span>
        ${get('connection')?.can?.fork
          ? html`<button type="button" class="quiet" title=${state.running ? 'A turn is running.' : 'Sends the prompt in a temporary fork; this conversation does not change'} ?disabled=${!isOn || state.running} @click=${this.aside}>Ask in a fork</button>`
          : nothing}
        ${this.button(state, isOn)}
      </div>
    </form>`;
  }
}

customElements.define('x-composer', Composer);
