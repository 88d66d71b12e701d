// Starts the agent again, for instance because it hangs or has died, and opens the session that is shown.
import { at, failed, go, html, icon, nothing, say } from '/base.js';
import { keep, kept } from '/kept.js';
import { ask, findNode, get, net } from '/store.js';

export async function restart() {
  const { source } = net;
  const session = at.session && findNode(at.session) ? at.session : undefined;
  const draft = session && kept(`draft/${session}`);
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
  }
}

export function restartButton() {
  const { state, readOnly } = get('connection') ?? {};
  if (net.source !== '' || !state || readOnly) return nothing;
  const title = state === 'closed' ? 'Starts the agent and opens the session that is shown' : 'Ends the connection, starts the agent again, and opens the session that is shown';
  return html`<button class="restart" title=${title} aria-label="Restart" ?disabled=${!net.online} @click=${restart}>${icon('refresh')} <span>Restart</span></button>`;
}
