// What is known of the agent, of the wire, and what it writes to its error output.
import { View, bytes, failed, html, nothing } from '/base.js';
import { ask, downloads, get, net } from '/store.js';

const OFFERS = [
  ['readFiles', 'read files', 'fs.readTextFile'],
  ['writeFiles', 'write files', 'fs.writeTextFile; you confirm each write'],
  ['terminals', 'run commands', 'terminal; you confirm each command'],
  ['forms', 'show forms', 'elicitation'],
];

const requests = count => (count === 1 ? '1 request' : `${count ?? 0} requests`);

class AgentView extends View {
  isAbout(topic) {
    return topic === 'connection';
  }

  render() {
    const connection = get('connection') ?? {};
    const rows = [];
    const walk = (value, path) => {
      if (value === null || typeof value !== 'object') rows.push([path, String(value), value !== false && value !== null]);
      else if (Object.keys(value).length === 0) rows.push([path, 'yes', true]);
      else for (const [name, member] of Object.entries(value)) walk(member, path ? `${path}.${name}` : name);
    };
    if (connection.capabilities) walk(connection.capabilities, '');
    const offer = event => {
      event.preventDefault();
      const chosen = Object.fromEntries(OFFERS.map(([name]) => [name, event.target.elements[name].checked]));
      ask('connect', { offer: chosen }).catch(failed);
    };
    return html`<div class="panel" tabindex="0" role="region" aria-label="About the agent">
      <dl>
        <dt>command or address</dt><dd><code>${connection.source}</code></dd>
        <dt>state</dt><dd>${connection.state}${connection.failure ? html`: <span class="bad">${connection.failure}</span>` : nothing}</dd>
        ${connection.agent ? html`<dt>agent</dt><dd>${connection.agent} ${connection.agentVersion}</dd><dt>protocol version</dt><dd>${connection.version}</dd>` : nothing}
      </dl>
      ${connection.readOnly ? nothing : html`<h3>Client capabilities</h3>
      <form @submit=${offer}>
        ${OFFERS.map(
          ([name, label, title]) => html`<label class="check" title=${title}><input type="checkbox" name=${name} ?checked=${connection.offered?.[name]} /> ${label}</label>`,
        )}
        <div class="buttons">
          <button type="submit" ?disabled=${!net.online || connection.state === 'connecting'}>${connection.state === 'connected' ? 'Apply and restart' : 'Connect'}</button>
          ${connection.state !== 'closed' ? html`<button type="button" @click=${() => ask('disconnect').catch(failed)}>Disconnect</button>` : nothing}
        </div>
      </form>`}
      <h3>Agent capabilities</h3>
      ${rows.length
        ? html`<table><tbody>${rows.map(([path, value, is]) => html`<tr class=${is ? '' : 'no'}><th scope="row"><code>${path}</code></th><td>${value}</td></tr>`)}</tbody></table>`
        : html`<p class="empty">Unknown until the agent responds to initialize.</p>`}
    </div>`;
  }
}

class WireView extends View {
  isAbout(topic) {
    return topic === 'wire' || topic === 'connection' || topic === 'sources';
  }

  render() {
    const wire = get('wire') ?? {};
    return html`<div class="panel" tabindex="0" role="region" aria-label="Totals and export">
      <dl>
        <dt>received</dt><dd>${(wire.framesIn ?? 0).toLocaleString('en')} frames, ${bytes(wire.bytesIn ?? 0)}</dd>
        <dt>sent</dt><dd>${(wire.framesOut ?? 0).toLocaleString('en')} frames, ${bytes(wire.bytesOut ?? 0)}</dd>
        <dt>invalid</dt><dd class=${wire.problems ? 'bad' : ''}>${(wire.problems ?? 0).toLocaleString('en')}</dd>
        <dt>pending at the agent</dt><dd>${requests(wire.waitingForAgent)}</dd>
        <dt>pending at the client</dt><dd>${requests(wire.waitingForClient)}</dd>
        ${wire.queuedIn === undefined ? nothing : html`<dt>queued for handlers</dt><dd>${bytes(wire.queuedIn)}</dd>
        <dt>queued to be written</dt><dd>${bytes(wire.queuedOut)}</dd>`}
      </dl>
      <h3>Save</h3>
      <p><a href=${`${downloads()}/recording.jsonl`} download>Recording</a> as JSON lines, without secrets. Or <a href=${`${downloads()}/recording-with-secrets.jsonl`} download>with secrets</a>: check it before you share it.</p>
      <div class="buttons">
        <a class="button" href=${`${downloads()}/recording.html`} download title="One HTML file, without secrets">Export as HTML</a>
        ${get('connection')?.version === 1 ? html`<a class="button" href=${`${downloads()}/RecordedConversationTest.java`} download title="A JUnit class with FakeAgent and FakeClient of acp-test, without secrets">Export as JUnit test</a>` : nothing}
      </div>
      ${(get('sources') ?? []).some(each => each.id === net.source && each.opened)
        ? html`<h3>Opened file</h3><p>This recording was opened in the page. Closing it does not delete the file.</p>
          <div class="buttons"><button @click=${() => ask('close-recording', { source: net.source }).catch(failed)}>Close this recording</button></div>`
        : nothing}
    </div>`;
  }
}

class ErrorsView extends View {
  isAbout(topic) {
    return topic === 'stderr';
  }

  updated() {
    const list = this.querySelector('pre');
    if (list) list.scrollTop = list.scrollHeight;
  }

  render() {
    const errors = get('stderr') ?? { count: 0, lines: [] };
    return html`<div class="panel errors">
      ${errors.count > errors.lines.length ? html`<p class="empty">The last ${errors.lines.length.toLocaleString('en')} of ${errors.count.toLocaleString('en')} lines.</p>` : nothing}
      <pre tabindex="0" aria-label="Error output of the agent">${errors.lines.length ? errors.lines.join('\n') : 'No error output.'}</pre>
    </div>`;
  }
}

customElements.define('x-agent', AgentView);
customElements.define('x-wire', WireView);
customElements.define('x-errors', ErrorsView);
