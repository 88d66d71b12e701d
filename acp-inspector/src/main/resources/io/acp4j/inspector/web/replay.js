// A recording against the agent, up to where it does something else than the recorded one.
import { View, at, failed, html, nothing } from '/base.js';
import { ask, get, net } from '/store.js';
import { markWords } from '/words.js';

const OWN = ['kit', 'replay']; // What the kit and replays have said is no conversation to be replayed.
const SHOWN = 6;
const count = (number, one) => `${number.toLocaleString('en')} ${number === 1 ? one : `${one}s`}`;

/** Shows a frame of some source. */
const showFrame = (source, frame) => at.dispatchEvent(new CustomEvent('at-frame', { detail: { source, frame } }));

class Replay extends View {
  static properties = { chosen: { state: true } };

  constructor() {
    super();
    this.chosen = null;
  }

  isAbout(topic) {
    return topic === 'replay' || topic === 'sources';
  }

  sources() {
    return (get('sources') ?? []).filter(each => !OWN.includes(each.id));
  }

  /** The recording that is chosen: by the user, else the one that is shown, else the first. */
  source() {
    const all = this.sources();
    const known = id => all.some(each => each.id === id);
    const { state, source } = get('replay') ?? {};
    if (this.chosen !== null && known(this.chosen)) return this.chosen;
    if (state !== 'idle' && known(source)) return source;
    if (net.source && known(net.source)) return net.source;
    return (all.find(each => each.id) ?? all[0])?.id;
  }

  start(event) {
    event.preventDefault();
    const { source, structure, seconds, cwd } = event.target.elements;
    this.begun = true; // The button makes way for the one that stops the replay: the keyboard goes on there.
    ask('replay', { source: source.value, structure: structure.checked, seconds: Number(seconds.value), cwd: cwd.value.trim() }).catch(error => {
      this.begun = false;
      failed(error);
    });
  }

  willUpdate() {
    this.ending = document.activeElement?.matches('x-replay .stop') || (this.ending && document.activeElement === document.body);
  }

  updated() {
    const stop = this.querySelector('.stop');
    if (this.begun && stop) {
      this.begun = false;
      stop.focus();
    }
    const outcome = this.querySelector('.verdict');
    if (!stop && (this.ending || this.begun) && outcome) {
      this.ending = false;
      this.begun = false;
      outcome.focus();
    }
    const rows = [...this.querySelectorAll('.aligned .differs')].map(row => [...row.querySelectorAll('code')]);
    markWords(rows.filter(cells => cells.length === 2));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    markWords([]);
  }

  form(replay, isRunning) {
    const chosen = this.source();
    const name = each => (each.id ? each.name : `the conversation so far with ${each.name}`);
    return html`<form class="order" @submit=${this.start}>
      <label class="what">Recording
        <select name="source" ?disabled=${isRunning} @change=${event => (this.chosen = event.target.value)}>
          ${this.sources().map(each => html`<option value=${each.id} ?selected=${each.id === chosen}>${name(each)}</option>`)}
        </select></label>
      <label>Working directory <input name="cwd" .value=${replay.cwd} ?disabled=${isRunning} placeholder="as recorded" autocomplete="off" spellcheck="false" /></label>
      <label class="time" title="Maximum wait for the next step of the agent">Timeout per step (s) <input type="number" name="seconds" min="1" max="3600" .value=${String(replay.seconds)} ?disabled=${isRunning} /></label>
      <label class="check" title="For agents with a model, whose texts differ each time"><input type="checkbox" name="structure" .checked=${replay.structure} ?disabled=${isRunning} /> <span>Ignore texts</span></label>
      ${isRunning ? nothing : html`<button class="primary" type="submit" ?disabled=${!net.online || chosen === undefined}>Replay</button>`}
    </form>`;
  }

  progress(replay) {
    const isStopping = replay.state === 'stopping';
    return html`<div class="kit-run"><span class="state" role="status">${isStopping ? 'stopping' : `${replay.played} of ${count(replay.frames, 'frame')}`}</span>
      <progress aria-label="Replayed frames" max=${replay.frames || 1} .value=${replay.played}></progress>
      <button class="stop" type="button" ?disabled=${isStopping} @click=${() => ask('replay-stop').catch(failed)}>Stop</button></div>`;
  }

  frame(source, row, label) {
    return html`<button class="quiet" aria-label=${`${label} frame ${row}`} @click=${() => showFrame(source, row)}>#${row}</button>`;
  }

