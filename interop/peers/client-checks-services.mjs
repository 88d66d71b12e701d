// Checks of what the agent asks of its client: permission, files, terminals, elicitation, extensions.
import { RequestError, methods } from "@agentclientprotocol/sdk/unstable";
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { defineChecks, duplicateKey } from "./client-expect.mjs";

const { client: toClient } = methods;

/** Runs one prompt in a new session, with parts of the host replaced for that time. */
async function exchange(agents, prompt, replaced = {}, cwd = "/project") {
  const agent = await agents.shared();
  const original = Object.fromEntries(Object.keys(replaced).map((name) => [name, agent.host[name]]));
  Object.assign(agent.host, replaced);
  agent.host.requests.length = 0;
  try {
    const sessionId = await agent.newSession(cwd);
    const turn = await agent.prompt(sessionId, prompt);
    return { agent, sessionId, turn, requests: [...agent.host.requests] };
  } finally {
    Object.assign(agent.host, original);
  }
}

const refuse = () => {
  throw new RequestError(-32050, "Refused by the check");
};

export const serviceChecks = defineChecks({
  async "permission-selected"(agents) {
    const permission = () => ({ outcome: { outcome: "selected", optionId: "reject-always" } });
    const { turn, sessionId, requests } = await exchange(agents, "permission", { permission });
    assert.equal(turn.text, "permission: selected reject-always");
    const [{ params }] = requests;
    assert.equal(params.sessionId, sessionId);
    assert.equal(params.toolCall.toolCallId, turn.of("tool_call")[0].toolCallId);
    assert.deepEqual(
      params.options.map(({ optionId, kind }) => [optionId, kind]),
      [
        ["allow", "allow_once"],
        ["allow-always", "allow_always"],
        ["reject", "reject_once"],
        ["reject-always", "reject_always"],
      ],
    );
  },

  async "permission-pending-when-the-turn-is-cancelled"(agents) {
    const agent = await agents.shared();
    const { turn } = await exchange(agents, "permission", {
      permission: async ({ sessionId }) => {
        await agent.agent.notify(methods.agent.session.cancel, { sessionId });
        return { outcome: { outcome: "cancelled" } };
      },
    });
    assert.equal(turn.stopReason, "cancelled");
  },

  async "permission-error"(agents) {
    const { turn } = await exchange(agents, "permission", { permission: refuse });
    assert.equal(turn.text, "permission failed: -32050");
  },

  async "read-file"(agents) {
    const agent = await agents.shared();
    agent.host.files.set("/project/read.txt", "first\nsecond é\nthird\n");
    const { turn, sessionId, requests } = await exchange(agents, "read /project/read.txt");
    assert.equal(turn.text, "read: first\nsecond é\nthird\n");
    const [{ params }] = requests;
    assert.deepEqual([params.sessionId, params.path], [sessionId, "/project/read.txt"]);
    assert.ok(params.line == null && params.limit == null);
  },

  async "read-part-of-file"(agents) {
    const agent = await agents.shared();
    agent.host.files.set("/project/part.txt", "1\n2\n3\n4\n");
    const { turn, requests } = await exchange(agents, "read /project/part.txt 2 2");
    assert.equal(turn.text, "read: 2\n3");
    assert.deepEqual([requests[0].params.line, requests[0].params.limit], [2, 2]);
  },

  async "read-missing-file"(agents) {
    const { turn } = await exchange(agents, "read /project/missing.txt");
    assert.equal(turn.text, "read failed: -32002");
  },

  async "write-file"(agents) {
    const { agent, turn } = await exchange(agents, "write /project/written.txt two words");
    assert.equal(turn.text, "write: done");
    assert.equal(agent.host.files.get("/project/written.txt"), "two words");
  },

  async "write-error"(agents) {
    const { turn } = await exchange(agents, "write /project/refused.txt x", { write: refuse });
    assert.equal(turn.text, "write failed: -32050");
  },

  async "terminal"(agents) {
    const { agent, turn, requests } = await exchange(agents, "terminal printenv ACP4J_INTEROP", {}, tmpdir());
    assert.equal(turn.text, "terminal: exit 0, whole, yes");
    const [{ params }] = requests;
    assert.deepEqual([params.command, params.args, params.cwd], ["printenv", ["ACP4J_INTEROP"], tmpdir()]);
    assert.equal(params.outputByteLimit, 4096);
    const [call] = turn.of("tool_call");
    assert.equal(call.kind, "execute");
    assert.equal(call.content[0].type, "terminal");
    assert.ok(call.content[0].terminalId);
    assert.equal(turn.of("tool_call_update")[0].status, "completed");
    assert.equal(agent.host.openTerminals(), 0, "the terminal is released");
    assert.equal(requests.at(-1).method, toClient.terminal.release);
  },

  async "terminal-exit-code"(agents) {
    const { turn } = await exchange(agents, "terminal false", {}, tmpdir());
    assert.match(turn.text, /^terminal: exit 1, whole,/);
  },

  async "terminal-truncates"(agents) {
    const { turn } = await exchange(agents, "terminal seq 1 5000", {}, tmpdir());
    assert.match(turn.text, /^terminal: exit 0, truncated, [\d\s]*\n5000$/);
  },

  async "terminal-kill"(agents) {
    const { agent, turn } = await exchange(agents, "terminal-kill sleep 60", {}, tmpdir());
    assert.match(turn.text, /^terminal-kill: signal SIGTERM, whole,/);
    assert.equal(agent.host.openTerminals(), 0, "the terminal is released");
  },

  async "elicit-accept"(agents) {
    const elicitation = () => ({ action: "accept", content: { sure: false, name: "Zoë", colour: "green", age: 7 } });
    const { turn, sessionId, requests } = await exchange(agents, "elicit", { elicitation });
    assert.equal(turn.text, 'elicit: accept {"age":7,"colour":"green","name":"Zoë","sure":false}');
    const [{ params }] = requests;
    assert.deepEqual([params.mode, params.sessionId], ["form", sessionId]);
    const { properties, required, type } = params.requestedSchema;
    assert.equal(type, "object");
    assert.deepEqual(required, ["name"]);
    assert.deepEqual(
      Object.entries(properties).map(([name, property]) => [name, property.type]),
      [
        ["name", "string"],
        ["age", "integer"],
        ["colour", "string"],
        ["sure", "boolean"],
      ],
    );
    assert.deepEqual([properties.colour.enum, properties.colour.default], [["red", "green"], "red"]);
    assert.equal(properties.sure.default, true);
  },

  async "elicit-decline-and-cancel"(agents) {
    for (const action of ["decline", "cancel"]) {
      const { turn } = await exchange(agents, "elicit", { elicitation: () => ({ action }) });
      assert.equal(turn.text, `elicit: ${action}`);
    }
  },

  async "elicit-url"(agents) {
    const { agent, turn, requests } = await exchange(agents, "elicit-url", {
      elicitation: () => ({ action: "accept" }),
    });
    assert.equal(turn.text, "elicit-url: accept");
    const [{ params }] = requests;
    assert.deepEqual([params.mode, params.url], ["url", "https://example.com/sign-in"]);
    assert.ok(params.elicitationId);
    // Over HTTP, the notification belongs to another stream than the response, so it may arrive later.
    const limit = Date.now() + 60_000;
    while (!agent.host.completedElicitations.includes(params.elicitationId)) {
      assert.ok(Date.now() < limit, "the elicitation was not completed within 60 s");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  },

  async "extension-request-to-client"(agents) {
    const { agent, turn, requests } = await exchange(agents, "ext");
    assert.equal(turn.text, "ext: pong");
    assert.deepEqual(requests[0].params, { value: "ping", nested: { list: [1, null] } });
    assert.deepEqual(agent.host.notes, ["note from the agent"]);
  },

  async "agent-cancels-its-request"(agents) {
    assert.equal((await exchange(agents, "hang")).turn.text, "hang failed: -32800");
  },

  async "stdout-is-protocol-only"(agents) {
    await agents.shared();
    for (const { text, message } of agents.all.flatMap((agent) => agent.lines)) {
      assert.equal(message?.jsonrpc, "2.0", `not a protocol message: ${text.slice(0, 80)}`);
      assert.equal(duplicateKey(text), undefined, `a key occurs twice in ${text.slice(0, 80)}`);
    }
  },
});
