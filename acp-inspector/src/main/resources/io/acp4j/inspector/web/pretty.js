// JSON as it is read.

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)|([{}[\],:])/g;

/** JSON on several lines, token for token as it was sent: numbers are not read, so none is changed. */
export function pretty(text) {
  const parts = [];
  let depth = 0;
  let open = false;
  const line = () => parts.push(['', `\n${'  '.repeat(depth)}`]);
  for (const [all, string, colon, number, word, sign] of text.matchAll(TOKENS)) {
    if (open && sign !== '}' && sign !== ']') line();
    if (sign === '{' || sign === '[') {
      parts.push(['', sign]);
      depth++;
      open = true;
      continue;
    }
    if (sign === '}' || sign === ']') {
      depth = Math.max(0, depth - 1);
      if (!open) line();
      parts.push(['', sign]);
    } else if (sign === ',') {
      parts.push(['', ',']);
      line();
    } else if (sign) {
      parts.push(['', ': ']);
    } else if (string) {
      parts.push([colon ? 'k' : 's', string]);
      if (colon) parts.push(['', ': ']);
    } else {
      parts.push([number ? 'n' : 'w', all]);
    }
    open = false;
  }
  return parts;
}
