// What the scripted agent of the draft does for each prompt word. README.md is the contract of this file.
import { RequestError, methods } from "@agentclientprotocol/sdk/experimental/v2/unstable";
import { UPDATED_AT } from "./agent-sessions.mjs";

const { client: toClient } = methods;
const KEPT = /^(user_message|agent_message|agent_thought|tool_call)/;

class DraftTurn {
  constructor(session, context, settings) {
    this.session = session;
    this.peer = context.client;
    this.prompt = context.params.prompt;
    this.settings = settings;
    this.abort = new AbortController();
    this.cancelled = new Promise((resolve) => this.abort.signal.addEventListener("abort", resolve, { once: true }));
  }

  cancel() {
    this.abort.abort();
  }

  get isCancelled() {
    return this.abort.signal.aborted;
  }

  update(update) {
    if (KEPT.test(update.sessionUpdate)) {
      this.session.history.push(update);
    }
    return this.peer.notify(toClient.session.update, { sessionId: this.session.sessionId, update });
  }

  state(state, more = {}) {
    return this.update({ sessionUpdate: "state_update", state, ...more });
  }

  async say(...texts) {
    await this.chunks("agent_message_chunk", ...texts);
  }

  async chunks(sessionUpdate, ...texts) {
    const messageId = this.session.newMessageId();
    for (const text of texts) {
      await this.update({ sessionUpdate, messageId, content: { type: "text", text } });
    }
  }

  toolCallId() {
    this.session.toolCalls = (this.session.toolCalls ?? 0) + 1;
    return `tool-${this.session.toolCalls}`;
  }

  tool(toolCallId, patch) {
    return this.update({ sessionUpdate: "tool_call_update", toolCallId, ...patch });
  }

  /** Asks the user, in the state that says so; a cancelled turn withdraws the question. */
  async ask(method, params) {
    await this.state("requires_action");
    try {
      return await this.peer.request(
        method,
        { sessionId: this.session.sessionId, ...params },
        { cancellationSignal: this.abort.signal },
      );
    } finally {
      if (!this.isCancelled) {
        await this.state("running");
      }
    }
  }
}

/** Inserts the prompt at once, or when those before it have ended; its response is the insertion. */
export async function runDraftPrompts(session, context, settings, optionsOf) {
  const turn = new DraftTurn(session, context, { ...settings, optionsOf });
  if (session.turn) {
    await held(session, context.signal);
  }
  session.turn = turn;
  const text = turn.prompt.map((block) => (block.type === "text" ? block.text : "")).join("");
  const before = userTexts(session);
  const messageId = session.newMessageId();
  for (const content of turn.prompt) {
    await turn.update({ sessionUpdate: "user_message_chunk", messageId, content });
  }
  await turn.state("running");
  session.working = work(turn, text, before);
  return { messageId };
}

function held(session, signal) {
  session.held ??= [];
  session.withdrawHeld = () => session.held.splice(0).forEach(({ reject }) => reject(RequestError.requestCancelled()));
  return new Promise((resolve, reject) => {
    const waiting = { resolve, reject };
    session.held.push(waiting);
    signal.addEventListener("abort", () => {
      session.held = session.held.filter((each) => each !== waiting);
      reject(RequestError.requestCancelled());
    });
  });
}

async function work(turn, text, before) {
  let end;
  try {
    const word = /^\S*/.exec(text)[0];
    const script = Object.hasOwn(SCRIPTS, word) ? SCRIPTS[word] : (it) => it.say(`You said: ${text}`);
    const reason = await script(turn, { rest: text.slice(word.length).trim(), before });
    end = { stopReason: turn.isCancelled ? "cancelled" : (reason ?? "end_turn") };
  } catch (error) {
    end = turn.isCancelled
      ? { stopReason: "cancelled" }
      : { stopReason: "error", error: { code: error.code ?? -32603, message: error.message, data: error.data } };
  }
  const { session } = turn;
  session.settled = session.history.length;
  await turn.state("idle", end);
  const next = session.held?.shift();
  if (next) {
    next.resolve();
  } else {
    session.turn = null;
  }
}

function userTexts(session) {
  const texts = new Map();
  for (const { sessionUpdate, messageId, content } of session.history) {
    if (sessionUpdate === "user_message_chunk") {
      texts.set(messageId, (texts.get(messageId) ?? "") + (content.text ?? ""));
    }
  }
  return [...texts.values()];
}

async function attempt(turn, name, exchange) {
  let line;
  try {
    line = `${name}: ${await exchange()}`;
  } catch (error) {
    if (turn.isCancelled) {
      throw error;
    }
    line = `${name} failed: ${error.code}`;
  }
  await turn.say(line);
}

