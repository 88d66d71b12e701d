// What the client offers to the agent: permission, files in memory, real terminals, elicitation, extensions.
import { RequestError, methods } from "@agentclientprotocol/sdk/unstable";
import { spawn } from "node:child_process";

const { client: toClient } = methods;

export class Host {
  #terminals = new Map();
  #created = 0;

  files = new Map();
  /** Every request of the agent, so that a check can look at the parameters. */
  requests = [];
  notes = [];
  completedElicitations = [];

  // What a check may replace for its own exchange.
  permission = () => ({ outcome: { outcome: "selected", optionId: "allow" } });
  elicitation = () => ({ action: "cancel" });
  write = (params) => {
    this.files.set(params.path, params.content);
    return {};
  };

  register(app) {
    const serve = (method, handler) =>
      app.onRequest(method, (context) => {
        this.requests.push({ method, params: context.params });
        return handler(context.params, context.signal);
      });
    serve(toClient.session.requestPermission, (params, signal) => this.permission(params, signal));
    serve(toClient.fs.readTextFile, (params) => this.#read(params));
    serve(toClient.fs.writeTextFile, (params) => this.write(params));
    serve(toClient.terminal.create, (params) => this.#create(params));
    serve(toClient.terminal.output, (params) => this.#terminal(params).output());
    serve(toClient.terminal.waitForExit, (params) => this.#terminal(params).exit);
    serve(toClient.terminal.kill, (params) => this.#terminal(params).kill());
    serve(toClient.terminal.release, (params) => this.#release(params));
    serve(toClient.elicitation.create, (params) => this.elicitation(params));
    app.onNotification(toClient.elicitation.complete, ({ params }) => {
      this.completedElicitations.push(params.elicitationId);
    });
    const asIs = (params) => params;
    app.onRequest("_acp4j.test/ping", asIs, ({ params }) => {
      this.requests.push({ method: "_acp4j.test/ping", params });
      return { value: "pong" };
    });
    app.onRequest("_acp4j.test/hang", asIs, ({ signal }) => untilCancelled(signal));
    app.onNotification("_acp4j.test/note", asIs, ({ params }) => {
      this.notes.push(params.text);
    });
  }

  requestsOf(method) {
    return this.requests.filter((request) => request.method === method).map((request) => request.params);
  }

  openTerminals() {
    return this.#terminals.size;
  }

  dispose() {
    this.#terminals.forEach((terminal) => terminal.kill());
    this.#terminals.clear();
  }

  #read({ path, line, limit }) {
    if (!this.files.has(path)) {
      throw RequestError.resourceNotFound(path);
    }
    const content = this.files.get(path);
    if (line == null && limit == null) {
      return { content };
    }
    const start = (line ?? 1) - 1;
    const lines = content.split("\n").slice(start, limit == null ? undefined : start + limit);
    return { content: lines.join("\n") };
  }

  #create(params) {
    const terminalId = `terminal-${++this.#created}`;
    this.#terminals.set(terminalId, new Terminal(params));
    return { terminalId };
  }

  #terminal({ terminalId }) {
    const terminal = this.#terminals.get(terminalId);
    if (!terminal) {
      throw RequestError.resourceNotFound(terminalId);
    }
    return terminal;
  }

  #release(params) {
    this.#terminal(params).kill();
    this.#terminals.delete(params.terminalId);
    return {};
  }
}

/** A promise that only ends, with -32800, when the agent cancels its request. */
function untilCancelled(signal) {
  return new Promise((_resolve, reject) => {
    const cancelled = () => reject(RequestError.requestCancelled());
    signal.aborted ? cancelled() : signal.addEventListener("abort", cancelled, { once: true });
  });
}

class Terminal {
  #text = "";
  #truncated = false;
  #status;

  constructor({ command, args, env, cwd, outputByteLimit }) {
    const variables = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
    this.child = spawn(command, args ?? [], { cwd: cwd ?? undefined, env: { ...process.env, ...variables } });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => this.#append(text, outputByteLimit));
    }
    this.exit = new Promise((resolve) => {
      this.child.on("error", () => resolve((this.#status = { exitCode: 127 })));
      this.child.on("close", (exitCode, signal) => resolve((this.#status = { exitCode, signal })));
    });
  }

  output() {
    return { output: this.#text, truncated: this.#truncated, ...(this.#status && { exitStatus: this.#status }) };
  }

  kill() {
    this.child.kill("SIGTERM");
    return {};
  }

  #append(text, limit) {
    this.#text += text;
    while (limit != null && Buffer.byteLength(this.#text) > limit) {
      this.#truncated = true;
      this.#text = this.#text.slice(Math.max(1, this.#text.length - limit));
    }
  }
}
