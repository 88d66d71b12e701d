// What takes how long: throughput, requests as a waterfall, and times to the response by method.
import { View, at, bytes, duration, failed, html, nothing, repeat, svg } from '/base.js';
import { isLive, onSecond } from '/elapsed.js';
import { ask, get, net, watch } from '/store.js';

const ROW = 24;
const SPARE = 6;
const EVERY = 400;
const FLOOR = 1000;
const STATES = { done: '', failed: ', failed', waiting: ', no response yet', lost: ', the connection ended without a response' };
const OUT = { frames: [0, 1], bytes: [2, 3] };
const FOR_AGENT = 4;
const FOR_CLIENT = 5;
const QUEUED_IN = 6;
const QUEUED_OUT = 7;

/** Where something stands in a part of the time, in percent. */
const share = (value, from, to) => Math.max(0, Math.min(100, (100 * (value - from)) / Math.max(1, to - from)));

/** A latency on an axis of orders of magnitude. */
const scale = (micros, low, high) => share(Math.log10(Math.max(low, micros)), Math.log10(low), Math.log10(high));

class Timings extends View {
  static properties = { report: { state: true }, chosen: { state: true }, unit: { state: true }, active: { state: true }, drag: { state: true } };

  constructor() {
    super();
    this.report = null;
    this.chosen = null;
    this.unit = 'frames';
    this.active = -1;
    this.drag = null;
    this.skip = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.unresume = watch(changed => {
      if (changed !== null) return;
      if (this.source !== net.source) {
        this.source = net.source;
        this.chosen = null;
        this.active = -1;
        this.report = null;
      }
      this.asked = false;
      this.load();
    });
    this.unwait = onSecond(() => {
      const { waitingForAgent = 0, waitingForClient = 0 } = get('wire') ?? {};
      if (isLive() && waitingForAgent + waitingForClient > 0) this.load();
    });
    this.source = net.source;
    this.load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unresume();
    this.unwait();
    clearTimeout(this.timer);
    this.timer = null;
  }

  isAboutAny(changed) {
    if (changed.has('log')) this.later();
    return changed.has('wire');
  }

