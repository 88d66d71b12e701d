// The sessions of the scripted agent: in memory, numbered from 1, with the history that load and fork replay.
import { RequestError } from "@agentclientprotocol/sdk/unstable";
import { isAbsolute } from "node:path";

export const PAGE_SIZE = 2;
export const UPDATED_AT = "2026-01-01T00:00:00Z";

export const MODES = [
  { id: "ask", name: "Ask", description: "Asks before it changes anything" },
  { id: "code", name: "Code" },
];

// What a later client must see again; everything else describes the moment and is not replayed.
const REPLAYED = new Set([
  "user_message_chunk",
  "agent_message_chunk",
  "agent_thought_chunk",
  "tool_call",
  "tool_call_update",
]);

export class Session {
  constructor(sessionId, cwd, additionalDirectories, mcpServers) {
    this.sessionId = sessionId;
    this.cwd = cwd;
    this.additionalDirectories = additionalDirectories ?? [];
    this.mcpServers = mcpServers ?? [];
    this.title = undefined;
    this.mode = "ask";
    this.config = { model: "small", effort: "low", verbose: false };
    this.history = [];
    this.settled = 0; // how much of the history belongs to turns that have ended
    this.nextMessage = 1;
    this.active = true;
    this.turn = null;
  }

  newMessageId() {
    return `${this.sessionId}-message-${this.nextMessage++}`;
  }

  remember(update) {
    if (REPLAYED.has(update.sessionUpdate)) {
      this.history.push(update);
    }
  }

  /** The text of every user message, in order. */
  userTexts() {
    const texts = new Map();
    for (const update of this.history) {
      if (update.sessionUpdate === "user_message_chunk" && update.content.type === "text") {
        texts.set(update.messageId, (texts.get(update.messageId) ?? "") + update.content.text);
      }
    }
    return [...texts.values()];
  }

  /** History up to and including the message, or undefined when no user or agent message has that id. */
  historyThrough(messageId) {
    const last = this.history.findLastIndex(
      (update) => update.messageId === messageId && update.sessionUpdate !== "agent_thought_chunk",
    );
    return last < 0 ? undefined : this.history.slice(0, last + 1);
  }

  modes() {
    return { currentModeId: this.mode, availableModes: MODES };
  }

  configOptions(withBoolean) {
    const options = [
      {
        id: "model",
        name: "Model",
        category: "model",
        type: "select",
        currentValue: this.config.model,
        options: [
          { value: "small", name: "Small" },
          { value: "large", name: "Large", description: "Slower and better" },
        ],
      },
      {
        id: "effort",
        name: "Effort",
        category: "thought_level",
        type: "select",
        currentValue: this.config.effort,
        options: [
          { group: "usual", name: "Usual", options: [{ value: "low", name: "Low" }] },
          { group: "costly", name: "Costly", options: [{ value: "high", name: "High" }] },
        ],
      },
    ];
    if (withBoolean) {
      options.push({ id: "verbose", name: "Verbose", type: "boolean", currentValue: this.config.verbose });
    }
    return options;
  }

  setConfig(configId, value, withBoolean) {
    const allowed = { model: ["small", "large"], effort: ["low", "high"], verbose: withBoolean ? [true, false] : [] };
    if (!Object.hasOwn(allowed, configId) || !allowed[configId].includes(value)) {
      throw RequestError.invalidParams({ configId }, "no such option or value");
    }
    this.config[configId] = value;
  }

  info() {
    return {
      sessionId: this.sessionId,
      cwd: this.cwd,
      ...(this.additionalDirectories.length > 0 && { additionalDirectories: this.additionalDirectories }),
      ...(this.title && { title: this.title }),
      updatedAt: UPDATED_AT,
    };
  }
}

export class Sessions {
  #byId = new Map();
  #created = 0;

  create(cwd, additionalDirectories, mcpServers) {
    requireAbsolute(cwd);
    (additionalDirectories ?? []).forEach(requireAbsolute);
    const session = new Session(`session-${++this.#created}`, cwd, additionalDirectories, mcpServers);
    this.#byId.set(session.sessionId, session);
    return session;
  }

  has(sessionId) {
    return this.#byId.has(sessionId);
  }

  /** A session that exists, closed or not. */
  stored(sessionId) {
    const session = this.#byId.get(sessionId);
    if (!session) {
      throw RequestError.sessionNotFound(sessionId);
    }
    return session;
  }

  /** A session that was not closed. */
  active(sessionId) {
    const session = this.stored(sessionId);
    if (!session.active) {
      throw RequestError.sessionNotFound(sessionId);
    }
    return session;
  }

  reopen(params) {
    const session = this.stored(params.sessionId);
    requireAbsolute(params.cwd);
    session.cwd = params.cwd;
    session.additionalDirectories = params.additionalDirectories ?? [];
    session.mcpServers = params.mcpServers ?? [];
    session.active = true;
    return session;
  }

  fork(params) {
    const source = this.stored(params.sessionId);
    const history = forkedHistory(source, params.messageId);
    const fork = this.create(params.cwd, params.additionalDirectories, params.mcpServers);
    Object.assign(fork, { history, settled: history.length, mode: source.mode, config: { ...source.config }, title: source.title });
    return fork;
  }

  close(sessionId) {
    const session = this.active(sessionId);
    session.turn?.cancel();
    session.active = false;
  }

  delete(sessionId) {
    this.#byId.get(sessionId)?.turn?.cancel();
    this.#byId.delete(sessionId);
  }

  list(cwd, cursor) {
    const start = cursor == null ? 0 : decodeCursor(cursor);
    const matching = [...this.#byId.values()].filter((session) => cwd == null || session.cwd === cwd);
    const end = start + PAGE_SIZE;
    return {
      sessions: matching.slice(start, end).map((session) => session.info()),
      ...(end < matching.length && { nextCursor: encodeCursor(end) }),
    };
  }
}

function forkedHistory(source, messageId) {
  const settled = source.turn ? source.settled : source.history.length;
  if (messageId == null) {
    return source.history.slice(0, settled);
  }
  const history = source.historyThrough(messageId);
  if (!history) {
    const reason = "unknown_message";
    throw RequestError.invalidParams({ messageId, reason }, "not a user or agent message of this session");
  }
  if (history.length > settled) {
    const reason = "message_incomplete";
    throw RequestError.invalidParams({ messageId, reason }, "the turn of that message is still running");
  }
  return history;
}

function requireAbsolute(path) {
  if (!isAbsolute(path)) {
    throw RequestError.invalidParams(undefined, "paths must be absolute");
  }
}

function encodeCursor(position) {
  return Buffer.from(`after:${position}`).toString("base64url");
}

function decodeCursor(cursor) {
  const match = /^after:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString());
  if (!match) {
    throw RequestError.invalidParams(undefined, "this cursor was not issued by session/list");
  }
  return Number(match[1]);
}
