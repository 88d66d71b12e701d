// Every frame: a windowed list, and the frame that is selected.
import { View, at, failed, go, html, icon, nothing, say } from '/base.js';
import { sourceOf } from '/address.js';
import { Scroll } from '/scroll.js';
import { Sight } from '/sight.js';
import { keep, kept, onKept } from '/kept.js';
import { HEIGHT, frameRow, scenarioVerdicts } from '/frame-row.js';
import { connectionGroups } from '/connections.js';
import { entriesOf } from '/places.js';
import { pretty } from '/pretty.js';
import { ask, downloads, get, net, onLines, setView, tell, watch } from '/store.js';

const SPARE = 10;

const ALL = { direction: '', method: '', session: null, subject: null, text: '', problems: false, rows: null, scenario: false, turn: -1, collapsed: true, open: [] };

/** Whether the source is shown that the address names: until then, a frame of it is one of another source. */
const isHere = () => (at.source === null ? (get('sources') ?? []).some(each => each.id === net.source) : sourceOf(at.source) === net.source);

class Log extends View {
  static properties = { lines: { state: true }, detail: { state: true }, raw: { state: true }, place: { state: true } };

  constructor() {
    super();
    this.lines = [];
    this.filter = { ...ALL };
    this.scroll = new Scroll(HEIGHT);
    this.scroll.changed = () => {
      this.load();
      this.requestUpdate();
    };
    this.sight = new Sight(this.scroll, () => this.requestUpdate());
    this.frame = null;
    this.edge = null; // The index of a frame that the user has moved to, until it is loaded.
    this.detail = null;
    this.reads = 0;
    this.pending = {}; // What is typed and not applied yet.
    this.raw = false;
    at.addEventListener('go', () => {
      this.show();
      this.requestUpdate();
    });
    onKept(() => {
      this.detail = null; // The frames of another run of the inspector are other ones.
      this.restore();
    });
    at.addEventListener('reveal', event => this.reveal(event.detail));
    at.addEventListener('frames', event => this.framesOf(event.detail));
    at.addEventListener('scenario', event => this.scenario(event.detail));
  }

  connectedCallback() {
    super.connectedCallback();
    this.unlisten = onLines(lines => {
      this.asked = false;
      this.lines = lines;
      if (this.step) this.walk(this.step);
      this.toEdge();
      if (this.again) this.load();
    });
    this.unresume = watch(changed => {
      if (changed !== null) return;
      if (this.source !== net.source) {
        this.source = net.source;
        this.frame = null;
        this.sight.follow();
        this.restore();
      }
      if (!net.online) this.sight.anchor(this.lines);
      this.asked = false; // Whatever was asked over the old socket has no answer.
      this.sight.seek();
      this.show();
      if (this.detail && !this.isLocated) this.locate(this.detail.n);
      this.load();
    });
    setView(this.filter);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unresume();
    this.unlisten();
  }

  isAboutAny(changed) {
    if (changed.has('log')) this.load();
    if (changed.has('findings')) this.foundMore();
    return changed.has('log') || changed.has('findings') || changed.has('evidence') || changed.has('connection');
  }

  /** The findings by the frame that they are about. */
  found() {
    const byFrame = new Map();
    for (const finding of get('findings')?.findings ?? []) {
      byFrame.set(finding.frame, [...(byFrame.get(finding.frame) ?? []), finding]);
    }
    return byFrame;
  }

  /** The frames with findings are others now. */
  foundMore() {
    const rows = [...this.found().keys()];
    if (this.filter.scenario || !this.filter.rows || String(this.filter.rows) === String(rows)) return;
    this.sight.anchor(this.lines);
    this.apply({ rows });
  }

  /** Shows the frames of a scenario of the kit alone. */
  scenario({ from, end }) {
    this.replace({ scenario: true, rows: Array.from({ length: end - from }, (_, index) => from + index) });
    this.reveal(from);
  }

  /** Shows what was sent and received for an entry: by its id, or, where it has none, its turn. */
  async framesOf({ session, subject, back }) {
    const whole = { session, subject: null, turn: -1 };
    if (subject) {
      this.narrow({ ...whole, subject });
      return;
    }
    const { source } = net;
    try {
      const { row } = back < 0 ? { row: -1 } : await ask('find-prompt', { session, back });
      if (source !== net.source) return;
      this.narrow(row < 0 ? whole : { ...whole, turn: row });
      if (row < 0) say('The message has no ID, so all frames of its session are shown.');
      else this.reveal(row);
    } catch (error) {
      failed(error);
    }
  }

