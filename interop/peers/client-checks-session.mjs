// Checks of the life of sessions: new, modes, options, list, load, resume, close, delete, fork.
import { methods } from "@agentclientprotocol/sdk/unstable";
import assert from "node:assert/strict";
import { messagesOf, settled } from "./client-connection.mjs";
import { defineChecks, rejectsWith } from "./client-expect.mjs";

const { session } = methods.agent;
const UNKNOWN = "no-such-session";

let directories = 0;
/** A working directory that no other check lists. */
function ownDirectory() {
  return `/project/${process.pid}-${++directories}`;
}

function replayed(updates) {
  return messagesOf(updates).map(({ kind, id, text }) => ({ kind, id, text }));
}

/** Loads a session and returns what it replayed before it answered, with the answer. */
async function load(agent, sessionId, cwd = "/project") {
  const start = agent.updatesOf(sessionId).length;
  const response = await agent.request(session.load, { sessionId, cwd, mcpServers: [] });
  await settled();
  return { response, updates: agent.updatesOf(sessionId).slice(start) };
}

function fork(agent, sessionId, more) {
  return agent.request(session.fork, { sessionId, cwd: "/project", mcpServers: [], ...more });
}

async function context(agent, sessionId) {
  return (await agent.prompt(sessionId, "context")).text.replace("context: ", "");
}

async function status(agent, sessionId) {
  return (await agent.prompt(sessionId, "status")).text;
}

async function listAll(agent, params) {
  const found = [];
  const pages = [];
  let cursor;
  do {
    const page = await agent.request(session.list, { ...params, ...(cursor && { cursor }) });
    pages.push(page.sessions.length);
    found.push(...page.sessions);
    cursor = page.nextCursor;
  } while (cursor != null);
  return { found, pages };
}

