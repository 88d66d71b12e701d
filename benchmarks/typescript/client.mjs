// The benchmark client on the official TypeScript SDK; ../WORKLOAD.md says what it measures.
import { PROTOCOL_VERSION, client, methods, ndJsonStream } from "@agentclientprotocol/sdk";
import { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { WebSocket } from "ws";
import { percentile } from "./percentile.mjs";

const STALL_MILLIS = 10_000;
const ALL_TEXTS = ["ascii", "german", "chinese", "emoji", "code"];
const FIRST_TEXT = Math.max(0, ALL_TEXTS.indexOf(process.env.FIRST_TEXT));
const TEXTS = [...ALL_TEXTS.slice(FIRST_TEXT), ...ALL_TEXTS.slice(0, FIRST_TEXT)];
const PART_NAMES = ["flood", "roundtrip", "spawn", "texts", "mixed"];
const { agent: toAgent, client: toClient } = methods;

function options() {
  const argv = process.argv.slice(2);
  const dashes = argv.indexOf("--");
  const own = [process.execPath, fileURLToPath(new URL("agent.mjs", import.meta.url))];
  const command = dashes < 0 ? own : argv.slice(dashes + 1);
  if (dashes < 0) {
    command.push(...argv.filter((option) => ["--ws", "--http"].includes(option)));
  }
  try {
    const { values } = parseArgs({
      args: dashes < 0 ? argv : argv.slice(0, dashes),
      options: {
        quick: { type: "boolean", default: false },
        ws: { type: "boolean", default: false },
        http: { type: "boolean", default: false },
        part: { type: "string" },
      },
    });
    if (command.length > 0 && (values.part === undefined || PART_NAMES.includes(values.part))) {
      return { ...values, command };
    }
  } catch {
    // parseArgs refused an option: the usage says which there are
  }
  process.stderr.write("usage: client.mjs [--quick] [--ws|--http] [--part flood|roundtrip|spawn|texts|mixed] [-- AGENT-COMMAND ARG...]\n");
  return process.exit(2);
}

const { quick, ws, http, part, command } = options();
const SIZES = quick
  ? { floodWarmup: 2_000, flood: 20_000, shortFlood: 10_000, warmup: 2_000, roundTrips: 2_000, spawns: 3 }
  : { floodWarmup: 20_000, flood: 200_000, shortFlood: 100_000, warmup: 2_000, roundTrips: 20_000, spawns: 11 };

function report(metric, value) {
  console.log(`typescript.${metric} ${value}`);
}

/** With --ws or --http the agent's first line is its address. */
async function streamTo(child) {
  if (!ws && !http) {
    return ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
  }
  const [address] = await once(createInterface(child.stdout), "line");
  return http ? createHttpStream(address) : createWebSocketStream(address, { WebSocket });
}

/** An agent process, initialized; counts its updates. */
class Peer {
  updates = 0;
  lastText = "";

  static async start() {
    const peer = new Peer();
    peer.child = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
    peer.exited = new Promise((resolve) => peer.child.on("exit", resolve));
    const app = client({ name: "benchmark-client" })
      .onNotification(toClient.session.update, ({ params }) => {
        peer.updates++;
        peer.lastText = params.update.content?.text;
      })
      .onRequest(toClient.fs.readTextFile, () => ({ content: "content" }));
    peer.connection = app.connect(await streamTo(peer.child));
    peer.agent = peer.connection.agent;
    await peer.agent.request(toAgent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: { fs: { readTextFile: true } },
    });
    return peer;
  }

  async newSession() {
    const { sessionId } = await this.agent.request(toAgent.session.new, { cwd: "/bench", mcpServers: [] });
    return sessionId;
  }

  prompt(sessionId, text) {
    return this.agent.request(toAgent.session.prompt, { sessionId, prompt: [{ type: "text", text }] });
  }

  async stop() {
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill("SIGKILL"), 5_000);
    await this.exited;
    clearTimeout(timer);
  }
}

