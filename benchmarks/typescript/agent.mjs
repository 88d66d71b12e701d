// The benchmark agent on the official TypeScript SDK; ../WORKLOAD.md says what it does. With --ws or --http it serves WebSockets or HTTP with
// the SDK's own server, prints the address as its first line and, with --expose-gc, answers each line of its input with the
// bytes of heap in use.
import { PROTOCOL_VERSION, agent, methods, ndJsonStream } from "@agentclientprotocol/sdk";
import { createNodeHttpHandler, createNodeWebSocketUpgradeHandler } from "@agentclientprotocol/sdk/experimental/node";
import { AcpServer } from "@agentclientprotocol/sdk/experimental/server";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { WebSocketServer } from "ws";
import { percentile } from "./percentile.mjs";

const TEXT = "x".repeat(120);
// Waiting for every single write is slower; never waiting lets the queue of writes grow without end.
const UNAWAITED = 256;
const COLLECTIONS = 3;
const { client: toClient } = methods;

function chunk(sessionId, text) {
  return {
    sessionId,
    update: { sessionUpdate: "agent_message_chunk", messageId: "message-1", content: { type: "text", text } },
  };
}

const textOf = (name) => readFileSync(new URL(`../texts/${name}.txt`, import.meta.url), "utf8");

async function send(peer, count, make) {
  for (let i = 1; i <= count; i++) {
    const sent = peer.notify(toClient.session.update, make(i - 1));
    if (i % UNAWAITED === 0 || i === count) {
      await sent;
    }
  }
}

const flood = (peer, sessionId, count) => send(peer, count, () => chunk(sessionId, TEXT));

async function text(peer, sessionId, name, count) {
  const value = textOf(name);
  await send(peer, count, () => chunk(sessionId, value));
}

// The mixture of updates; each is made anew, as an agent would.
async function mixed(peer, sessionId, count) {
  const prose = textOf("ascii");
  const oldText = textOf("code");
  const newText = oldText + oldText;
  const path = "/home/user/project/src/main.c";
  const update = (i) => {
    switch (i % 20) {
      case 0:
        return {
          sessionUpdate: "plan",
          entries: [
            { content: "Find the fault", priority: "medium", status: "completed" },
            { content: "Mend it", priority: "medium", status: "in_progress" },
            { content: "Run the tests", priority: "medium", status: "pending" },
          ],
        };
      case 5:
        return {
          sessionUpdate: "tool_call", toolCallId: "call-1", title: "Edit main.c", kind: "edit", status: "pending",
          locations: [{ path }],
        };
      case 6:
        return { sessionUpdate: "tool_call_update", toolCallId: "call-1", status: "in_progress" };
      case 7:
        return {
          sessionUpdate: "tool_call_update", toolCallId: "call-1", status: "completed",
          content: [{ type: "diff", path, oldText, newText }],
        };
      case 13:
        return {
          sessionUpdate: "tool_call", toolCallId: "call-2", title: "make test", kind: "execute", status: "pending",
          rawInput: { command: "make test" },
        };
      case 14:
        return {
          sessionUpdate: "tool_call_update", toolCallId: "call-2", status: "completed",
          content: [{ type: "content", content: { type: "text", text: prose } }],
        };
      case 19:
        return { sessionUpdate: "usage_update", used: i, size: 200_000 };
      default:
        return chunk(sessionId, prose).update;
    }
  };
  await send(peer, count, (i) => ({ sessionId, update: update(i) }));
}

async function callback(peer, sessionId, warmup, count) {
  const nanos = new Float64Array(count);
  for (let i = -warmup; i < count; i++) {
    const start = process.hrtime.bigint();
    await peer.request(toClient.fs.readTextFile, { sessionId, path: "/bench/file.txt" });
    if (i >= 0) {
      nanos[i] = Number(process.hrtime.bigint() - start);
    }
  }
  nanos.sort();
  const text = `p50_us ${percentile(nanos, 0.5)} p99_us ${percentile(nanos, 0.99)}`;
  await peer.notify(toClient.session.update, chunk(sessionId, text));
}

const app = agent({ name: "benchmark-agent" })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: "session-1" }))
  .onRequest(methods.agent.session.setMode, () => ({}))
  .onRequest(methods.agent.session.prompt, async ({ params, client: peer }) => {
    const [word, ...words] = params.prompt[0].text.split(" ");
    const work = { flood, text, mixed, callback }[word];
    await work(peer, params.sessionId, ...words.map((each) => (/^\d+$/.test(each) ? Number(each) : each)));
    return { stopReason: "end_turn" };
  });

function usedHeap() {
  for (let i = 0; i < COLLECTIONS; i++) {
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}

function serve(scheme) {
  const sockets = new WebSocketServer({ noServer: true });
  const acp = new AcpServer({ agent: app });
  const server = createServer(createNodeHttpHandler(acp));
  server.on("upgrade", createNodeWebSocketUpgradeHandler(acp, sockets));
  server.listen(0, "127.0.0.1", () => console.log(`${scheme}://127.0.0.1:${server.address().port}/acp`));
  createInterface({ input: process.stdin }).on("line", () => console.log(usedHeap())).on("close", () => process.exit(0));
}

const scheme = ["ws", "http"].find((each) => process.argv.includes(`--${each}`));
if (scheme) {
  serve(scheme);
} else {
  app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
}
