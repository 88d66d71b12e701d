// What the scripted agent does for each prompt word. README.md is the contract of this file.
import { RequestError, methods } from "@agentclientprotocol/sdk/unstable";
import { setImmediate as nextTick } from "node:timers/promises";
import { UPDATED_AT } from "./agent-sessions.mjs";
import { PREFIX, runWord } from "./agent-tck.mjs";

const { client: toClient } = methods;

/** One running prompt: what it may send, and whether it was cancelled. */
class Turn {
  constructor(session, peer, client, booleanOptions) {
    this.session = session;
    this.peer = peer;
    this.client = client;
    this.booleanOptions = booleanOptions;
    this.isCancelled = false;
    this.cancelled = new Promise((resolve) => {
      this.cancel = () => {
        this.isCancelled = true;
        resolve();
      };
    });
  }

  update(update) {
    this.session.remember(update);
    return this.peer.notify(toClient.session.update, { sessionId: this.session.sessionId, update });
  }

  chunk(kind, messageId, content) {
    const block = typeof content === "string" ? { type: "text", text: content } : content;
    return this.update({ sessionUpdate: kind, content: block, ...(messageId !== undefined && { messageId }) });
  }

  /** Sends one agent message, in as many chunks as there are texts. */
  async say(...texts) {
    const messageId = this.session.newMessageId();
    for (const text of texts) {
      await this.chunk("agent_message_chunk", messageId, text);
    }
  }

  toolCallId() {
    const earlier = this.session.history.filter((update) => update.sessionUpdate === "tool_call").length;
    return `tool-${earlier + 1}`;
  }

  request(method, params, options) {
    return this.peer.request(method, { sessionId: this.session.sessionId, ...params }, options);
  }
}

export async function runPrompt(session, context, client, booleanOptions) {
  if (session.turn) {
    throw RequestError.invalidRequest({ sessionId: session.sessionId }, "a turn is running in this session");
  }
  const turn = new Turn(session, context.client, client, booleanOptions);
  session.turn = turn;
  context.signal.addEventListener("abort", () => turn.cancel(), { once: true });
  try {
    const { prompt } = context.params;
    const text = prompt
      .filter((block) => block.type === "text")
      .map((block) => block.text)
      .join("");
    const before = session.userTexts();
    const messageId = session.newMessageId();
    for (const block of prompt) {
      await turn.chunk("user_message_chunk", messageId, block);
    }
    const stopReason = text.startsWith(PREFIX)
      ? await runWord(turn, text.slice(PREFIX.length))
      : await runScript(turn, text, prompt, before);
    if (context.signal.aborted) {
      throw RequestError.requestCancelled();
    }
    return { stopReason: turn.isCancelled ? "cancelled" : (stopReason ?? "end_turn") };
  } finally {
    session.settled = session.history.length;
    session.turn = null;
  }
}

function runScript(turn, text, prompt, before) {
  const word = /^\S*/.exec(text)[0];
  const rest = text.slice(word.length).trim();
  const script = Object.hasOwn(SCRIPTS, word) ? SCRIPTS[word] : say;
  return script(turn, { text, rest, prompt, before });
}

async function say(turn, { text }) {
  await turn.say(`You said: ${text}`);
}

/** Runs an exchange with the client; its failure becomes text, so that the caller can look at the code. */
async function attempt(turn, name, exchange) {
  let line;
  try {
    line = `${name}: ${await exchange()}`;
  } catch (error) {
    line = `${name} failed: ${error.code}`;
  }
  await turn.say(line);
}