  step(replay, each) {
    const isSent = each.from === 'client';
    return html`<li><span class="way ${isSent ? 'out' : 'in'}" aria-hidden="true">${isSent ? '→' : '←'}</span><code>${each.label}</code><span class="hidden">, ${isSent ? 'sent' : 'received'}; </span>
      ${this.frame(replay.source, each.recorded, 'Recorded')}${this.frame('replay', each.live, 'Live')}</li>`;
  }

  steps(replay) {
    const { steps, same } = replay.result;
    if (!same) return nothing;
    const last = steps.slice(-SHOWN);
    const earlier = steps.slice(0, -SHOWN);
    const left = same - steps.length;
    return html`<h3>${same === 1 ? 'One step is' : `${count(same, 'step')} are`} identical</h3>
      ${earlier.length || left
        ? html`<details class="steps"><summary>${count(same - last.length, 'earlier step')}</summary>
            ${left ? html`<p class="empty">The first ${left.toLocaleString('en')} are not shown.</p>` : nothing}
            <ol>${earlier.map(each => this.step(replay, each))}</ol></details>`
        : nothing}
      <p class="steps columns" aria-hidden="true"><span></span><span>recorded</span><span>live</span></p>
      <ol class="steps" aria-label="The last identical steps">${last.map(each => this.step(replay, each))}</ol>`;
  }

  /** One side of the divergence. */
  side(name, source, step) {
    return html`<th scope="col"><span class="side-name">${name}</span> ${step
      ? html`<code>${step.label}</code> ${this.frame(source, step.row, name)}`
      : html`<i>nothing</i>`}</th>`;
  }

  divergence(replay) {
    const { expected, actual, lines } = replay.result;
    const cell = (text, side, differs) => html`<td class=${differs && text !== undefined ? (side === 'left' ? 'del' : 'add') : ''}>${text === undefined ? nothing : html`<code>${text}</code>`}</td>`;
    return html`<h3 class="bad">The first difference</h3>
      <table class="aligned">
        <thead><tr>${this.side('Recorded', replay.source, expected)}${this.side('Live', 'replay', actual)}</tr></thead>
        <tbody>${lines.map(line =>
          line.more
            ? html`<tr><td colspan="2" class="empty">${count(line.more, 'more line')}</td></tr>`
            : html`<tr class=${line.differs ? 'differs' : ''}>${cell(line.left, 'left', line.differs)}${cell(line.right, 'right', line.differs)}</tr>`,
        )}</tbody>
      </table>`;
  }

  outcome(replay) {
    const { state, result, problem } = replay;
    if (state === 'stopped') return html`<p class="verdict" tabindex="-1" role="status">The replay was stopped after ${replay.played} of ${count(replay.frames, 'frame')}.</p>`;
    if (state === 'failed') return html`<p class="verdict bad" tabindex="-1" role="alert">The replay failed: ${problem}</p>`;
    if (!result) return html`<p class="empty">Sends the agent what the client of a recording sent, and compares the agent's messages step by step. It ignores IDs, times, and the division of text into chunks. It starts a new process of the agent, in addition to the connected one, and sends it the recorded prompts.</p>`;
    const isSame = result.reason === undefined;
    return html`<p class="verdict ${isSame ? '' : 'bad'}" tabindex="-1" role="status"><span class="mark ${isSame ? 'good' : 'bad'}">${isSame ? 'same' : 'different'}</span>
        ${isSame ? `The agent did what the recorded one did, in ${count(replay.frames, 'frame')}.` : `After ${count(result.same, 'step')}, ${result.reason}.`}</p>
      ${this.steps(replay)}
      ${isSame ? nothing : this.divergence(replay)}`;
  }

  render() {
    const replay = get('replay');
    if (!replay) return html`<p class="empty">Loading…</p>`;
    const isRunning = replay.state === 'running' || replay.state === 'stopping';
    const isAlone = this.sources().every(each => !each.id);
    return html`<div class="head"><h2>Replay</h2></div>
      <div class="panel replay" tabindex="0" role="region" aria-label="Replay">
        ${this.form(replay, isRunning)}
        ${isAlone ? html`<p class="empty">Recordings are named on the command line: <code>./inspector --recording FILE -- my-agent</code>.</p>` : nothing}
        ${isRunning ? this.progress(replay) : this.outcome(replay)}
      </div>`;
  }
}

customElements.define('x-replay', Replay);
