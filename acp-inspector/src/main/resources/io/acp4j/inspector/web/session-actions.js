// The actions on a session that the agent and the state of the session allow.
import { at } from '/base.js';
import { get } from '/store.js';

/** The reason why an action is not possible for a session; null if it is possible. */
export function refusal(name, node) {
  const { state, readOnly, can = {} } = get('connection') ?? {};
  const lacks = (capability, is) => (is ? null : `The agent does not advertise ${capability}.`);
  const isOpen = node.open ? 'It is open.' : null;
  const isClosed = node.open ? null : 'Open it first.';
  if (name === 'compare') return !at.session || at.session === node.key ? 'Choose another session first.' : null;
  if (readOnly) return 'It is read-only.';
  if (state !== 'connected') return 'Not connected.';
  const reasons = {
    load: () => lacks('loadSession', can.load) ?? isOpen,
    resume: () => lacks('sessionCapabilities.resume', can.resume) ?? isOpen,
    fork: () => lacks('sessionCapabilities.fork', can.fork) ?? isClosed,
    branches: () => isClosed,
    compareBranches: () => isClosed,
    rename: () => lacks('sessionCapabilities.title', can.rename),
    close: () => lacks('sessionCapabilities.close', can.close) ?? (node.open ? null : 'It is not open.'),
    delete: () => lacks('sessionCapabilities.delete', can.delete),
  };
  return reasons[name]();
}
