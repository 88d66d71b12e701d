// Makes an agent that serves WebSockets look like one on stdin and stdout: runs the command behind "--", which prints its
// address as its first line, and connects with the WebSocket client of the official TypeScript SDK. Ends as the command does.
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { WebSocket } from "ws";

const command = process.argv.slice(process.argv.indexOf("--") + 1);
const server = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
server.on("error", (error) => {
  process.stderr.write(`cannot run ${command[0]}: ${error.message}\n`);
  process.exit(1);
});
server.on("exit", (code) => process.exit(code ?? 1));
server.stdin.on("error", () => {}); // it is gone, which its exit tells

const [address] = await once(createInterface(server.stdout), "line");

// The SDK's stream takes messages only; what is none goes to the socket below it.
let socket;
class Tapped extends WebSocket {
  constructor(...args) {
    super(...args);
    socket = this;
  }
}

const stream = createWebSocketStream(address, { WebSocket: Tapped });
const opened = once(socket, "open");
const writer = stream.writable.getWriter();

function parsed(line) {
  try {
    const message = JSON.parse(line);
    return typeof message === "object" && message !== null && !Array.isArray(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

async function forward() {
  for await (const line of createInterface(process.stdin)) {
    const message = parsed(line);
    if (message) {
      await writer.write(message);
    } else {
      await opened;
      socket.send(line);
    }
  }
  server.stdin.end();
}

void forward();
for await (const message of stream.readable) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
server.stdin.end();