const SCRIPTS = {
  async stream(turn) {
    const thought = turn.session.newMessageId();
    await turn.chunk("agent_thought_chunk", thought, "Let me ");
    await turn.chunk("agent_thought_chunk", thought, "think.");
    await turn.say("Hello", ", ", "world");
    const toolCallId = turn.toolCallId();
    await turn.update({
      sessionUpdate: "tool_call",
      toolCallId,
      title: "Look around",
      kind: "search",
      status: "in_progress",
    });
    await turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
    await turn.say("Done", ".");
  },

  async tools(turn) {
    const toolCallId = turn.toolCallId();
    await turn.update({
      sessionUpdate: "tool_call",
      toolCallId,
      title: "Edit a file",
      kind: "edit",
      status: "pending",
      locations: [{ path: "/project/a.txt", line: 3 }],
      rawInput: { path: "/project/a.txt", dryRun: false },
    });
    await turn.update({
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: "in_progress",
      content: [{ type: "content", content: { type: "text", text: "working" } }],
    });
    await turn.update({
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: "completed",
      title: "Edited a file",
      content: [
        { type: "diff", path: "/project/a.txt", oldText: "a\n", newText: "b\n" },
        { type: "diff", path: "/project/new.txt", newText: "new\n" },
      ],
      rawOutput: { changed: 2 },
    });
    await turn.say("edited");
  },

  async orphan(turn) {
    await turn.update({
      sessionUpdate: "tool_call_update",
      toolCallId: "tool-without-call",
      status: "completed",
      title: "Never announced",
    });
    await turn.say("orphan sent");
  },

  async plan(turn) {
    const entries = [
      { content: "First", priority: "high", status: "in_progress" },
      { content: "Second", priority: "low", status: "pending" },
    ];
    await turn.update({ sessionUpdate: "plan", entries });
    await turn.update({ sessionUpdate: "plan", entries: entries.map((entry) => ({ ...entry, status: "completed" })) });
    await turn.say("planned");
  },

  async updates(turn) {
    const { session } = turn;
    session.title = "A scripted title";
    session.mode = "code";
    session.config.model = "large";
    await turn.update({
      sessionUpdate: "available_commands_update",
      availableCommands: [{ name: "updates", description: "Sends one update of each kind" }],
    });
    await turn.update({ sessionUpdate: "current_mode_update", currentModeId: session.mode });
    await turn.update({
      sessionUpdate: "config_option_update",
      configOptions: session.configOptions(turn.booleanOptions),
    });
    await turn.update({ sessionUpdate: "session_info_update", title: session.title, updatedAt: UPDATED_AT });
    await turn.update({
      sessionUpdate: "usage_update",
      used: 1200,
      size: 200000,
      cost: { amount: 0.25, currency: "USD" },
    });
    await turn.say("updated");
  },

  async blocks(turn, { prompt }) {
    await turn.say(`blocks: ${prompt.map((block) => block.type).join(",")}`);
  },

  async status(turn) {
    const { mode, config, additionalDirectories, mcpServers } = turn.session;
    await turn.say(
      `status: mode=${mode} model=${config.model} effort=${config.effort} verbose=${config.verbose}` +
        ` directories=${additionalDirectories.length} mcp=${mcpServers.length}`,
    );
  },

  async context(turn, { before }) {
    await turn.say(`context: ${before.join(" | ")}`);
  },

  async count(turn, { rest }) {
    await turn.say(...Array.from({ length: Number(rest) }, (_, index) => `${index} `));
  },

  async big(turn, { rest }) {
    await turn.say("é".repeat(Number(rest)));
  },

  async "no-ids"(turn) {
    await turn.chunk("agent_message_chunk", undefined, "one ");
    await turn.chunk("agent_message_chunk", null, "message");
    const toolCallId = turn.toolCallId();
    await turn.update({ sessionUpdate: "tool_call", toolCallId, title: "Between", status: "completed" });
    await turn.chunk("agent_message_chunk", undefined, "another");
  },

  async permission(turn) {
    const toolCallId = turn.toolCallId();
    await turn.update({ sessionUpdate: "tool_call", toolCallId, title: "Delete", kind: "delete", status: "pending" });
    await attempt(turn, "permission", async () => {
      const { outcome } = await turn.request(toClient.session.requestPermission, {
        toolCall: { toolCallId, title: "Delete", kind: "delete", status: "pending" },
        options: [
          { optionId: "allow", name: "Allow", kind: "allow_once" },
          { optionId: "allow-always", name: "Always allow", kind: "allow_always" },
          { optionId: "reject", name: "Reject", kind: "reject_once" },
          { optionId: "reject-always", name: "Always reject", kind: "reject_always" },
        ],
      });
      return outcome.outcome === "selected" ? `selected ${outcome.optionId}` : outcome.outcome;
    });
  },

  async read(turn, { rest }) {
    const [path, line, limit] = rest.split(" ");
    await attempt(turn, "read", async () => {
      const range = line === undefined ? {} : { line: Number(line), limit: Number(limit) };
      return (await turn.request(toClient.fs.readTextFile, { path, ...range })).content;
    });
  },

  async write(turn, { rest }) {
    const space = rest.indexOf(" ");
    await attempt(turn, "write", async () => {
      await turn.request(toClient.fs.writeTextFile, { path: rest.slice(0, space), content: rest.slice(space + 1) });
      return "done";
    });
  },

  async terminal(turn, { rest }) {
    await attempt(turn, "terminal", () => inTerminal(turn, rest, async () => {}));
  },

  async "terminal-kill"(turn, { rest }) {
    await attempt(turn, "terminal-kill", () => inTerminal(turn, rest, (terminal) => terminal.kill()));
  },

  async elicit(turn) {
    if (turn.client.capabilities.elicitation?.form == null) {
      await turn.say("elicit: unsupported");
      return;
    }
    await attempt(turn, "elicit", async () => {
      const answer = await turn.request(toClient.elicitation.create, {
        mode: "form",
        message: "Who are you?",
        requestedSchema: {
          type: "object",
          properties: {
            name: { type: "string", title: "Name", minLength: 1 },
            age: { type: "integer", minimum: 0 },
            colour: { type: "string", enum: ["red", "green"], default: "red" },
            sure: { type: "boolean", default: true },
          },
          required: ["name"],
        },
      });
      return answer.action === "accept" ? `accept ${sortedJson(answer.content)}` : answer.action;
    });
  },

  async "elicit-url"(turn) {
    if (turn.client.capabilities.elicitation?.url == null) {
      await turn.say("elicit-url: unsupported");
      return;
    }
    const elicitationId = "elicitation-1";
    await attempt(turn, "elicit-url", async () => {
      const answer = await turn.request(toClient.elicitation.create, {
        mode: "url",
        message: "Please sign in",
        elicitationId,
        url: "https://example.com/sign-in",
      });
      await turn.peer.notify(toClient.elicitation.complete, { elicitationId });
      return answer.action;
    });
  },

  async ext(turn) {
    await turn.peer.notify("_acp4j.test/note", { text: "note from the agent" });
    await attempt(
      turn,
      "ext",
      async () => (await turn.peer.request("_acp4j.test/ping", { value: "ping", nested: { list: [1, null] } })).value,
    );
  },

  async hang(turn) {
    const cancellation = new AbortController();
    await attempt(turn, "hang", async () => {
      const answer = turn.peer.request("_acp4j.test/hang", {}, { cancellationSignal: cancellation.signal });
      cancellation.abort();
      await answer;
      return "answered";
    });
  },

  async slow(turn) {
    await turn.say("waiting");
    await turn.cancelled;
    await turn.say("stopping");
  },

  async fail() {
    throw new RequestError(-32099, "Scripted failure", { reason: "fail", detail: [1, null, "x"] });
  },

  async crash() {
    await nextTick();
    process.stderr.write("scripted crash\n");
    process.exit(3);
  },

  async "unknown-update"(turn) {
    await turn.update({ sessionUpdate: "acp4j_mystery", shape: { list: [1, null, "x"] } });
    await turn.say("after the unknown");
  },

  async late(turn) {
    void nextTick().then(() => turn.say("too late"));
  },

  async stop(_turn, { rest }) {
    return rest;
  },
};

async function inTerminal(turn, commandLine, act) {
  const [command, ...args] = commandLine.split(" ");
  const terminal = await turn.peer.createTerminal({
    sessionId: turn.session.sessionId,
    command,
    args,
    cwd: turn.session.cwd,
    env: [{ name: "ACP4J_INTEROP", value: "yes" }],
    outputByteLimit: 4096,
  });
  try {
    const toolCallId = turn.toolCallId();
    await turn.update({
      sessionUpdate: "tool_call",
      toolCallId,
      title: commandLine,
      kind: "execute",
      status: "in_progress",
      content: [{ type: "terminal", terminalId: terminal.id }],
    });
    await act(terminal);
    const { exitCode, signal } = await terminal.waitForExit();
    const { output, truncated } = await terminal.currentOutput();
    await turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
    const end = signal != null ? `signal ${signal}` : `exit ${exitCode}`;
    return `${end}, ${truncated ? "truncated" : "whole"}, ${output.trim()}`;
  } finally {
    await terminal.release();
  }
}

function sortedJson(value) {
  return JSON.stringify(value, Object.keys(value).sort());
}