export const sessionChecks = defineChecks({
  async "new-session"(agents) {
    const agent = await agents.shared();
    const answer = await agent.request(session.new, { cwd: "/project", mcpServers: [] });
    assert.ok(answer.sessionId);
    assert.equal(answer.modes.currentModeId, "ask");
    assert.deepEqual(
      answer.modes.availableModes.map(({ id, name, description }) => [id, Boolean(name), Boolean(description)]),
      [
        ["ask", true, true],
        ["code", true, false],
      ],
    );
    const [model, effort, verbose] = answer.configOptions;
    assert.deepEqual([model.id, model.category, model.type, model.currentValue], ["model", "model", "select", "small"]);
    assert.deepEqual(
      model.options.map((option) => option.value),
      ["small", "large"],
    );
    assert.deepEqual([effort.id, effort.category, effort.currentValue], ["effort", "thought_level", "low"]);
    assert.deepEqual(
      effort.options.map((group) => [group.group, group.options.map((option) => option.value)]),
      [
        ["usual", ["low"]],
        ["costly", ["high"]],
      ],
    );
    assert.deepEqual([verbose.id, verbose.type, verbose.currentValue], ["verbose", "boolean", false]);
  },

  async "commands-follow-new-session"(agents) {
    const agent = await agents.shared();
    const before = agent.lines.length;
    const sessionId = await agent.newSession();
    await agent.waitUntil(() => agent.announcementsOf(sessionId).length > 0);
    const [update] = agent.announcementsOf(sessionId);
    assert.deepEqual(agent.updatesOf(sessionId), []);
    assert.deepEqual(
      update.availableCommands.map(({ name, input }) => [name, input?.hint]),
      [
        ["echo", "text"],
        ["plan", undefined],
      ],
    );
    const lines = agent.lines.slice(before).map(({ message }) => message);
    const answered = lines.findIndex((message) => message?.result?.sessionId === sessionId);
    const announced = lines.findIndex((message) => message?.params?.sessionId === sessionId);
    assert.ok(answered < announced, "the update follows the response");
  },

  async "new-session-needs-absolute-cwd"(agents) {
    const agent = await agents.shared();
    await rejectsWith(-32602, agent.request(session.new, { cwd: "relative/path", mcpServers: [] }));
  },

  async "directories-and-mcp-servers"(agents) {
    const agent = await agents.shared();
    const cwd = ownDirectory();
    const sessionId = await agent.newSession(cwd, {
      additionalDirectories: ["/more", "/even/more"],
      mcpServers: [
        { name: "local", command: "/bin/mcp", args: ["--stdio"], env: [{ name: "KEY", value: "value" }] },
        { type: "http", name: "remote", url: "https://example.com/mcp", headers: [{ name: "X-Key", value: "1" }] },
      ],
    });
    assert.match(await status(agent, sessionId), / directories=2 mcp=2$/);
    const { found } = await listAll(agent, { cwd });
    assert.deepEqual(found[0].additionalDirectories, ["/more", "/even/more"]);
  },

  async "set-mode"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    assert.deepEqual(await agent.request(session.setMode, { sessionId, modeId: "code" }), {});
    assert.match(await status(agent, sessionId), /mode=code /);
    await rejectsWith(-32602, agent.request(session.setMode, { sessionId, modeId: "no-such-mode" }));
  },

  async "set-config-option"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    const set = (configId, value, more) =>
      agent.request(session.setConfigOption, { sessionId, configId, value, ...more });
    await set("model", "large");
    await set("effort", "high");
    const { configOptions } = await set("verbose", true, { type: "boolean" });
    assert.deepEqual(
      configOptions.map(({ id, currentValue }) => [id, currentValue]),
      [
        ["model", "large"],
        ["effort", "high"],
        ["verbose", true],
      ],
    );
    assert.match(await status(agent, sessionId), /model=large effort=high verbose=true /);
    await rejectsWith(-32602, set("model", "huge"));
    await rejectsWith(-32602, set("no-such-option", "x"));
  },

  async "unknown-session"(agents) {
    const agent = await agents.shared();
    const at = { sessionId: UNKNOWN, cwd: "/project", mcpServers: [] };
    const requests = {
      [session.prompt]: { sessionId: UNKNOWN, prompt: [{ type: "text", text: "hello" }] },
      [session.setMode]: { sessionId: UNKNOWN, modeId: "ask" },
      [session.setConfigOption]: { sessionId: UNKNOWN, configId: "model", value: "large" },
      [session.load]: at,
      [session.resume]: at,
      [session.fork]: at,
    };
    for (const [method, params] of Object.entries(requests)) {
      const error = await rejectsWith(-32002, agent.request(method, params));
      assert.equal(error.data?.sessionId, UNKNOWN, `${method} names the session`);
    }
    const { error } = await agent.rawRequest(session.close, { sessionId: UNKNOWN });
    assert.equal(error.code, -32002);
    await agent.agent.notify(session.cancel, { sessionId: UNKNOWN });
    await agent.newSession();
  },

  async "list-pages"(agents) {
    const agent = await agents.shared();
    const cwd = ownDirectory();
    const created = [];
    for (let i = 0; i < 5; i++) {
      created.push(await agent.newSession(cwd));
    }
    const { found, pages } = await listAll(agent, { cwd });
    assert.deepEqual(
      found.map((info) => info.sessionId),
      created,
    );
    assert.deepEqual(pages, [2, 2, 1]);
    assert.ok(found.every((info) => info.cwd === cwd && info.updatedAt === "2026-01-01T00:00:00Z"));
    const everything = await listAll(agent, {});
    assert.ok(everything.found.length > 5, "without a filter all sessions are listed");
    assert.deepEqual((await agent.request(session.list, { cwd: "/nobody/works/here" })).sessions, []);
    await rejectsWith(-32602, agent.request(session.list, { cursor: "made up" }));
  },

  async "load-replays"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    const first = await agent.prompt(sessionId, "stream");
    const second = await agent.prompt(sessionId, "hello again");
    const { response, updates } = await load(agent, sessionId);
    assert.deepEqual(replayed(updates), replayed([...first.updates, ...second.updates]));
    const tools = updates.filter((update) => update.sessionUpdate.startsWith("tool_call"));
    assert.equal(tools.at(-1).status, "completed");
    assert.equal(tools[0].toolCallId, first.of("tool_call")[0].toolCallId);
    assert.equal(response.modes.currentModeId, "ask");
    assert.equal(response.configOptions.length, 3);
    const again = await load(agent, sessionId);
    assert.deepEqual(replayed(again.updates), replayed(updates), "a second load replays the same");
    assert.equal(await context(agent, sessionId), "stream | hello again");
  },

  async "replay-precedes-load-response"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    await agent.prompt(sessionId, "count 20");
    const before = agent.lines.length;
    const { error } = await agent.rawRequest(session.load, { sessionId, cwd: "/project", mcpServers: [] }, "load");
    assert.equal(error, undefined);
    await settled();
    const lines = agent.lines.slice(before).map(({ message }) => message);
    const response = lines.findIndex((message) => message.id === "load");
    assert.ok(lines.findIndex((message) => message.params?.sessionId === sessionId) >= 0, "there is a replay");
    assert.ok(lines.slice(response).every((message) => message.params?.sessionId !== sessionId));
  },

  async "close-then-load"(agents) {
    const agent = await agents.shared();
    const cwd = ownDirectory();
    const sessionId = await agent.newSession(cwd);
    const turn = await agent.prompt(sessionId, "keep this");
    assert.deepEqual(await agent.request(session.close, { sessionId }), {});
    await rejectsWith(-32002, agent.request(session.prompt, { sessionId, prompt: [{ type: "text", text: "closed" }] }));
    assert.equal((await agent.rawRequest(session.close, { sessionId })).error.code, -32002);
    assert.equal((await listAll(agent, { cwd })).found.length, 1, "a closed session is still listed");
    const { updates } = await load(agent, sessionId, cwd);
    assert.deepEqual(replayed(updates), replayed(turn.updates));
    assert.equal(await context(agent, sessionId), "keep this");
  },

  async "close-cancels-the-turn"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    const turn = agent.prompt(sessionId, "slow");
    await agent.waitForUpdate(sessionId, (update) => update.content?.text === "waiting");
    await agent.request(session.close, { sessionId });
    assert.equal((await turn).stopReason, "cancelled");
  },

  async "resume-does-not-replay"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    await agent.prompt(sessionId, "before the break");
    await agent.request(session.close, { sessionId });
    const before = agent.updatesOf(sessionId).length;
    const response = await agent.request(session.resume, { sessionId, cwd: "/project" });
    assert.equal(response.modes.currentModeId, "ask");
    assert.equal(response.configOptions.length, 3);
    await settled();
    assert.equal(agent.updatesOf(sessionId).length, before);
    assert.equal(await context(agent, sessionId), "before the break");
  },

  async "delete"(agents) {
    const agent = await agents.shared();
    const cwd = ownDirectory();
    const [kept, deleted] = [await agent.newSession(cwd), await agent.newSession(cwd)];
    assert.deepEqual(await agent.request(session.delete, { sessionId: deleted }), {});
    const { found } = await listAll(agent, { cwd });
    assert.deepEqual(
      found.map((info) => info.sessionId),
      [kept],
    );
    await rejectsWith(-32002, agent.request(session.load, { sessionId: deleted, cwd, mcpServers: [] }));
    assert.deepEqual((await agent.rawRequest(session.delete, { sessionId: deleted })).result, {});
    assert.deepEqual((await agent.rawRequest(session.delete, { sessionId: UNKNOWN })).result, {});
  },

  async "fork"(agents) {
    const agent = await agents.shared();
    const source = await agent.newSession();
    const first = await agent.prompt(source, "stream");
    const second = await agent.prompt(source, "two");
    await agent.request(session.setMode, { sessionId: source, modeId: "code" });
    const { sessionId, modes, configOptions } = await fork(agent, source);
    assert.notEqual(sessionId, source);
    assert.equal(modes.currentModeId, "code");
    assert.equal(configOptions.length, 3);
    await settled();
    assert.deepEqual(agent.updatesOf(sessionId), [], "forking sends no update");
    await agent.prompt(sessionId, "only in the fork");
    await agent.prompt(source, "only in the source");
    assert.equal(await context(agent, sessionId), "stream | two | only in the fork");
    assert.equal(await context(agent, source), "stream | two | only in the source");
    const { updates } = await load(agent, sessionId);
    const shared = replayed([...first.updates, ...second.updates]);
    assert.deepEqual(replayed(updates).slice(0, shared.length), shared, "the fork keeps the message ids");
  },

  async "fork-at-message"(agents) {
    const agent = await agents.shared();
    const source = await agent.newSession();
    const first = await agent.prompt(source, "stream");
    await agent.prompt(source, "two");
    const [hello, done] = first.messages("agent_message_chunk");
    const atEndOfTurn = await fork(agent, source, { messageId: done.id });
    const whole = await load(agent, atEndOfTurn.sessionId);
    assert.deepEqual(replayed(whole.updates), replayed(first.updates));
    assert.equal(await context(agent, atEndOfTurn.sessionId), "stream");
    const beforeTool = await fork(agent, source, { messageId: hello.id });
    const part = await load(agent, beforeTool.sessionId);
    assert.equal(replayed(part.updates).at(-1).id, hello.id);
    assert.ok(!part.updates.some((update) => update.sessionUpdate.startsWith("tool_call")), "no tool call after it");
    const question = first.messages("user_message_chunk")[0];
    const atQuestion = await fork(agent, source, { messageId: question.id });
    assert.equal(await context(agent, atQuestion.sessionId), "stream");
    const nested = await fork(agent, atEndOfTurn.sessionId, { messageId: hello.id });
    assert.equal(await context(agent, nested.sessionId), "stream");
    const noPoint = await fork(agent, source, { messageId: null });
    assert.equal(await context(agent, noPoint.sessionId), "stream | two");
  },

  async "fork-errors"(agents) {
    const agent = await agents.shared();
    const cwd = ownDirectory();
    const source = await agent.newSession(cwd);
    const turn = await agent.prompt(source, "stream");
    const other = await agent.newSession(cwd);
    const elsewhere = (await agent.prompt(other, "hello")).messages("agent_message_chunk")[0].id;
    const thought = turn.messages("agent_thought_chunk")[0].id;
    await rejectsWith(-32602, fork(agent, source, { cwd, messageId: "" }));
    for (const messageId of ["no-such-message", elsewhere, thought]) {
      const error = await rejectsWith(-32602, fork(agent, source, { cwd, messageId }));
      assert.equal(error.data?.messageId, messageId);
    }
    await rejectsWith(-32602, fork(agent, source, { cwd: "relative" }));
    assert.equal((await listAll(agent, { cwd })).found.length, 2, "a failed fork leaves nothing behind");
  },

  async "fork-of-closed-session"(agents) {
    const agent = await agents.shared();
    const source = await agent.newSession();
    await agent.prompt(source, "history");
    await agent.request(session.close, { sessionId: source });
    const { sessionId } = await fork(agent, source);
    await agent.request(session.delete, { sessionId: source });
    assert.equal(await context(agent, sessionId), "history");
  },
});
