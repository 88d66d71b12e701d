// An agent process and the SDK client on its stdin and stdout, with a tap on every line that the agent sends.
import { client, methods, ndJsonStream } from "@agentclientprotocol/sdk/unstable";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay, setImmediate as nextTick } from "node:timers/promises";
import { Host } from "./client-host.mjs";

const STDERR_TAIL = 4000;
const WAIT_MILLIS = 15_000;

export const FULL_CAPABILITIES = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  session: { configOptions: { boolean: {} } },
  elicitation: { form: {}, url: {} },
};

export class AgentProcess {
  #claims = [];
  #nextRawId = 1;
  #record;
  #sentRest = Buffer.alloc(0);

  /** Every line from stdout: its text and, when it is JSON, its message. */
  lines = [];
  /** Every session/update that the SDK accepted, in the order of its handler calls. */
  updates = [];
  host = new Host();
  stderr = "";

  /** `record` is called with the sender of each line ("client" or "agent") and its text. */
  constructor(command, record) {
    this.#record = record;
    this.child = spawn(command[0], command.slice(1), { env: { ...process.env, LC_ALL: "C" } });
    this.exited = new Promise((resolve) => {
      this.child.on("exit", (code, signal) => resolve({ code, signal }));
      this.child.on("error", (error) => resolve({ code: null, signal: null, error }));
    });
    this.child.stdin.on("error", () => {}); // an agent that is gone shows in its exit, not in our writes
    this.child.stderr.setEncoding("utf8").on("data", (text) => {
      this.stderr = (this.stderr + text).slice(-STDERR_TAIL);
    });
    this.connection = this.#app().connect(ndJsonStream(this.#stdin(), this.#tappedStdout()));
    this.agent = this.connection.agent;
  }

  async initialize(clientCapabilities = FULL_CAPABILITIES, protocolVersion = 1) {
    this.initialized = await this.request(methods.agent.initialize, {
      protocolVersion,
      clientCapabilities,
      clientInfo: { name: "acp4j-interop-client", version: "1.0.0" },
    });
    return this;
  }

  request(method, params, options) {
    return this.agent.request(method, params, options);
  }

  async newSession(cwd = "/project", more = {}) {
    const { sessionId } = await this.request(methods.agent.session.new, { cwd, mcpServers: [], ...more });
    return sessionId;
  }

  /** Runs one prompt and returns what came of it; the prompt's echo is checked on the way. */
  async prompt(sessionId, prompt, options) {
    const blocks = typeof prompt === "string" ? [{ type: "text", text: prompt }] : prompt;
    const start = this.updatesOf(sessionId).length;
    const response = await this.request(methods.agent.session.prompt, { sessionId, prompt: blocks }, options);
    await settled();
    const turn = new Turn(this.updatesOf(sessionId).slice(start));
    assert.deepEqual(turn.echo(), blocks, "the prompt's blocks come back as one user message");
    return Object.assign(turn, { stopReason: response.stopReason });
  }

  /** What the session sent, without the announcement of its commands, which may come at any moment. */
  updatesOf(sessionId) {
    return this.#allUpdatesOf(sessionId).filter((update) => !isAnnouncement(update));
  }

  announcementsOf(sessionId) {
    return this.#allUpdatesOf(sessionId).filter(isAnnouncement);
  }

  async waitForUpdate(sessionId, matches) {
    await this.waitUntil(() => this.updatesOf(sessionId).some(matches));
  }

  async waitUntil(condition) {
    const end = Date.now() + WAIT_MILLIS;
    while (!condition()) {
      assert.ok(Date.now() < end, `what the check waits for did not come in ${WAIT_MILLIS} ms`);
      await delay(2);
    }
  }

  /** Sends a line as it is. */
  sendRaw(line) {
    this.sendBytes(Buffer.from(`${line}\n`));
  }

