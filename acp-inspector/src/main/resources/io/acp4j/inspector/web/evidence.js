// The frames of runs of the kit, which are a source of their own: from a requirement to them and back.
import { at } from '/address.js';
import { get, net } from '/store.js';

/** Where the frames of a scenario are; undefined when there are none. */
export const framesOfScenario = name => get('evidence')?.scenarios.find(each => each.name === name);

/** The scenario that a frame belongs to; undefined for frames of others. */
export const scenarioOf = number =>
  net.source === 'kit' ? get('evidence')?.scenarios.find(each => number >= each.from && number < each.end) : undefined;

export const showFrames = scenario => at.dispatchEvent(new CustomEvent('evidence', { detail: scenario }));

/** Shows what was found for a requirement. */
export const showVerdict = id => at.dispatchEvent(new CustomEvent('verdict', { detail: id }));
