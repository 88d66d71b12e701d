// Runs of the conformance kit: their progress and their results.
import { View, at, breakable, failed, html, nothing, prose, repeat } from '/base.js';
import { framesOfScenario, showFrames } from '/evidence.js';
import { kitSummary } from '/kit-summary.js';
import { pretty } from '/pretty.js';
import { ask, get } from '/store.js';
import '/kit-choice.js';

const OUTCOMES = { fail: 'failed', not_tested: 'not tested', pass: 'passed', skipped: 'skipped' };
const STATES = { stopped: 'The run was stopped.', failed: 'The run failed.' };
const WAYS = { sent: '→ sent by the kit', received: '← received from the agent', note: 'note' };

let asked = null; // The requirement whose verdict was requested before this part of the page existed.
at.addEventListener('verdict', event => (asked = event.detail));

/** Runs what the kit has for a requirement, and shows it. */
export function check(only) {
  at.dispatchEvent(new CustomEvent('check'));
  ask('kit', { only }).catch(failed);
}

class Kit extends View {
  static properties = { outcome: { state: true }, text: { state: true }, evidence: { state: true } };

  constructor() {
    super();
    this.outcome = null;
    this.text = '';
    this.evidence = new Map();
  }

  isAbout(topic) {
    return topic === 'kit' || topic === 'evidence';
  }

  run(request, detail) {
    this.outcome = null;
    // The form is hidden during a run, so the focus moves to the button that stops it.
    this.begun = true;
    ask(request, detail).catch(error => {
      this.begun = false;
      failed(error);
    });
  }

  /** Comes from the frames to the verdict. */
  arrive() {
    const id = asked;
    asked = null;
    this.outcome = get('kit')?.requirements.find(each => each.id === id)?.outcome ?? null;
    this.text = '';
    this.updateComplete.then(() => {
      const field = this.querySelector('input[type=search]');
      if (field) field.value = '';
      const found = [...this.querySelectorAll('.finding')].find(each => each.dataset.id === id);
      found?.scrollIntoView({ block: 'start' });
      found?.focus();
    });
  }

  updated() {
    if (asked !== null) this.arrive();
    if (this.isOutdated) {
      this.isOutdated = false;
      for (const each of this.querySelectorAll('details[data-scenario][open]')) this.load(each.dataset.scenario);
    }
    const stop = this.querySelector('.kit-run .stop');
    if (this.begun && stop) {
      this.begun = false;
      stop.focus();
    }
    if (this.stopped && !stop) {
      this.stopped = false;
      this.querySelector('.kit-run input')?.focus();
    }
  }

  willUpdate() {
    const now = document.activeElement;
    this.stopped = now?.matches('.kit-run .stop') || (this.stopped && now === document.body);
    // A run has begun, here or in another page: what is open is evidence of the last one.
    const results = get('kit')?.results;
    if (this.results !== results) {
      this.results = results;
      this.evidence = new Map();
      this.isOutdated = true;
    }
  }

  again(requirement) {
    ask('kit', { only: requirement.id }).catch(failed);
  }

  /** Loads the evidence of a scenario; that of a run before is not shown for a newer one. */
  async load(scenario) {
    const { results } = this;
    try {
      const { connections } = await ask('kit-evidence', { scenario });
      if (results === this.results) this.evidence = new Map(this.evidence).set(scenario, connections);
    } catch (error) {
      failed(error);
    }
  }

  scenario(name) {
    const connections = this.evidence.get(name);
    return html`<details data-scenario=${name} @toggle=${event => event.target.open && !this.evidence.has(name) && this.load(name)}>
      <summary>Evidence: <code>${name}</code></summary>
      ${connections?.length === 0 ? html`<p class="said">The messages were not kept.</p>` : nothing}
      ${(connections ?? []).map(
        messages => html`<ol class="evidence">${messages.map(
          message => html`<li><div class="way">${WAYS[message.direction] ?? message.direction}, ${message.millis} ms</div>
            <pre tabindex="0">${message.text.startsWith('{') ? pretty(message.text).map(([kind, text]) => (kind ? html`<span class=${kind}>${text}</span>` : text)) : message.text}</pre></li>`,
        )}</ol>`,
      )}
    </details>`;
  }

