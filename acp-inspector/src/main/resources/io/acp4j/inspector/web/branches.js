// Two branches inside one session side by side.
import { at, html } from '/base.js';
import { get } from '/store.js';
import { Comparison } from '/compare.js';
import { navigate } from '/entry.js';

/** Compares two branches of a session, named by the messages they end with. */
export function compareBranches(session, left, right) {
  at.dispatchEvent(new CustomEvent('compare-branches', { detail: { session, left, right } }));
}

/** Compares the branch that is shown with the one beside it; returns whether there are two. */
export function compareShown(session, leaves) {
  const now = Math.max(0, leaves.findIndex(each => each.shown));
  const other = leaves[now - 1] ?? leaves[now + 1];
  if (!other) return false;
  compareBranches(session, leaves[now].id, other.id);
  return true;
}

class BranchComparison extends Comparison {
  title() {
    return 'Comparison of branches';
  }

  usageOf() {
    return 'last reported by the agent on this branch';
  }

  choose(side, id) {
    const { left, branches } = this.shown;
    const { left: a, right: b } = { ...branches, [side]: id };
    // Choosing what is on the other side swaps the two.
    if (a === b) compareBranches(left, branches.right, branches.left);
    else compareBranches(left, a, b);
  }

  async show(id) {
    const { shown } = this;
    if ((await navigate(shown.left, id)) && this.isConnected && this.shown === shown) this.close();
  }

  branch(side, facts) {
    const { left: session, branches } = this.shown;
    const leaf = branches.leaves.find(each => each.id === branches[side]);
    const isBusy = Boolean(get(`m/${session}`)?.running);
    return html`<header class="branch">
      <select aria-label=${side === 'left' ? 'Branch on the left' : 'Branch on the right'} @change=${event => this.choose(side, event.target.value)}>
        ${branches.leaves.map((each, index) => html`<option value=${each.id} ?selected=${each.id === branches[side]}>${index + 1}: ${each.name || each.id}</option>`)}
      </select>
      ${leaf?.shown
        ? html`<span class="mark">current</span>`
        : html`<button aria-disabled=${String(isBusy)} title=${isBusy ? 'A turn is running.' : 'The session continues at the end of this branch'} @click=${() => isBusy || this.show(branches[side])}>Switch to this branch</button>`}
      ${this.facts(facts)}
    </header>`;
  }

  heads() {
    const { sides } = this.shown;
    return html`${this.branch('left', sides[0])} ${this.branch('right', sides[1])}`;
  }

  isAbout(topic) {
    return super.isAbout(topic) || topic === `m/${this.shown?.left}`;
  }

  same() {
    return html`<p class="empty">The two branches are identical.</p>`;
  }
}

customElements.define('x-branch-comparison', BranchComparison);

/** The button that leads from the place where branches part to their comparison. */
export const comparesBranches = () => get('connection')?.can?.compareBranches ?? false;
