// An agent process and the SDK's client of the draft of version 2, with a tap on every line that either side sends.
import { client, methods, ndJsonStream } from "@agentclientprotocol/sdk/experimental/v2/unstable";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { PassThrough, Readable, Writable } from "node:stream";

const STDERR_TAIL = 4000;
const WAIT_MILLIS = 60_000;

export class DraftAgentProcess {
  #changed = new Set();

  /** Every line from stdout: its text and, when it is JSON, its message. */
  lines = [];
  /** Every session/update that the SDK accepted, in order. */
  updates = [];
  /** Every permission request, with the signal that says whether the agent has withdrawn it. */
  permissions = [];
  /** Returns the response to a permission request or an elicitation; the checks replace them. */
  onPermission = ({ options }) => ({ outcome: { outcome: "selected", optionId: options[0].optionId } });
  onElicitation = () => ({ action: "cancel" });
  stderr = "";

  constructor(command, record) {
    this.child = spawn(command[0], command.slice(1), { env: { ...process.env, LC_ALL: "C" } });
    this.record = record;
    this.exited = new Promise((resolve) => {
      this.child.on("exit", (code, signal) => resolve({ code, signal }));
      this.child.on("error", (error) => resolve({ code: null, signal: null, error }));
    });
    this.child.stdin.on("error", () => {}); // an agent that is gone shows in its exit, not in our writes
    this.child.stderr.setEncoding("utf8").on("data", (text) => {
      this.stderr = (this.stderr + text).slice(-STDERR_TAIL);
    });
    const toAgent = new PassThrough();
    const fromAgent = new PassThrough();
    createInterface({ input: toAgent }).on("line", (text) => {
      record?.("client", text);
      this.child.stdin.write(`${text}\n`);
    });
    createInterface({ input: this.child.stdout })
      .on("line", (text) => {
        record?.("agent", text);
        if (!this.#see(text)) {
          fromAgent.write(`${text}\n`);
        }
      })
      .on("close", () => fromAgent.end());
    this.connection = this.#app().connect(ndJsonStream(Writable.toWeb(toAgent), Readable.toWeb(fromAgent)));
    this.agent = this.connection.agent;
  }

  async initialize(more = {}) {
    this.initialized = await this.request(methods.agent.initialize, {
      protocolVersion: 2,
      info: { name: "acp4j-interop-client", version: "1.0.0" },
      capabilities: { elicitation: { form: {}, url: {} } },
      ...more,
    });
    return this;
  }

  request(method, params, options) {
    return this.agent.request(method, params, options);
  }

  async newSession(cwd = "/project") {
    const response = await this.request(methods.agent.session.new, { cwd, mcpServers: [] });
    return response.sessionId;
  }

  insert(sessionId, text, options) {
    const prompt = [{ type: "text", text }];
    return this.request(methods.agent.session.prompt, { sessionId, prompt }, options);
  }

  /** Prompts, waits for the idle that ends the work, and returns what came of it. */
  async prompt(sessionId, text) {
    const start = this.updatesOf(sessionId).length;
    const { messageId } = await this.insert(sessionId, text);
    const isEnd = (update) => update.sessionUpdate === "state_update" && update.state === "idle";
    await this.until(() => this.updatesOf(sessionId).slice(start).some(isEnd));
    const updates = this.updatesOf(sessionId).slice(start);
    const end = updates.findIndex(isEnd);
    return { messageId, updates: updates.slice(0, end + 1), idle: updates[end], text: textOf(updates, "agent_message") };
  }

  cancel(sessionId) {
    return this.agent.notify(methods.agent.session.cancel, { sessionId });
  }

  updatesOf(sessionId) {
    return this.updates.filter((entry) => entry.sessionId === sessionId).map((entry) => entry.update);
  }

  statesOf(sessionId) {
    return this.updatesOf(sessionId).filter((update) => update.sessionUpdate === "state_update");
  }

  /** Writes a line as it is and returns the first line from the agent that matches, which the SDK does not see. */
  exchangeRaw(text, matches) {
    const seen = new Promise((resolve) => {
      this.claim = { matches, resolve };
    });
    this.record?.("client", text);
    this.child.stdin.write(`${text}\n`);
    return seen;
  }

  async until(condition) {
    const limit = Date.now() + WAIT_MILLIS;
    while (!condition()) {
      assert.ok(Date.now() < limit, `what the check waits for did not come in ${WAIT_MILLIS} ms`);
      assert.equal(this.child.exitCode, null, `the agent has ended: ${this.stderr}`);
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, 1000);
        this.#changed.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  async stop() {
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill("SIGKILL"), 30_000);
    const end = await this.exited;
    clearTimeout(timer);
    return end;
  }

  #app() {
    return client({ name: "acp4j-interop-client" })
      .onNotification(methods.client.session.update, ({ params }) => {
        this.updates.push(params);
        this.#wake();
      })
      .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
        this.permissions.push({ params, signal });
        this.#wake();
        return this.onPermission(params, signal);
      })
      .onRequest(methods.client.elicitation.create, ({ params }) => this.onElicitation(params))
      .onNotification(methods.client.elicitation.complete, () => {});
  }

  #wake() {
    const waiting = [...this.#changed];
    this.#changed.clear();
    waiting.forEach((wake) => wake());
  }

  #see(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      message = undefined;
    }
    this.lines.push({ text, message });
    if (message !== undefined && this.claim?.matches(message)) {
      const { resolve } = this.claim;
      this.claim = undefined;
      resolve(message);
      return true;
    }
    return false;
  }
}

/** The messages of a kind ("agent_message", "agent_thought", "user_message") by id, chunks and replacements applied. */
export function messagesOf(updates, kind) {
  const messages = new Map();
  for (const update of updates) {
    if (update.sessionUpdate === `${kind}_chunk`) {
      messages.set(update.messageId, [...(messages.get(update.messageId) ?? []), update.content]);
    } else if (update.sessionUpdate === kind && update.content !== undefined) {
      messages.set(update.messageId, update.content ?? []);
    }
  }
  return messages;
}

/** The text of all messages of a kind, a line for each. */
export function textOf(updates, kind) {
  return [...messagesOf(updates, kind).values()]
    .map((content) => content.map((block) => block.text ?? "").join(""))
    .join("\n");
}

/** A tool call as its updates leave it. */
export function toolCallsOf(updates) {
  const calls = new Map();
  for (const update of updates) {
    const { sessionUpdate, toolCallId, ...patch } = update;
    if (sessionUpdate === "tool_call_update") {
      calls.set(toolCallId, { ...calls.get(toolCallId), ...patch });
    } else if (sessionUpdate === "tool_call_content_chunk") {
      const call = calls.get(toolCallId) ?? {};
      calls.set(toolCallId, { ...call, content: [...(call.content ?? []), patch.content] });
    }
  }
  return calls;
}
