// Small assertions that the checks share.
import assert from "node:assert/strict";

/** Asserts that the exchange fails with a JSON-RPC error of this code, and returns that error. */
export async function rejectsWith(code, exchange) {
  let answer;
  try {
    answer = await exchange;
  } catch (error) {
    assert.equal(error.code, code, `error code, message was "${error.message}"`);
    return error;
  }
  return assert.fail(`expected the error ${code}, got the answer ${JSON.stringify(answer)}`);
}

export function defineChecks(checks) {
  return Object.entries(checks).map(([name, run]) => ({ name, run }));
}

/** The first key that occurs twice in one object of a JSON text, or undefined. */
export function duplicateKey(text) {
  const open = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [symbol] = match;
    if (symbol === "{" || symbol === "[") {
      open.push(symbol === "{" ? new Set() : null);
    } else if (symbol === "}" || symbol === "]") {
      open.pop();
    } else if (symbol.startsWith('"') && /^\s*:/.test(text.slice(token.lastIndex, token.lastIndex + 20))) {
      const keys = open.at(-1);
      const key = JSON.parse(symbol);
      if (keys.has(key)) {
        return key;
      }
      keys.add(key);
    }
  }
  return undefined;
}
