// The guided first conversation with the sample agent: four steps. A step is ticked in whichever way the user completes it.
import { View, at, begin, failed, go, html, icon, nothing } from '/base.js';
import { ask, get, net, onDone, under } from '/store.js';
import { keep, kept, onKept } from '/kept.js';
import { preference, setPreference } from '/preferences.js';

const SAMPLE = 'acp4j-sample-agent';
const PROMPT = '/permission';
const OTHER_PROMPT = 'What is a session?';

const STEPS = [
  { id: 'prompt', name: 'Send a prompt', why: 'A prompt starts a turn: text, tool calls and questions arrive while it runs, and each frame is listed under Frames.' },
  { id: 'permission', name: 'Answer the request', why: 'An agent requests permission before it changes something, and the turn waits for your answer.' },
  { id: 'fork', name: 'Fork at a message', why: 'A fork shares the history up to a message, so you can try another way and keep the first one.' },
  { id: 'compare', name: 'Compare the branches', why: 'The comparison shows both branches side by side, from their first difference.' },
];

/** Moves the focus to a button, and marks it until it has lost the focus: after a click, browsers show no ring. */
function pointAt(button) {
  if (!button) return;
  button.classList.add('pointed');
  button.addEventListener('blur', () => button.classList.remove('pointed'), { once: true });
  button.focus();
}

class Guide extends View {
  static properties = { isHidden: { state: true }, done: { state: true } };

  constructor() {
    super();
    this.isHidden = preference('guide') === 'hidden';
    this.done = {};
    this.permissions = new Set(); // The numbers of questions about permissions.
    onKept(() => {
      this.done = kept('guide') ?? {};
    });
    at.addEventListener('go', () => this.requestUpdate());
  }

  connectedCallback() {
    super.connectedCallback();
    this.forget = onDone(event => this.track(event));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.forget();
  }

  isAbout(topic) {
    return topic === 'connection' || topic === 'sessions' || topic.startsWith('q/') || topic === `m/${this.done.fork?.fork}`;
  }

  get isSample() {
    return net.source === '' && get('connection')?.agentName === SAMPLE;
  }

  willUpdate() {
    for (const [number, question] of under('q/')) if (question.kind === 'permission') this.permissions.add(Number(number));
  }

  /** Ticks the step that a request of the page has completed. */
  track({ name, args, value }) {
    if (!this.isSample) return;
    const forks = name === 'edit' || name === 'regenerate' || (name === 'fork' && args.position !== undefined);
    if (name === 'prompt' || name === 'aside') this.tick('prompt', true);
    else if (name === 'answer' && args.option !== undefined && this.permissions.has(args.number)) this.tick('permission', true);
    else if (forks) this.tick('fork', { source: args.session, fork: value.select });
    else if (name === 'compare' || name === 'compare-branches') this.tick('compare', true);
    if (name === 'prompt' && args.session === this.done.fork?.fork) this.tick('asked', true);
  }

  tick(step, value) {
    this.done = { ...this.done, [step]: value };
    keep('guide', this.done);
  }

  async hide(isHidden) {
    this.isHidden = isHidden;
    setPreference('guide', isHidden ? 'hidden' : null);
    await this.updateComplete;
    this.querySelector(isHidden ? '.reopen' : 'h2')?.focus();
  }

  restart() {
    this.done = {};
    keep('guide', null);
    this.updateComplete.then(() => this.querySelector('h2')?.focus());
  }

  /** Writes a prompt into the composer and sends it; a draft of the user stays where it is. */
  async send(text, session = at.session) {
    try {
      let target = get(`m/${session}`) ? session : null;
      if (!target) {
        target = (await ask('new')).select;
        begin(target);
      }
      go({ session: target, compare: null, branches: null });
      const talk = document.querySelector('x-talk');
      await talk.updateComplete;
      const { composer } = talk;
      await composer.updateComplete;
      if (composer.isConnected && !composer.area.value.trim() && !composer.files.length) {
        composer.area.value = text;
        await composer.send();
      } else {
        await ask('prompt', { session: target, text, files: [] });
      }
    } catch (error) {
      failed(error);
    }
  }

  showQuestion() {
    const question = document.querySelector('x-talk .question');
    question?.scrollIntoView({ block: 'center' });
    pointAt(question?.querySelector('button'));
  }

