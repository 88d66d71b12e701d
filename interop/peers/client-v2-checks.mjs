// What the client of version 2 asks of an agent that follows the contract in README.md.
import { methods } from "@agentclientprotocol/sdk/experimental/v2/unstable";
import assert from "node:assert/strict";
import { defineChecks, rejectsWith } from "./client-expect.mjs";
import { messagesOf, textOf, toolCallsOf } from "./client-v2-connection.mjs";

const { agent: toAgent } = methods;
const START = { type: "start" };

function isState({ sessionUpdate }) {
  return sessionUpdate === "state_update";
}

async function session(agents) {
  const agent = await agents.shared();
  return { agent, id: await agent.newSession() };
}

/** Holds until the agent withdraws its request. */
function untilWithdrawn(_params, signal) {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve({ outcome: { outcome: "cancelled" } }), { once: true });
  });
}

export const draftChecks = defineChecks({
  async initialize(agents) {
    const { initialized } = await agents.shared();
    assert.equal(initialized.protocolVersion, 2);
    assert.equal(initialized.info.name, "acp4j-interop-agent");
    assert.ok(initialized.capabilities.session, "capabilities.session");
    assert.ok(initialized.capabilities.session.fork, "capabilities.session.fork");
    assert.deepEqual(
      initialized.authMethods.map(({ type, methodId }) => [type, methodId]),
      [["agent", "test-login"]],
    );
  },

  async "before-initialize"(agents) {
    const agent = agents.start();
    const request = { jsonrpc: "2.0", id: "early", method: "session/list", params: {} };
    const response = await agent.exchangeRaw(JSON.stringify(request), ({ id }) => id === "early");
    assert.equal(response.error.code, -32600);
    await agent.initialize();
    assert.equal(agent.initialized.protocolVersion, 2);
  },

  async "unsupported-version"(agents) {
    const agent = agents.start();
    const params = { protocolVersion: 0, info: { name: "old", version: "0" } };
    const request = { jsonrpc: "2.0", id: "old", method: "initialize", params };
    const response = await agent.exchangeRaw(JSON.stringify(request), ({ id }) => id === "old");
    assert.equal(response.error.code, -32022);
    assert.equal(response.error.data.requested, 0);
    assert.ok(response.error.data.supported.includes(2), "data.supported");
    await agent.initialize();
  },

  async array(agents) {
    const agent = await agents.shared();
    const array = [{ jsonrpc: "2.0", id: 1, method: "session/list", params: {} }];
    const response = await agent.exchangeRaw(JSON.stringify(array), ({ id }) => id === null);
    assert.equal(response.error.code, -32600);
  },

  async "new-session"(agents) {
    const agent = await agents.shared();
    const response = await agent.request(toAgent.session.new, { cwd: "/project" });
    assert.ok(response.sessionId);
    const options = new Map(response.configOptions.map((option) => [option.configId, option]));
    assert.equal(options.get("model").currentValue, "small");
    assert.equal(options.get("model").type, "select");
    assert.equal(options.get("verbose").currentValue, false);
    const mode = response.configOptions.find(({ category }) => category === "mode");
    assert.equal(mode.currentValue, "ask");
  },

  async inserted(agents) {
    const { agent, id } = await session(agents);
    const turn = await agent.prompt(id, "hello");
    assert.ok(turn.messageId);
    assert.equal(turn.text, "You said: hello");
    assert.equal(turn.idle.stopReason, "end_turn");
    const echo = messagesOf(turn.updates, "user_message");
    assert.deepEqual([...echo.keys()], [turn.messageId]);
    assert.deepEqual([...echo.values()], [[{ type: "text", text: "hello" }]]);
  },

  async "states-of-a-turn"(agents) {
    const { agent, id } = await session(agents);
    await agent.prompt(id, "one");
    await agent.prompt(id, "two");
    assert.deepEqual(
      agent.statesOf(id).map(({ state }) => state),
      ["running", "idle", "running", "idle"],
    );
  },

  async stream(agents) {
    const { agent, id } = await session(agents);
    const turn = await agent.prompt(id, "stream");
    assert.equal(textOf(turn.updates, "agent_thought"), "Let me think.");
    assert.equal(turn.text, "Hello, world\nDone.");
    const [call] = toolCallsOf(turn.updates).values();
    assert.equal(call.kind, "search");
    assert.equal(call.status, "completed");
  },

  async "every-chunk-has-an-id"(agents) {
    const { agent, id } = await session(agents);
    const turn = await agent.prompt(id, "no-ids");
    const chunks = turn.updates.filter(({ sessionUpdate }) => sessionUpdate.endsWith("_chunk"));
    assert.ok(chunks.length > 0);
    chunks.forEach((chunk) => assert.ok(chunk.messageId, "messageId"));
    assert.match(turn.text, /message/);
  },

  async "tool-calls"(agents) {
    const { agent, id } = await session(agents);
    const turn = await agent.prompt(id, "tools");
    const [call] = toolCallsOf(turn.updates).values();
    assert.equal(call.title, "Edited a file");
    assert.equal(call.status, "completed");
    assert.deepEqual(call.rawInput, { path: "/project/a.txt", dryRun: false });
    assert.deepEqual(call.rawOutput, { changed: 2 });
    assert.deepEqual(
      call.content.map(({ type }) => type),
      ["diff", "diff"],
    );
  },

  async plan(agents) {
    const { agent, id } = await session(agents);
    const turn = await agent.prompt(id, "plan");
    const plans = turn.updates.filter(({ sessionUpdate }) => sessionUpdate === "plan_update").map(({ plan }) => plan);
    assert.equal(plans.length, 2);
    assert.equal(new Set(plans.map(({ planId }) => planId)).size, 1);
    assert.deepEqual(
      plans[1].entries.map(({ content, status }) => [content, status]),
      [
        ["First", "completed"],
        ["Second", "completed"],
      ],
    );
  },

  async "session-updates"(agents) {
    const { agent, id } = await session(agents);
    const turn = await agent.prompt(id, "updates");
    const kinds = turn.updates.map(({ sessionUpdate }) => sessionUpdate);
    for (const kind of ["available_commands_update", "config_option_update", "session_info_update", "usage_update"]) {
      assert.ok(kinds.includes(kind), kind);
    }
    const commands = turn.updates.filter(({ sessionUpdate }) => sessionUpdate === "available_commands_update").at(-1);
    assert.deepEqual(
      commands.availableCommands.map(({ type, name }) => [type, name]),
      [["command", "updates"]],
    );
    const { text } = await agent.prompt(id, "status");
    assert.match(text, /mode=code model=large/);
  },

  async "set-config-option"(agents) {
    const { agent, id } = await session(agents);
    const { configOptions } = await agent.request(toAgent.session.setConfigOption, {
      sessionId: id,
      configId: "model",
      type: "id",
      value: "large",
    });
    assert.equal(configOptions.find(({ configId }) => configId === "model").currentValue, "large");
    const mode = configOptions.find(({ category }) => category === "mode");
    await agent.request(toAgent.session.setConfigOption, {
      sessionId: id,
      configId: mode.configId,
      type: "id",
      value: "code",
    });
    const { text } = await agent.prompt(id, "status");
    assert.match(text, /mode=code model=large/);
    await rejectsWith(
      -32602,
      agent.request(toAgent.session.setConfigOption, { sessionId: id, configId: "model", type: "id", value: "huge" }),
    );
  },

  async "permission-selected"(agents) {
    const agent = agents.start();
    await agent.initialize();
    const id = await agent.newSession();
    let asked;
    agent.onPermission = (params) => {
      asked = params;
      return { outcome: { outcome: "selected", optionId: "allow" } };
    };
    const turn = await agent.prompt(id, "permission");
    assert.equal(turn.text, "permission: selected allow");
    assert.ok(asked.title, "title");
    assert.equal(asked.subject.type, "tool_call");
    assert.deepEqual(
      turn.updates.filter(isState).map(({ state }) => state),
      ["running", "requires_action", "running", "idle"],
    );
  },

  async "permission-withdrawn-by-cancel"(agents) {
    const agent = agents.start();
    await agent.initialize();
    const id = await agent.newSession();
    agent.onPermission = untilWithdrawn;
    await agent.insert(id, "permission");
    await agent.until(() => agent.permissions.length === 1);
    await agent.cancel(id);
    await agent.until(() => agent.permissions[0].signal.aborted);
    await agent.until(() => agent.statesOf(id).at(-1)?.state === "idle");
    assert.equal(agent.statesOf(id).at(-1).stopReason, "cancelled");
  },

  async cancel(agents) {
    const { agent, id } = await session(agents);
    await agent.insert(id, "slow");
    await agent.until(() => textOf(agent.updatesOf(id), "agent_message").includes("waiting"));
    await agent.cancel(id);
    await agent.until(() => agent.statesOf(id).at(-1)?.state === "idle");
    assert.equal(agent.statesOf(id).at(-1).stopReason, "cancelled");
    assert.equal((await agent.prompt(id, "again")).text.split("\n").at(-1), "You said: again");
  },

  async "prompts-while-one-runs"(agents) {
    const { agent, id } = await session(agents);
    const responses = await Promise.all(["count 300", "second", "third"].map((text) => agent.insert(id, text)));
    const ids = responses.map(({ messageId }) => messageId);
    assert.equal(new Set(ids).size, 3);
    await agent.until(() => textOf(agent.updatesOf(id), "agent_message").includes("You said: third"));
    assert.deepEqual([...messagesOf(agent.updatesOf(id), "user_message").keys()], ids);
  },

  async "cancel-withdraws-held-prompts"(agents) {
    const { agent, id } = await session(agents);
    await agent.insert(id, "slow");
    const held = [agent.insert(id, "second"), agent.insert(id, "third")].map((insert) => rejectsWith(-32800, insert));
    await agent.until(() => textOf(agent.updatesOf(id), "agent_message").includes("waiting"));
    await agent.cancel(id);
    await Promise.all(held);
    await agent.until(() => agent.statesOf(id).at(-1)?.state === "idle");
    assert.equal(messagesOf(agent.updatesOf(id), "user_message").size, 1);
  },

  async "failure-after-insertion"(agents) {
    const { agent, id } = await session(agents);
    const { idle } = await agent.prompt(id, "fail");
    assert.equal(idle.stopReason, "error");
    assert.equal(idle.error.code, -32099);
    assert.deepEqual(idle.error.data, { reason: "fail", detail: [1, null, "x"] });
  },

  async "stop-reasons"(agents) {
    const { agent, id } = await session(agents);
    for (const reason of ["max_tokens", "max_turn_requests", "refusal"]) {
      assert.equal((await agent.prompt(id, `stop ${reason}`)).idle.stopReason, reason);
    }
  },

  async elicitation(agents) {
    const agent = agents.start();
    await agent.initialize();
    const id = await agent.newSession();
    agent.onElicitation = () => ({ action: "accept", content: { name: "Ada", age: 36 } });
    assert.equal((await agent.prompt(id, "elicit")).text, 'elicit: accept {"age":36,"name":"Ada"}');
  },

  async "unknown-session"(agents) {
    const agent = await agents.shared();
    const error = await rejectsWith(-32002, agent.insert("no-such-session", "hello"));
    assert.equal(error.data.sessionId, "no-such-session");
  },

  async "unknown-method"(agents) {
    const agent = await agents.shared();
    await rejectsWith(-32601, agent.request("_acp4j.test/unheard-of", {}));
  },

  async list(agents) {
    const { agent, id } = await session(agents);
    await agent.prompt(id, "listed");
    const ids = [];
    let cursor;
    do {
      const page = await agent.request(toAgent.session.list, { cwd: "/project", ...(cursor && { cursor }) });
      ids.push(...page.sessions.map(({ sessionId }) => sessionId));
      cursor = page.nextCursor;
    } while (cursor);
    assert.ok(ids.includes(id), "the session is listed");
    assert.equal(new Set(ids).size, ids.length);
  },

  async "resume-replays"(agents) {
    const { agent, id } = await session(agents);
    const live = [await agent.prompt(id, "stream"), await agent.prompt(id, "hello")].flatMap(({ updates }) => updates);
    await agent.request(toAgent.session.close, { sessionId: id });
    const start = agent.updatesOf(id).length;
    await agent.request(toAgent.session.resume, { sessionId: id, cwd: "/project", replayFrom: START });
    await agent.until(() => agent.updatesOf(id).slice(start).some(isState));
    const replay = agent.updatesOf(id).slice(start);
    for (const kind of ["user_message", "agent_message", "agent_thought"]) {
      assert.deepEqual(textOf(replay, kind), textOf(live, kind), kind);
      assert.deepEqual([...messagesOf(replay, kind).keys()], [...messagesOf(live, kind).keys()], `ids of ${kind}`);
    }
    assert.deepEqual([...toolCallsOf(replay).keys()], [...toolCallsOf(live).keys()]);
    assert.equal(replay.filter(isState).at(-1).state, "idle");
    assert.equal((await agent.prompt(id, "context")).text, "context: stream | hello");
  },

  async "resume-without-replay"(agents) {
    const { agent, id } = await session(agents);
    await agent.prompt(id, "hello");
    await agent.request(toAgent.session.close, { sessionId: id });
    const start = agent.updatesOf(id).length;
    await agent.request(toAgent.session.resume, { sessionId: id, cwd: "/project" });
    await agent.until(() => agent.updatesOf(id).slice(start).some(isState));
    const after = agent.updatesOf(id).slice(start);
    assert.equal(messagesOf(after, "agent_message").size, 0);
    assert.equal(after.filter(isState).at(-1).state, "idle");
  },

  async "resume-from-elsewhere"(agents) {
    const { agent, id } = await session(agents);
    const resumed = agent.request(toAgent.session.resume, {
      sessionId: id,
      cwd: "/project",
      replayFrom: { type: "_middle" },
    });
    await rejectsWith(-32602, resumed);
  },

  async fork(agents) {
    const { agent, id } = await session(agents);
    await agent.prompt(id, "before");
    const fork = await agent.request(toAgent.session.fork, { sessionId: id, cwd: "/project" });
    assert.notEqual(fork.sessionId, id);
    await agent.prompt(fork.sessionId, "in the fork");
    assert.equal((await agent.prompt(id, "context")).text, "context: before");
    assert.equal((await agent.prompt(fork.sessionId, "context")).text, "context: before | in the fork");
  },

  async "close-while-running"(agents) {
    const { agent, id } = await session(agents);
    await agent.insert(id, "slow");
    await agent.request(toAgent.session.close, { sessionId: id });
    const states = agent.statesOf(id);
    assert.equal(states.at(-1).state, "idle");
    assert.equal(states.at(-1).stopReason, "cancelled");
    await rejectsWith(-32002, agent.insert(id, "closed"));
  },

  async "delete-twice"(agents) {
    const { agent, id } = await session(agents);
    await agent.request(toAgent.session.delete, { sessionId: id });
    await agent.request(toAgent.session.delete, { sessionId: id });
    await rejectsWith(-32002, agent.insert(id, "deleted"));
  },

  async logout(agents) {
    const agent = agents.start();
    await agent.initialize();
    await agent.request(toAgent.auth.logout, {});
    await rejectsWith(-32000, agent.request(toAgent.session.new, { cwd: "/project" }));
    await agent.request(toAgent.auth.login, { methodId: "test-login" });
    assert.ok(await agent.newSession());
  },

  async "end-of-input"(agents) {
    const agent = agents.start();
    await agent.initialize();
    const { code } = await agent.stop();
    assert.equal(code, 0);
  },
});
