// Checks of prompt turns: what the agent streams, in which order, with which ids, and how a turn ends.
import { methods } from "@agentclientprotocol/sdk/unstable";
import assert from "node:assert/strict";
import { defineChecks, rejectsWith } from "./client-expect.mjs";

const { session } = methods.agent;
const isWaiting = (update) => update.content?.text === "waiting";

async function inNewSession(agents, prompt) {
  const agent = await agents.shared();
  return agent.prompt(await agent.newSession(), prompt);
}

export const promptChecks = defineChecks({
  async "echo"(agents) {
    const turn = await inNewSession(agents, "What else?");
    assert.equal(turn.stopReason, "end_turn");
    assert.equal(turn.text, "You said: What else?");
    assert.equal(turn.messages().length, 2);
  },

  async "unicode"(agents) {
    const text = 'héllo 漢字 😀 "quoted" \\ back \t tab \n line \u2028 \u0001 end';
    assert.equal((await inNewSession(agents, text)).text, `You said: ${text}`);
  },

  async "content-blocks"(agents) {
    const turn = await inNewSession(agents, [
      { type: "text", text: "blocks", annotations: { audience: ["user"], priority: 0.5 }, _meta: { mine: [1] } },
      { type: "image", data: "aGVsbG8=", mimeType: "image/png", uri: "file:///a.png" },
      { type: "audio", data: "aGVsbG8=", mimeType: "audio/wav" },
      { type: "resource_link", uri: "file:///a.txt", name: "a.txt", title: "A", mimeType: "text/plain", size: 5 },
      { type: "resource", resource: { uri: "file:///b.txt", text: "b", mimeType: "text/plain" } },
      { type: "resource", resource: { uri: "file:///c.bin", blob: "aGVsbG8=" } },
    ]);
    assert.equal(turn.text, "blocks: text,image,audio,resource_link,resource,resource");
  },

  async "stream"(agents) {
    const turn = await inNewSession(agents, "stream");
    assert.deepEqual(turn.kinds, [
      ...Array(2).fill("agent_thought_chunk"),
      ...Array(3).fill("agent_message_chunk"),
      "tool_call",
      "tool_call_update",
      ...Array(2).fill("agent_message_chunk"),
    ]);
    const [, thought, hello, done] = turn.messages();
    assert.deepEqual(thought.chunks, ["Let me ", "think."]);
    assert.deepEqual(hello.chunks, ["Hello", ", ", "world"]);
    assert.deepEqual(done.chunks, ["Done", "."]);
    const [call, update] = turn.answer.slice(5, 7);
    assert.ok(call.title);
    assert.deepEqual([call.kind, call.status], ["search", "in_progress"]);
    assert.deepEqual([update.toolCallId, update.status], [call.toolCallId, "completed"]);
    assert.equal(turn.stopReason, "end_turn");
  },

  async "message-ids-are-unique"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    const ids = [];
    for (const prompt of ["stream", "hello", "stream"]) {
      ids.push(...(await agent.prompt(sessionId, prompt)).messages().map((message) => message.id));
    }
    assert.equal(ids.length, 10);
    assert.ok(ids.every((id) => typeof id === "string" && id !== ""));
    assert.equal(new Set(ids).size, 10, "no id twice");
  },

  async "tool-calls"(agents) {
    const turn = await inNewSession(agents, "tools");
    const [call, working, done] = turn.answer;
    assert.deepEqual([call.sessionUpdate, call.kind, call.status], ["tool_call", "edit", "pending"]);
    assert.deepEqual(call.locations, [{ path: "/project/a.txt", line: 3 }]);
    assert.deepEqual(call.rawInput, { path: "/project/a.txt", dryRun: false });
    assert.equal(working.status, "in_progress");
    assert.deepEqual(working.content, [{ type: "content", content: { type: "text", text: "working" } }]);
    assert.equal(done.status, "completed");
    assert.notEqual(done.title, call.title);
    const diffs = done.content.map(({ type, path, oldText, newText }) => [type, path, oldText ?? null, newText]);
    assert.deepEqual(diffs, [
      ["diff", "/project/a.txt", "a\n", "b\n"],
      ["diff", "/project/new.txt", null, "new\n"],
    ]);
    assert.deepEqual(done.rawOutput, { changed: 2 });
    assert.equal(new Set([call, working, done].map((update) => update.toolCallId)).size, 1);
    assert.equal(turn.text, "edited");
  },

  async "tool-call-update-without-call"(agents) {
    const turn = await inNewSession(agents, "orphan");
    assert.equal(turn.of("tool_call_update")[0].toolCallId, "tool-without-call");
    assert.equal(turn.text, "orphan sent");
  },

  async "plan"(agents) {
    const turn = await inNewSession(agents, "plan");
    const plans = turn.of("plan").map(({ entries }) =>
      entries.map(({ content, priority, status }) => `${content} ${priority} ${status}`),
    );
    assert.deepEqual(plans, [
      ["First high in_progress", "Second low pending"],
      ["First high completed", "Second low completed"],
    ]);
    assert.equal(turn.text, "planned");
  },

  async "session-updates"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession("/project/titled");
    const turn = await agent.prompt(sessionId, "updates");
    assert.deepEqual(turn.kinds, [
      "available_commands_update",
      "current_mode_update",
      "config_option_update",
      "session_info_update",
      "usage_update",
      "agent_message_chunk",
    ]);
    const [commands, mode, config, info, usage] = turn.answer;
    assert.deepEqual(
      commands.availableCommands.map((command) => command.name),
      ["updates"],
    );
    assert.equal(mode.currentModeId, "code");
    assert.equal(config.configOptions[0].currentValue, "large");
    assert.deepEqual([info.title, info.updatedAt], ["A scripted title", "2026-01-01T00:00:00Z"]);
    assert.deepEqual([usage.used, usage.size, usage.cost], [1200, 200000, { amount: 0.25, currency: "USD" }]);
    const status = await agent.prompt(sessionId, "status");
    assert.match(status.text, /mode=code model=large /);
    const { sessions } = await agent.request(session.list, { cwd: "/project/titled" });
    assert.equal(sessions[0].title, "A scripted title");
  },

  async "many-chunks-in-order"(agents) {
    const turn = await inNewSession(agents, "count 3000");
    const [message, ...others] = turn.messages("agent_message_chunk");
    assert.deepEqual(others, []);
    assert.equal(message.text, Array.from({ length: 3000 }, (_, index) => `${index} `).join(""));
  },

  async "big-message"(agents) {
    assert.equal((await inNewSession(agents, "big 600000")).text, "é".repeat(600000));
  },

  async "big-prompt"(agents) {
    const text = `blocks ${"漢".repeat(300000)}`;
    assert.equal((await inNewSession(agents, text)).text, "blocks: text");
  },

  async "chunks-without-ids"(agents) {
    const turn = await inNewSession(agents, "no-ids");
    assert.deepEqual(turn.kinds, ["agent_message_chunk", "agent_message_chunk", "tool_call", "agent_message_chunk"]);
    const chunks = turn.of("agent_message_chunk");
    assert.ok(chunks.every((chunk) => chunk.messageId == null));
    assert.deepEqual(
      chunks.map((chunk) => chunk.content.text),
      ["one ", "message", "another"],
    );
  },

  async "cancel"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    const prompt = agent.prompt(sessionId, "slow");
    await agent.waitForUpdate(sessionId, isWaiting);
    await agent.agent.notify(session.cancel, { sessionId });
    const turn = await prompt;
    assert.equal(turn.stopReason, "cancelled");
    assert.equal(turn.text, "waiting\nstopping");
    assert.equal((await agent.prompt(sessionId, "go on")).text, "You said: go on");
  },

  async "cancel-request-ends-prompt"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    const cancellation = new AbortController();
    const prompt = agent.prompt(sessionId, "slow", { cancellationSignal: cancellation.signal });
    await agent.waitForUpdate(sessionId, isWaiting);
    cancellation.abort();
    const end = await prompt.then(
      (turn) => turn.stopReason,
      (error) => error.code,
    );
    assert.ok(end === "cancelled" || end === -32800, `the turn ended with ${end}`);
    assert.equal((await agent.prompt(sessionId, "go on")).text, "You said: go on");
  },

  async "second-prompt-is-refused"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    const running = agent.prompt(sessionId, "slow");
    await agent.waitForUpdate(sessionId, isWaiting);
    const prompt = [{ type: "text", text: "me too" }];
    const { error } = await agent.rawRequest(session.prompt, { sessionId, prompt });
    assert.ok(error, "the second prompt is an error");
    assert.notEqual(error.code, -32000, "-32000 means that authentication is required");
    await agent.agent.notify(session.cancel, { sessionId });
    const turn = await running;
    assert.equal(turn.stopReason, "cancelled");
    assert.equal(turn.text, "waiting\nstopping");
  },

  async "sessions-are-independent"(agents) {
    const agent = await agents.shared();
    const [busy, free] = [await agent.newSession(), await agent.newSession()];
    const running = agent.prompt(busy, "slow");
    await agent.waitForUpdate(busy, isWaiting);
    assert.equal((await agent.prompt(free, "and me?")).text, "You said: and me?");
    await agent.agent.notify(session.cancel, { sessionId: busy });
    assert.equal((await running).stopReason, "cancelled");
  },

  async "parallel-turns"(agents) {
    const agent = await agents.shared();
    const ids = await Promise.all(Array.from({ length: 8 }, () => agent.newSession()));
    const turns = await Promise.all(ids.map((id) => agent.prompt(id, "count 200")));
    const expected = Array.from({ length: 200 }, (_, index) => `${index} `).join("");
    assert.ok(turns.every((turn) => turn.text === expected));
  },

  async "stop-reasons"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    for (const reason of ["end_turn", "max_tokens", "max_turn_requests", "refusal"]) {
      assert.equal((await agent.prompt(sessionId, `stop ${reason}`)).stopReason, reason);
    }
  },

  async "error-from-prompt"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    const error = await rejectsWith(-32099, agent.prompt(sessionId, "fail"));
    assert.equal(error.message, "Scripted failure");
    assert.deepEqual(error.data, { reason: "fail", detail: [1, null, "x"] });
    assert.equal((await agent.prompt(sessionId, "go on")).text, "You said: go on");
  },

  async "unknown-update"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    const before = agent.lines.length;
    const turn = await agent.prompt(sessionId, "unknown-update");
    assert.equal(turn.text, "after the unknown");
    const sent = agent.lines
      .slice(before)
      .map(({ message }) => message?.params?.update)
      .find((update) => update?.sessionUpdate === "acp4j_mystery");
    assert.deepEqual(sent, { sessionUpdate: "acp4j_mystery", shape: { list: [1, null, "x"] } });
  },

  async "update-after-the-turn"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    const before = agent.lines.length;
    assert.equal((await agent.prompt(sessionId, "late")).stopReason, "end_turn");
    await agent.waitForUpdate(sessionId, (update) => update.content?.text === "too late");
    const lines = agent.lines.slice(before).map(({ message }) => message);
    const response = lines.findIndex((message) => message.result?.stopReason === "end_turn");
    const update = lines.findIndex((message) => message.params?.update?.content?.text === "too late");
    assert.ok(response < update, "the response comes first");
  },
});
