// Checks of the connection itself: initialize, authentication, errors, extensions, malformed input, the end.
import { methods } from "@agentclientprotocol/sdk/unstable";
import assert from "node:assert/strict";
import { FULL_CAPABILITIES } from "./client-connection.mjs";
import { defineChecks, rejectsWith } from "./client-expect.mjs";

const { agent: toAgent } = methods;

async function staysUsable(agent) {
  assert.deepEqual(await agent.request("_acp4j.test/echo", { still: "here" }), { echo: { still: "here" } });
}

export const connectionChecks = defineChecks({
  async "initialize"(agents) {
    const { initialized } = await agents.shared();
    assert.equal(initialized.protocolVersion, 1);
    assert.equal(initialized.agentInfo.name, "acp4j-interop-agent");
    assert.equal(typeof initialized.agentInfo.title, "string");
    assert.equal(typeof initialized.agentInfo.version, "string");
    const { agentCapabilities } = initialized;
    const { loadSession, promptCapabilities, mcpCapabilities, sessionCapabilities, auth } = agentCapabilities;
    assert.equal(loadSession, true);
    assert.deepEqual(
      [promptCapabilities.image, promptCapabilities.audio, promptCapabilities.embeddedContext],
      [true, true, true],
    );
    assert.equal(mcpCapabilities.http, true);
    assert.ok(!mcpCapabilities.sse, "no sse");
    for (const name of ["list", "delete", "additionalDirectories", "resume", "close", "fork"]) {
      assert.equal(typeof sessionCapabilities[name], "object", `sessionCapabilities.${name}`);
    }
    assert.equal(sessionCapabilities.fork.atMessageId, true);
    assert.ok(auth.logout, "auth.logout");
    const [method, ...others] = initialized.authMethods;
    assert.equal(method.id, "test-login");
    assert.ok(method.name && method.description, "the method has a name and a description");
    assert.ok(method.type === undefined || method.type === "agent");
    assert.deepEqual(others, []);
  },

  async "request-before-initialize"(agents) {
    const agent = agents.start();
    const response = await agent.rawRequest(toAgent.session.new, { cwd: "/project", mcpServers: [] });
    assert.ok(response.error, "session/new before initialize is an error");
    await agent.initialize();
    await agent.newSession();
    await agent.stop();
  },

  async "answers-unknown-version-with-its-own"(agents) {
    const agent = await agents.start().initialize(FULL_CAPABILITIES, 99);
    assert.equal(agent.initialized.protocolVersion, 1);
    await agent.stop();
  },

  async "client-capabilities-arrive"(agents) {
    const agent = await agents.shared();
    assert.deepEqual(await agent.request("_acp4j.test/client", {}), {
      name: "acp4j-interop-client",
      readTextFile: true,
      writeTextFile: true,
      terminal: true,
      elicitationForm: true,
      elicitationUrl: true,
      booleanOptions: true,
    });
  },

  async "client-without-capabilities"(agents) {
    const agent = await agents.start().initialize({});
    assert.deepEqual(await agent.request("_acp4j.test/client", {}), {
      name: "acp4j-interop-client",
      readTextFile: false,
      writeTextFile: false,
      terminal: false,
      elicitationForm: false,
      elicitationUrl: false,
      booleanOptions: false,
    });
    const { sessionId, configOptions } = await agent.request(toAgent.session.new, { cwd: "/project", mcpServers: [] });
    assert.deepEqual(
      configOptions.map((option) => option.id),
      ["model", "effort"],
    );
    assert.equal((await agent.prompt(sessionId, "elicit")).text, "elicit: unsupported");
    assert.equal((await agent.prompt(sessionId, "elicit-url")).text, "elicit-url: unsupported");
    assert.deepEqual(agent.host.requests, []);
    await agent.stop();
  },

  async "authenticate"(agents) {
    const agent = await agents.shared();
    assert.deepEqual(await agent.request(toAgent.authenticate, { methodId: "test-login" }), {});
    await rejectsWith(-32602, agent.request(toAgent.authenticate, { methodId: "nobody" }));
  },

  async "logout"(agents) {
    const agent = await agents.shared();
    const sessionId = await agent.newSession();
    const parameters = { sessionId, cwd: "/project", mcpServers: [] };
    try {
      assert.deepEqual(await agent.request(toAgent.logout, {}), {});
      await rejectsWith(-32000, agent.request(toAgent.session.new, { cwd: "/project", mcpServers: [] }));
      await rejectsWith(-32000, agent.request(toAgent.session.load, parameters));
      await rejectsWith(-32000, agent.request(toAgent.session.resume, parameters));
      await rejectsWith(-32000, agent.request(toAgent.session.fork, parameters));
    } finally {
      await agent.request(toAgent.authenticate, { methodId: "test-login" });
    }
    await agent.newSession();
  },

  async "extension-request-to-agent"(agents) {
    const agent = await agents.shared();
    const params = { text: "héllo", list: [1, 2.5, null, true], nested: { _meta: {}, empty: [] } };
    assert.deepEqual(await agent.request("_acp4j.test/echo", params), { echo: params });
  },

  async "extension-notifications-to-agent"(agents) {
    const agent = await agents.shared();
    await agent.agent.notify("_acp4j.test/note", { text: "first" });
    await agent.agent.notify("_acp4j.test/note", { text: "second" });
    await agent.agent.notify("_acp4j.test/nobody-listens", { text: "third" });
    assert.deepEqual(await agent.request("_acp4j.test/notes", {}), { notes: ["first", "second"] });
  },

  async "unknown-method"(agents) {
    const agent = await agents.shared();
    await rejectsWith(-32601, agent.request("_acp4j.test/no-such-method", {}));
    await rejectsWith(-32601, agent.request("session/no_such_method", { sessionId: "x" }));
    await agent.agent.notify("session/no_such_notification", {});
    await staysUsable(agent);
  },

  async "invalid-params"(agents) {
    const agent = await agents.shared();
    await rejectsWith(-32602, agent.request(toAgent.session.new, { mcpServers: [] }));
    await rejectsWith(-32602, agent.request(toAgent.session.new, { cwd: 42, mcpServers: [] }));
    const sessionId = await agent.newSession();
    await rejectsWith(-32602, agent.request(toAgent.session.prompt, { sessionId }));
    const prompt = [{ type: "text" }];
    await rejectsWith(-32602, agent.request(toAgent.session.prompt, { sessionId, prompt }));
    await rejectsWith(-32602, agent.request(toAgent.session.setMode, { modeId: "ask" }));
    await staysUsable(agent);
  },

  async "cancel-extension-request"(agents) {
    const agent = await agents.shared();
    const cancellation = new AbortController();
    const answer = agent.request("_acp4j.test/wait", {}, { cancellationSignal: cancellation.signal });
    await staysUsable(agent);
    cancellation.abort();
    await rejectsWith(-32800, answer);
  },

  async "ids-come-back-as-they-were"(agents) {
    const agent = await agents.shared();
    for (const id of ["", "a b", "7", "5f0c7c1e-1b1c-4f0a-9d0e-3a6a3f6f1a11", 0xfffffffffff, -7]) {
      const response = await agent.rawRequest("_acp4j.test/echo", { of: id }, id);
      assert.deepEqual(response.result, { echo: { of: id } });
    }
  },

  async "malformed-line"(agents) {
    const agent = await agents.shared();
    for (const line of ['{"jsonrpc":"2.0",', "not json", '{"a":"\\x"}']) {
      const answer = agent.claim((message) => message.error && message.id == null);
      agent.sendRaw(line);
      assert.equal((await answer).error.code, -32700, line);
    }
    agent.sendRaw("");
    agent.sendRaw("   \r");
    await staysUsable(agent);
  },

  async "batch"(agents) {
    const agent = await agents.shared();
    const answer = agent.claim((message) => message.error && message.id == null);
    const before = agent.lines.length;
    agent.sendRaw('[{"jsonrpc":"2.0","id":1000001,"method":"_acp4j.test/echo"},{"jsonrpc":"2.0","method":"x"}]');
    assert.equal((await answer).error.code, -32600);
    await staysUsable(agent);
    const answers = agent.lines.slice(before).filter(({ message }) => message?.error);
    assert.equal(answers.length, 1, "one answer for the whole batch");
  },

  async "request-in-pieces"(agents) {
    const agent = await agents.shared();
    const params = { text: "é漢" };
    const line = JSON.stringify({ jsonrpc: "2.0", id: "pieces", method: "_acp4j.test/echo", params });
    const answer = agent.claim((message) => message.id === "pieces");
    for (const byte of Buffer.from(`${line}\r\n`)) {
      agent.sendBytes(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    assert.deepEqual((await answer).result, { echo: { text: "é漢" } });
  },

  async "crash"(agents) {
    const agent = await agents.start().initialize();
    const sessionId = await agent.newSession();
    await assert.rejects(agent.prompt(sessionId, "crash"));
    assert.equal((await agent.exited).code, 3);
    assert.match(agent.stderr, /scripted crash/);
  },

  async "end-of-input"(agents) {
    const agent = await agents.start().initialize();
    const answer = agent.rawRequest("_acp4j.test/echo", { last: "words" });
    agent.child.stdin.end();
    assert.deepEqual((await answer).result, { echo: { last: "words" } });
    const { code, signal } = await agent.exited;
    assert.deepEqual({ code, signal }, { code: 0, signal: null });
  },
});
