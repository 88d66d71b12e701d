// Texts about a session for the tree and the headings: its origin, its last activity, its directory.
import { html, icon, nothing } from '/base.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const EXACT = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' });
const ACTION = { edited: 'was edited', regenerated: 'was regenerated' };

const quoted = name => `“${name}”`;

/** A sentence about the origin of a fork; empty for other sessions. */
export function origin({ fork }) {
  if (!fork) return '';
  const source = `A fork of ${fork.from ? quoted(fork.from) : 'a session that is not listed'}`;
  const number = fork.number ?? '?';
  const text = ACTION[fork.kind] ? `${source}: message ${number} ${ACTION[fork.kind]}` : `${source}, after message ${number}`;
  return fork.isFromDeleted ? `${text}; the source was deleted` : text;
}

/** The kind of a fork and its source, beside the title of a conversation. */
export const originMark = node =>
  node.mark
    ? html`<span class="mark origin" title=${origin(node)}>${icon('fork')} ${node.mark}${node.fork?.from ? html`<span class="from"> of ${quoted(node.fork.from)}</span>` : nothing}</span>`
    : nothing;

/** The note of a session that is no longer listed below its source. */
export const orphanNote = ({ fork }) => (fork?.isFromDeleted ? `its parent ${quoted(fork.from)} was deleted` : '');

/** The notice after a deletion: the place where the forks of the session are listed now. */
export function movedNote({ name, moved, under }) {
  const forks = moved.length === 1 ? `Its fork ${quoted(moved[0])} is` : `Its ${moved.length} forks are`;
  return `${quoted(name)} was deleted. ${forks} now listed ${under ? `under ${quoted(under)}` : 'at the top'}.`;
}

/** The time since the last activity, in few characters. */
export function ago(time, now = Date.now()) {
  const since = now - time;
  if (since < -MINUTE || since >= 30 * DAY) return new Date(time).toISOString().slice(0, 10);
  if (since < MINUTE) return 'now';
  if (since < HOUR) return `${Math.floor(since / MINUTE)} min ago`;
  return since < DAY ? `${Math.floor(since / HOUR)} h ago` : `${Math.floor(since / DAY)} d ago`;
}

/** The last activity of a session in milliseconds; null if it is unknown. */
export function lastActive({ activeAt }) {
  const time = activeAt ? Date.parse(activeAt) : NaN;
  return Number.isNaN(time) ? null : time;
}

export const exact = time => EXACT.format(time);

/** The directory that a session is compared with: the one of the connection, else the most frequent one of the list. */
export function usualDirectory(connection, nodes) {
  if (connection.cwd) return connection.cwd;
  const counts = new Map();
  for (const { cwd } of nodes) counts.set(cwd, (counts.get(cwd) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** The end of a path, which is enough to distinguish directories; the title of the element contains the whole path. */
export function shortPath(path) {
  const parts = path.split(/[/\\]/).filter(Boolean);
  return parts.length > 2 ? `…/${parts.slice(-2).join('/')}` : path;
}

/** The second line of a row. */
export function facts(node, usual) {
  const time = lastActive(node);
  const isElsewhere = node.cwd && node.cwd !== usual;
  const note = orphanNote(node);
  return html`${note ? html`<span class="note">${note}</span>` : nothing}${time !== null || isElsewhere
    ? html`<span class="about-row">${time === null ? nothing : html`<time datetime=${new Date(time).toISOString()} title=${`last activity: ${exact(time)}`}>${ago(time)}</time>`}${isElsewhere ? html`<code title=${node.cwd}>${shortPath(node.cwd)}</code>` : nothing}</span>`
    : nothing}`;
}

/** The same facts as text, for the accessible name of a row. */
export function factsAsText(node, usual) {
  const time = lastActive(node);
  return [origin(node), orphanNote(node), time === null ? '' : `last activity ${ago(time)}`, node.cwd && node.cwd !== usual ? `in ${node.cwd}` : ''].filter(Boolean).map(each => `, ${each}`).join('');
}

/** The sessions whose title, ID or directory contains a text, with their ancestors. */
export function matching(nodes, text) {
  const searched = text.trim().toLowerCase();
  const isHit = node => [node.name, node.title, node.id, node.cwd, node.mark].some(each => each?.toLowerCase().includes(searched));
  const hits = new Set(nodes.filter(isHit).map(node => node.key));
  const byKey = new Map(nodes.map(node => [node.key, node]));
  const shown = new Set();
  for (const key of hits) {
    for (let node = byKey.get(key); node && !shown.has(node.key); node = byKey.get(node.parent)) shown.add(node.key);
  }
  return { nodes: nodes.filter(node => shown.has(node.key)), hits };
}