  /** Points at the button with the actions of the agent's first message that can be forked. */
  point() {
    const button = document.querySelector('x-talk .entry.agent > .more');
    button?.scrollIntoView({ block: 'center' });
    pointAt(button);
  }

  compare() {
    const { source, fork } = this.done.fork;
    go({ session: source });
    at.dispatchEvent(new CustomEvent('compare', { detail: { left: source, right: fork } }));
  }

  button(label, run, isEnabled = true) {
    return html`<button class="primary" ?disabled=${!isEnabled} @click=${run}>${label}</button>`;
  }

  /** The explanation of a step and the button that helps with it. */
  action(step) {
    const isConnected = get('connection')?.state === 'connected';
    if (step.id === 'prompt') return html`<p>${step.why}</p>${this.button(`Send “${PROMPT}”`, () => this.send(PROMPT), isConnected)}`;
    if (step.id === 'permission') {
      const isAsked = under('q/').some(([, question]) => question.kind === 'permission');
      return html`<p>${step.why}</p>${isAsked
        ? this.button('Go to the question', () => this.showQuestion())
        : this.button(`Send “${PROMPT}”`, () => this.send(PROMPT), isConnected && !get(`m/${at.session}`)?.running)}`;
    }
    if (step.id === 'fork') return html`<p>${step.why} Open the actions of the agent’s first message and choose <em>Fork here</em>.</p>${this.button('Show the button', () => this.point())}`;
    return this.comparing(step);
  }

  comparing(step) {
    const { fork, asked } = this.done;
    if (!fork) return html`<p>${step.why} Fork at a message first.</p>`;
    const isRunning = Boolean(get(`m/${fork.fork}`)?.running);
    return html`<p>${step.why}${asked ? nothing : ' Send another prompt in the fork first, so that the branches differ.'}</p>
      ${asked ? nothing : this.button(`Send “${OTHER_PROMPT}”`, () => this.send(OTHER_PROMPT, fork.fork))}
      <button class=${asked ? 'primary' : ''} ?disabled=${isRunning} @click=${() => this.compare()}>Compare the branches</button>`;
  }

  /** The last words of the guide. A comparison covers the prompt, so it has to be closed before another one can be written. */
  end() {
    const isCompared = Boolean(at.compare || at.branches);
    return html`<p>You have seen the main parts. ${isCompared ? 'Go back to the conversation to send other prompts.' : 'Type / in the prompt to list the commands of the agent, such as /tour.'}</p>
      ${isCompared ? this.button('Back to the conversation', () => this.leaveComparison()) : nothing}`;
  }

  async leaveComparison() {
    go({ compare: null, branches: null });
    const talk = document.querySelector('x-talk');
    await talk.updateComplete;
    talk.querySelector('.composer textarea')?.focus();
  }

  step(step, current) {
    const isDone = Boolean(this.done[step.id]);
    const number = STEPS.indexOf(step) + 1;
    return html`<li class=${isDone ? 'done' : ''} aria-current=${step === current ? 'step' : nothing}>
      <span class="number" aria-hidden="true">${isDone ? '✓' : number}</span><span class="name">${step.name}</span>${isDone ? html`<span class="hidden">, done</span>` : nothing}
    </li>`;
  }

  render() {
    if (!this.isSample) return nothing;
    if (this.isHidden) return html`<button class="quiet reopen" @click=${() => this.hide(false)}>Show the guide</button>`;
    const current = STEPS.find(step => !this.done[step.id]);
    const count = STEPS.filter(step => this.done[step.id]).length;
    return html`<section class="guide" aria-labelledby="guide-title"><x-toolbar role="group" aria-label="Actions of the guide">
      <header>
        <h2 id="guide-title" tabindex="-1">First conversation</h2>
        <span class="mark" role="status">${count} of ${STEPS.length}<span class="hidden"> steps done</span></span>
        <span class="grow"></span>
        ${count ? html`<button class="quiet" @click=${() => this.restart()}>Start over</button>` : nothing}
        <button class="quiet" aria-label="Hide the guide" title="Hide the guide" @click=${() => this.hide(true)}>${icon('close')}</button>
      </header>
      <ol>${STEPS.map(step => this.step(step, current))}</ol>
      <div class="action">${current
        ? this.action(current)
        : this.end()}</div>
    </x-toolbar></section>`;
  }
}

customElements.define('x-guide', Guide);
