// What the server shows: a value for each topic, kept up to date over one WebSocket that resumes where it was cut.

const topics = new Map();
const watchers = new Set();
const waiting = new Map();
let socket = null;
let epoch = '';
let seq = 0;
let nextId = 1;
let retry = 0;

/** Topics that each source has: recordings and taps are sources, an agent that is driven is the only one. */
const OF_SOURCE = new Set(['connection', 'wire', 'stderr', 'sessions', 'findings']);

/** How long the server waits for a page that nobody sees. */
const UNSEEN_MILLIS = 500;

export const net = { source: '', online: false, known: false, trouble: null, ahead: 0, view: 0, size: 0, end: 0, first: 0, scanning: false, refused: false };

/** The time of the inspector's clock, in milliseconds since 1970. */
export const now = () => Date.now() + net.ahead;

export function get(topic) {
  return topics.get(net.source && OF_SOURCE.has(topic) ? `${topic}@${net.source}` : topic);
}

/** What a topic is called for those who look at the source that is shown. */
function shown(topic) {
  const [name, source] = topic.split('@');
  return source && source === net.source && OF_SOURCE.has(name) ? name : topic;
}

/** A session of any source by its key, with the id of its source; that of an agent that is driven is empty. */
export function findNode(key) {
  for (const [rest, value] of under('sessions')) {
    const node = value.nodes.find(each => each.key === key);
    if (node) return { node, source: rest.replace('@', '') };
  }
  return undefined;
}

/** What a session is called. */
export const nameOf = node => (node.name === node.id && node.title ? node.title : node.name);

export function sourceName(source) {
  return get('sources')?.find(each => each.id === source)?.name ?? '';
}

/** Where the frames of the source that is shown are loaded from. */
export function downloads() {
  return net.source ? `/source/${net.source}` : '';
}

/** Shows another source. */
export function setSource(source) {
  if (net.source === source) return;
  net.source = source;
  if (viewFilter) setView(viewFilter);
  announce(null);
}

/** The topics that begin alike, as [rest of the name, value]. */
export function under(prefix) {
  const found = [];
  for (const [topic, value] of topics) {
    if (topic.startsWith(prefix)) found.push([topic.slice(prefix.length), value]);
  }
  return found;
}

/** Calls back with the set of changed topics, or with null when the socket or the log has changed. */
export function watch(callback) {
  watchers.add(callback);
  return () => watchers.delete(callback);
}

/** Has the page drawn anew for some topics, or for all of them. */
export function announce(changed) {
  for (const callback of watchers) callback(changed);
}

/** Asks the server for something; fails with its reason. */
export function ask(name, args = {}) {
  return new Promise((resolve, reject) => {
    if (!net.online) {
      reject(new Error('The inspector is not connected; is it still running?'));
      return;
    }
    const id = nextId++;
    waiting.set(id, { resolve, reject, name, args });
    socket.send(JSON.stringify({ ...args, id, do: name }));
  });
}

const doneListeners = new Set();

/** Calls back after each request that the server has carried out, with its name, arguments and result. */
export function onDone(callback) {
  doneListeners.add(callback);
  return () => doneListeners.delete(callback);
}

/** Sends something that has no reply of its own. */
export function tell(name, args = {}) {
  if (net.online) socket.send(JSON.stringify({ ...args, do: name }));
}

const epochListeners = new Set();

/** Calls back with what tells one run of the inspector from the next. */
export function onEpoch(callback) {
  epochListeners.add(callback);
}

const lineListeners = new Set();

export function onLines(callback) {
  lineListeners.add(callback);
  return () => lineListeners.delete(callback);
}

/** What has come and is not drawn yet: topics, or null for everything. */
let pending = new Set();

function drawRound(round) {
  const changed = pending;
  pending = new Set();
  announce(changed);
  // The next round comes when this one is on the screen. Pages that nobody sees are drawn by no frame, and wait less often.
  const to = socket;
  let told = false;
  const tellOnce = () => {
    if (!told && to.readyState === WebSocket.OPEN) to.send(JSON.stringify({ do: 'drawn', round }));
    told = true;
  };
  requestAnimationFrame(() => setTimeout(tellOnce));
  setTimeout(tellOnce, UNSEEN_MILLIS);
}

function receive(message) {
  if (message.t === 'state') {
    net.known = true;
    if (message.reset) {
      topics.clear();
      pending = null;
    }
    if (epoch !== message.epoch) {
      epoch = message.epoch;
      for (const callback of epochListeners) callback(epoch);
    }
    seq = message.seq;
    net.ahead = message.now - Date.now();
    for (const [topic, value] of message.set) {
      if (value === null) topics.delete(topic);
      else topics.set(topic, value);
      pending?.add(shown(topic));
    }
  } else if (message.t === 'log') {
    if (message.view !== net.view) return;
    Object.assign(net, { size: message.size, end: message.end, first: message.first, scanning: message.scanning });
    pending?.add('log');
  } else if (message.t === 'round') {
    drawRound(message.n);
  } else if (message.t === 'lines') {
    if (message.view === net.view) for (const callback of lineListeners) callback(message.lines);
  } else if (message.t === 'reply') {
    const asked = waiting.get(message.re);
    waiting.delete(message.re);
    if (!message.ok) {
      asked?.reject(new Error(message.error));
    } else if (asked) {
      const value = message.value ?? message;
      asked.resolve(value);
      for (const callback of doneListeners) callback({ name: asked.name, args: asked.args, value });
    }
  }
}

let viewFilter = null;

/** Shows other rows of the log. */
export function setView(filter) {
  viewFilter = filter;
  net.view++;
  net.size = 0;
  net.scanning = true;
  tell('view', { view: net.view, filter, source: net.source });
}

export function connect() {
  socket = new WebSocket(`ws://${location.host}/ws`);
  socket.onopen = () => {
    net.online = true;
    retry = 0;
    socket.send(JSON.stringify({ do: 'hello', epoch, seq }));
    if (viewFilter) tell('view', { view: net.view, filter: viewFilter, source: net.source });
    announce(null);
  };
  socket.onmessage = event => receive(JSON.parse(event.data));
  socket.onclose = () => {
    net.online = false;
    for (const { reject } of waiting.values()) reject(new Error('The connection to the inspector was lost.'));
    waiting.clear();
    announce(null);
    setTimeout(connect, Math.min(5000, 200 * 2 ** retry++));
  };
}
