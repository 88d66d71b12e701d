// Serves an agent of the official TypeScript SDK over WebSockets and Streamable HTTP, with the SDK's own server, until stdin ends.
import { createNodeHttpHandler, createNodeWebSocketUpgradeHandler } from "@agentclientprotocol/sdk/experimental/node";
import { AcpServer } from "@agentclientprotocol/sdk/experimental/server";
import { createServer } from "node:http";
import { WebSocketServer } from "ws";

/** The scheme that the arguments ask for, `ws` or `http`; undefined for stdin and stdout. */
export function networkScheme() {
  return ["ws", "http"].find((scheme) => process.argv.includes(`--${scheme}`));
}

/** Listens on a free port of this machine and prints the address with the scheme. */
export function serveNetwork(agent, scheme) {
  const acp = new AcpServer({ agent });
  const server = createServer(createNodeHttpHandler(acp));
  server.on("upgrade", createNodeWebSocketUpgradeHandler(acp, new WebSocketServer({ noServer: true })));
  server.listen(0, "127.0.0.1", () => {
    process.stdout.write(`${scheme}://127.0.0.1:${server.address().port}/acp\n`);
  });
  process.stdin.on("end", () => process.exit(0)).resume();
}