  firstUpdated() {
    this.list = this.querySelector('.frames');
    this.sight.list = this.list;
    new ResizeObserver(this.scroll.changed).observe(this.list);
  }

  willUpdate() {
    this.sight.willDraw(net.size);
  }

  updated() {
    this.sight.drawn();
  }

  scrolled() {
    const { above } = this.scroll;
    this.sight.scrolled();
    if (this.scroll.above !== above) this.requestUpdate();
    this.load();
  }

  /** Shows the frame of the address. */
  show() {
    const { frame } = at;
    if (frame !== null && !isHere()) return;
    if (frame === null && this.frame !== null) this.sight.letGo();
    else if (frame !== null && frame !== this.frame && frame !== this.sight.row) this.sight.hold(frame, 'middle');
    this.frame = frame;
    this.select(frame);
  }

  /** Asks for the lines in sight; one request at a time, and one more when something has changed since. */
  load() {
    if (!this.list || !net.online) return;
    if (this.asked) {
      this.again = true;
      return;
    }
    this.again = false;
    this.asked = true;
    this.scroll.rows = net.size;
    const top = this.sight.follows ? this.scroll.max(this.list) : this.scroll.top;
    const from = Math.max(0, Math.floor(top / HEIGHT) - SPARE);
    tell('lines', { from, to: from + Math.ceil(this.list.clientHeight / HEIGHT) + 2 * SPARE });
  }

  /** Restores the filter of this source. A source without a stored filter starts without any, regardless of the previous source. */
  restore() {
    this.replace(kept(`filter/${net.source}`));
  }

  /** Replaces the filter, together with the text that is typed and not applied yet. */
  replace(filter) {
    clearTimeout(this.timer);
    this.pending = {};
    this.apply({ ...ALL, ...filter });
    for (const input of this.querySelectorAll('.filters input')) input.value = this.filter[input.name];
  }

  /** Shows other rows because their reader wants to: the newest of them. */
  narrow(change) {
    this.sight.follow();
    this.apply(change);
  }

  apply(change) {
    Object.assign(this.filter, change);
    keep(`filter/${net.source}`, this.filter);
    this.lines = [];
    this.asked = false;
    this.step = null;
    this.edge = null;
    setView(this.filter);
    this.sight.seek();
    this.requestUpdate();
  }

  typed(name, event) {
    clearTimeout(this.timer);
    this.pending = { ...this.pending, [name]: event.target.value };
    const { source } = net;
    this.timer = setTimeout(() => {
      if (source === net.source) this.narrow(this.pending);
      this.pending = {};
    }, 200);
  }

  async select(number) {
    if (number === null) {
      this.detail = null;
      return;
    }
    if (!isHere() || (this.detail?.n === number && this.detail.source === net.source)) return;
    await this.read(number, false);
    this.locate(number);
  }

  /** Reads a frame; its secrets are left out unless they are asked for. */
  async read(number, withSecrets) {
    const { source } = net;
    const read = ++this.reads;
    let view;
    try {
      const response = await fetch(`${downloads()}/frame/${number}/view${withSecrets ? '-with-secrets' : ''}`);
      view = response.ok ? await response.json() : { text: '', gone: true };
    } catch {
      return; // The inspector is not reachable; when it is again, the frame is read again.
    }
    if (read === this.reads && at.frame === number && net.source === source) this.detail = { n: number, source, withSecrets, ...view };
  }

  /** Finds the entry that a frame belongs to, and marks it when its session is shown. */
  async locate(number) {
    this.place = null;
    this.isLocated = false;
    const { source } = net;
    try {
      const about = await ask('find-entry', { row: number });
      if (at.frame !== number || net.source !== source) return;
      this.isLocated = true;
      const node = about.session && get('sessions')?.nodes.find(each => each.id === about.session);
      if (!node) return;
      const found = entriesOf(node.key, about);
      if (!found.length) return;
      this.place = { session: node.key, found };
      if (node.key === at.session) this.mark();
    } catch (error) {
      if (net.online) failed(error); // Else it is asked for again when the inspector is reachable.
    }
  }

  mark() {
    at.dispatchEvent(new CustomEvent('entry', { detail: this.place }));
  }

  showMessage() {
    at.dispatchEvent(new Event('talk'));
    this.mark();
  }

