// Every frame: a windowed list, and the frame that is selected.
import { View, at, bytes, duration, failed, go, html, icon, nothing, say } from '/base.js';
import { Scroll } from '/scroll.js';
import { ask, downloads, get, net, onLines, setView, tell, watch } from '/store.js';

const HEIGHT = 26;
const SPARE = 10;
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)|([{}[\],:])/g;

/** JSON on several lines, token for token as it was sent: numbers are not read, so none is changed. */
export function pretty(text) {
  const parts = [];
  let depth = 0;
  let open = false;
  const line = () => parts.push(['', `\n${'  '.repeat(depth)}`]);
  for (const [all, string, colon, number, word, sign] of text.matchAll(TOKENS)) {
    if (open && sign !== '}' && sign !== ']') line();
    if (sign === '{' || sign === '[') {
      parts.push(['', sign]);
      depth++;
      open = true;
      continue;
    }
    if (sign === '}' || sign === ']') {
      depth = Math.max(0, depth - 1);
      if (!open) line();
      parts.push(['', sign]);
    } else if (sign === ',') {
      parts.push(['', ',']);
      line();
    } else if (sign) {
      parts.push(['', ': ']);
    } else if (string) {
      parts.push([colon ? 'k' : 's', string]);
      if (colon) parts.push(['', ': ']);
    } else {
      parts.push([number ? 'n' : 'w', all]);
    }
    open = false;
  }
  return parts;
}

class Log extends View {
  static properties = { lines: { state: true }, detail: { state: true }, raw: { state: true } };

