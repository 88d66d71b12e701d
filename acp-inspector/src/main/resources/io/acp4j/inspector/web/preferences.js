// Settings of the user that outlive the inspector. They are cookies: the ports of a host share them, and each run may use another port.

const YEAR_SECONDS = 31_536_000;

/** The settings of this page. They are used where the browser stores nothing. */
const known = new Map();

const cookie = name => `acp-${name}=`;

/** Returns a setting; null if it was not set. */
export function preference(name) {
  if (known.has(name)) return known.get(name);
  try {
    const found = document.cookie.split('; ').find(each => each.startsWith(cookie(name)));
    return found === undefined ? null : decodeURIComponent(found.slice(cookie(name).length));
  } catch {
    return null; // The browser blocks cookies, or the value is not one of this page.
  }
}

/** Sets a setting; null removes it. */
export function setPreference(name, value) {
  known.set(name, value);
  const age = value === null ? 0 : YEAR_SECONDS;
  try {
    document.cookie = `${cookie(name)}${encodeURIComponent(value ?? '')}; path=/; SameSite=Strict; max-age=${age}`;
  } catch {
    // The browser blocks cookies: the setting ends with the page.
  }
}