const SCRIPTS = {
  async stream(turn) {
    await turn.chunks("agent_thought_chunk", "Let me ", "think.");
    await turn.say("Hello", ", ", "world");
    const toolCallId = turn.toolCallId();
    await turn.tool(toolCallId, { title: "Look around", kind: "search", status: "in_progress" });
    await turn.tool(toolCallId, { status: "completed" });
    await turn.say("Done", ".");
  },

  async tools(turn) {
    const toolCallId = turn.toolCallId();
    await turn.tool(toolCallId, {
      title: "Edit a file",
      kind: "edit",
      status: "pending",
      locations: [{ path: "/project/a.txt", line: 3 }],
      rawInput: { path: "/project/a.txt", dryRun: false },
    });
    const working = { type: "content", content: { type: "text", text: "working" } };
    await turn.tool(toolCallId, { status: "in_progress", content: [working] });
    const changes = [
      { operation: "modify", path: "/project/a.txt" },
      { operation: "add", path: "/project/new.txt" },
    ];
    await turn.tool(toolCallId, {
      status: "completed",
      title: "Edited a file",
      content: changes.map((change) => ({ type: "diff", changes: [change] })),
      rawOutput: { changed: 2 },
    });
    await turn.say("edited");
  },

  async plan(turn) {
    const entries = [
      { content: "First", priority: "high", status: "in_progress" },
      { content: "Second", priority: "low", status: "pending" },
    ];
    const plan = (list) => turn.update({ sessionUpdate: "plan_update", plan: { type: "items", planId: "plan", entries: list } });
    await plan(entries);
    await plan(entries.map((entry) => ({ ...entry, status: "completed" })));
    await turn.say("planned");
  },

  async updates(turn) {
    const { session } = turn;
    Object.assign(session, { title: "A scripted title", mode: "code" });
    session.config.model = "large";
    await turn.update({
      sessionUpdate: "available_commands_update",
      availableCommands: [{ type: "command", name: "updates", description: "Sends one update of each kind" }],
    });
    await turn.update({ sessionUpdate: "config_option_update", configOptions: turn.settings.optionsOf(session) });
    await turn.update({ sessionUpdate: "session_info_update", title: session.title, updatedAt: UPDATED_AT });
    const cost = { amount: 0.25, currency: "USD" };
    await turn.update({ sessionUpdate: "usage_update", used: 1200, size: 200000, cost });
    await turn.say("updated");
  },

  async blocks(turn) {
    await turn.say(`blocks: ${turn.prompt.map((block) => block.type).join(",")}`);
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
    await turn.say("one ", "message");
    await turn.say("another");
  },

  async permission(turn) {
    const toolCallId = turn.toolCallId();
    const toolCall = { toolCallId, title: "Delete", kind: "delete", status: "pending" };
    await turn.tool(toolCallId, toolCall);
    await attempt(turn, "permission", async () => {
      const asked = turn.ask(toClient.session.requestPermission, {
        title: "Delete?",
        subject: { type: "tool_call", toolCall },
        options: [
          { optionId: "allow", name: "Allow", kind: "allow_once" },
          { optionId: "allow-always", name: "Always allow", kind: "allow_always" },
          { optionId: "reject", name: "Reject", kind: "reject_once" },
          { optionId: "reject-always", name: "Always reject", kind: "reject_always" },
        ],
      });
      // A client responds to a withdrawn request with the outcome "cancelled" or with an error, whichever is first.
      const { outcome } = await asked.catch((error) => {
        if (turn.isCancelled) {
          return { outcome: { outcome: "cancelled" } };
        }
        throw error;
      });
      return outcome.outcome === "selected" ? `selected ${outcome.optionId}` : outcome.outcome;
    });
  },

  async elicit(turn) {
    if (turn.settings.elicitation.form == null) {
      await turn.say("elicit: unsupported");
      return;
    }
    await attempt(turn, "elicit", async () => {
      const properties = {
        name: { type: "string", title: "Name", minLength: 1 },
        age: { type: "integer", minimum: 0 },
        colour: { type: "string", enum: ["red", "green"], default: "red" },
        sure: { type: "boolean", default: true },
      };
      const response = await turn.ask(toClient.elicitation.create, {
        mode: "form",
        message: "Who are you?",
        requestedSchema: { type: "object", properties, required: ["name"] },
      });
      return response.action === "accept"
        ? `accept ${JSON.stringify(response.content, Object.keys(response.content).sort())}`
        : response.action;
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

  async stop(_turn, { rest }) {
    return rest;
  },
};
