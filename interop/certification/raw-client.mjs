// A client of raw JSON lines, for what no SDK shows: every update with its place beside the responses.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

const WAIT_MILLIS = 120_000;
const END_MILLIS = 5000;

/** A response in a few words that are the same in every run. */
export function describe(response) {
  return response.error ? `error ${response.error.code}` : "success";
}

export class Agent {
  #process;
  #pending = new Map();
  #next = 1;
  #waiters = [];
  #ended = false;

  /** Parameters of every session/update, in the order in which they came. */
  updates = [];
  /** Parameters of every session/request_permission; each is allowed once. */
  permissions = [];

  constructor([program, ...args], cwd) {
    this.#process = spawn(program, args, { cwd, stdio: ["pipe", "pipe", "inherit"], detached: true });
    this.#process.stdin.on("error", () => {}); // said by the end of its output
    const over = () => {
      this.#ended = true;
      for (const { reject, what } of this.#pending.values()) reject(new Error(`the agent ended during ${what}`));
      this.#pending.clear();
    };
    this.#process.on("error", over).on("exit", over);
    createInterface({ input: this.#process.stdout }).on("line", (line) => this.#receive(line));
  }

  #send(message) {
    this.#process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  #receive(line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return; // the kit judges it
    }
    if (message.method === undefined) {
      this.#pending.get(message.id)?.resolve({ ...message, updatesBefore: this.updates.length });
      this.#pending.delete(message.id);
    } else if (message.method === "session/update") {
      this.updates.push(message.params);
      this.#waiters = this.#waiters.filter((waiter) => !waiter(message.params));
    } else if (message.id !== undefined) {
      this.#answer(message);
    }
  }

  #answer({ id, method, params }) {
    if (method !== "session/request_permission") {
      this.#send({ id, error: { code: -32601, message: "Not offered" } });
      return;
    }
    this.permissions.push(params);
    const option = params.options.find((each) => each.kind === "allow_once") ?? params.options[0];
    this.#send({ id, result: { outcome: { outcome: "selected", optionId: option.optionId } } });
  }

  /** Sends a request; the response, an error included, with the number of updates that came before it. */
  request(method, params) {
    if (this.#ended) return Promise.reject(new Error(`the agent ended before ${method}`));
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#pending.delete(id);
        reject(new Error(`no response to ${method} within ${WAIT_MILLIS / 1000} s`));
      }, WAIT_MILLIS);
      const settle = (action) => (value) => {
        clearTimeout(late);
        action(value);
      };
      this.#pending.set(id, { resolve: settle(resolve), reject: settle(reject), what: method });
      this.#send({ id, method, params });
    });
  }

  notify(method, params) {
    this.#send({ method, params });
  }

  prompt(sessionId, text) {
    return this.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
  }

  /** What the agent said in a session since an update, thoughts excluded. */
  said(sessionId, from) {
    return this.updates
      .slice(from)
      .filter((each) => each.sessionId === sessionId && each.update.sessionUpdate === "agent_message_chunk")
      .map((each) => each.update.content?.text ?? "")
      .join("");
  }

  /** Waits for an update, among those from an index on. */
  async update(wanted, from) {
    if (this.updates.slice(from).some(wanted)) return;
    const late = new AbortController();
    try {
      await Promise.race([
        new Promise((resolve) => this.#waiters.push((update) => wanted(update) && (resolve(), true))),
        delay(WAIT_MILLIS, undefined, { signal: late.signal }).then(() => {
          throw new Error(`no such update within ${WAIT_MILLIS / 1000} s`);
        }),
      ]);
    } finally {
      late.abort();
    }
  }

  /** Waits until no update has come for a while. */
  async quiet(millis) {
    for (let count = -1; count !== this.updates.length; ) {
      count = this.updates.length;
      await delay(millis);
    }
  }

  pause(millis) {
    return delay(millis);
  }

  /** Closes its input, and kills it with its children when it does not end by that. */
  async end() {
    if (this.#ended) return;
    const exit = once(this.#process, "exit");
    this.#process.stdin.end();
    const kill = setTimeout(() => {
      try {
        process.kill(-this.#process.pid, "SIGKILL");
      } catch {
        // gone
      }
    }, END_MILLIS);
    await exit;
    clearTimeout(kill);
  }
}
