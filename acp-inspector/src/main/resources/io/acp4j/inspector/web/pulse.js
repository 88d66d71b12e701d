// Detects an inspector that does not respond although its connection is open, for instance because its process is stopped.
import { announce, ask, net } from '/store.js';

const EVERY_MILLIS = 1000;

/** The maximum time for a response, and for a new connection, without a report. */
const PATIENCE_MILLIS = 5000;

let asked = null;
let offlineSince = performance.now();
let before = performance.now();

/** Sets net.trouble: `silent` if the inspector does not respond, `gone` if it cannot be reached, else null. */
function found(trouble) {
  if (net.trouble === trouble) return;
  net.trouble = trouble;
  announce(null);
}

function responded() {
  asked = null;
  if (net.online) found(null);
}

function check() {
  const now = performance.now();
  // Browsers hold the timers of a page that is in the background, and the machine may have slept.
  const isLate = now - before > 3 * EVERY_MILLIS;
  before = now;
  if (!net.online) {
    asked = null;
    if (isLate) offlineSince = now;
    offlineSince ??= now;
    if (now - offlineSince > PATIENCE_MILLIS) found('gone');
    return;
  }
  offlineSince = null;
  if (asked === null) {
    asked = now;
    ask('ping').then(responded, () => (asked = null));
  } else if (isLate) {
    asked = now;
  } else if (now - asked > PATIENCE_MILLIS) {
    found('silent');
  }
}

setInterval(check, EVERY_MILLIS);
