// The choice of what the conformance kit checks: profiles, areas and single requirements.
import { View, failed, html, live, nothing, prose, repeat } from '/base.js';
import { ask, get, net } from '/store.js';

/** The profiles, each with the line that explains it. */
export const PROFILES = {
  acp: { name: 'Protocol', about: 'The published protocol. Always selected.' },
  rfd: { name: 'Proposals (rfd)', about: 'All open proposals. Those that the agent advertises are always included.' },
  acp4j: { name: 'Project rules (acp4j)', about: 'Rules of this project for points that the text leaves open.' },
};

/** The areas by the ids of their requirements, which begin with V2- in version 2. */
const AREAS = {
  ARCH: 'archived sessions',
  AUTH: 'authentication',
  BACK: 'background work',
  CANC: 'cancellation',
  CLOSE: 'closing sessions',
  CONF: 'config options',
  DEL: 'deleting sessions',
  ELIC: 'forms',
  EXT: 'extensions',
  FORK: 'forks',
  FS: 'files',
  HTTP: 'Streamable HTTP',
  INIT: 'initialization',
  LIST: 'session list',
  LOAD: 'loading sessions',
  MODE: 'modes',
  MSG: 'message ids',
  PERM: 'permissions',
  PROMPT: 'prompts',
  PROV: 'providers',
  QUEUE: 'queued prompts',
  RES: 'resuming sessions',
  RPC: 'JSON-RPC',
  SESS: 'sessions',
  SHAPE: 'message schema',
  STAT: 'session status',
  STATE: 'state updates',
  STDIO: 'standard input and output',
  SYS: 'system prompts',
  TERM: 'terminals',
  TITLE: 'session titles',
  TOOL: 'tool calls',
  UPD: 'session updates',
  WS: 'WebSocket',
};

/** Returns whether a name selects a requirement, as the kit does: an id, an area, or a pattern with asterisks. */
function selects(name, { id, area }) {
  if (!name.includes('*')) return name === id || name === area;
  return new RegExp(`^${name.split('*').map(part => part.replace(/[^A-Z0-9-]/g, '')).join('.*')}$`).test(id);
}

class KitChoice extends View {
  static properties = { text: { state: true }, chosen: { state: true }, requirements: { state: true }, unfolded: { state: true } };

  constructor() {
    super();
    this.text = get('kit')?.only ?? '';
    this.chosen = new Set(get('kit')?.profiles ?? []);
    this.requirements = [];
    this.unfolded = new Set();
  }

  isAbout(topic) {
    return topic === 'connection' || topic === 'kit';
  }

  /** Loads the requirements of the version of the connection. */
  async updated() {
    const version = get('connection')?.version ?? 0;
    if (!net.online || this.version === version) return;
    this.version = version;
    try {
      const { requirements } = await ask('kit-catalogue');
      if (this.version === version) this.requirements = requirements;
    } catch (error) {
      if (this.version === version) this.version = undefined;
      failed(error);
    }
  }

  get names() {
    return this.text.toUpperCase().split(/[\s,]+/).filter(Boolean);
  }

  /** The profiles that contain a chosen requirement, each with the name that chooses it. */
  needed() {
    const found = new Map();
    for (const name of this.names) {
      for (const each of this.requirements) {
        if (each.profile !== 'acp' && !found.has(each.profile) && selects(name, each)) found.set(each.profile, name);
      }
    }
    return found;
  }

  toggle(name, isOn) {
    const others = this.names.filter(each => each !== name);
    this.text = (isOn ? [...others, name] : others).join(', ');
  }

  start(event) {
    event.preventDefault();
    this.dispatchEvent(new CustomEvent('run', { detail: { only: this.text, profiles: [...this.chosen] } }));
  }

  profile(name, needed) {
    const { name: label, about } = PROFILES[name];
    const reason = needed.get(name);
    const isFixed = name === 'acp' || reason !== undefined;
    const change = event => {
      this.chosen = new Set([...this.chosen].filter(each => each !== name).concat(event.target.checked ? [name] : []));
    };
    return html`<label class="check"><input type="checkbox" name=${`profile-${name}`} .checked=${live(isFixed || this.chosen.has(name))} ?disabled=${isFixed} @change=${change} />
      <span><b>${label}</b> <span class="said">${about}${reason ? ` Selected because it contains ${reason}.` : ''}</span></span></label>`;
  }

  requirement(each) {
    return html`<li><label class="check"><input type="checkbox" .checked=${live(this.names.includes(each.id))} @change=${event => this.toggle(each.id, event.target.checked)} />
      <span><b>${each.id}</b> <span class="mark">${each.level}</span> ${prose(each.text)}</span></label></li>`;
  }

  area(name, list) {
    const profiles = [...new Set(list.map(each => each.profile))].filter(each => each !== 'acp');
    const title = AREAS[name.replace(/^V2-/, '')] ?? '';
    const unfold = event => {
      if (event.target.open) this.unfolded = new Set(this.unfolded).add(name);
    };
    return html`<li><label class="check"><input type="checkbox" name="area" value=${name} .checked=${live(this.names.includes(name))} @change=${event => this.toggle(name, event.target.checked)} />
        <span><b>${name}</b> ${title} ${profiles.map(each => html`<span class="mark">${each}</span> `)}</span></label>
      <details @toggle=${unfold}><summary>${list.length === 1 ? '1 requirement' : `${list.length} requirements`}</summary>
        ${this.unfolded.has(name) ? html`<ul>${list.map(each => this.requirement(each))}</ul>` : nothing}</details></li>`;
  }

  areas() {
    const areas = new Map();
    for (const each of this.requirements) areas.set(each.area, [...(areas.get(each.area) ?? []), each]);
    return repeat([...areas].sort(([a], [b]) => a.localeCompare(b)), ([name]) => name, ([name, list]) => this.area(name, list));
  }

  render() {
    const needed = this.needed();
    return html`<form class="kit-run" @submit=${this.start}>
        <input name="only" .value=${live(this.text)} aria-label="Areas or requirements" placeholder="everything, or FORK, INIT-006, SESS-*" autocomplete="off" spellcheck="false" @input=${event => (this.text = event.target.value)} />
        <button class="primary" type="submit" ?disabled=${!net.online}>Run checks</button>
        <button class="scenarios" type="button" ?disabled=${!net.online} title="fork, fork-at-message, unknown-id, thought, chunks" @click=${() => this.dispatchEvent(new CustomEvent('scenarios'))}>Run fork scenarios</button></form>
      <fieldset class="profiles"><legend class="hidden">Profiles</legend>${Object.keys(PROFILES).map(name => this.profile(name, needed))}</fieldset>
      <details class="areas"><summary>Choose areas or requirements</summary><ul>${this.areas()}</ul></details>`;
  }
}

customElements.define('x-kit-choice', KitChoice);
