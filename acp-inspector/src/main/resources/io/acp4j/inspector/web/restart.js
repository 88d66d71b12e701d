// Starts the agent again, for instance because it hangs or has died, and opens the session that is shown.
import { at, failed, go, html, icon, nothing, say } from '/base.js';
import { keep, kept } from '/kept.js';
import { announce, ask, findNode, get, net } from '/store.js';

let isRestarting = false;

/** The state of the connection to show: an agent that is being started again counts as connecting before the server reports it. */
export const shownState = () => (isRestarting && net.source === '' ? 'connecting' : get('connection')?.state);

function setRestarting(value) {
  isRestarting = value;
  announce(new Set(['connection']));
}

export async function restart() {
  if (isRestarting) return;
  const { source } = net;
  const session = at.session && findNode(at.session) ? at.session : undefined;
  const draft = session && kept(`draft/${session}`);
  setRestarting(true);
  try {
    const { select } = await ask('connect', { offer: get('connection')?.offered, session });
    if (!session) return;
    if (select && select !== session && draft) {
      keep(`draft/${session}`, '');
      at.dispatchEvent(new CustomEvent('draft', { detail: { session: select, text: draft } }));
    }
    if (source !== net.source || (at.session !== session && findNode(at.session))) return;
    if (select) go({ session: select });
    else say('The agent was started again. It can neither load nor resume sessions, so the session is closed.', true);
  } catch (error) {
    failed(error);
  } finally {
    setRestarting(false);
  }
}

export function restartButton() {
  const { state, readOnly } = get('connection') ?? {};
  if (net.source !== '' || !state || readOnly) return nothing;
  const title = state === 'closed' ? 'Starts the agent and opens the session that is shown' : 'Ends the connection, starts the agent again, and opens the session that is shown';
  return html`<button class="restart" title=${title} aria-label="Restart" ?disabled=${!net.online || isRestarting} @click=${restart}>${icon('refresh')} <span>Restart</span></button>`;
}
