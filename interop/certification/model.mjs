// A model on 127.0.0.1 that follows a script, for agents that are certified offline. It prints its port and ends with stdin.
//
//   node model.mjs
//
// It takes the requests of OpenAI (/chat/completions, /responses), Anthropic (/messages) and Gemini (:streamGenerateContent,
// :generateContent), streamed or not. It answers with the words "mark-…" of all user messages that it was sent, so its answer
// shows what an agent remembers. Two words in the last user message make it do something else:
//
//   model-tool   it calls the tool that runs shell commands, if it was offered one; says so when the result comes
//   model-slow   it says a word every 200 ms, for at most a minute
import { createServer } from "node:http";
import { chat, completion, gemini, messages, responses } from "./model-faces.mjs";

const MAX_BODY = 64 * 1024 * 1024;
const SLOW_WORDS = 300;
const faces = [
  [/\/chat\/completions$/, chat],
  [/\/responses$/, responses],
  [/\/messages$/, messages],
  [/:(streamGenerateContent|generateContent)$/, gemini],
];

const server = createServer(async (request, response) => {
  const path = new URL(request.url, "http://localhost").pathname;
  const face = faces.find(([pattern]) => pattern.test(path))?.[1];
  const body = await readBody(request);
  if (request.method !== "POST" || !face || body === undefined) {
    const models = request.method === "GET" && path.endsWith("/models");
    response.writeHead(models ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(models ? completion.models : { error: { message: `The model has no ${path}` } }));
    return;
  }
  const asked = face.read(body);
  const answer = decide(asked);
  if (path.endsWith(":generateContent") || (!path.endsWith(":streamGenerateContent") && !body.stream)) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(face.whole(answer)));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for await (const event of face.stream(answer)) {
    if (response.destroyed) return;
    response.write(event);
  }
  response.end();
});

/** What to answer: texts one after another, or the call of a tool. */
function decide({ turns, tools }) {
  const last = turns.at(-1);
  if (last?.role === "tool") return { texts: ["The tool", " has run."] };
  const text = turns.findLast((turn) => turn.role === "user")?.text ?? "";
  if (text.includes("model-slow")) return { texts: slowly() };
  const shell = tools.find((tool) => /^(bash|shell|shell_command|exec_command|run_shell_command|run_commands)$/i.test(tool.name));
  if (text.includes("model-tool") && shell) return { call: { name: shell.name, input: inputFor(shell.schema ?? {}) } };
  const marks = turns.filter((turn) => turn.role === "user").flatMap((turn) => turn.text.match(/\bmark-\w+/g) ?? []);
  return { texts: ["I remember", ": ", [...new Set(marks)].join(", ") || "nothing", "."] };
}

async function* slowly() {
  for (let i = 0; i < SLOW_WORDS; i++) {
    yield "working ";
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Arguments that the schema of a tool for shell commands asks for. */
function inputFor(schema) {
  const command = "echo model > model-was-here";
  const known = {
    command: schema.properties?.command?.type === "array" ? ["sh", "-c", command] : command,
    commands: [command],
    cmd: command,
    sandbox_permissions: "require_escalated",
    justification: "The script wants it.",
    description: "Writes a file",
  };
  return Object.fromEntries(
    Object.keys(schema.properties ?? {})
      .filter((name) => name in known)
      .map((name) => [name, known[name]]),
  );
}

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return undefined;
  }
}

server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.resume().on("end", () => process.exit(0));
