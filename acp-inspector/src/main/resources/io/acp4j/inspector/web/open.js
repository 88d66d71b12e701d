// Opens recordings that the user chooses, or drops anywhere on the page.
import { View, at, html, icon, nothing, say } from '/base.js';
import { get, net } from '/store.js';

const MIB = 1024 * 1024;

/** Sends a file; gives the id of the conversation that it has become, or fails with the reason. */
async function send(file) {
  const limit = get('limits')?.file ?? 256 * MIB;
  if (file.size > limit) throw new Error(`${file.name} is longer than ${Math.floor(limit / MIB)} MiB, the limit of a recording.`);
  let response;
  try {
    response = await fetch(`/upload?name=${encodeURIComponent(file.name)}`, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: file });
  } catch {
    throw new Error(`${file.name} could not be read, or not be sent. Is it a folder, or has the inspector ended?`);
  }
  if (!response.ok) throw new Error(`${(await response.text()).trim()}.`);
  const { source, problem } = await response.json();
  if (problem) throw new Error(`${problem}.`);
  return source;
}

class Opener extends View {
  static properties = { isOver: { state: true }, isBusy: { state: true } };

  constructor() {
    super();
    this.isOver = null;
    this.isBusy = false;
    this.handlers = { dragenter: event => this.over(event), dragover: event => this.over(event), dragleave: event => this.left(event), drop: event => this.drop(event) };
  }

  connectedCallback() {
    super.connectedCallback();
    for (const [name, handler] of Object.entries(this.handlers)) addEventListener(name, handler);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const [name, handler] of Object.entries(this.handlers)) removeEventListener(name, handler);
  }

  /** What is dropped where one writes is attached to the prompt; else the browser would leave the page for it. */
  over(event) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.isOver = event.target.closest?.('.composer') ? 'attach' : 'open';
  }

  left(event) {
    if (!event.relatedTarget) this.isOver = null;
  }

  drop(event) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const where = this.isOver;
    this.isOver = null;
    if (where === 'attach') document.querySelector('x-talk').composer.attach([...event.dataTransfer.files]);
    else this.open([...event.dataTransfer.files]);
  }

  /** Opens files behind those that are being opened. */
  open(files) {
    if (files.length) this.opening = (this.opening ?? Promise.resolve()).then(() => this.openAll(files));
  }

  /** Opens files one after the other, and shows the first that could be. */
  async openAll(files) {
    this.isBusy = true;
    const opened = [];
    const problems = [];
    for (const file of files) {
      say(`Opening ${file.name}…`, false, true);
      try {
        opened.push(await send(file));
      } catch (error) {
        problems.push(error.message);
      }
    }
    this.isBusy = false;
    if (opened.length) at.dispatchEvent(new CustomEvent('opened', { detail: opened[0] }));
    const done = opened.length === 0 ? '' : opened.length === 1 ? 'The recording is open. ' : `${opened.length} recordings are open; choose above which one you see. `;
    say(done + problems.join(' '), problems.length > 0);
  }

  render() {
    return html`<button class="quiet" title="Open a recording; or drop it anywhere on the page" aria-label="Open a recording" ?disabled=${!net.online || this.isBusy} @click=${() => this.querySelector('input').click()}>${icon('open')}</button>
      <input type="file" multiple hidden aria-label="Recordings" @change=${event => {
        const files = [...event.target.files];
        event.target.value = ''; // The same file can be chosen again.
        this.open(files);
      }} />
      ${this.isOver ? html`<div class="drop"><p>${this.isOver === 'attach' ? 'Drop to attach it to the prompt' : 'Drop to open it as a recording'}</p></div>` : nothing}`;
  }
}

customElements.define('x-opener', Opener);
