// A row of the list of frames.
import { at, bytes, duration, html, nothing } from '/base.js';
import { isLive } from '/elapsed.js';
import { framesOfScenario, runName, scenarioOf, showVerdict } from '/evidence.js';

/** The height of a row in pixels. */
export const HEIGHT = 26;

/** The requirement that a frame of the kit is about. */
const requirement = number => {
  const scenario = scenarioOf(number);
  const [first, ...rest] = scenario?.requirements ?? [];
  if (!first) return nothing;
  return html`<span class="mark ${first.outcome === 'fail' ? 'warn' : ''}" title=${`${scenario.name}: ${[first, ...rest].map(each => each.id).join(', ')}`}>${first.id}${rest.length ? ` +${rest.length}` : ''}</span>`;
};

/** One row of the list of frames. The list positions the row, and receives its clicks. */
export const frameRow = (list, line, findings) => {
  if (line.gone) return html`<div class="frame gone" role="option" aria-selected="false" .style=${`top:${list.scroll.place(line.i)}px`}>no longer stored</div>`;
  const isSelected = line.n === at.frame;
  const name = line.kind === 'event' ? (line.event ?? 'event') : (line.update ?? line.method ?? (line.kind === 'invalid' ? 'not a message' : line.kind));
  const time = new Date(line.us / 1000).toISOString().slice(11, 23);
  const arrow = { in: '←', out: '→', '': '·' }[line.dir];
  const way = { in: 'from the agent', out: 'to the agent', '': 'event' }[line.dir];
  return html`<div
    class="frame ${line.kind} ${line.problem ? 'problem' : ''}"
    role="option"
    id=${`frame-${line.n}`}
    aria-selected=${String(isSelected)}
    .style=${`top:${list.scroll.place(line.i)}px`}
    title=${line.problem ?? line.event ?? ''}
    @click=${() => list.choose(line)}
    @dblclick=${() => line.run > 1 && list.unfold(line.n, true)}
  >
    <span class="n">${line.n}</span><span class="time">${time}</span
    ><span class="way ${line.dir}" title=${way}>${arrow}</span>
    <span class="what"><span class="name">${name}</span>${line.id ? html`<span class="fid" title=${`id ${line.id}`}>${line.id}</span>` : nothing}${line.run > 1 ? html`<span class="mark">×${line.run.toLocaleString('en')}</span>` : nothing}${line.problem ? html`<span class="mark bad">!</span>` : nothing}${findings ? html`<span class="mark warn" title=${findings.map(each => each.text).join('\n')}>${findings[0].requirement}${findings.length > 1 ? ` +${findings.length - 1}` : ''}</span>` : nothing}${requirement(line.n)}</span>
    <span class="latency">${line.latency !== undefined && (line.kind === 'response' || line.kind === 'error') ? duration(line.latency) : line.waits && isLive() ? html`<x-elapsed title="No response yet" .since=${line.us / 1000}></x-elapsed>` : nothing}</span>
    <span class="size">${bytes(line.size)}</span>
  </div>`;
};

/** The verdicts of the scenario that a frame of the kit belongs to. */
export const scenarioVerdicts = number => {
  const scenario = scenarioOf(number);
  if (!scenario) return nothing;
  const newest = framesOfScenario(scenario.name);
  return html`<p class="verdicts">Scenario <code>${scenario.name}</code>${newest.run === scenario.run ? nothing : html` of an earlier run, ${runName(scenario)}`} ${scenario.requirements.map(
    each => html`<button class="quiet" aria-label=${`Show the verdict of ${each.id}`} @click=${() => showVerdict(each.id)}><span class="mark ${each.outcome === 'fail' ? 'bad' : ''}">${each.id}</span></button>`,
  )}</p>`;
};
