// What a page that is reloaded, or opened again, shows as before: for as long as the inspector runs.
import { onEpoch } from '/store.js';

const KEY = 'kept';
const listeners = new Set();
let epoch = '';

function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    return found?.epoch === epoch ? found.values : {};
  } catch {
    return {};
  }
}

onEpoch(now => {
  epoch = now;
  for (const callback of listeners) callback();
});

/** Calls back when it is known what was kept. */
export function onKept(callback) {
  listeners.add(callback);
}

export function kept(name) {
  return epoch ? stored()[name] : undefined;
}

/** Keeps a value; null and the empty text are not kept. */
export function keep(name, value) {
  if (!epoch) return;
  const values = stored();
  if (value === null || value === '') delete values[name];
  else values[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify({ epoch, values }));
  } catch {
    // There is no room for it: it is lost with the page.
  }
}
