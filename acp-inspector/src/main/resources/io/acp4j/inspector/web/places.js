// Which entries of a conversation belong to which frames.
import { get, under } from '/store.js';

const ROLES = { user_message: 'user', agent_message: 'agent', agent_thought: 'thought' };

function entries(session) {
  return under(`e/${session}/`)
    .map(([position, entry]) => ({ position: Number(position), entry }))
    .filter(each => each.entry)
    .sort((a, b) => a.position - b.position);
}

/** The last turn of a session that has anything to show. */
function lastTurn(all) {
  return Math.max(0, ...all.map(each => each.entry.turn));
}

/** What the frames of an entry are found by: its id, or how many turns came after its own. */
export function framesOf(session, entry) {
  const { id, version } = { id: get('sessions')?.nodes.find(each => each.key === session)?.id, version: get('connection')?.version };
  // A prompt of version 1 has no id when it is sent, whatever the agent calls it afterwards.
  const isPrompt = entry.type === 'message' && entry.role === 'user' && version !== 2;
  const subject = isPrompt ? null : (entry.id ?? null);
  const back = entry.turn > 0 ? lastTurn(entries(session)) - entry.turn : -1;
  return { session: id ?? null, subject, back };
}

/** The positions of the entries that a frame is about. */
export function entriesOf(session, { subject, method, update, back }) {
  const all = entries(session);
  const named = subject ? all.filter(each => each.entry.id === subject) : [];
  if (named.length) return named.map(each => each.position);
  if (back === undefined || back < 0) return [];
  const turn = lastTurn(all) - back;
  const role = method === 'session/prompt' ? 'user' : ROLES[update?.replace(/_chunk$/, '')];
  return role ? all.filter(each => each.entry.turn === turn && each.entry.role === role).map(each => each.position) : [];
}
