// Serves an agent of the official TypeScript SDK over WebSockets, with the SDK's own server, until stdin ends.
import { createNodeWebSocketUpgradeHandler } from "@agentclientprotocol/sdk/experimental/node";
import { AcpServer } from "@agentclientprotocol/sdk/experimental/server";
import { createServer } from "node:http";
import { WebSocketServer } from "ws";

/** Listens on a free port of this machine and prints the address. */
export function serveWebSockets(app) {
  const upgrade = createNodeWebSocketUpgradeHandler(new AcpServer({ agent: app }), new WebSocketServer({ noServer: true }));
  const server = createServer((_request, response) => response.writeHead(426).end());
  server.on("upgrade", upgrade);
  server.listen(0, "127.0.0.1", () => {
    process.stdout.write(`ws://127.0.0.1:${server.address().port}/acp\n`);
  });
  process.stdin.on("end", () => process.exit(0)).resume();
}
