// Which words of two texts differ, marked where they stand: nothing is changed in what is drawn.

const MARK = 'differing-words';

/** How many steps the words of all texts of a comparison may take; what would take longer is marked whole. */
const MAX_STEPS = 20_000_000;

/** The words under an element, with the text node and the place where each stands. */
function words(element) {
  const found = [];
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.parentElement.closest('header, .hidden, [aria-hidden]')) continue;
    for (const match of node.data.matchAll(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu)) {
      found.push({ node, at: match.index, text: match[0] });
    }
  }
  return found;
}

/** Those words of two lists that are not in their longest common subsequence. */
function differing(left, right, budget) {
  let start = 0;
  while (start < left.length && start < right.length && left[start].text === right[start].text) start++;
  let a = left.length;
  let b = right.length;
  while (a > start && b > start && left[a - 1].text === right[b - 1].text) {
    a--;
    b--;
  }
  const one = left.slice(start, a);
  const two = right.slice(start, b);
  const steps = (one.length + 1) * (two.length + 1);
  if (steps > budget.left) return [...one, ...two];
  budget.left -= steps;
  const width = two.length + 1;
  const lengths = new Uint32Array(steps);
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = two.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        one[i].text === two[j].text ? lengths[(i + 1) * width + j + 1] + 1 : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  const alone = [];
  let i = 0;
  let j = 0;
  while (i < one.length && j < two.length) {
    if (one[i].text === two[j].text) {
      i++;
      j++;
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) alone.push(one[i++]);
    else alone.push(two[j++]);
  }
  return [...alone, ...one.slice(i), ...two.slice(j)];
}

/** Marks the words that differ in pairs of elements, and takes earlier marks away. Browsers without highlights show none. */
export function markWords(pairs) {
  if (!globalThis.CSS?.highlights) return;
  const budget = { left: MAX_STEPS };
  const mark = new Highlight();
  for (const [left, right] of pairs) {
    for (const { node, at, text } of differing(words(left), words(right), budget)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      mark.add(range);
    }
  }
  CSS.highlights.set(MARK, mark);
}
