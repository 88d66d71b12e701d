// The result of the last run of the conformance kit.
import { html, nothing, prose } from '/base.js';
import { PROFILES } from '/kit-choice.js';

const VERDICTS = {
  PASS: 'Every MUST that could be observed was met.',
  FAIL: 'At least one MUST was not met.',
  INCOMPLETE: 'No MUST failed, but some could not be checked because of an error or a timeout.',
  PARTIAL: 'No MUST failed, but only some requirements were checked.',
};

const number = count => count.toLocaleString('en');
const requirements = count => (count === 1 ? '1 requirement' : `${number(count)} requirements`);
const isJudged = profile => profile.pass + profile.fail > 0;

const tone = outcome => (outcome === 'PASS' ? 'good' : outcome === 'FAIL' ? 'bad' : '');
const verdictMark = verdict => html`<span class="mark ${tone(verdict)}" title=${VERDICTS[verdict] ?? ''}>${verdict}</span>`;

function scenarioLine({ name, outcome, text }) {
  return html`<li data-scenario=${name}><span class="mark ${tone(outcome.toUpperCase())}">${outcome.replace('_', ' ')}</span> <b>${name}</b> ${prose(text)}</li>`;
}

function row(profile) {
  const { verdict } = profile;
  return html`<tr data-profile=${profile.name}><th scope="row">${PROFILES[profile.name]?.name ?? profile.name}</th>
    <td>${isJudged(profile) || verdict === 'FAIL' ? verdictMark(verdict) : 'not judged'}</td>
    <td>${number(profile.pass)}</td><td>${number(profile.fail)}</td><td>${number(profile.not_tested)}</td><td>${number(profile.skipped)}</td></tr>`;
}

/** Shows the verdict and the counts of each profile, and the reasons for requirements without a verdict. */
export function kitSummary({ only, verdict, judged, selected, profiles, proposals, scenarios, reasons }, protocol) {
  if (!profiles?.length) return nothing;
  const verdicts = [...new Set(profiles.filter(isJudged).map(each => each.verdict))];
  const list = html`<ul>${reasons.map(each => html`<li>${requirements(each.count)}: ${prose(each.text)}</li>`)}</ul>`;
  return html`<section class="kit-summary" aria-label="Result of the last run" role="status">
    <h3>${scenarios.length ? 'Fork scenarios' : only ? only.replaceAll(',', ', ') : 'All areas'}, version ${protocol}</h3>
    ${scenarios.length ? html`<ul class="scenarios">${scenarios.map(scenarioLine)}</ul>` : html`<p>Verdict: ${verdictMark(verdict)}</p>`}
    <table><thead><tr><th scope="col">profile</th><th scope="col">verdict</th><th scope="col">passed</th><th scope="col">failed</th><th scope="col">not tested</th><th scope="col">skipped</th></tr></thead>
      <tbody>${profiles.map(row)}</tbody></table>
    ${proposals.filter(each => !each.reason.startsWith('the profile')).map(each => html`<p class="said">The verdict includes the proposal ${each.name}: ${prose(each.reason)}.</p>`)}
    ${verdicts.map(each => html`<p class="said">${each}: ${VERDICTS[each]} Failed recommendations (SHOULD, MAY) do not count.</p>`)}
    ${judged ? nothing : html`<p class="bad"><b>Nothing was judged.</b> None of the ${requirements(selected)} could be checked with this agent.</p>`}
    ${reasons.length === 0 ? nothing : judged ? html`<details><summary>Why some requirements have no verdict</summary>${list}</details>` : list}
  </section>`;
}