  constructor() {
    super();
    this.lines = [];
    this.filter = { direction: '', method: '', session: null, subject: null, text: '', problems: false, collapsed: true };
    this.follows = true;
    this.scroll = new Scroll(HEIGHT);
    this.scroll.changed = () => {
      this.load();
      this.requestUpdate();
    };
    this.detail = null;
    this.raw = false;
    at.addEventListener('go', () => this.select(at.frame));
    at.addEventListener('reveal', event => this.reveal(event.detail));
    at.addEventListener('frames', event => this.narrow({ ...event.detail }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.unlisten = onLines(lines => {
      this.asked = false;
      this.lines = lines;
      const { step } = this;
      this.step = null;
      if (step) this.walk(step);
      if (this.again) this.load();
    });
    this.unresume = watch(changed => {
      if (changed !== null) return;
      if (this.source !== net.source) {
        this.source = net.source;
        this.narrow({ session: null, subject: null });
      }
      this.asked = false; // Whatever was asked over the old socket has no answer.
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
    return changed.has('log') || changed.has('findings');
  }

  /** The findings by the frame that they are about. */
  found() {
    const byFrame = new Map();
    for (const finding of get('findings')?.findings ?? []) {
      byFrame.set(finding.frame, [...(byFrame.get(finding.frame) ?? []), finding]);
    }
    return byFrame;
  }

  firstUpdated() {
    this.list = this.querySelector('.frames');
    new ResizeObserver(this.scroll.changed).observe(this.list);
    if (at.frame !== null) this.select(at.frame);
  }

  willUpdate() {
    const { scroll, list } = this;
    // Somebody may have scrolled whose event is still to come.
    if (list && list.scrollTop !== scroll.last) this.scrolled();
    scroll.rows = net.size;
    if (this.follows && list) scroll.end(list);
  }

  updated() {
    if (this.follows && this.list) this.list.scrollTop = this.scroll.last;
  }

  scrolled() {
    const { scroll, list } = this;
    const { above } = scroll;
    const isBack = scroll.moved(list);
    if (scroll.max(list) - scroll.top < HEIGHT * 2) this.follows = true;
    else if (isBack) this.follows = false;
    if (scroll.above !== above) this.requestUpdate();
    this.load();
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
    const top = this.follows ? this.scroll.max(this.list) : this.scroll.top;
    const from = Math.max(0, Math.floor(top / HEIGHT) - SPARE);
    tell('lines', { from, to: from + Math.ceil(this.list.clientHeight / HEIGHT) + 2 * SPARE });
  }

  narrow(change) {
    Object.assign(this.filter, change);
    this.lines = [];
    this.asked = false;
    this.follows = true;
    setView(this.filter);
    this.requestUpdate();
  }

  typed(name, event) {
    clearTimeout(this.timer);
    this.pending = { ...this.pending, [name]: event.target.value };
    this.timer = setTimeout(() => {
      this.narrow(this.pending);
      this.pending = {};
    }, 200);
  }

  async select(number) {
    if (number === null) {
      this.detail = null;
      return;
    }
    if (this.detail?.n === number && this.detail.source === net.source) return;
    const source = net.source;
    const response = await fetch(`${downloads()}/frame/${number}.txt`).catch(() => null);
    if (!response?.ok) {
      this.detail = { n: number, source, text: '', gone: true };
      return;
    }
    const text = await response.text();
    if (at.frame === number) this.detail = { n: number, source, text };
  }

  choose(line) {
    go({ frame: line.n });
    const known = get('sessions')?.nodes.find(node => node.id === line.session);
    if (line.subject && known?.key === at.session) {
      const entry = document.querySelector(`.entry[data-id="${CSS.escape(line.subject)}"]`);
      entry?.scrollIntoView({ block: 'nearest' });
      entry?.classList.add('found');
      setTimeout(() => entry?.classList.remove('found'), 1500);
    }
  }

  async reveal(number) {
    this.follows = false;
    go({ frame: number });
    try {
      // With the frame below it the list is shorter: only then it is known where its row is in sight.
      await this.select(number);
      await this.updateComplete;
      const { index } = await ask('find', { row: number });
      this.scroll.to(this.list, index * HEIGHT - this.list.clientHeight / 2);
    } catch (error) {
      failed(error);
    }
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.walk(step);
  }

  walk(step) {
    const { scroll, list, lines } = this;
    const now = lines.findIndex(line => line.n === at.frame);
    const next = now < 0 ? lines.find(line => line.i * HEIGHT >= scroll.top) : lines[now + step];
    if (!next && now >= 0) this.step = step; // It is still to be loaded.
    if (!next || next.gone) return;
    this.choose(next);
    const top = next.i * HEIGHT;
    if (top < scroll.top) scroll.to(list, top);
    if (top + HEIGHT > scroll.top + list.clientHeight) scroll.to(list, top + HEIGHT - list.clientHeight);
  }

  row(line, findings) {
    if (line.gone) return html`<div class="frame gone" role="option" aria-selected="false" .style=${`top:${this.scroll.place(line.i)}px`}>no longer kept</div>`;
    const isSelected = line.n === at.frame;
    const name = line.kind === 'event' ? 'connection' : (line.update ?? line.method ?? (line.kind === 'invalid' ? 'not a message' : line.kind));
    const time = new Date(line.us / 1000).toISOString().slice(11, 23);
    const arrow = { in: '←', out: '→', '': '·' }[line.dir];
    const way = { in: 'from the agent', out: 'to the agent', '': 'event' }[line.dir];
    return html`<div
      class="frame ${line.kind} ${line.problem ? 'problem' : ''}"
      role="option"
      id=${`frame-${line.n}`}
      aria-selected=${String(isSelected)}
      .style=${`top:${this.scroll.place(line.i)}px`}
      title=${line.problem ?? ''}
      @click=${() => this.choose(line)}
    >
      <span class="n">${line.n}</span><span class="time">${time}</span
      ><span class="way ${line.dir}" title=${way}>${arrow}</span>
      <span class="what"><span class="name">${name}</span>${line.id ? html`<span class="fid" title=${`id ${line.id}`}>${line.id}</span>` : nothing}${line.run > 1 ? html`<span class="mark">×${line.run.toLocaleString('en')}</span>` : nothing}${line.problem ? html`<span class="mark bad">!</span>` : nothing}${findings ? html`<span class="mark warn" title=${findings.map(each => each.text).join('\n')}>${findings[0].requirement}${findings.length > 1 ? ` +${findings.length - 1}` : ''}</span>` : nothing}</span>
      <span class="latency">${line.latency !== undefined && (line.kind === 'response' || line.kind === 'error') ? duration(line.latency) : ''}</span>
      <span class="size">${bytes(line.size)}</span>
    </div>`;
  }

  renderDetail() {
    const { detail } = this;
    if (!detail) return nothing;
    const line = this.lines.find(each => each.n === detail.n);
    const shown = this.raw || detail.text.length > 300_000 || !detail.text.startsWith('{')
      ? detail.text
      : pretty(detail.text).map(([kind, text]) => (kind ? html`<span class=${kind}>${text}</span>` : text));
    return html`<div class="detail">
      <div class="head">
        <h3>Frame ${detail.n}</h3>
        ${line?.pair !== undefined ? html`<button class="quiet" @click=${() => this.reveal(line.pair)}>${line.kind === 'request' ? 'its response' : 'its request'} #${line.pair}</button>` : nothing}
        <span class="grow"></span>
        <button class="quiet" aria-pressed=${String(this.raw)} title="The exact text, on one line" @click=${() => (this.raw = !this.raw)}>raw</button>
        <button class="quiet" aria-label="Copy the frame" title="Copy" @click=${() => navigator.clipboard.writeText(detail.text).then(() => say('Copied.'), failed)}>${icon('copy')}</button>
        <button class="quiet" aria-label="Close the frame" @click=${() => go({ frame: null })}>${icon('close')}</button>
      </div>
      ${line?.problem ? html`<p class="bad">${line.problem}</p>` : nothing}
      ${(this.found().get(detail.n) ?? []).map(each => html`<p class="warn"><b>${each.requirement}</b> ${each.text}</p>`)}
      <pre tabindex="0" class=${this.raw ? 'wrap' : ''} aria-label=${`Content of frame ${detail.n}`}>${detail.gone ? 'This frame is no longer kept.' : shown}</pre>
    </div>`;
  }

  render() {
    const { filter } = this;
    const found = this.found();
    const node = get('sessions')?.nodes.find(each => each.key === at.session);
    const chip = (label, on, change, title) => html`<button class="chip ${on ? 'on' : ''}" title=${title ?? ''} aria-pressed=${String(on)} @click=${() => this.narrow(change)}>${label}</button>`;
    return html`<div class="filters">
        <input type="search" aria-label="Method or kind of update" placeholder="method" @input=${event => this.typed('method', event)} />
        <input type="search" aria-label="Text in frames" placeholder="text in frames" @input=${event => this.typed('text', event)} />
        <div class="chips">
          ${chip('→ sent', filter.direction === 'out', { direction: filter.direction === 'out' ? '' : 'out' })}
          ${chip('← received', filter.direction === 'in', { direction: filter.direction === 'in' ? '' : 'in' })}
          ${chip('problems', filter.problems, { problems: !filter.problems })}
          ${chip('runs as one', filter.collapsed, { collapsed: !filter.collapsed }, 'Chunks of one message that follow each other are one row')}
          ${node || filter.session ? chip('this session', filter.session !== null, { session: filter.session ? null : node.id, subject: null }) : nothing}
          ${filter.subject ? chip('this message', true, { subject: null }) : nothing}
          <span class="count">${net.scanning ? 'searching… ' : ''}${net.size.toLocaleString('en')} rows</span>
        </div>
      </div>
      <div class="frames" role="listbox" aria-label="Frames" tabindex="0" .style=${`--digits:${Math.max(3, String(net.end).length)}`} aria-activedescendant=${at.frame === null ? nothing : `frame-${at.frame}`} @scroll=${this.scrolled} @keydown=${this.key}>
        <div class="canvas" role="presentation" .style=${`height:${this.scroll.height}px`}>${this.lines.map(line => this.row(line, found.get(line.n)))}</div>
      </div>
      ${this.renderDetail()}`;
  }
}

customElements.define('x-log', Log);
