// The end of a conversation: the state of its turn, the requests without a response, and the reason for a lost connection.
import { View, at, html, nothing } from '/base.js';
import { isLive, onSecond } from '/elapsed.js';
import { get, now } from '/store.js';

const STOPS = { end_turn: '', cancelled: 'cancelled', max_tokens: 'out of tokens', max_turn_requests: 'too many requests', refusal: 'refused' };

/** Most requests get their response sooner; a list of those would flicker. */
const SHOWN_AFTER_MILLIS = 1000;

/** A reason whose later lines are what the agent has written, such as the end of its error output. */
export function reason(text) {
  const [first, ...lines] = text.split('\n');
  const indent = Math.min(...lines.map(line => line.search(/\S|$/)));
  return html`${first}${lines.length ? html`<pre tabindex="0" aria-label="Last lines of the agent">${lines.map(line => line.slice(indent)).join('\n')}</pre>` : nothing}`;
}

export const failure = text => html`<div class="outcome bad" role="alert"><div>The turn failed: ${reason(text)}</div></div>`;

/** The requests of a session that wait for a response, and those that belong to no session. */
class PendingRequests extends View {
  static properties = { session: {} };

  connectedCallback() {
    super.connectedCallback();
    this.stop = onSecond(() => {
      if (this.requests().length !== this.shown) this.requestUpdate();
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stop();
  }

  isAbout(topic) {
    return topic === 'wire' || topic === 'connection' || topic === 'sessions';
  }

  requests() {
    if (!isLive()) return [];
    const id = get('sessions')?.nodes.find(node => node.key === this.session)?.id;
    return (get('wire')?.pending ?? []).filter(each => (each.session ?? id) === id && now() - each.since >= SHOWN_AFTER_MILLIS);
  }

  render() {
    const requests = this.requests();
    this.shown = requests.length;
    if (!requests.length) return nothing;
    return html`<ul class="pending" aria-label="Requests without a response">${requests.map(
      each => html`<li><button class="quiet" title="Shows its frame" @click=${() => at.dispatchEvent(new CustomEvent('reveal', { detail: each.n }))}><code>${each.method}</code></button>
        ${each.by === 'client' ? 'waits for the agent:' : 'waits for you:'} <x-elapsed .since=${each.since}></x-elapsed></li>`,
    )}</ul>`;
  }
}

class TurnState extends View {
  static properties = { session: {} };

  isAbout(topic) {
    return topic === 'connection' || topic === `m/${this.session}`;
  }

  running({ started, cancelling }) {
    const time = since => (since === undefined ? nothing : html`<x-elapsed .since=${since}></x-elapsed>`);
    return html`<div class="outcome"><span class="dot running"></span> ${cancelling === undefined
      ? html`<span>The agent is working… ${time(started)}</span>`
      : html`<span>You cancelled the turn ${time(cancelling)} ago. The agent has not ended the turn${started === undefined ? nothing : html`, which has run for ${time(started)}`}.</span>`}</div>`;
  }

  render() {
    const state = get(`m/${this.session}`) ?? {};
    const connection = get('connection') ?? {};
    if (state.failure) return failure(state.failure);
    if (state.running) return this.running(state);
    if (connection.state === 'closed' && connection.failure) {
      return html`<div class="outcome bad" role="alert"><div>Not connected: ${reason(connection.failure)}</div></div>`;
    }
    const stop = STOPS[state.stop] ?? state.stop;
    return stop ? html`<div class="outcome">The turn ended: ${stop}</div>` : nothing;
  }
}

customElements.define('x-pending', PendingRequests);
customElements.define('x-turn', TurnState);
