// Asks an agent on the scripted model (model.mjs) what the kit cannot ask a stranger: what it remembers after a fork, a load,
// a resume and a cancellation, and how it answers each. It judges nothing; it writes one JSON object of sentences.
//
//   node behaviour.mjs OUT CWD AUTH_METHOD COMMAND [ARG…]      AUTH_METHOD may be empty
import { writeFileSync } from "node:fs";
import { Agent, describe } from "./raw-client.mjs";

const [out, cwd, authMethod, ...command] = process.argv.slice(2);
const LATE_MILLIS = 2000; // how long to look for updates that come after a response
const LOAD_RETRY_MILLIS = 65_000; // one agent names its files by the minute, and finds none of the same minute

const seen = {};
const agents = [];

async function start(protocolVersion = 1) {
  const agent = new Agent(command, cwd);
  agents.push(agent);
  const initialized = await agent.request("initialize", {
    protocolVersion,
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true } },
    clientInfo: { name: "behaviour", version: "1" },
    info: { name: "behaviour", version: "1" },
    capabilities: {},
  });
  return { agent, initialized };
}

async function ready() {
  const { agent, initialized } = await start();
  if (authMethod) await agent.request("authenticate", { methodId: authMethod });
  return { agent, capabilities: initialized.result?.agentCapabilities ?? {} };
}

const place = (sessionId) => ({ sessionId, cwd, mcpServers: [] });

/** What a new prompt shows of the session's memory: the marks, or null for an agent that does not ask the model. */
async function memory(agent, sessionId, mark) {
  const from = agent.updates.length;
  const response = await agent.prompt(sessionId, `Please say what you remember. ${mark}`);
  if (response.error) return `the prompt fails with ${describe(response)}`;
  const said = agent.said(sessionId, from);
  const marks = said.match(/I remember: ([^.]*)\./)?.[1];
  return marks === undefined ? null : `remembers ${marks}`;
}

/** Which updates of a session came before the response to a request, and which after it. */
async function replayed(agent, sessionId, request) {
  const before = agent.updates.length;
  const response = await request();
  const target = sessionId ?? response.result?.sessionId;
  const at = response.updatesBefore;
  if (response.error) return { response, target };
  await agent.quiet(LATE_MILLIS);
  const messages = (from, to) => {
    const kinds = agent.updates
      .slice(from, to)
      .filter((update) => update.sessionId === target && /_message_chunk$|^tool_call$/.test(update.update.sessionUpdate))
      .map((update) => update.update.sessionUpdate.replace(/_message_chunk$/, ""));
    return kinds.length === 0 ? null : [...new Set(kinds)].sort().join(", ");
  };
  const early = messages(before, at);
  const late = messages(at, agent.updates.length);
  const words = [early && `replays ${early} before the response`, late && `replays ${late} after the response`];
  return { response, target, replay: words.filter(Boolean).join("; ") || "replays nothing" };
}

const sentence = (...parts) => parts.filter(Boolean).join("; ");

async function versions() {
  const answers = [];
  for (const version of [1, 2, 99]) {
    const { agent, initialized } = await start(version);
    answers.push(`${version}: ${initialized.error ? describe(initialized) : initialized.result?.protocolVersion}`);
    await agent.end();
  }
  seen.versions = `requested ${answers.join(", ")}`;
}

async function conversation(agent, sessionId) {
  seen.memory = sentence(
    await memory(agent, sessionId, "mark-one"),
    (await memory(agent, sessionId, "mark-two")) ?? "cannot be seen: it asks no model",
  );
  const chunks = agent.updates.filter((update) => update.update.sessionUpdate === "agent_message_chunk");
  seen.messageIds = chunks.some((update) => update.update.messageId) ? "on chunks of the agent" : "none";
  return chunks.map((update) => update.update.messageId).filter(Boolean);
}

async function tool(agent, sessionId) {
  const from = agent.updates.length;
  agent.permissions.length = 0;
  const response = await agent.prompt(sessionId, "Please run it: model-tool");
  const calls = agent.updates.slice(from).map((update) => update.update);
  const asked = agent.permissions[0];
  const announced = calls.some((call) => call.sessionUpdate === "tool_call" && call.toolCallId === asked?.toolCall?.toolCallId);
  const last = calls.filter((call) => call.sessionUpdate.startsWith("tool_call") && call.status).at(-1);
  seen.tool = sentence(
    asked ? `requests permission (${asked.options.map((option) => option.kind).join(", ")})` : "requests no permission",
    asked && (announced ? "announces the call" : "never announces the call"),
    last && `last status ${last.status}`,
    response.error ? describe(response) : `stop reason ${response.result.stopReason}`,
  );
}

