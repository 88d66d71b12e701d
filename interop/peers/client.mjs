// Drives an agent through the checks of the interop contract. README.md says how to call it.
import { createWriteStream } from "node:fs";
import { parseArgs } from "node:util";
import { AgentProcess } from "./client-connection.mjs";
import { DraftAgentProcess } from "./client-v2-connection.mjs";
import { draftChecks } from "./client-v2-checks.mjs";
import { connectionChecks } from "./client-checks-connection.mjs";
import { promptChecks } from "./client-checks-prompt.mjs";
import { serviceChecks } from "./client-checks-services.mjs";
import { sessionChecks } from "./client-checks-session.mjs";

const CHECKS = [...connectionChecks, ...sessionChecks, ...promptChecks, ...serviceChecks];
const USAGE =
  "usage: client.mjs [--protocol 1|2] [--record FILE] [--only NAME,NAME] [--except NAME,NAME] [--timeout SECONDS] [--list] -- COMMAND [ARG...]\n";

function usage() {
  process.stderr.write(USAGE);
  process.exit(2);
}

function options() {
  const argv = process.argv.slice(2);
  const dashes = argv.indexOf("--");
  const command = dashes < 0 ? [] : argv.slice(dashes + 1);
  try {
    const { values } = parseArgs({
      args: dashes < 0 ? argv : argv.slice(0, dashes),
      options: {
        protocol: { type: "string", default: "1" },
        record: { type: "string" },
        only: { type: "string" },
        except: { type: "string" },
        timeout: { type: "string", default: "120" },
        list: { type: "boolean", default: false },
      },
    });
    return { ...values, command };
  } catch {
    return usage();
  }
}

/** Gives the checks their agent: one that they share, and fresh ones for those that spoil it. */
class Agents {
  #command;
  #record;
  #all = [];
  #shared;
  #Process;

  constructor(command, record, Process) {
    this.#command = command;
    this.#record = record;
    this.#Process = Process;
  }

  get all() {
    return this.#all;
  }

  /** Starts an agent that has not been initialized. */
  start() {
    const connection = this.#all.length + 1;
    const agent = new this.#Process(this.#command, (from, text) => this.#record?.({ connection, from, text }));
    this.#all.push(agent);
    return agent;
  }

  shared() {
    this.#shared ??= this.start().initialize();
    return this.#shared;
  }

  async stop() {
    await Promise.all(this.#all.map((agent) => agent.stop()));
  }
}

async function withTimeLimit(seconds, work) {
  let timer;
  const limit = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${seconds} s`)), seconds * 1000);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function oneLine(error) {
  const text = error instanceof Error ? error.message : JSON.stringify(error);
  return text.replace(/\s+/g, " ").trim().slice(0, 600);
}

async function main() {
  const { protocol, record: recordFile, only, except, timeout, list, command } = options();
  const known = protocol === "2" ? draftChecks : CHECKS;
  if (list) {
    known.forEach(({ name }) => console.log(name));
    return 0;
  }
  const wanted = only?.split(",");
  const unwanted = except?.split(",") ?? [];
  const named = wanted ? known.filter(({ name }) => wanted.includes(name)) : known;
  const checks = named.filter(({ name }) => !unwanted.includes(name));
  if (command.length === 0 || (wanted && named.length !== wanted.length) || !(Number(timeout) > 0)) {
    usage();
  }
  const recording = recordFile && createWriteStream(recordFile);
  const record = recording && ((entry) => recording.write(`${JSON.stringify(entry)}\n`));
  const agents = new Agents(command, record, protocol === "2" ? DraftAgentProcess : AgentProcess);
  let failed = 0;
  for (const { name, run } of checks) {
    try {
      await withTimeLimit(Number(timeout), run(agents));
      console.log(`ok ${name}`);
    } catch (error) {
      failed++;
      console.log(`not ok ${name}: ${oneLine(error)}`);
    }
  }
  await agents.stop();
  if (recording) {
    await new Promise((resolve) => recording.end(resolve));
  }
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

// A check that failed half-way leaves exchanges behind whose later failure says nothing new.
process.on("unhandledRejection", (error) => process.stderr.write(`left behind: ${oneLine(error)}\n`));
process.exit(await main());