  /** A stream of frames is looked at a few times a second. */
  later() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.load();
    }, EVERY);
  }

  /** Asks for the requests in sight; one question at a time. */
  async load() {
    if (!net.online || !this.isConnected) return;
    if (this.asked) {
      this.again = true;
      return;
    }
    this.asked = true;
    this.again = false;
    const list = this.querySelector('.waterfall .rows');
    const skip = list ? Math.max(0, Math.floor(list.scrollTop / ROW) - SPARE) : 0;
    const count = Math.ceil((list?.clientHeight ?? 400) / ROW) + 2 * SPARE;
    const source = net.source;
    try {
      const report = await ask('timings', { ...this.chosen, skip, count });
      if (source === net.source) {
        this.skip = skip;
        this.report = report;
      }
    } catch (error) {
      if (net.online) failed(error);
    }
    this.asked = false;
    if (this.again) this.load();
  }

  get from() {
    return this.chosen?.from ?? this.report.begin;
  }

  get to() {
    return this.chosen?.to ?? Math.max(this.report.end, this.report.begin + 1);
  }

  show(from, to) {
    const { begin, end } = this.report;
    const length = Math.max(FLOOR, Math.min(to - from, end - begin));
    const start = Math.round(Math.max(begin, Math.min(from, end - length)));
    this.chosen = length >= end - begin ? null : { from: start, to: Math.round(start + length) };
    this.active = -1;
    const list = this.querySelector('.waterfall .rows');
    if (list) list.scrollTop = 0;
    this.load();
  }

  zoom(factor) {
    const middle = (this.from + this.to) / 2;
    const half = ((this.to - this.from) * factor) / 2;
    this.show(middle - half, middle + half);
  }

  move(parts) {
    const step = (this.to - this.from) * parts;
    this.show(this.from + step, this.to + step);
  }

  /** The time below the pointer. */
  under(event) {
    const box = this.querySelector('.through').getBoundingClientRect();
    const { begin, end } = this.report;
    return begin + ((end - begin) * Math.max(0, Math.min(box.width, event.clientX - box.left))) / box.width;
  }

  grab(event) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const time = this.under(event);
    this.drag = { from: time, to: time };
  }

  dragged(event) {
    if (this.drag) this.drag = { ...this.drag, to: this.under(event) };
  }

  drop() {
    const { from, to } = this.drag ?? {};
    this.drag = null;
    if (from === undefined) return;
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    // A click is a wish to see what is there: a tenth of all around it.
    const around = (this.report.end - this.report.begin) / 20;
    if (high - low < around / 10) this.show(low - around, low + around);
    else this.show(low, high);
  }

  since(micros) {
    const since = Math.max(0, Math.round(micros - this.report.begin));
    return since ? duration(since) : '0 s';
  }

  throughput() {
    const { report, unit } = this;
    const [inward, outward] = OUT[unit];
    const { parts, width, begin, end } = report;
    const text = count => (unit === 'bytes' ? `${bytes(Math.round(count))}/s` : `${Math.round(count).toLocaleString('en')}/s`);
    const rate = count => (count * 1e6) / width;
    const peak = side => parts.reduce((best, part, index) => (part[side] > parts[best][side] ? index : best), 0);
    const [most, mostOut] = [peak(inward), peak(outward)];
    const top = Math.max(1, ...parts.map(part => Math.max(part[inward], part[outward])));
    const total = side => parts.reduce((sum, part) => sum + part[side], 0);
    const said = (name, side, at) =>
      `${name}: ${unit === 'bytes' ? bytes(total(side)) : `${total(side).toLocaleString('en')} frames`}, at most ${text(rate(parts[at][side]))}, ${this.since(begin + at * width)} after the beginning`;
    const step = 1000 / Math.max(1, (end - begin) / width);
    const shown = this.drag ?? this.chosen;
    const marked = shown ? [Math.min(shown.from, shown.to), Math.max(shown.from, shown.to)].map(each => share(each, begin, end) * 10) : null;
    const bar = (part, index, side, way) =>
      part[side]
        ? svg`<rect class=${way} x=${index * step} width=${Math.max(1.5, step * 0.9)} y=${way === 'in' ? 50 - (48 * part[side]) / top : 51} height=${(48 * part[side]) / top}></rect>`
        : nothing;
    return html`<h3>Throughput
        <span class="chips">${Object.keys(OUT).map(name => html`<button class="chip ${unit === name ? 'on' : ''}" aria-pressed=${String(unit === name)} @click=${() => (this.unit = name)}>${name}</button>`)}</span></h3>
      <div class="through" @pointerdown=${this.grab} @pointermove=${this.dragged} @pointerup=${this.drop} @pointercancel=${() => (this.drag = null)}>
        <svg role="img" viewBox="0 0 1000 101" preserveAspectRatio="none" aria-label=${`Throughput over ${this.since(end)}. ${said('Received', inward, most)}. ${said('Sent', outward, mostOut)}.`}>
          ${parts.map((part, index) => svg`${bar(part, index, inward, 'in')}${bar(part, index, outward, 'out')}`)}
          <line x1="0" x2="1000" y1="50.5" y2="50.5"></line>
          ${marked ? svg`<rect class="rest" x="0" width=${marked[0]} y="0" height="101"></rect><rect class="rest" x=${marked[1]} width=${1000 - marked[1]} y="0" height="101"></rect>` : nothing}
        </svg>
      </div>
      <div class="axis"><span>0</span><span class="legend"><i class="in"></i> received <i class="out"></i> sent <span class="most">peak ${text(rate(top))}</span></span><span>${this.since(end)}</span></div>`;
  }

  /** What waited at once in each part of the time, on both sides of a line. */
  levels(above, below, classes, label) {
    const { parts, width, begin, end } = this.report;
    const step = 1000 / Math.max(1, (end - begin) / width);
    const top = Math.max(1, this.most(above), this.most(below));
    const steps = (side, sign) => {
      const points = parts.map((part, index) => `H${(index * step).toFixed(1)}V${50.5 - (sign * 47 * part[side]) / top}`);
      return `M0 50.5${points.join('')}H1000V50.5Z`;
    };
    return html`<div class="waiting">
        <svg role="img" viewBox="0 0 1000 101" preserveAspectRatio="none" aria-label=${label}>
          <path class=${classes[0]} d=${steps(above, 1)}></path><path class=${classes[1]} d=${steps(below, -1)}></path>
          <line x1="0" x2="1000" y1="50.5" y2="50.5"></line>
        </svg>
      </div>`;
  }

  most(side) {
    return Math.max(...this.report.parts.map(part => part[side]));
  }

  /** How many requests waited for a response at once: those of the client above the line, those of the agent below it. */
  waiting() {
    const { end } = this.report;
    const most = side => this.most(side).toLocaleString('en');
    const said = (name, side) => `${name}: at most ${most(side)} at once`;
    return html`<h3>Pending requests</h3>
      ${this.levels(FOR_AGENT, FOR_CLIENT, ['client', 'agent'], `Pending requests. ${said('At the agent', FOR_AGENT)}. ${said('At the client', FOR_CLIENT)}.`)}
      <div class="axis"><span>0</span><span class="legend"><i class="client"></i> at the agent, at most ${most(FOR_AGENT)} <i class="agent"></i> at the client, at most ${most(FOR_CLIENT)}</span><span>${this.since(end)}</span></div>`;
  }

  /** How many bytes waited at once, as the connection counts them; recordings do not tell. */
  queues() {
    if (get('wire')?.queuedIn === undefined) return nothing;
    const most = side => bytes(this.most(side));
    return html`<h3>Queued bytes</h3>
      ${this.levels(QUEUED_IN, QUEUED_OUT, ['in', 'out'], `Bytes that wait. Received, for their handlers: at most ${most(QUEUED_IN)} at once. To be written: at most ${most(QUEUED_OUT)} at once.`)}
      <div class="axis"><span>0</span><span class="legend"><i class="in"></i> for handlers, at most ${most(QUEUED_IN)} <i class="out"></i> to be written, at most ${most(QUEUED_OUT)}</span><span>${this.since(this.report.end)}</span></div>`;
  }

  controls() {
    const whole = !this.chosen;
    return html`<div class="chips" role="group" aria-label="Time range">
      <button class="chip" ?disabled=${whole} @click=${() => this.move(-0.5)}>earlier</button>
      <button class="chip" ?disabled=${whole} @click=${() => this.move(0.5)}>later</button>
      <button class="chip" ?disabled=${this.to - this.from <= FLOOR} @click=${() => this.zoom(0.5)}>zoom in</button>
      <button class="chip" ?disabled=${whole} @click=${() => this.zoom(2)}>zoom out</button>
      <button class="chip ${whole ? 'on' : ''}" aria-pressed=${String(whole)} @click=${() => this.show(this.report.begin, this.report.end)}>all</button>
      <span class="count" role="status">${this.report.matching.toLocaleString('en')} ${this.report.matching === 1 ? 'request' : 'requests'}</span>
    </div>`;
  }

  bar(each) {
    const { from, to } = this;
    const end = each.latency === undefined ? to : each.start + each.latency;
    const x = value => share(value, from, to);
    const part = (kind, begin, until) => (until < begin || until < from || begin > to ? nothing : svg`<rect class=${kind} x=${x(begin)} width=${Math.max(0.6, x(until) - x(begin))} y=${kind === 'rest' ? 9 : 4} height=${kind === 'rest' ? 2 : 12}></rect>`);
    const first = each.first === undefined ? null : each.start + each.first;
    const kind = each.state === 'failed' || each.state === 'lost' ? 'wrong' : each.by;
    return html`<svg class="bar" aria-hidden="true" viewBox="0 0 100 20" preserveAspectRatio="none">
      ${each.last === undefined ? nothing : part('rest', end, each.start + each.last)}
      ${part(`${kind} ${each.state === 'waiting' ? 'open' : ''} ${first === null ? '' : 'until'}`.trim(), each.start, first === null ? end : Math.min(first, end))}
      ${first !== null && first < end ? part(`${kind} ${each.state === 'waiting' ? 'open' : ''}`.trim(), first, end) : nothing}
      ${first === null || first < from || first > to ? nothing : svg`<rect class="first" x=${x(first)} width="0.5" y="1" height="18"></rect>`}
    </svg>`;
  }

  said(each) {
    const took = each.latency === undefined ? '' : `, ${each.state === 'lost' ? 'waited' : 'took'} ${duration(each.latency)}`;
    const first = each.first === undefined ? '' : `, first text after ${duration(each.first)}`;
    return `${each.method}, by the ${each.by}, ${this.since(each.start)} after the beginning${took}${first}${STATES[each.state]}`;
  }

  open(each) {
    at.dispatchEvent(new CustomEvent('reveal', { detail: each.n }));
  }

  key(event) {
    const last = this.report.matching - 1;
    const to = { ArrowDown: this.active + 1, ArrowUp: this.active - 1, Home: 0, End: last }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.active = Math.max(0, Math.min(last, to));
      const list = event.currentTarget;
      const top = this.active * ROW;
      if (top < list.scrollTop) list.scrollTop = top;
      if (top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW - list.clientHeight;
      this.load();
    } else if (event.key === 'Enter') {
      const each = this.report.requests[this.active - this.skip];
      if (each) this.open(each);
    }
  }

  waterfall() {
    const { report } = this;
    const active = report.requests[this.active - this.skip];
    return html`<h3>Requests</h3>
      ${this.controls()}
      <div class="waterfall">
        <div class="row columns" aria-hidden="true"><span>method</span><span class="ends"><span>${this.since(this.from)}</span><span>${this.since(this.to)}</span></span><span>first text</span><span>response</span></div>
        <div class="rows" role="listbox" aria-label="Requests, by time" tabindex="0" aria-activedescendant=${active ? `timing-${active.n}` : nothing} @scroll=${() => this.load()} @keydown=${this.key}>
          <div class="canvas" role="presentation" .style=${`height:${report.matching * ROW}px`}>
            ${repeat(
              report.requests,
              each => each.n,
              (each, index) => html`<div class="row" role="option" id=${`timing-${each.n}`} aria-selected=${String(index + this.skip === this.active)} aria-label=${this.said(each)} title=${this.said(each)}
                .style=${`top:${(index + this.skip) * ROW}px`} @click=${() => this.open(each)}>
                <code>${each.method}</code>${this.bar(each)}<span>${each.first === undefined ? '' : duration(each.first)}</span><span class=${each.state === 'failed' || each.state === 'lost' ? 'bad' : ''}>${each.latency !== undefined ? duration(each.latency) : isLive() ? html`<x-elapsed .since=${each.start / 1000}></x-elapsed>` : 'pending'}</span>
              </div>`,
            )}
          </div>
        </div>
      </div>
      <p class="empty">Pale: until the first text of the agent. Thin line: updates after the response. Select a request to show its frame.${report.forgotten ? ` ${report.forgotten.toLocaleString('en')} older requests are no longer stored.` : ''}</p>`;
  }

  methods() {
    const methods = get('wire')?.methods ?? [];
    if (!methods.length) return html`<h3>Response times</h3><p class="empty">No response yet.</p>`;
    const low = 10 ** Math.floor(Math.log10(Math.max(1, Math.min(...methods.map(each => each.median)))));
    const high = Math.max(low * 10, 10 ** Math.ceil(Math.log10(Math.max(1, ...methods.map(each => each.max)))));
    const ticks = [];
    for (let tick = low; tick <= high; tick *= 10) ticks.push(tick);
    const x = micros => scale(micros, low, high) * 10;
    return html`<h3>Response times</h3>
      <ul class="latencies">${methods.map(each => {
        const p = { median: each.median, p90: each.p90, p99: each.p99, max: each.max };
        const words = `median ${duration(p.median)}, p90 ${duration(p.p90)}, p99 ${duration(p.p99)}, longest ${duration(p.max)}`;
        return html`<li>
          <div><code>${each.name}</code>${each.by === 'agent' ? html` <span class="mark">from the agent</span>` : nothing} <span class="count">${each.count.toLocaleString('en')} ×</span>${each.errors ? html` <span class="bad">${each.errors} failed</span>` : nothing}</div>
          <svg role="img" aria-label=${`${each.name}: ${words}`} viewBox="0 0 1000 16" preserveAspectRatio="none">
            ${ticks.map(tick => svg`<line class="tick" x1=${x(tick)} x2=${x(tick)} y1="0" y2="16"></line>`)}
            <line class="span" x1=${x(p.median)} x2=${x(p.max)} y1="8" y2="8"></line>
            <rect class="p99" x=${x(p.median)} width=${Math.max(4, x(p.p99) - x(p.median))} y="5" height="6"></rect>
            <rect class="p90" x=${x(p.median)} width=${Math.max(4, x(p.p90) - x(p.median))} y="3" height="10"></rect>
            <rect class="p50" x=${x(p.median)} width="5" y="0" height="16"></rect>
          </svg>
          <div class="words">${words}</div>
        </li>`;
      })}</ul>
      <div class="axis" aria-hidden="true">${ticks.map(tick => html`<span>${duration(tick).replace('.0', '')}</span>`)}</div>
      <p class="empty">The mark is the median; the bars reach to the 90th and the 99th percentile of the newest 1,000, the line to the longest of all. Each line of the grid is ten times the one before.</p>`;
  }

  render() {
    const { report } = this;
    return html`<div class="panel timings" tabindex="0" role="region" aria-label="Timings">
      ${report?.parts.length ? html`${this.throughput()}${this.waiting()}${this.queues()}${this.waterfall()}${this.methods()}` : html`<p class="empty">${report ? 'No frames yet.' : 'Loading…'}</p>`}
    </div>`;
  }
}

customElements.define('x-timings', Timings);
