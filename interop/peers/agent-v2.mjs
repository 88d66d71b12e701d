// The scripted agent for the draft of version 2, written with the official TypeScript SDK: what README.md says of the agent, as far as
// the draft has it. Only protocol messages go to stdout, as with agent.mjs.
import { agentProtocolRouter } from "@agentclientprotocol/sdk/experimental/v2";
import { RequestError, agent, methods, ndJsonStream } from "@agentclientprotocol/sdk/experimental/v2/unstable";
import { Readable, Writable } from "node:stream";
import { runDraftPrompts } from "./agent-v2-prompts.mjs";
import { networkScheme, serveNetwork } from "./agent-network.mjs";
import { MODES, Sessions } from "./agent-sessions.mjs";

const { client: toClient } = methods;
const sessions = new Sessions();
const options = { elicitation: {} };
let loggedIn = true;

function requireLogin() {
  if (!loggedIn) {
    throw RequestError.authRequired();
  }
}

/** The options as the draft has them, with the mode as one of them. */
export function draftOptions(session) {
  const { currentModeId, availableModes } = session.modes();
  const mode = {
    configId: "mode",
    name: "Mode",
    category: "mode",
    type: "select",
    currentValue: currentModeId,
    options: availableModes.map(({ id, ...rest }) => ({ value: id, ...rest })),
  };
  const others = session.configOptions(true).map(({ id, ...option }) => ({
    configId: id,
    ...option,
    ...(option.options && { options: option.options.map(({ group, ...item }) => (group ? { groupId: group, ...item } : item)) }),
  }));
  return [mode, ...others];
}

const COMMANDS = [
  { type: "command", name: "echo", description: "Repeats its argument", input: { type: "text", hint: "text" } },
  { type: "command", name: "plan", description: "Shows a plan" },
];

function describe(session) {
  return { configOptions: draftOptions(session), availableCommands: COMMANDS };
}

function stateOf(session) {
  return { sessionUpdate: "state_update", state: session.turn ? "running" : "idle" };
}

function setOption(session, { configId, value }) {
  if (configId !== "mode") {
    session.setConfig(configId, value, true);
  } else if (MODES.some((mode) => mode.id === value)) {
    session.mode = value;
  } else {
    throw RequestError.invalidParams({ configId }, "no such mode");
  }
}

/** Ends what runs, with its last updates, before the response. */
async function end(session) {
  session.withdrawHeld?.();
  session.turn?.cancel();
  await session.working;
}

const app = agent({ name: "acp4j-interop-agent" })
  .onRequest(methods.agent.initialize, ({ params }) => {
    options.elicitation = params.capabilities?.elicitation ?? {};
    return {
      protocolVersion: 2,
      info: { name: "acp4j-interop-agent", title: "Scripted agent", version: "1.0.0" },
      capabilities: {
        session: {
          prompt: { image: {}, audio: {}, embeddedContext: {} },
          mcp: { http: {} },
          delete: {},
          additionalDirectories: {},
          fork: {},
        },
      },
      authMethods: [{ type: "agent", methodId: "test-login", name: "Test login", description: "Lets everybody in" }],
    };
  })
  .onRequest(methods.agent.auth.login, ({ params }) => {
    if (params.methodId !== "test-login") {
      throw RequestError.invalidParams({ methodId: params.methodId }, "no such authentication method");
    }
    loggedIn = true;
    return {};
  })
  .onRequest(methods.agent.auth.logout, () => {
    loggedIn = false;
    return {};
  })
  .onRequest(methods.agent.session.new, ({ params }) => {
    requireLogin();
    const session = sessions.create(params.cwd, params.additionalDirectories, params.mcpServers);
    return { sessionId: session.sessionId, ...describe(session) };
  })
  .onRequest(methods.agent.session.resume, async ({ params, client: peer }) => {
    requireLogin();
    if (params.replayFrom && params.replayFrom.type !== "start") {
      throw RequestError.invalidParams({ replayFrom: params.replayFrom }, "only start is known");
    }
    const session = sessions.reopen(params);
    const updates = [...(params.replayFrom ? session.history : []), stateOf(session)];
    for (const update of updates) {
      await peer.notify(toClient.session.update, { sessionId: session.sessionId, update });
    }
    return describe(session);
  })
  .onRequest(methods.agent.session.fork, ({ params }) => {
    requireLogin();
    const fork = sessions.fork(params);
    return { sessionId: fork.sessionId, ...describe(fork) };
  })
  .onRequest(methods.agent.session.list, ({ params }) => sessions.list(params.cwd, params.cursor))
  .onRequest(methods.agent.session.close, async ({ params }) => {
    const session = sessions.stored(params.sessionId);
    await end(session);
    session.active = false;
    return {};
  })
  .onRequest(methods.agent.session.delete, async ({ params }) => {
    if (sessions.has(params.sessionId)) {
      await end(sessions.stored(params.sessionId));
    }
    sessions.delete(params.sessionId);
    return {};
  })
  .onRequest(methods.agent.session.setConfigOption, ({ params }) => {
    const session = sessions.active(params.sessionId);
    setOption(session, params);
    return { configOptions: draftOptions(session) };
  })
  .onRequest(methods.agent.session.prompt, (context) =>
    runDraftPrompts(sessions.active(context.params.sessionId), context, options, draftOptions),
  )
  .onNotification(methods.agent.session.cancel, ({ params }) => {
    const session = sessions.stored(params.sessionId);
    session.withdrawHeld?.();
    session.turn?.cancel();
  });

const scheme = networkScheme();
if (scheme) {
  serveNetwork(agentProtocolRouter().withV2(app), scheme);
} else {
  app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
}
