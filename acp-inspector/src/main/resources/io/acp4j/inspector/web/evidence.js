// The frames of runs of the kit, which are a source of their own: from a requirement to them and back.
import { at } from '/address.js';
import { get, net } from '/store.js';

/** Where the frames of a scenario are, those of its newest run; undefined when there are none. */
export const framesOfScenario = name => get('evidence')?.scenarios.findLast(each => each.name === name);

/** What the frames of runs belong to, the newest run first. */
export function runs() {
  const found = [];
  for (const each of get('evidence')?.scenarios ?? []) {
    if (found[0]?.number !== each.run) found.unshift({ number: each.run, begun: each.begun, only: each.only, scenarios: [] });
    found[0].scenarios.push(each);
  }
  return found;
}

/** What a run is called. */
export const runName = run => `${run.only || 'all'}, ${new Date(run.begun).toLocaleTimeString('en', { hour12: false })}`;

/** The scenario that a frame belongs to; undefined for frames of others. */
export const scenarioOf = number =>
  net.source === 'kit' ? get('evidence')?.scenarios.find(each => number >= each.from && number < each.end) : undefined;

export const showFrames = scenario => at.dispatchEvent(new CustomEvent('evidence', { detail: scenario }));

/** Shows what was found for a requirement. */
export const showVerdict = id => at.dispatchEvent(new CustomEvent('verdict', { detail: id }));
