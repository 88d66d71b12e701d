// The page as a whole.
import { View, at, brief, go, html, icon, live, nothing, readAddress } from '/base.js';
import { sourceOf } from '/address.js';
import { keep, kept, onKept } from '/kept.js';
import { preference, setPreference } from '/preferences.js';
import { announce, connect, findNode, get, net, setSource } from '/store.js';
import '/menu.js';
import '/toolbar.js';
import '/panes.js';
import '/tree.js';
import '/ask.js';
import '/entry.js';
import '/talk.js';
import '/guide.js';
import '/log.js';
import '/side.js';
import '/findings.js';
import '/kit.js';
import '/timings.js';
import '/replay.js';
import '/matrix.js';
import '/open.js';
import '/notices.js';
import '/focus.js';
import '/pulse.js';
import { restartButton } from '/restart.js';

const TABS = { frames: 'Frames', findings: 'Findings', kit: 'Checks', timings: 'Timings', agent: 'Agent', wire: 'Traffic', errors: 'Error output' };
const VIEWS = { talk: 'Conversation', replay: 'Replay', matrix: 'Matrix' };
const NARROW = matchMedia('(max-width: 1080px)');
const THEMES = ['auto', 'light', 'dark'];

class App extends View {
  static properties = { tab: { state: true }, place: { state: true }, theme: { state: true } };

  constructor() {
    super();
    this.place = 'talk';
    this.sessions = new Map(); // What was shown of each source.
    this.theme = THEMES.includes(preference('theme')) ? preference('theme') : 'auto';
    this.read();
    this.before = at.session;
    this.beforeSource = at.source;
    addEventListener('hashchange', () => {
      this.read();
      this.requestUpdate();
      at.dispatchEvent(new Event('go'));
      announce(null);
    });
    at.addEventListener('reveal', () => {
      this.tab = 'frames';
      this.place = 'side';
    });
    at.addEventListener('check', () => {
      this.tab = 'kit';
      this.place = 'side';
    });
    at.addEventListener('evidence', event => this.evidence(event.detail));
    at.addEventListener('at-frame', event => this.showFrame(event.detail));
    for (const name of ['talk', 'compare', 'compare-branches']) at.addEventListener(name, () => this.show('talk'));
    at.addEventListener('opened', event => {
      this.opened = event.detail; // Shown as soon as it is among the sources.
      this.place = 'talk';
      this.requestUpdate();
    });
    NARROW.addEventListener('change', () => this.requestUpdate());
    at.addEventListener('verdict', () => {
      this.source('');
      this.tab = 'kit';
      this.place = 'side';
    });
    at.addEventListener('frames', () => {
      this.tab = 'frames';
      this.place = 'side';
    });
    at.addEventListener('go', () => {
      if (at.session !== this.before && at.source === this.beforeSource) this.place = 'talk';
      this.before = at.session;
      this.beforeSource = at.source;
      this.requestUpdate();
    });
    onKept(() => {
      if (at.tab === null) this.tab = kept('tab') ?? this.tab; // Else the address says which.
    });
    connect();
  }

  isAbout(topic) {
    return topic === 'connection' || topic === 'wire' || topic === 'stderr' || topic === 'sessions' || topic === 'sources' || topic === 'findings' || topic === 'replay' || topic === 'matrix';
  }

  willUpdate(changed) {
    if (changed.has('tab')) keep('tab', this.tab);
    this.chooseSource();
    document.documentElement.dataset.theme = this.theme;
  }

  read() {
    readAddress();
    this.tab = at.tab in TABS ? at.tab : 'frames';
  }

  /** The one of the address, else the one that is shown, else the first. */
  chooseSource() {
    const sources = get('sources') ?? [];
    if (this.opened && sources.some(each => each.id === this.opened)) {
      const opened = this.opened;
      this.opened = null;
      this.source(opened);
      return;
    }
    const named = at.source === null ? undefined : sourceOf(at.source);
    const chosen = named ?? (sources.some(each => each.id === net.source) ? net.source : sources[0]?.id);
    if (chosen === undefined || (chosen === net.source && chosen === (at.source ?? ''))) return;
    setSource(chosen);
    if (named === undefined) this.source(chosen);
    else at.source = chosen;
  }

  /** Shows another source, with the session that was shown there before. */
  source(id) {
    this.sessions.set(net.source, at.session);
    at.frame = null; // It is one of the other source.
    setSource(id);
    const before = this.sessions.get(id) ?? null;
    go({ source: id, session: before && findNode(before) ? before : null, frame: null });
  }

  /** Shows the frames that the kit has sent and received in a scenario. */
  evidence(scenario) {
    if (net.source !== 'kit') this.source('kit');
    this.tab = 'frames';
    this.place = 'side';
    at.dispatchEvent(new CustomEvent('scenario', { detail: scenario }));
  }

  /** Shows a frame of some source, and whatever stands beside it stays. */
  showFrame({ source, frame }) {
    if (net.source !== source) this.source(source);
    at.dispatchEvent(new CustomEvent('reveal', { detail: frame }));
  }

  /** Shows one of the views in the middle of the page. */
  show(view) {
    this.place = 'talk';
    if ((at.view ?? 'talk') !== view) go({ view: view === 'talk' ? null : view });
    this.requestUpdate();
  }

  views() {
    return Object.keys(VIEWS).filter(name => name !== 'replay' || get('replay'));
  }