  choose(line) {
    this.edge = null;
    this.sight.hold(line.n, 'edge', line.i);
    go({ frame: line.n });
  }

  /** Shows a run of chunks row by row, or as one again. */
  unfold(first, isOpen) {
    const open = this.filter.open.filter(each => each !== first);
    this.apply({ open: isOpen ? [...open, first] : open });
    this.reveal(first);
  }

  /** The run that a row is part of: its first row, and whether it is shown row by row. */
  runOf(line) {
    if (line?.run > 1) return { first: line.n, isOpen: false };
    const first = Math.max(-1, ...this.filter.open.filter(each => each <= (line?.n ?? -1)));
    return first < 0 || !line.update?.endsWith('_chunk') ? null : { first, isOpen: true };
  }

  sideKey(event) {
    const run = this.runOf(this.lines.find(line => line.n === at.frame));
    if (!run || run.isOpen === (event.key === 'ArrowRight')) return;
    event.preventDefault();
    this.unfold(run.first, !run.isOpen);
  }

  reveal(number) {
    this.sight.hold(number, 'middle');
    go({ frame: number });
  }

  key(event) {
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') this.sideKey(event);
    this.edge = { Home: 0, End: net.size - 1 }[event.key] ?? null;
    if (event.key === 'End') this.sight.follow();
    this.toEdge();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.walk(step);
  }

  /** Selects the first or the last frame as soon as it is loaded. At the end, the list continues to follow new frames. */
  toEdge() {
    const edge = this.lines.find(each => each.i === this.edge);
    const line = edge?.divider ? this.lines.find(each => each.i === this.edge + 1) : edge;
    if (!line || line.gone) return;
    if (this.edge === 0) this.choose(line);
    else go({ frame: (this.frame = line.n) });
    this.edge = null;
  }

  /** Goes to the next frame, or the one before; from one that is out of sight to the first that is in sight. */
  walk(step) {
    const { scroll, lines, sight } = this;
    const now = lines.findIndex(line => line.n === at.frame || (sight.row === at.frame && line.i === sight.index));
    const isOut = now < 0 && (at.frame === null || sight.row !== at.frame || sight.index === -1);
    const way = lines[now + step]?.divider ? 2 * step : step; // A divider cannot be selected.
    const next = isOut ? lines.find(line => !line.divider && line.i * HEIGHT >= scroll.top) : lines[now < 0 ? -1 : now + way];
    const isEnd = now >= 0 && (lines[now].i + way < 0 || lines[now].i + way >= net.size);
    this.step = next || isEnd ? null : step; // It may be still to be loaded.
    if (next && !next.gone) this.choose(next);
  }