async function timedFlood(peer, sessionId, what, count) {
  peer.updates = 0;
  const start = performance.now();
  await peer.prompt(sessionId, `${what} ${count}`);
  let end = performance.now();
  const atReturn = peer.updates;
  for (let seen = atReturn; peer.updates < count && performance.now() - end < STALL_MILLIS; seen = peer.updates) {
    await delay(1);
    if (peer.updates > seen) {
      end = performance.now();
    }
  }
  return { perSecond: (peer.updates / (end - start)) * 1000, atReturn, lost: count - peer.updates };
}

async function flood() {
  const peer = await Peer.start();
  const sessionId = await peer.newSession();
  const first = await timedFlood(peer, sessionId, "flood", SIZES.floodWarmup);
  const measured = await timedFlood(peer, sessionId, "flood", SIZES.flood);
  await peer.stop();
  report("updates_per_s", measured.perSecond.toFixed(1));
  report("first_updates_per_s", first.perSecond.toFixed(1));
  report("updates_at_return_percent", ((100 * measured.atReturn) / SIZES.flood).toFixed(1));
  report("updates_lost", measured.lost);
  report("client_peak_rss_mb", peakMemory().toFixed(1));
}

async function texts() {
  const peer = await Peer.start();
  const sessionId = await peer.newSession();
  for (const name of TEXTS) {
    await timedFlood(peer, sessionId, `text ${name}`, SIZES.floodWarmup);
  }
  for (const name of TEXTS) {
    const measured = await timedFlood(peer, sessionId, `text ${name}`, SIZES.shortFlood);
    if (peer.lastText !== readFileSync(new URL(`../texts/${name}.txt`, import.meta.url), "utf8")) {
      throw new Error(`another text came than ${name}`);
    }
    report(`text_${name}_updates_per_s`, measured.perSecond.toFixed(1));
  }
  await peer.stop();
}

async function mixed() {
  const peer = await Peer.start();
  const sessionId = await peer.newSession();
  await timedFlood(peer, sessionId, "mixed", SIZES.floodWarmup);
  const measured = await timedFlood(peer, sessionId, "mixed", SIZES.shortFlood);
  report("mixed_updates_per_s", measured.perSecond.toFixed(1));
  await peer.stop();
}

function peakMemory() {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
  return Number(kilobytes) / 1024;
}

async function roundtrip() {
  const peer = await Peer.start();
  const sessionId = await peer.newSession();
  const nanos = new Float64Array(SIZES.roundTrips);
  for (let i = -SIZES.warmup; i < SIZES.roundTrips; i++) {
    const start = process.hrtime.bigint();
    await peer.agent.request(toAgent.session.setMode, { sessionId, modeId: "code" });
    if (i >= 0) {
      nanos[i] = Number(process.hrtime.bigint() - start);
    }
  }
  nanos.sort();
  report("roundtrip_client_to_agent_p50_us", percentile(nanos, 0.5));
  report("roundtrip_client_to_agent_p99_us", percentile(nanos, 0.99));
  await peer.prompt(sessionId, `callback ${SIZES.warmup} ${SIZES.roundTrips}`);
  await delay(100);
  const [, p50, p99] = /^p50_us (\S+) p99_us (\S+)$/.exec(peer.lastText);
  report("roundtrip_agent_to_client_p50_us", p50);
  report("roundtrip_agent_to_client_p99_us", p99);
  await peer.stop();
}

async function spawnTimes() {
  const millis = [];
  for (let i = 0; i < SIZES.spawns; i++) {
    const start = performance.now();
    const peer = await Peer.start();
    millis.push(performance.now() - start);
    await peer.stop();
  }
  millis.sort((a, b) => a - b);
  report("spawn_to_initialize_ms", millis[Math.floor(millis.length / 2)].toFixed(1));
}

const PARTS = { flood, roundtrip, spawn: spawnTimes, texts, mixed };
for (const run of part ? [PARTS[part]] : Object.values(PARTS)) {
  await run();
}
