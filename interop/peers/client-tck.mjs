// The driver protocol of the conformance kit (docs/tck-client.md) around the SDK's client: node client-tck.mjs AGENT.
// What the SDK leaves to its user (which chunks make up a message, what an agent offers) is not made up for here.
import { client, methods, ndJsonStream, RequestError } from "@agentclientprotocol/sdk/unstable";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";

const { agent: toAgent, client: ofClient } = methods;

const agent = spawn(process.argv[2], [], { stdio: ["pipe", "pipe", "inherit"] });
agent.stdin.on("error", () => {}); // an agent that is gone ends the connection, which is told by what waits for it
const running = new Map();
let choice = "allow_once";
let elicitation = { action: "cancel" };
const questions = new Map(); // by session: what ends the waits of its undecided user

function needAbsolute(path) {
  if (!isAbsolute(path)) {
    throw RequestError.invalidParams(undefined, "the path is not absolute");
  }
}

const connection = client({ name: "sdk-conformance-client" })
  .onNotification(ofClient.session.update, () => {})
  .onRequest(ofClient.session.requestPermission, async ({ params, signal }) => {
    if (choice === "wait") {
      const cancelled = new Promise((resolve) => {
        questions.set(params.sessionId, [...(questions.get(params.sessionId) ?? []), resolve]);
      });
      await Promise.race([cancelled, once(signal, "abort")]);
      return { outcome: { outcome: "cancelled" } };
    }
    const option = params.options.find((each) => each.kind === choice);
    return { outcome: option ? { outcome: "selected", optionId: option.optionId } : { outcome: "cancelled" } };
  })
  .onRequest(ofClient.fs.readTextFile, async ({ params }) => {
    needAbsolute(params.path);
    const lines = (await readFile(params.path, "utf8")).split(/(?<=\n)/);
    const from = (params.line ?? 1) - 1;
    return { content: lines.slice(from, params.limit == null ? undefined : from + params.limit).join("") };
  })
  .onRequest(ofClient.fs.writeTextFile, async ({ params }) => {
    needAbsolute(params.path);
    await writeFile(params.path, params.content);
    return {};
  })
  .onRequest(ofClient.elicitation.create, () => elicitation)
  .connect(ndJsonStream(Writable.toWeb(agent.stdin), Readable.toWeb(agent.stdout)));

const request = (method, params, options) => connection.agent.request(method, params, options);

const initialized = request(toAgent.initialize, {
  protocolVersion: 1,
  clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, elicitation: { form: {}, url: {} } },
  clientInfo: { name: "sdk-conformance-client", version: "1.0.0" },
}).then((answer) => {
  if (answer.protocolVersion !== 1) {
    agent.stdin.end();
    throw new Error(`the agent speaks version ${answer.protocolVersion}`);
  }
});
initialized.catch(() => {}); // each command tells it

const opening = async (method, { session, cwd }) => {
  await request(method, { sessionId: session, cwd, mcpServers: [] });
  return { session };
};

const COMMANDS = {
  newSession: async ({ id, cwd }) => {
    const abort = new AbortController();
    running.set(id, abort);
    const made = await request(toAgent.session.new, { cwd, mcpServers: [] }, { cancellationSignal: abort.signal });
    return { session: made.sessionId };
  },
  loadSession: (command) => opening(toAgent.session.load, command),
  resumeSession: (command) => opening(toAgent.session.resume, command),
  closeSession: ({ session }) => request(toAgent.session.close, { sessionId: session }).then(() => ({})),
  prompt: async ({ session, text }) => {
    const prompt = [{ type: "text", text }];
    return { stopReason: (await request(toAgent.session.prompt, { sessionId: session, prompt })).stopReason };
  },
  cancel: async ({ session }) => {
    await connection.agent.notify(toAgent.session.cancel, { sessionId: session });
    questions.get(session)?.forEach((end) => end());
    questions.delete(session);
    return {};
  },
  permit: (command) => {
    choice = command.choice;
    return {};
  },
  elicit: ({ action, content }) => {
    elicitation = action === "accept" ? { action, content } : { action };
    return {};
  },
  withdraw: ({ command }) => {
    running.get(command).abort();
    return {};
  },
  authenticate: ({ method }) => request(toAgent.authenticate, { methodId: method }).then(() => ({})),
  quit: () => {
    agent.stdin.end();
    return {};
  },
};

async function carryOut(command) {
  if (command.do === "hello") {
    return { commands: Object.keys(COMMANDS) };
  }
  await initialized;
  return COMMANDS[command.do](command);
}

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  carryOut(command)
    .catch((error) => ({ error: String(error) }))
    .then((answer) => {
      console.log(JSON.stringify({ id: command.id, ...answer }));
      if (command.do === "quit") {
        process.exit(0);
      }
    });
}
agent.kill();