  row(each, running) {
    const tone = each.outcome === 'fail' ? 'bad' : each.outcome === 'pass' ? 'good' : '';
    const frames = each.scenarios.map(framesOfScenario).find(Boolean);
    const isJudged = each.outcome === 'pass' || each.outcome === 'fail';
    return html`<li class="finding" data-id=${each.id} tabindex="-1">
      <div><span class="mark ${tone}">${OUTCOMES[each.outcome]}</span> <b>${each.id}</b> <span class="mark">${each.level}</span>
        ${each.source === 'acp' ? nothing : html`<span class="mark">${each.source}</span>`}
        <button class="quiet" ?disabled=${running} aria-label=${`Run ${each.id} again`} @click=${() => this.again(each)}>run again</button>
        ${frames ? html`<button class="quiet" aria-label=${`Show the frames of ${each.id}`} @click=${() => showFrames(frames)}>show frames</button>` : nothing}</div>
      <p>${prose(each.text)}</p>
      ${each.expected ? html`<p class="said">Expected ${prose(each.expected)}.</p>` : nothing}
      ${each.observed && !isJudged ? html`<p class="said">${each.outcome === 'skipped' ? 'Skipped' : 'Not tested'}: ${prose(each.observed)}.</p>` : nothing}
      ${each.observed && isJudged ? html`<details ?open=${each.outcome === 'fail'}><summary>Observed</summary><pre tabindex="0">${each.observed}</pre></details>` : nothing}
      ${repeat(each.scenarios.filter(name => each.outcome === 'fail' || framesOfScenario(name)).slice(0, 3), name => name, name => this.scenario(name))}
      <p class="said"><cite>${prose(each.citation)}</cite> <code>${breakable(each.link)}</code></p>
    </li>`;
  }

  render() {
    const kit = get('kit') ?? { can: false, state: 'idle', requirements: [] };
    const stopping = kit.state === 'stopping';
    const running = stopping || kit.state === 'running';
    const counts = {};
    for (const each of kit.requirements) counts[each.outcome] = (counts[each.outcome] ?? 0) + 1;
    const outcome = this.outcome ?? Object.keys(OUTCOMES).find(name => counts[name]) ?? 'fail';
    const text = this.text.trim().toLowerCase();
    const shown = kit.requirements.filter(each => each.outcome === outcome && (!text || `${each.id} ${each.text}`.toLowerCase().includes(text)));
    if (!kit.can) {
      return html`<div class="panel" tabindex="0" role="region" aria-label="Checks"><p class="empty">The conformance kit cannot reach this agent. It can check agents that are started with a command, and addresses that need no token.</p></div>`;
    }
    return html`<div class="filters">
        ${running
          ? html`<div class="kit-run"><span class="state" role="status">${stopping ? 'stopping' : kit.total ? `${kit.finished} of ${kit.total} scenarios${kit.wrong ? `, ${kit.wrong} failed` : ''}` : 'starting'}</span>
              <progress aria-label="Completed scenarios" max=${kit.total || nothing} .value=${kit.total ? kit.finished : 0}></progress>
              <button class="stop" type="button" ?disabled=${stopping} @click=${() => ask('kit-stop').catch(failed)}>Stop</button></div>`
          : nothing}
        <x-kit-choice ?hidden=${running} @run=${event => this.run('kit', event.detail)} @scenarios=${() => this.run('kit-scenarios')}></x-kit-choice>
        ${kit.requirements.length ? html`<input class="wide" type="search" aria-label="Search the results" placeholder="search the results" @input=${event => (this.text = event.target.value)} />
        <div class="chips">
          ${Object.entries(OUTCOMES).map(([name, label]) => counts[name] ? html`<button class="chip ${outcome === name ? 'on' : ''}" aria-pressed=${String(outcome === name)} @click=${() => (this.outcome = name)}>${counts[name]} ${label}</button>` : nothing)}
        </div>` : nothing}
      </div>
      <div class="panel" tabindex="0" role="region" aria-label="Checks">
        ${STATES[kit.state] ? html`<p class="bad">${STATES[kit.state]} ${kit.last}</p>` : nothing}
        ${running ? nothing : kitSummary(kit.summary ?? {}, kit.protocol)}
        ${kit.requirements.length || running ? nothing : html`<p class="empty">Checks this agent with the conformance kit. Each scenario starts a new process of the agent, in addition to the connected one, and sends it real prompts. A full run may take minutes.</p>`}
        ${running && !kit.requirements.length ? html`<p class="empty">The results are shown at the end of the run.</p>` : nothing}
        <ol class="findings">${repeat(shown, each => each.id, each => this.row(each, running))}</ol>
      </div>`;
  }
}

customElements.define('x-kit', Kit);
