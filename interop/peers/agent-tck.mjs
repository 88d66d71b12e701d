// The prompt vocabulary of the conformance kit (docs/tck.md), so that the kit can make this agent do what it must see.
import { methods } from "@agentclientprotocol/sdk/unstable";
import { UPDATED_AT } from "./agent-sessions.mjs";

const { client: toClient } = methods;

export const PREFIX = "tck: ";

const FILE = "/tmp/acp-tck-example.txt";
let elicitations = 0;

/** Runs what a prompt after the prefix asks for; gives the stop reason if it is a special one. */
export async function runWord(turn, command) {
  const word = /^\S*/.exec(command)[0];
  const rest = command.slice(word.length + 1);
  if (word === "vocabulary") {
    await turn.say(`tck-vocabulary: ${Object.keys(WORDS).join(" ")}`);
    return undefined;
  }
  return Object.hasOwn(WORDS, word) ? WORDS[word](turn, rest) : turn.say("I do not know that word");
}

/** Asks the client for something; what it refuses is told and no more. */
async function ask(turn, exchange) {
  try {
    await exchange();
  } catch {
    if (!turn.isCancelled) {
      await turn.say("that did not work");
    }
  }
}

async function tool(turn) {
  const toolCallId = turn.toolCallId();
  await turn.update({
    sessionUpdate: "tool_call",
    toolCallId,
    title: "Edit a file",
    kind: "edit",
    status: "pending",
    locations: [{ path: FILE, line: 3 }],
  });
  await turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" });
  await turn.update({
    sessionUpdate: "tool_call_update",
    toolCallId,
    status: "completed",
    content: [
      { type: "content", content: { type: "text", text: "edited" } },
      { type: "diff", path: FILE, oldText: "a\n", newText: "b\n" },
    ],
  });
}

/** Waits for an answer of the client, or for the end of the turn, whichever comes first. */
function answerOf(turn, method, params) {
  const answer = turn.request(method, params);
  answer.catch(() => undefined);
  return Promise.race([answer, turn.cancelled.then(() => ({ outcome: { outcome: "cancelled" } }))]);
}

async function permission(turn) {
  const toolCallId = turn.toolCallId();
  const call = { toolCallId, title: "Run something", kind: "execute", status: "pending" };
  await turn.update({ sessionUpdate: "tool_call", ...call });
  let allowed = false;
  await ask(turn, async () => {
    const { outcome } = await answerOf(turn, toClient.session.requestPermission, {
      toolCall: call,
      options: [
        { optionId: "yes", name: "Yes", kind: "allow_once" },
        { optionId: "no", name: "No", kind: "reject_once" },
      ],
    });
    allowed = outcome.outcome === "selected" && outcome.optionId === "yes";
  });
  await turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: allowed ? "completed" : "failed" });
}

async function terminal(turn) {
  if (!turn.client.capabilities.terminal) {
    await turn.say("you have no terminals");
    return;
  }
  const { sessionId } = turn.session;
  const created = await turn.peer.createTerminal({ sessionId, command: "echo", args: ["hello"], env: [] });
  try {
    const toolCallId = turn.toolCallId();
    await turn.update({
      sessionUpdate: "tool_call",
      toolCallId,
      title: "echo hello",
      kind: "execute",
      status: "in_progress",
      content: [{ type: "terminal", terminalId: created.id }],
    });
    await created.waitForExit();
    await turn.update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
  } finally {
    await created.release();
  }
}

/** What was said before the prompt that asks for it. */
function history(session) {
  const messages = new Map();
  for (const { sessionUpdate, messageId, content } of session.history) {
    if (sessionUpdate === "user_message_chunk" || sessionUpdate === "agent_message_chunk") {
      const known = messages.get(messageId) ?? { role: sessionUpdate === "user_message_chunk" ? "user" : "agent", text: "" };
      messages.set(messageId, { role: known.role, text: known.text + (content.text ?? "") });
    }
  }
  return [...messages.values()].slice(0, -1);
}

