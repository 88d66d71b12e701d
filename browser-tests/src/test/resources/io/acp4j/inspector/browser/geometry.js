/*
 * Geometric checks of the page that is shown. The file is one function, so that a test can evaluate it in any page:
 *
 *   page.evaluate(source, { scope: 'main' })
 *
 * Returns a list of findings, each with a check, the selector path of an element, and a text with the numbers in CSS pixels.
 *
 * Options, each a list of selectors:
 *   scope     elements whose content is checked; the whole body by default
 *   panels    elements that must not be blank if they have content
 *   sideways  elements that may be scrolled horizontally
 *   canvases  elements that stand for the whole content of a list that draws only the rows in sight
 *   floats    elements that are above others on purpose
 *   oneLine   containers whose children must be in one line
 */
options => {
  const { scope = 'body', panels = '', sideways = '', canvases = '', floats = '', oneLine = '' } = options ?? {};

  /** Rounding of fractions of a pixel. */
  const ROUNDING = 1.5;
  /** Text is drawn in a box that may be higher than its line. */
  const GLYPHS = 5;
  /** Space that may follow the last content of a scrolled element: padding and margins. */
  const END = 64;
  /** The smallest part of a control that can be used. */
  const USABLE = 6;
  const SMALLEST_PANEL = 40;
  const SHORT_LABEL = 24;
  const LONGEST_WORD = 16;

  const CONTROLS = 'button, a[href], input, select, textarea, summary, label.button, [role=tab], [role=treeitem], [role=option]';
  const WHOLE = 'svg, img, input, select, textarea, progress, canvas, video, iframe';

  const found = new Map();
  const styles = new Map();
  const boxes = new Map();
  const chains = new Map();

  const is = (element, selectors) => selectors !== '' && element.matches(selectors);
  const within = (element, selectors) => selectors !== '' && element.closest(selectors) !== null;
  const px = number => Math.round(number * 10) / 10;

  function styleOf(element) {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  }

  function boxOf(element) {
    if (!boxes.has(element)) boxes.set(element, element.getBoundingClientRect());
    return boxes.get(element);
  }

  /** Returns a selector that is short and stays the same when rows are added: ids of rows and positions are left out. */
  function pathOf(element) {
    const parts = [];
    for (let each = element; each && each !== document.body && parts.length < 6; each = each.parentElement) {
      const name = each.localName;
      const id = each.id && !/\d/.test(each.id) ? `#${each.id}` : '';
      const classes = [...each.classList].map(one => `.${one}`).join('');
      const role = each.getAttribute('role');
      parts.unshift(id ? name + id : name + classes + (!classes && role ? `[role=${role}]` : ''));
      if (id) break;
    }
    return parts.join(' > ');
  }

  function report(check, element, text) {
    const path = pathOf(element);
    const key = `${check} ${path}`;
    const same = found.get(key);
    if (same) same.count++;
    else found.set(key, { check, path, text, count: 1 });
  }

  /** An element with `display: contents` has no box and is as visible as its content. */
  const isShown = element => styleOf(element).display === 'contents' || element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });

  /** True for text that only screen readers read. */
  function isForReadersOnly(element) {
    const box = boxOf(element);
    return box.width <= 1 && box.height <= 1 && styleOf(element).overflowX !== 'visible';
  }

  const scrollsX = element => /auto|scroll/.test(styleOf(element).overflowX);
  const scrollsY = element => /auto|scroll/.test(styleOf(element).overflowY);
  const clipsX = element => styleOf(element).overflowX !== 'visible';
  const clipsY = element => styleOf(element).overflowY !== 'visible';
  const isPositioned = element => styleOf(element).position !== 'static' || styleOf(element).transform !== 'none' || styleOf(element).containerType !== 'normal';
  const isPlaced = element => /absolute|fixed/.test(styleOf(element).position);

  /** Returns the ancestors whose boxes and clipping apply to an element: the containing blocks, which are not always its parents. */
  function chainOf(element) {
    if (chains.has(element)) return chains.get(element);
    const { position } = styleOf(element);
    let parent = element.parentElement;
    if (position === 'absolute') while (parent && !isPositioned(parent)) parent = parent.parentElement;
    if (position === 'fixed') while (parent && styleOf(parent).transform === 'none') parent = parent.parentElement;
    const isEnd = !parent || parent === document.documentElement || parent === document.body;
    const chain = isEnd ? [] : [parent, ...chainOf(parent)];
    chains.set(element, chain);
    return chain;
  }

  const roots = [...document.querySelectorAll(scope)].filter(isShown);
  const isInScope = element => roots.some(root => root.contains(element));

  /** Drawn content: texts, images and controls, and boxes that scroll. */
  const leaves = [];

  function collect(element) {
    if (!isShown(element) || isForReadersOnly(element)) return;
    const isWhole = is(element, WHOLE) || is(element, canvases);
    if (isWhole || scrollsX(element) || scrollsY(element)) leaves.push({ element, box: boxOf(element), isText: false });
    if (isWhole && !is(element, canvases)) return;
    for (const child of element.childNodes) {
      if (child.nodeType === Node.ELEMENT_NODE) collect(child);
      else if (child.nodeType === Node.TEXT_NODE && child.data.trim() !== '') collectText(element, child);
    }
  }

  function collectText(element, node) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width > 0 && box.height > 0) leaves.push({ element, box, isText: true, node, range });
  }

  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const cut = (box, by) => ({
    left: Math.max(box.left, by.left),
    top: Math.max(box.top, by.top),
    right: Math.min(box.right, by.right),
    bottom: Math.min(box.bottom, by.bottom),
  });
  const isUsable = box => box.right - box.left >= USABLE && box.bottom - box.top >= USABLE;
  const isEmpty = box => box.right - box.left <= 0 || box.bottom - box.top <= 0;

  /** The lower edge of the content of each element that scrolls. */
  const ends = new Map();

  function isCutOnPurpose(element) {
    const style = styleOf(element);
    return style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
  }

  /** Follows a leaf through its containing blocks; returns the part of it that is on the screen. */
  function follow({ element, box: whole, isText }) {
    let seen = { left: whole.left, top: whole.top, right: whole.right, bottom: whole.bottom };
    let inner = element;
    let isFloat = false;
    for (const outer of isText ? [element, ...chainOf(element)] : chainOf(element)) {
      isFloat ||= inner !== outer && isPlaced(inner) && within(element, floats);
      inner = outer;
      if (/^(inline|contents)$/.test(styleOf(outer).display)) continue;
      const box = boxOf(outer);
      if (scrollsX(outer) || scrollsY(outer)) {
        const end = ends.get(outer) ?? -Infinity;
        ends.set(outer, Math.max(end, seen.bottom));
        isFloat = false;
        seen = cut(seen, box);
        if (isEmpty(seen)) return { seen, isScrolledAway: true };
        continue;
      }
      const sides = Math.max(box.left - seen.left, seen.right - box.right);
      const height = Math.max(box.top - seen.top, seen.bottom - box.bottom);
      // Spaces at the end of a line that is wrapped do not count.
      const space = isText && styleOf(element).whiteSpace === 'pre-wrap' ? parseFloat(styleOf(element).fontSize) : 0;
      if (isFloat || (sides <= ROUNDING + space && height <= (isText ? GLYPHS : ROUNDING))) continue;
      if (isInScope(outer) && !isCutOnPurpose(outer)) {
        const place = `${px(Math.max(0, sides))} px beyond the sides, ${px(Math.max(0, height))} px above or below`;
        report(clipsX(outer) || clipsY(outer) ? 'cut off' : 'outside its container', element, `${place} of ${pathOf(outer)}`);
      }
      // The containers around this one would report the same part.
      seen = cut(seen, box);
      if (isEmpty(seen)) break;
    }
    return { seen: cut(seen, screen), isScrolledAway: false };
  }

  function checkPage() {
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth) report('wider than the window', page, `${page.scrollWidth} px of ${innerWidth} px`);
    if (page.scrollHeight > innerHeight) report('higher than the window', page, `${page.scrollHeight} px of ${innerHeight} px`);
  }

  function checkScrolled() {
    for (const root of roots) {
      for (const element of [root, ...root.querySelectorAll('*')]) {
        if (!isShown(element) || !(scrollsX(element) || scrollsY(element))) continue;
        if (is(element, WHOLE)) continue;
        const height = element.scrollHeight;
        if (scrollsY(element) && height > element.clientHeight + 1) {
          const content = ends.has(element) ? ends.get(element) - boxOf(element).top + element.scrollTop : 0;
          if (height - content > END) report('scrolls beyond its content', element, `${height} px for ${px(content)} px of content`);
        }
        const width = element.scrollWidth;
        if (width > element.clientWidth + 1 && !is(element, sideways)) {
          report('scrolls sideways', element, `${width} px in ${element.clientWidth} px`);
        }
      }
    }
  }

  /**
   * An absolute element is placed by its containing block. If that is outside of a scroller around the element, the element is not scrolled
   * with the content, and extends an outer scroller to the height of the whole content.
   */
  function checkEscaped() {
    for (const root of roots) {
      for (const element of root.querySelectorAll('*')) {
        if (styleOf(element).position !== 'absolute' || !isShown(element) || within(element, floats)) continue;
        const block = chainOf(element)[0];
        for (let each = element.parentElement; each && each !== block && each !== document.body; each = each.parentElement) {
          if (!scrollsX(each) && !scrollsY(each)) continue;
          report('escapes its scroller', element, `${pathOf(each)} does not contain it`);
          break;
        }
      }
    }
  }

  function checkPanels(seenLeaves) {
    if (panels === '') return;
    for (const panel of document.querySelectorAll(panels)) {
      if (!isInScope(panel) || !isShown(panel)) continue;
      const { seen: shown } = follow({ element: panel, box: boxOf(panel), isText: false });
      const width = shown.right - shown.left;
      const height = shown.bottom - shown.top;
      if (width < SMALLEST_PANEL || height < SMALLEST_PANEL) continue;
      const content = seenLeaves.filter(({ leaf }) => leaf.element !== panel && panel.contains(leaf.element) && !is(leaf.element, canvases));
      const drawn = content.filter(({ leaf }) => leaf.isText || is(leaf.element, WHOLE));
      if (drawn.length && !drawn.some(({ seen }) => !isEmpty(seen))) {
        report('blank', panel, `${drawn.length} texts and images, none of them in its ${px(width)} x ${px(height)} px`);
      }
    }
  }

  /**
   * Returns the element that covers another one at a place, or null. Headings that stay in sight may cover what is scrolled. A button that
   * appears on hover is transparent before: it covers other controls, but no text.
   */
  function coverOf(element, x, y, isText) {
    const top = document.elementFromPoint(x, y);
    if (!top || element.contains(top) || top.contains(element) || top.closest('label')?.control === element) return null;
    for (let each = top; each; each = each.parentElement) {
      if (styleOf(each).position === 'sticky' || (isText && styleOf(each).opacity === '0')) return null;
    }
    return top;
  }

  /** Looks at a grid of points, which are fractions of the part that is on the screen. */
  function checkCovered(element, seen, points) {
    let covered = 0;
    let cover = null;
    for (const x of points) {
      for (const y of points) {
        const top = coverOf(element, seen.left + (seen.right - seen.left) * x, seen.top + (seen.bottom - seen.top) * y, points.length === 1);
        if (top) {
          covered++;
          cover = top;
        }
      }
    }
    const all = points.length ** 2;
    if (covered > all / 3) report('covered', element, `${covered} of ${all} points, by ${pathOf(cover)}`);
  }

  function checkControls() {
    for (const root of roots) {
      for (const element of [...(is(root, CONTROLS) ? [root] : []), ...root.querySelectorAll(CONTROLS)]) {
        if (!isShown(element) || isForReadersOnly(element)) continue;
        const box = boxOf(element);
        if (box.width === 0 || box.height === 0) {
          report('has no size', element, `${px(box.width)} x ${px(box.height)} px`);
          continue;
        }
        const { seen, isScrolledAway } = follow({ element, box, isText: false });
        if (isUsable(seen)) {
          if (!element.disabled) checkCovered(element, seen, [0.1, 0.5, 0.9]);
          checkWrapped(element);
        } else if (!isScrolledAway && isEmpty(seen)) {
          report('out of sight', element, `at ${px(box.left)}, ${px(box.top)} and not reachable by scrolling`);
        } else if (isScrolledAway) {
          checkReachable(element, box);
        }
      }
    }
  }

  /** A scroller shows nothing that is above its content or to the left of it. */
  function checkReachable(element, box) {
    const scroller = chainOf(element).find(each => scrollsX(each) || scrollsY(each));
    const outer = boxOf(scroller);
    const right = box.right - outer.left + scroller.scrollLeft;
    const bottom = box.bottom - outer.top + scroller.scrollTop;
    if (right <= 0 || bottom <= 0) report('out of sight', element, `ends ${px(Math.max(-right, -bottom))} px before the start of ${pathOf(scroller)}`);
  }

  /** Returns the number of lines in which boxes are. */
  function lines(list) {
    const middles = list.map(box => ({ middle: (box.top + box.bottom) / 2, half: (box.bottom - box.top) / 2 })).sort((a, b) => a.middle - b.middle);
    let count = 0;
    let last = null;
    for (const each of middles) {
      if (!last || each.middle - last.middle > Math.max(last.half, each.half)) count++;
      last = each;
    }
    return count;
  }

  /** A short label is one line, with its icon. */
  function checkWrapped(element) {
    if (!is(element, 'button, label.button, [role=tab]') || element.textContent.trim().length > SHORT_LABEL) return;
    const parts = leaves.filter(leaf => element.contains(leaf.element));
    const rects = parts.flatMap(leaf => (leaf.isText ? [...leaf.range.getClientRects()] : [leaf.box]));
    const count = lines(rects);
    if (count > 1) report('wraps', element, `${count} lines for “${element.textContent.trim().replace(/\s+/g, ' ')}”`);
  }

  function checkOneLine() {
    if (oneLine === '') return;
    for (const element of document.querySelectorAll(oneLine)) {
      if (!isInScope(element) || !isShown(element)) continue;
      const children = [...element.children].filter(child => isShown(child) && !isPlaced(child) && boxOf(child).width > 0 && boxOf(child).height > 0);
      const count = lines(children.map(boxOf));
      if (count > 1) report('wraps', element, `${children.length} controls in ${count} lines of ${px(boxOf(element).width)} px`);
    }
  }

  /** A word is broken where its container is too narrow for it, although texts can be broken between words. */
  function checkWords(leaf) {
    const rects = leaf.range.getClientRects();
    if (rects.length < 2 || within(leaf.element, 'code, pre, .path')) return;
    const range = document.createRange();
    for (const { 0: word, index } of leaf.node.data.matchAll(/(?<![^\s(“"])\p{L}{4,}(?![^\s.,;:!?)”"])/gu)) {
      if (word.length > LONGEST_WORD) continue;
      range.setStart(leaf.node, index);
      range.setEnd(leaf.node, index + word.length);
      const count = lines([...range.getClientRects()]);
      if (count > 1) report('word is broken', leaf.element, `“${word}” is in ${count} lines`);
    }
  }

  function checkEscapes(leaf) {
    const escape = /[\u001b\u241b]|\[\d{1,3}(?:;\d{1,3})*m/.exec(leaf.node.data);
    if (escape) report('shows an escape sequence', leaf.element, `“${leaf.node.data.substr(escape.index, 20)}”`);
  }

  roots.forEach(collect);
  checkPage();
  const seenLeaves = leaves.map(leaf => ({ leaf, ...follow(leaf) }));
  checkScrolled();
  checkEscaped();
  checkPanels(seenLeaves);
  checkControls();
  checkOneLine();
  for (const { leaf, seen } of seenLeaves.filter(each => each.leaf.isText)) {
    checkWords(leaf);
    checkEscapes(leaf);
    const line = [...leaf.range.getClientRects()].map(rect => cut(rect, seen)).find(isUsable);
    if (line) checkCovered(leaf.element, line, [0.5]);
  }
  return [...found.values()].map(({ check, path, text, count }) => ({ check, path, text: count > 1 ? `${text} (and ${count - 1} more)` : text }));
}