  /** Writes bytes, which need not be a whole line; false when the agent is slow to read them. */
  sendBytes(bytes) {
    const { lines, rest } = splitLines(Buffer.concat([this.#sentRest, bytes]));
    this.#sentRest = rest;
    lines.forEach((line) => this.#record?.("client", line.toString("utf8")));
    return this.child.stdin.write(bytes);
  }

  /** Sends a request past the SDK and returns the whole response message, which the SDK never sees. */
  async rawRequest(method, params, id = `raw-${this.#nextRawId++}`) {
    const response = this.claim((message) => message.id === id && !("method" in message));
    this.sendRaw(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return response;
  }

  /** Takes the next matching message out of the stream to the SDK. */
  claim(matches) {
    return new Promise((resolve) => this.#claims.push({ matches, resolve }));
  }

  async stop() {
    this.host.dispose();
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill("SIGKILL"), 30_000);
    await this.exited;
    clearTimeout(timer);
  }

  #app() {
    const app = client({ name: "acp4j-interop-client" });
    app.onNotification(methods.client.session.update, ({ params }) => {
      this.updates.push(params);
    });
    this.host.register(app);
    return app;
  }

  #stdin() {
    return new WritableStream({
      write: async (bytes) => {
        if (!this.sendBytes(Buffer.from(bytes))) {
          await Promise.race([once(this.child.stdin, "drain"), this.exited]);
        }
      },
    });
  }

  #tappedStdout() {
    let rest = Buffer.alloc(0);
    return new ReadableStream({
      start: (controller) => {
        const take = (line) => {
          const text = line.toString("utf8");
          this.#record?.("agent", text);
          if (!this.#see(text)) {
            controller.enqueue(Buffer.concat([line, Buffer.from("\n")]));
          }
        };
        this.child.stdout.on("data", (bytes) => {
          const split = splitLines(rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes);
          rest = split.rest;
          split.lines.forEach(take);
        });
        this.child.stdout.on("end", () => {
          if (rest.length > 0) {
            take(rest);
          }
          controller.close();
        });
      },
    });
  }

  #see(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      message = undefined;
    }
    this.lines.push({ text, message });
    const claim = this.#claims.findIndex(({ matches }) => message !== undefined && matches(message));
    if (claim < 0) {
      return false;
    }
    const [{ resolve }] = this.#claims.splice(claim, 1);
    resolve(message);
    return true;
  }

  #allUpdatesOf(sessionId) {
    return this.updates.filter((entry) => entry.sessionId === sessionId).map((entry) => entry.update);
  }
}

/** Cuts bytes at the ends of lines; what follows the last of them is the rest. */
function splitLines(bytes) {
  const lines = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return { lines, rest: Buffer.from(bytes.subarray(start)) };
}

/** What the agent sent for one prompt. */
export class Turn {
  constructor(updates) {
    this.updates = updates;
  }

  /** The updates that are not the echo of the prompt. */
  get answer() {
    return this.updates.filter((update) => update.sessionUpdate !== "user_message_chunk");
  }

  get kinds() {
    return this.answer.map((update) => update.sessionUpdate);
  }

  /** Text of all agent messages. */
  get text() {
    return this.messages("agent_message_chunk")
      .map((message) => message.text)
      .join("\n");
  }

  of(kind) {
    return this.updates.filter((update) => update.sessionUpdate === kind);
  }

  messages(kind) {
    return messagesOf(this.updates).filter((message) => kind === undefined || message.kind === kind);
  }

  echo() {
    const chunks = this.of("user_message_chunk");
    assert.ok(chunks.length === 0 || chunks[0].messageId, "the echo has a message id");
    assert.ok(new Set(chunks.map((chunk) => chunk.messageId)).size <= 1, "the echo is one message");
    assert.equal(
      this.updates.slice(0, chunks.length).every((update) => update.sessionUpdate === "user_message_chunk"),
      true,
      "the echo comes first",
    );
    return chunks.map((chunk) => chunk.content);
  }
}

/** Groups chunks by kind and message id, in the order of their first chunks. */
export function messagesOf(updates) {
  const messages = new Map();
  for (const update of updates.filter((entry) => entry.sessionUpdate.endsWith("_message_chunk") || isThought(entry))) {
    const key = `${update.sessionUpdate} ${update.messageId}`;
    const message = messages.get(key) ?? { kind: update.sessionUpdate, id: update.messageId, text: "", chunks: [] };
    message.text += update.content.text ?? "";
    message.chunks.push(update.content.text);
    messages.set(key, message);
  }
  return [...messages.values()];
}

function isAnnouncement(update) {
  return update.sessionUpdate === "available_commands_update" && update.availableCommands[0]?.name === "echo";
}

function isThought(update) {
  return update.sessionUpdate === "agent_thought_chunk";
}

/** The SDK starts handlers in order but does not wait for them: let those that have started finish. */
export async function settled() {
  await nextTick();
  await nextTick();
}