const WORDS = {
  say: (turn, text) => turn.say(text),

  chunks: (turn, count) => turn.say(...Array.from({ length: Number(count) }, (_, index) => `${index + 1} `)),

  async messages(turn, count) {
    for (let number = 1; number <= Number(count); number++) {
      await turn.say("message ", `${number}`);
    }
  },

  async "text-tool-text"(turn) {
    await turn.say("before the tool");
    await tool(turn);
    await turn.say("after the tool");
  },

  async "split-message"(turn) {
    const messageId = turn.session.newMessageId();
    await turn.chunk("agent_message_chunk", messageId, "before and ");
    await tool(turn);
    await turn.chunk("agent_message_chunk", messageId, "after");
  },

  async thought(turn) {
    const messageId = turn.session.newMessageId();
    await turn.chunk("agent_thought_chunk", messageId, "let me ");
    await turn.chunk("agent_thought_chunk", messageId, "think");
    await turn.say("a thoughtful answer");
  },

  tool,

  async plan(turn) {
    const entries = [
      { content: "First", priority: "high", status: "in_progress" },
      { content: "Second", priority: "low", status: "pending" },
    ];
    await turn.update({ sessionUpdate: "plan", entries });
    await turn.update({ sessionUpdate: "plan", entries: entries.map((entry) => ({ ...entry, status: "completed" })) });
  },

  commands: (turn) =>
    turn.update({
      sessionUpdate: "available_commands_update",
      availableCommands: [{ name: "web", description: "Searches" }],
    }),

  info: (turn) => turn.update({ sessionUpdate: "session_info_update", title: "A title", updatedAt: UPDATED_AT }),

  usage: (turn) =>
    turn.update({ sessionUpdate: "usage_update", used: 1200, size: 200000, cost: { amount: 0.25, currency: "USD" } }),

  async content(turn) {
    const messageId = turn.session.newMessageId();
    for (const block of [
      { type: "text", text: "some of everything" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "audio", data: "AAAA", mimeType: "audio/wav" },
      { type: "resource_link", uri: "file:///tmp/notes.txt", name: "notes" },
      { type: "resource", resource: { uri: "file:///tmp/notes.txt", text: "notes" } },
    ]) {
      await turn.chunk("agent_message_chunk", messageId, block);
    }
  },

  mode(turn) {
    turn.session.mode = "code";
    return turn.update({ sessionUpdate: "current_mode_update", currentModeId: "code" });
  },

  config(turn) {
    turn.session.config.model = "large";
    const configOptions = turn.session.configOptions(turn.booleanOptions);
    return turn.update({ sessionUpdate: "config_option_update", configOptions });
  },

  permission,

  async read(turn, path) {
    if (turn.client.capabilities.fs?.readTextFile) {
      await ask(turn, () => turn.request(toClient.fs.readTextFile, { path }));
    }
  },

  async write(turn, path) {
    if (turn.client.capabilities.fs?.writeTextFile) {
      await ask(turn, () => turn.request(toClient.fs.writeTextFile, { path, content: "text\n" }));
    }
  },

  terminal: (turn) => ask(turn, () => terminal(turn)),

  async "elicit-form"(turn) {
    if (turn.client.capabilities.elicitation?.form != null) {
      await ask(turn, () =>
        turn.request(toClient.elicitation.create, {
          mode: "form",
          message: "Who are you?",
          requestedSchema: {
            type: "object",
            properties: { name: { type: "string" }, sure: { type: "boolean" } },
            required: ["name"],
          },
        }),
      );
    }
  },

  async "elicit-url"(turn) {
    if (turn.client.capabilities.elicitation?.url != null) {
      const elicitationId = `elicitation-${++elicitations}`;
      await ask(turn, async () => {
        await turn.request(toClient.elicitation.create, {
          mode: "url",
          message: "Please sign in",
          elicitationId,
          url: "https://example.com/sign-in",
        });
        await turn.peer.notify(toClient.elicitation.complete, { elicitationId });
      });
    }
  },

  extension: (turn) => ask(turn, () => turn.peer.request("_acp4j.test/ping", { value: "ping" })),

  async wait(turn) {
    await turn.say("waiting");
    await turn.cancelled;
  },

  large: (turn, count) => turn.say("x".repeat(Number(count))),

  history: (turn) => turn.say(JSON.stringify(history(turn.session))),

  async stop(turn, reason) {
    await turn.say("stopping");
    return reason;
  },
};
