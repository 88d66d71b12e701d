// What the user looks at; kept in the address, so that each state can be linked to.
import { addressIsRead, writeAddress } from '/bar.js';
import { findNode, get, net, sourceName, under, watch } from '/store.js';

export const at = new EventTarget();
at.source = null;
at.session = null;
at.message = null; // The id of a message or a tool call; else its place, after an @.
at.compare = null; // The session that is shown beside the other one.
at.branches = null; // The two branches of the session that are shown beside one another, by their last messages.
at.frame = null;
at.tab = null;
at.view = null; // What is shown in the middle of the page instead of a conversation.
at.filter = {};
at.kept = null; // The session that another one is to be compared with.

/** Sessions by their ids: keys are other ones in each connection. Here they wait until such a session is there. */
const NOTHING = { session: null, compare: null, beside: null, branches: null };
let wanted = { ...NOTHING };

/** Sources have other ids each time, so they are named as long as a name is that of one only. */
function sourceLabel(id) {
  const name = sourceName(id);
  const isAlone = (get('sources') ?? []).filter(each => each.name === name).length === 1;
  return isAlone ? name : id;
}

/** The source that an address names; undefined when there is none. */
export function sourceOf(label) {
  const sources = get('sources') ?? [];
  return (sources.find(each => each.name === label) ?? sources.find(each => each.id === label))?.id;
}

/** The address of what is shown, with some of it changed. */
export function link(change = {}) {
  const seen = { ...at, ...change };
  const parts = new URLSearchParams();
  const put = (name, value) => value !== null && value !== undefined && value !== '' && parts.set(name, value);
  const other = seen.compare ? findNode(seen.compare) : undefined;
  put('source', seen.source && sourceLabel(seen.source));
  put('session', seen.session ? (findNode(seen.session)?.node.id ?? wanted.session) : wanted.session);
  put('message', seen.message);
  put('compare', other ? other.node.id : wanted.compare);
  put('beside', other ? (other.source !== (seen.source ?? '') ? sourceLabel(other.source) : null) : wanted.beside);
  const branches = seen.branches ?? wanted.branches;
  put('branch', branches?.left);
  put('against', branches?.right);
  put('frame', seen.frame);
  put('tab', seen.tab);
  put('view', seen.view);
  const hash = parts.toString();
  return location.origin + location.pathname + location.search + (hash ? `#${hash}` : '');
}

export function go(change) {
  if ('session' in change) {
    wanted = { ...NOTHING };
    if (change.session !== at.session) Object.assign(at, { message: null, compare: null, branches: null });
  }
  // Who chooses a session of the source that is shown wants to see it.
  if (change.session && !('source' in change)) at.view = null;
  if ('compare' in change) wanted.compare = null;
  if ('branches' in change) wanted.branches = null;
  Object.assign(at, change);
  remember();
  writeAddress(link());
  at.dispatchEvent(new Event('go'));
}

export function readAddress() {
  addressIsRead();
  const parts = new URLSearchParams(location.hash.slice(1));
  Object.assign(at, { source: parts.get('source'), session: null, compare: null, branches: null, message: parts.get('message'), tab: parts.get('tab'), view: parts.get('view') });
  at.frame = parts.has('frame') ? Number(parts.get('frame')) : null;
  const branches = parts.has('branch') && parts.has('against') ? { left: parts.get('branch'), right: parts.get('against') } : null;
  wanted = { session: parts.get('session'), compare: parts.get('compare'), beside: parts.get('beside'), branches };
}

/** Ids of what is shown outlive its keys. */
function remember() {
  const node = at.session && findNode(at.session)?.node;
  if (node) wanted.session = node.id;
}

function nodeBy(id, source) {
  const nodes = source === undefined ? get('sessions')?.nodes : under('sessions').find(([rest]) => rest === (source && `@${source}`))?.[1].nodes;
  return nodes?.find(node => node.id === id);
}

/** Goes to what the address names as soon as it is there, and to a session again that has another key now. */
function resolve() {
  if (at.session && findNode(at.session)) {
    const before = wanted.session;
    remember();
    if (before !== wanted.session) writeAddress(link());
  } else if (wanted.session) {
    const node = nodeBy(wanted.session);
    if (!node) return;
    Object.assign(at, { session: node.key, compare: null, branches: null });
    at.dispatchEvent(new Event('go'));
  }
  if (wanted.branches && at.session && get(`m/${at.session}`)) {
    const { left, right } = wanted.branches;
    wanted.branches = null;
    at.dispatchEvent(new CustomEvent('compare-branches', { detail: { session: at.session, left, right } }));
  }
  if (wanted.compare && at.session && get(`m/${at.session}`)) {
    const other = nodeBy(wanted.compare, wanted.beside === null ? undefined : sourceOf(wanted.beside));
    if (!other) return;
    wanted.compare = null;
    at.dispatchEvent(new CustomEvent('compare', { detail: { left: at.session, right: other.key } }));
  }
}

watch(changed => {
  const isAbout = topic => topic.startsWith('sessions') || topic === 'sources' || topic === `m/${at.session}`;
  if (net.online && (changed === null || [...changed].some(isAbout))) resolve();
});
