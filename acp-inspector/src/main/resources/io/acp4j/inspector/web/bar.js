// The address bar. Browsers count what a page writes there: Safari throws from the hundredth time in half a minute on, others do nothing.

/** How often may be written at once; a key that is held down moves faster than any browser lets a page write. */
const AT_ONCE = 40;

/** After how long it may be written once more: fewer than a hundred times in half a minute. */
const ONCE_MORE_MILLIS = 600;

let wanted = location.href;
let known = location.href;
let timer = null;
let full = 0; // When as much may be written at once as at the beginning.

/** What is still to be written is of what was shown before the address was read. */
export function addressIsRead() {
  clearTimeout(timer);
  timer = null;
  known = location.href;
}

/** Writes an address now, or as soon as it may be: of several that wait, the last. */
export function writeAddress(address) {
  wanted = address;
  if (timer === null) write();
}

function write() {
  timer = null;
  if (location.href !== known) return; // Somebody has gone to another address, which is about to be read.
  const now = performance.now();
  if (location.href !== wanted && full - now < AT_ONCE * ONCE_MORE_MILLIS) {
    full = Math.max(full, now) + ONCE_MORE_MILLIS;
    try {
      history.replaceState(null, '', wanted);
    } catch (error) {
      if (error.name !== 'SecurityError') throw error; // Else it is refused for now.
    }
    known = location.href;
  }
  if (location.href !== wanted) timer = setTimeout(write, ONCE_MORE_MILLIS);
}
