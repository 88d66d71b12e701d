// The benchmark agent on the official TypeScript SDK; ../WORKLOAD.md says what it does. With --ws it serves WebSockets with
// the SDK's own server, prints the address as its first line and, with --expose-gc, answers each line of its input with the
// bytes of heap in use.
import { PROTOCOL_VERSION, agent, methods, ndJsonStream } from "@agentclientprotocol/sdk";
import { createNodeWebSocketUpgradeHandler } from "@agentclientprotocol/sdk/experimental/node";
import { AcpServer } from "@agentclientprotocol/sdk/experimental/server";
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

async function flood(peer, sessionId, count) {
  for (let i = 1; i <= count; i++) {
    const sent = peer.notify(toClient.session.update, chunk(sessionId, TEXT));
    if (i % UNAWAITED === 0 || i === count) {
      await sent;
    }
  }
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
    const [word, ...numbers] = params.prompt[0].text.split(" ");
    const work = { flood, callback }[word];
    await work(peer, params.sessionId, ...numbers.map(Number));
    return { stopReason: "end_turn" };
  });

function usedHeap() {
  for (let i = 0; i < COLLECTIONS; i++) {
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}

function serveWebSockets() {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer();
  server.on("upgrade", createNodeWebSocketUpgradeHandler(new AcpServer({ agent: app }), sockets));
  server.listen(0, "127.0.0.1", () => console.log(`ws://127.0.0.1:${server.address().port}/acp`));
  createInterface({ input: process.stdin }).on("line", () => console.log(usedHeap())).on("close", () => process.exit(0));
}

if (process.argv.includes("--ws")) {
  serveWebSockets();
} else {
  app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
}
