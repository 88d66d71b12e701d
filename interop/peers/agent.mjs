// The scripted agent of the interop tests, written with the official TypeScript SDK. README.md says what it does.
// Only protocol messages go to stdout; with --ws or --http it serves WebSockets and HTTP, and its only line there says where.
import { PROTOCOL_VERSION, RequestError, agent, methods, ndJsonStream } from "@agentclientprotocol/sdk/unstable";
import { Readable, Writable } from "node:stream";
import { setImmediate as nextTick } from "node:timers/promises";
import { runPrompt } from "./agent-prompts.mjs";
import { MODES, Sessions } from "./agent-sessions.mjs";
import { networkScheme, serveNetwork } from "./agent-network.mjs";

const sessions = new Sessions();
const notes = [];
let client = { capabilities: {}, info: undefined };
let loggedIn = true;

const COMMANDS = [
  { name: "echo", description: "Repeats its argument", input: { hint: "text" } },
  { name: "plan", description: "Shows a plan" },
];

function booleanOptions() {
  return client.capabilities.session?.configOptions?.boolean != null;
}

function describe(session) {
  return { modes: session.modes(), configOptions: session.configOptions(booleanOptions()) };
}

/** Sends the command list once the response that announces the session has left. */
async function announceCommands(peer, sessionId) {
  await nextTick();
  await peer.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: "available_commands_update", availableCommands: COMMANDS },
  });
}

function requireLogin() {
  if (!loggedIn) {
    throw RequestError.authRequired();
  }
}

const anything = (params) => params;

// The SDK's own parser for session/fork drops messageId, which the published schema does not have yet.
function forkParams(params) {
  const { sessionId, cwd, messageId } = params ?? {};
  const valid =
    typeof sessionId === "string" && typeof cwd === "string" && (messageId == null || typeof messageId === "string");
  if (!valid) {
    throw RequestError.invalidParams(undefined, "session/fork needs sessionId and cwd");
  }
  return params;
}

const app = agent({ name: "acp4j-interop-agent" })
  .onRequest(methods.agent.initialize, ({ params }) => {
    client = { capabilities: params.clientCapabilities ?? {}, info: params.clientInfo };
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: "acp4j-interop-agent", title: "Scripted agent", version: "1.0.0" },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: true, embeddedContext: true },
        mcpCapabilities: { http: true, sse: false },
        sessionCapabilities: {
          list: {},
          delete: {},
          additionalDirectories: {},
          resume: {},
          close: {},
          fork: { atMessageId: true },
        },
        auth: { logout: {} },
      },
      authMethods: [{ id: "test-login", name: "Test login", description: "Lets everybody in" }],
    };
  })
  .onRequest(methods.agent.authenticate, ({ params }) => {
    if (params.methodId !== "test-login") {
      throw RequestError.invalidParams({ methodId: params.methodId }, "no such authentication method");
    }
    loggedIn = true;
    return {};
  })
  .onRequest(methods.agent.logout, () => {
    loggedIn = false;
    return {};
  })
  .onRequest(methods.agent.session.new, ({ params, client: peer }) => {
    requireLogin();
    const session = sessions.create(params.cwd, params.additionalDirectories, params.mcpServers);
    void announceCommands(peer, session.sessionId);
    return { sessionId: session.sessionId, ...describe(session) };
  })
  .onRequest(methods.agent.session.load, async ({ params, client: peer }) => {
    requireLogin();
    const session = sessions.reopen(params);
    for (const update of session.history) {
      await peer.notify(methods.client.session.update, { sessionId: session.sessionId, update });
    }
    return describe(session);
  })
  .onRequest(methods.agent.session.resume, ({ params }) => {
    requireLogin();
    return describe(sessions.reopen(params));
  })
  .onRequest(methods.agent.session.fork, forkParams, ({ params }) => {
    requireLogin();
    const fork = sessions.fork(params);
    return { sessionId: fork.sessionId, ...describe(fork) };
  })
  .onRequest(methods.agent.session.list, ({ params }) => sessions.list(params.cwd, params.cursor))
  .onRequest(methods.agent.session.close, ({ params }) => {
    sessions.close(params.sessionId);
    return {};
  })
  .onRequest(methods.agent.session.delete, ({ params }) => {
    sessions.delete(params.sessionId);
    return {};
  })
  .onRequest(methods.agent.session.setMode, ({ params }) => {
    const session = sessions.active(params.sessionId);
    if (!MODES.some((mode) => mode.id === params.modeId)) {
      throw RequestError.invalidParams({ modeId: params.modeId }, "no such mode");
    }
    session.mode = params.modeId;
    return {};
  })
  .onRequest(methods.agent.session.setConfigOption, ({ params }) => {
    const session = sessions.active(params.sessionId);
    session.setConfig(params.configId, params.value, booleanOptions());
    return { configOptions: session.configOptions(booleanOptions()) };
  })
  .onRequest(methods.agent.session.prompt, (context) =>
    runPrompt(sessions.active(context.params.sessionId), context, client, booleanOptions()),
  )
  .onNotification(methods.agent.session.cancel, ({ params }) => {
    sessions.stored(params.sessionId).turn?.cancel();
  })
  .onRequest("_acp4j.test/echo", anything, ({ params }) => ({ echo: params }))
  .onRequest("_acp4j.test/notes", anything, () => ({ notes }))
  .onRequest("_acp4j.test/client", anything, () => ({
    name: client.info?.name ?? null,
    readTextFile: client.capabilities.fs?.readTextFile ?? false,
    writeTextFile: client.capabilities.fs?.writeTextFile ?? false,
    terminal: client.capabilities.terminal ?? false,
    elicitationForm: client.capabilities.elicitation?.form != null,
    elicitationUrl: client.capabilities.elicitation?.url != null,
    booleanOptions: booleanOptions(),
  }))
  .onRequest(
    "_acp4j.test/wait",
    anything,
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        const cancelled = () => reject(RequestError.requestCancelled());
        signal.aborted ? cancelled() : signal.addEventListener("abort", cancelled, { once: true });
      }),
  )
  .onNotification("_acp4j.test/note", anything, ({ params }) => {
    notes.push(params.text);
  });

const scheme = networkScheme();
if (scheme) {
  serveNetwork(app, scheme);
} else {
  app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
}