  renderDetail() {
    const { detail } = this;
    if (!detail) return nothing;
    const line = this.lines.find(each => each.n === detail.n);
    const text = detail.shown ?? detail.text;
    const run = this.runOf(line);
    const shown = this.raw || text.length > 300_000 || !text.startsWith('{')
      ? text
      : pretty(text).map(([kind, text]) => (kind ? html`<span class=${kind}>${text}</span>` : text));
    return html`<x-splitter name="detail"></x-splitter><div class="detail" id="frame-detail">
      <x-toolbar class="head" aria-label="Actions for the frame">
        <h3>Frame ${detail.n}${line?.conn > 1 ? `, connection ${line.conn}` : ''}</h3>
        ${line?.pair !== undefined ? html`<button class="quiet" @click=${() => this.reveal(line.pair)}>${line.kind === 'request' ? 'response' : 'request'} #${line.pair}</button>` : nothing}
        ${this.place ? html`<button class="quiet" title="Shows the message in the conversation" @click=${() => this.showMessage()}>show message</button>` : nothing}
        ${run ? html`<button class="quiet" title="Double-click, or the arrow keys" @click=${() => this.unfold(run.first, !run.isOpen)}>${run.isOpen ? 'group rows' : `show all ${line.run.toLocaleString('en')}`}</button>` : nothing}
        <span class="grow"></span>
        ${detail.hasSecrets ? html`<button class="quiet" aria-pressed=${String(detail.withSecrets)} title=${detail.withSecrets ? 'Hides the secrets again' : 'Values that look like secrets are hidden'} @click=${() => this.read(detail.n, !detail.withSecrets)}>show secrets</button>` : nothing}
        <button class="quiet" aria-pressed=${String(this.raw)} title="The text on one line" @click=${() => (this.raw = !this.raw)}>raw</button>
        <button class="quiet" aria-label="Copy the frame" title=${detail.hasSecrets && !detail.withSecrets ? 'Copy, without secrets' : 'Copy the exact text'} @click=${() => navigator.clipboard.writeText(detail.text).then(() => say('Copied.'), failed)}>${icon('copy')}</button>
        ${detail.gone ? nothing : html`<a class="button quiet" href=${`${downloads()}/frame/${detail.n}`} download aria-label="Save the frame" title=${detail.hasSecrets ? 'Save the exact bytes, secrets included' : 'Save the exact bytes'}>${icon('save')}</a>`}
        <button class="quiet" aria-label="Close the frame" @click=${() => go({ frame: null })}>${icon('close')}</button>
      </x-toolbar>
      ${line?.problem ? html`<p class="bad">${line.problem}</p>` : nothing}
      ${detail.isText === false ? html`<p class="bad">The frame is not valid UTF-8; invalid bytes are shown as �. Save the frame for the exact bytes.</p>` : nothing}
      ${scenarioVerdicts(detail.n)}
      ${(this.found().get(detail.n) ?? []).map(each => html`<p class="warn"><b>${each.requirement}</b> ${each.text}</p>`)}
      <pre tabindex="0" class=${this.raw ? 'wrap' : ''} aria-label=${`Content of frame ${detail.n}`}>${detail.gone ? 'This frame is no longer stored.' : shown}</pre>
    </div>`;
  }

  render() {
    const { filter } = this;
    const found = this.found();
    const node = get('sessions')?.nodes.find(each => each.key === at.session);
    const rows = net.size - net.dividers;
    const chip = (label, on, change, title) => html`<button class="chip ${on ? 'on' : ''}" title=${title ?? ''} aria-pressed=${String(on)} @click=${() => this.narrow(change)}>${label}</button>`;
    return html`<div class="filters">
        <input type="search" name="method" aria-label="Filter by method or update" placeholder="method" @input=${event => this.typed('method', event)} />
        <input type="search" name="text" aria-label="Filter by text" placeholder="text in frames" @input=${event => this.typed('text', event)} />
        <x-toolbar class="chips" aria-label="Filters">
          ${chip('→ sent', filter.direction === 'out', { direction: filter.direction === 'out' ? '' : 'out' })}
          ${chip('← received', filter.direction === 'in', { direction: filter.direction === 'in' ? '' : 'in' })}
          ${chip('invalid', filter.problems, { problems: !filter.problems }, 'Only frames that are not valid JSON-RPC')}
          ${net.source === 'kit'
            ? filter.rows ? chip('this scenario', true, { rows: null }) : nothing
            : chip('findings', filter.rows !== null, { rows: filter.rows ? null : [...found.keys()], scenario: false }, 'Only frames with findings')}
          ${chip('group chunks', filter.collapsed, { collapsed: !filter.collapsed, open: [] }, 'Consecutive chunks of one message are one row')}
          ${node || filter.session ? chip('this session', filter.session !== null, { session: filter.session ? null : node.id, subject: null, turn: -1 }) : nothing}
          ${filter.subject ? chip('this message', true, { subject: null }) : nothing}
          ${filter.turn >= 0 ? chip('this turn', true, { turn: -1 }, 'From the prompt to the response') : nothing}
          <span class="count">${net.scanning ? 'searching… ' : ''}${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}</span>
        </x-toolbar>
      </div>
      ${net.size || net.scanning ? nothing : html`<p class="empty">${net.end > net.first ? 'No frame matches.' : 'No frames yet.'}</p>`}
      <div class="frames" role="listbox" aria-label="Frames" tabindex="0" .style=${`--digits:${Math.max(3, String(net.end).length)}`} aria-activedescendant=${this.lines.some(line => line.n === at.frame) ? `frame-${at.frame}` : nothing} @scroll=${this.scrolled} @wheel=${event => event.deltaY > 0 && this.sight.isAtEnd && this.sight.follow()} @keydown=${this.key}>
        <div class="canvas" role="presentation" .style=${`height:${this.scroll.height}px`}>${connectionGroups(this.lines, index => this.scroll.place(index), line => frameRow(this, line, found.get(line.n)))}</div>
      </div>
      ${this.renderDetail()}`;
  }
}

customElements.define('x-log', Log);