  /** Where one can go: in narrow windows one part of the page is shown at a time. */
  places() {
    const shown = name => (!NARROW.matches || this.place === 'talk') && (at.view ?? 'talk') === name;
    const place = (name, label) => html`<button class="quiet narrow" aria-pressed=${String(this.place === name)} @click=${() => (this.place = name)}>${label}</button>`;
    return html`<nav class="places" aria-label="Parts of the page">
      ${place('tree', 'Sessions')}
      ${this.views().map(name => html`<button class="quiet" aria-pressed=${String(shown(name))} @click=${() => this.show(name)}>${VIEWS[name]}</button>`)}
      ${place('side', 'Traffic')}
    </nav>`;
  }

  updated(changed) {
    const tab = this.tab === 'frames' ? null : this.tab;
    if (changed.has('tab') && at.tab !== tab) go({ tab });
  }

  sources() {
    const sources = get('sources') ?? [];
    if (sources.length < 2) return nothing;
    return html`<select class="sources" aria-label="Conversation" @change=${event => this.source(event.target.value)}>
      ${sources.map(each => html`<option .value=${each.id} .selected=${live(each.id === net.source)}>${each.name}</option>`)}
    </select>`;
  }

  nextTheme() {
    this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length];
    setPreference('theme', this.theme);
  }

  /** What only an agent that is driven has is left out of others. */
  tabs() {
    if (net.source === 'kit') return ['frames', 'timings', 'wire'];
    return Object.keys(TABS).filter(name => !get('connection')?.readOnly || (name !== 'errors' && name !== 'kit'));
  }

  /** The one that was chosen, where the source that is shown has it. */
  get shownTab() {
    return this.tabs().includes(this.tab) ? this.tab : 'frames';
  }

  tabKey(event) {
    const names = this.tabs();
    const now = names.indexOf(this.shownTab);
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.tab = names.at(to % names.length);
    this.updateComplete.then(() => this.querySelector(`#tab-${this.tab}`)?.focus());
  }

  panel(tab) {
    if (tab === 'findings') return html`<x-findings></x-findings>`;
    if (tab === 'kit') return html`<x-kit></x-kit>`;
    if (tab === 'timings') return html`<x-timings></x-timings>`;
    if (tab === 'agent') return html`<x-agent></x-agent>`;
    if (tab === 'wire') return html`<x-wire></x-wire>`;
    if (tab === 'errors') return html`<x-errors></x-errors>`;
    return nothing;
  }

  render() {
    const connection = get('connection') ?? {};
    const wire = get('wire') ?? {};
    const counts = { frames: wire.problems, findings: get('findings')?.findings.length, errors: get('stderr')?.count };
    const meanings = { frames: 'invalid frames', findings: 'findings', errors: 'lines' };
    const tab = this.shownTab;
    const isOne = (get('sources') ?? []).length < 2; // Else the choice of them says which it is.
    const view = this.views().includes(at.view) ? at.view : 'talk';
    const state = !net.online ? 'offline' : net.trouble ? 'silent' : (connection.state ?? 'loading');
    const words = { offline: 'inspector not reachable', silent: 'inspector does not respond', closed: 'not connected', connected: 'connected', connecting: 'connecting', loading: '', recorded: 'recording', replaying: 'replay', replayed: 'replay', tapped: 'tap', ended: 'tap ended', checks: 'frames of checks' };
    return html`<header class="top">
        <h1><img src="/icon.svg" alt="" /> ACP inspector</h1>
        <span class="state ${state}" role="status" title=${connection.failure ?? ''}><span class="dot"></span>${words[state]}</span>
        ${restartButton()}
        <span class="source" title=${connection.source ?? ''}>${connection.agent ?? (isOne ? connection.source : undefined) ?? ''}${connection.version === undefined ? nothing : html` <span class="mark">v${connection.version}</span>`}</span>
        ${this.sources()}
        <x-toolbar aria-label="Page">
        <x-opener></x-opener>
        <span class="grow"></span>
        ${this.places()}
        <button class="quiet" title=${`Theme: ${this.theme}`} aria-label=${`Theme: ${this.theme}; change`} @click=${this.nextTheme}>${icon('theme')}</button>
        </x-toolbar>
      </header>
      <main data-place=${this.place} data-view=${view}>
        <aside class="left" id="sessions-pane" aria-label="Sessions"><x-tree></x-tree></aside>
        <section class="centre" aria-label=${VIEWS[view]}>
          <x-guide></x-guide>
          <x-talk ?hidden=${view !== 'talk'}></x-talk>
          ${view === 'replay' ? html`<x-replay></x-replay>` : view === 'matrix' ? html`<x-matrix></x-matrix>` : nothing}
        </section>
        <aside class="right" id="side-pane" aria-label="Traffic and agent">
          <div class="tabs" role="tablist" aria-label="Traffic and agent" @keydown=${this.tabKey}>
            ${this.tabs().map(
              name => html`<button id=${`tab-${name}`} role="tab" aria-controls="panel" aria-selected=${String(tab === name)} tabindex=${tab === name ? 0 : -1} @click=${() => (this.tab = name)}>
                ${TABS[name]}${counts[name] ? html` <span class="mark ${name === 'errors' ? '' : 'bad'}" title=${`${counts[name].toLocaleString('en')} ${meanings[name]}`}>${brief(counts[name])}${name === 'frames' ? ' !' : ''}</span>` : nothing}
              </button>`,
            )}
          </div>
          <div id="panel" role="tabpanel" aria-labelledby=${`tab-${tab}`}>
            <x-log ?hidden=${tab !== 'frames'}></x-log>
            ${this.panel(tab)}
          </div>
        </aside>
        <x-splitter name="left"></x-splitter>
        <x-splitter name="right"></x-splitter>
      </main>
      <x-notices></x-notices>`;
  }
}

customElements.define('x-app', App);

