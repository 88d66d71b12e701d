// Makes an agent that serves Streamable HTTP look like one on stdin and stdout: runs the command behind "--", which prints its
// address as its first line, and connects with the HTTP client of the official TypeScript SDK. Ends as the command does.
// With --http2 it speaks HTTP/2 from the first byte, otherwise what Node's fetch speaks, HTTP/1.1.
import { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { http2Fetch } from "./http2-fetch.mjs";

const dashes = process.argv.indexOf("--");
const command = process.argv.slice(dashes + 1);
const server = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
server.on("error", (error) => {
  process.stderr.write(`cannot run ${command[0]}: ${error.message}\n`);
  process.exit(1);
});
server.on("exit", (code) => process.exit(code ?? 1));
server.stdin.on("error", () => {}); // it is gone, which its exit tells

const [address] = await once(createInterface(server.stdout), "line");
const over = process.argv.slice(0, dashes).includes("--http2") ? http2Fetch(address) : fetch;

// The SDK's stream takes messages only; what is none is posted past it, to the connection that it has opened.
let connectionId;
async function tapped(url, init) {
  const response = await over(url, init);
  connectionId ??= response.headers.get("acp-connection-id") ?? undefined;
  return response;
}

const stream = createHttpStream(address, { fetch: tapped });
const writer = stream.writable.getWriter();

function parsed(line) {
  try {
    const message = JSON.parse(line);
    return typeof message === "object" && message !== null && !Array.isArray(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

async function postRaw(body) {
  const headers = { "content-type": "application/json", ...(connectionId && { "acp-connection-id": connectionId }) };
  const response = await over(address, { method: "POST", headers, body });
  const text = await response.text();
  if (response.headers.get("content-type")?.startsWith("application/json")) {
    process.stdout.write(`${text}\n`);
  }
}

async function forward() {
  for await (const line of createInterface(process.stdin)) {
    const message = parsed(line);
    await (message ? writer.write(message) : postRaw(line));
  }
  await writer.close();
  server.stdin.end();
}

function report(error) {
  process.stderr.write(`the connection is lost: ${error.message}\n`);
  server.stdin.end();
}

forward().catch(report);
try {
  for await (const message of stream.readable) {
    process.stdout.write(`${JSON.stringify(message)}\n`);
  }
} catch (error) {
  report(error);
}
