// Frames by connection: each connection is a group of the list, which begins with a divider.
import { html, nothing, repeat } from '/base.js';

const clock = micros => new Date(micros / 1000).toISOString().slice(11, 23);

/** The lines by connection, in their order. A connection has several groups if its late frames follow those of the next one. */
function groups(lines) {
  const all = [];
  const known = new Map();
  for (const line of lines) {
    const last = all.at(-1);
    const connection = line.conn ?? last?.connection ?? 0;
    if (last?.connection === connection) {
      last.lines.push(line);
    } else {
      const count = (known.get(connection) ?? 0) + 1;
      known.set(connection, count);
      all.push({ connection, key: `${connection} ${count}`, lines: [line] });
    }
  }
  return all;
}

/** The divider of a connection: its number, and where the connection starts, the time and the reason. */
function divider(line, top) {
  const reason = line.reason ? ` · ${line.reason}` : '';
  const text = line.start ? `Connection ${line.conn} · ${clock(line.us)}${reason}` : `Connection ${line.conn} continues`;
  return html`<div class="divider" role="presentation" title=${text} .style=${`top:${top}px`}><span>${text}</span></div>`;
}

/** The groups of the list. A screen reader announces the name of the group when the selection enters it. */
export function connectionGroups(lines, place, row) {
  return repeat(
    groups(lines),
    group => group.key,
    ({ connection, lines: own }) => {
      const start = own.find(line => line.divider && line.start);
      const name = `Connection ${connection}${start?.reason ? `, ${start.reason}` : ''}`;
      return html`<div role=${connection ? 'group' : 'presentation'} aria-label=${connection ? name : nothing}>${repeat(
        own,
        line => line.n ?? `${line.divider ? 'divider' : 'gone'} ${line.i}`,
        line => (line.divider ? divider(line, place(line.i)) : row(line)),
      )}</div>`;
    },
  );
}