async function cancel(agent, sessionId) {
  const from = agent.updates.length;
  const turn = agent.prompt(sessionId, "Take your time: model-slow");
  await agent.update((update) => update.update.sessionUpdate === "agent_message_chunk", from);
  const at = Date.now();
  agent.notify("session/cancel", { sessionId });
  const response = await turn;
  const late = Date.now() - at > 10_000;
  seen.cancel = sentence(
    response.error ? describe(response) : `stop reason ${response.result.stopReason}`,
    late && "only after ten seconds or more",
    await memory(agent, sessionId, "mark-three"),
  );
}

async function forkOf(agent, name, params) {
  const { response, target, replay } = await replayed(agent, null, () => agent.request("session/fork", params));
  if (response.error) {
    seen[name] = describe(response);
    return;
  }
  seen[name] = sentence("makes a session", replay, await memory(agent, target, `mark-${params.messageId || params._meta ? "at" : "fork"}`));
}

async function forks(agent, sessionId, messageIds) {
  await forkOf(agent, "fork", place(sessionId));
  seen["source after fork"] = (await memory(agent, sessionId, "mark-source")) ?? "cannot be seen";
  if (messageIds.length > 0) {
    const air = (messageId) => ({ _meta: { jetbrains: { air: { version: 1, fork: { version: 1, messageId } } } } });
    await forkOf(agent, "fork at the first answer (messageId)", { ...place(sessionId), messageId: messageIds[0] });
    await forkOf(agent, "fork at the first answer (_meta)", { ...place(sessionId), ...air(messageIds[0]) });
    await forkOf(agent, "fork at an unknown id (messageId)", { ...place(sessionId), messageId: "no-such-message" });
    await forkOf(agent, "fork at an unknown id (_meta)", { ...place(sessionId), ...air("no-such-message") });
  }
}

async function opened(sessionId, name, method) {
  const { agent } = await ready();
  const once = () => replayed(agent, sessionId, () => agent.request(method, place(sessionId)));
  let { response, replay } = await once();
  let first = "";
  if (response.error) {
    first = `at first ${describe(response)}`;
    await agent.pause(LOAD_RETRY_MILLIS);
    ({ response, replay } = await once());
    if (response.error) {
      seen[name] = describe(response);
      return;
    }
    first += ", a minute later it succeeds";
  }
  seen[name] = sentence(first, replay, await memory(agent, sessionId, `mark-${method.slice(8)}`));
  await agent.end();
}

async function unknown(agent, capabilities) {
  const supported = ["session/prompt"];
  if (capabilities.loadSession) supported.push("session/load");
  for (const each of ["resume", "fork", "close", "delete"]) {
    if (capabilities.sessionCapabilities?.[each]) supported.push(`session/${each}`);
  }
  const answers = [];
  for (const method of supported) {
    const sessionId = "00000000-0000-4000-8000-000000000000";
    const params = method === "session/prompt" ? { sessionId, prompt: [{ type: "text", text: "?" }] } : place(sessionId);
    answers.push(`${method.slice(8)} ${describe(await agent.request(method, params))}`);
  }
  seen["unknown session"] = answers.join(", ");
}

try {
  await versions();
  const { agent, capabilities } = await ready();
  const session = capabilities.sessionCapabilities ?? {};
  const offered = Object.keys(session).filter((name) => session[name]);
  seen.offers = [...(capabilities.loadSession ? ["load"] : []), ...offered].sort().join(", ") || "nothing beyond prompts";
  const { result, error } = await agent.request("session/new", { cwd, mcpServers: [] });
  if (error) throw new Error(`session/new fails with ${describe({ error })}`);
  const messageIds = await conversation(agent, result.sessionId);
  await tool(agent, result.sessionId);
  await cancel(agent, result.sessionId);
  if (session.fork) await forks(agent, result.sessionId, messageIds);
  await unknown(agent, capabilities);
  if (session.list) {
    const listed = await agent.request("session/list", { cwd });
    const ids = (listed.result?.sessions ?? []).map((each) => each.sessionId);
    seen.list = ids.includes(result.sessionId) ? "shows the session" : `does not show the session: ${describe(listed)}`;
  }
  await agent.end();
  if (capabilities.loadSession) await opened(result.sessionId, "load in a new process", "session/load");
  if (session.resume) await opened(result.sessionId, "resume in a new process", "session/resume");
} catch (failure) {
  seen.ended = failure.message;
  process.exitCode = 1;
} finally {
  for (const agent of agents) await agent.end();
}
writeFileSync(out, `${JSON.stringify(seen, null, 2)}\n`);
