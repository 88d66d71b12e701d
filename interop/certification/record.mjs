// What is kept of a certification, and how a new one is compared with it.
//
//   node record.mjs make AGENT DIRECTORY WORK PACKAGE…   reads report/report.json and behaviour.json of a directory; prints the
//                                                        record. WORK is where the agent's home and its project were: it is
//                                                        not repeated
//   node record.mjs compare RECORDED NEW                 prints what differs; exit code 1 when something does
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MAX_TEXT = 320; // characters of a message that are kept as evidence
const LONGEST = 1200; // characters of a message that cannot be made shorter without its content
const EVIDENCE = 6; // messages that are kept of a transcript, besides the creation of the session
const QUOTED = 60; // characters of a message by which a finding that quotes it is known

const read = (file) => JSON.parse(readFileSync(file, "utf8"));

function make(agent, directory, work, packages) {
  const report = read(join(directory, "report", "report.json"));
  const behaviour = join(directory, "behaviour.json");
  const plain = (text) =>
    visible(text)
      .replaceAll(join(work, "project"), "/home/user/project")
      .replaceAll(join(work, "home"), "/home/user")
      .replaceAll(work, "/home/user")
      .replaceAll(/[^"\s]*\/interop\/target\/agents\/[^/"]+\/npm/g, "/home/user/npm")
      .replaceAll(/\/tmp\/acp-tck-\d+/g, "/tmp/acp-tck")
      .replaceAll(/"[^"]*\/bin\/java"/g, '"java"')
      .replaceAll(/"[^"]*\/acp(-tck)?\.jar"/g, '"acp-tck.jar"');
  const cut = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text);
  const shorten = (text) => cut(plain(text), MAX_TEXT);
  const shortened = (text, path) => cut(compact(plain(text), path), LONGEST);
  const failed = report.requirements.filter(
    (each) => each.judged && each.outcome === "FAIL" && ["MUST", "SHOULD"].includes(each.level),
  );
  return {
    agent,
    protocol: report.protocol,
    packages,
    initialized: { version: report.profile.initialize?.protocolVersion ?? null, agentInfo: agentInfo(report.profile.initialize) },
    trouble: report.profile.trouble,
    verdict: report.verdict,
    verdicts: report.verdicts,
    proposals: report.proposals.filter((each) => each.judged).map((each) => each.name),
    findings: failed.map((each) => ({
      requirement: each.id,
      level: each.level,
      source: each.source,
      text: each.text,
      citation: each.citation,
      link: each.link,
      expected: shorten(each.expected),
      ...observation(each, evidence(report, each), shorten, shortened),
    })),
    unseen: report.requirements.filter((each) => each.blocks).map((each) => `${each.id}: ${shorten(each.observed)}`),
    behaviour: existsSync(behaviour) ? read(behaviour) : {},
  };
}

/** The text with signs for control characters, which some messages of the kit are made of. */
const visible = (text) =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (each) =>
    each === "\u007f" ? "\u2421" : String.fromCharCode(0x2400 + each.charCodeAt(0)),
  );

const agentInfo = (initialize) => initialize?.agentInfo ?? initialize?.info ?? null;

/**
 * The part of the deciding transcript that shows the finding: the quoted messages, the request before them, the messages between them, and
 * the creation of the session. Entries that the finding quotes are marked.
 */
function evidence(report, requirement) {
  const scenario = report.scenarios.find(
    (each) =>
      each.connections?.length && each.findings.some((found) => found.requirement === requirement.id && found.outcome === "FAIL"),
  );
  const connections = scenario?.connections ?? [];
  const path = pathOf(requirement);
  for (const { transcript } of connections) {
    const quoted = path
      ? [transcript.findIndex((each) => isAbout(requirement, each, transcript) && valueAt(each.text, path) !== undefined)]
      : quotedIn(requirement, transcript);
    const last = quoted.at(-1) ?? -1;
    if (last < 0) continue;
    const shown = new Set([quoted[0], ...neighbours(transcript, last), ...origin(transcript, last)]);
    return [...shown].sort((one, other) => one - other).map((index) => ({ ...transcript[index], quoted: quoted.includes(index) }));
  }
  return connections.length === 0 ? [] : conclusion(requirement, connections.at(-1).transcript);
}

/** The evidence of a finding that quotes no message: the first messages with the ids that it mentions, and the end of the transcript. */
function conclusion({ observed }, transcript) {
  const ids = (observed.match(/[\w-]{16,}/g) ?? []).slice(0, 2);
  const mentioned = ids
    .map((id) => transcript.findIndex(({ direction, text }) => direction === "received" && text.includes(id)))
    .filter((index) => index >= 0);
  const last = transcript.findLastIndex(({ direction }) => direction !== "note");
  if (last < 0) return [];
  const shown = new Set([...mentioned.flatMap((index) => withRequest(transcript, index)), ...neighbours(transcript, last), ...origin(transcript, last)]);
  return [...shown]
    .sort((one, other) => one - other)
    .map((index) => ({ ...transcript[index], quoted: index === last || mentioned.includes(index) }));
}

/** The indices of the messages that a finding quotes, whole, cut, or by their method. */
function quotedIn({ expected, observed }, transcript) {
  const told = `${expected}\n${observed}`;
  const cut = [...told.matchAll(/\{"[^\n]*?(?=… \(\d+ )/g)].map(([text]) => text.slice(text.lastIndexOf('{"jsonrpc"')));
  const isQuoted = ({ text }) =>
    text.length > 10 && (told.includes(text) || (observed.length > 20 && text.includes(observed)) || cut.some((each) => text.startsWith(each)) || methodOf(text) === observed);
  const quoted = transcript.flatMap((each, index) => (isQuoted(each) ? [index] : []));
  if (quoted.length > 0) return quoted;
  return [transcript.findLastIndex(({ text }) => text.length > 10 && told.includes(text.slice(0, QUOTED)))];
}

/** The indices of a message, of the request before it, and of the messages between them. */
function neighbours(transcript, last) {
  if (transcript[last].direction === "sent") return range(last, Math.min(transcript.length, last + EVIDENCE / 2)); // and what did not come
  const id = idOf(transcript[last].text);
  const isRequest = ({ direction, text }) => direction === "sent" && text.includes('"method"');
  const asked = transcript.findLastIndex(
    (entry, index) => index < last && isRequest(entry) && (id === undefined || methodOf(transcript[last].text) || idOf(entry.text) === id),
  );
  const between = range(Math.max(asked + 1, last + 2 - EVIDENCE), last + 1);
  return asked < 0 ? between : [asked, ...between];
}

/** The indices of the request that created the session of a message, and of its response. */
function origin(transcript, index) {
  const session = sessionOf(transcript[index].text) ?? transcript.slice(0, index).map(({ text }) => sessionOf(text)).findLast(Boolean);
  const made = transcript.findIndex(({ direction, text }) => direction === "received" && valueAt(text, "$.result.sessionId") === session);
  if (session === undefined || made < 0 || made >= index) return [];
  return withRequest(transcript, made);
}

/** The index of a response, after that of its request. */
function withRequest(transcript, response) {
  const asked = transcript.findLastIndex(
    ({ direction, text }, index) => index < response && direction === "sent" && idOf(text) === idOf(transcript[response].text),
  );
  return asked < 0 ? [response] : [asked, response];
}

const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
const methodOf = (text) => valueAt(text, "$.method");
const sessionOf = (text) => valueAt(text, "$.params.sessionId");

/** A message of at most MAX_TEXT characters, if that can be: long texts and nested values are cut, but those on a path are not. */
function compact(text, path) {
  if (text.length <= MAX_TEXT) return text;
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return text;
  }
  const kept = path ? path.slice(1).match(/[^.[\]]+/g) : [];
  for (const [depth, length] of [[9, 80], [5, 60], [4, 40], [3, 40]]) {
    const shorter = JSON.stringify(pruned(message, kept, depth, length));
    if (shorter.length <= MAX_TEXT) return shorter;
  }
  return JSON.stringify(pruned(message, kept, 3, 20));
}

/** A value without what lies deeper than a depth, except for a path of names. */
function pruned(value, path, depth, length) {
  if (typeof value === "string") return value.length <= length || path?.length === 0 ? value : `${value.slice(0, length)}…`;
  if (value === null || typeof value !== "object") return value;
  if (depth === 0 && !path?.length) return Array.isArray(value) ? ["…"] : { "…": "…" };
  const below = (name) => (path?.[0] === String(name) ? path.slice(1) : undefined);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => pruned(item, below(index), Math.max(0, depth - 1), length));
    const first = items.filter((_, index) => index < 1 || below(index));
    return first.length < items.length ? [...first, "…"] : first;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === "_meta" && !below(name) ? { "…": "…" } : pruned(item, below(name), Math.max(0, depth - 1), length),
    ]),
  );
}

/** What was observed, with the value where that is a member, and its transcript. */
function observation(finding, transcript, shorten, shortened) {
  const path = pathOf(finding);
  const values = path ? transcript.map(({ text }) => valueAt(text, path)).filter((value) => value !== undefined) : [];
  const value = values.length > 0 ? `: ${JSON.stringify(values.at(-1))}` : "";
  return {
    observed: shorten(finding.observed + value),
    transcript: transcript.map(({ direction, text, quoted }) => ({
      direction,
      text: shortened(text, quoted ? path : undefined),
      ...(quoted ? { quoted } : {}),
    })),
  };
}

/** Where in a message the member at fault is, if that is what was observed. */
const pathOf = ({ observed }) => observed.match(/^\$[^ ]+/)?.[0];

/** Whether a message that was received is of the kind that the finding names: "… in the response to METHOD", "… in METHOD". */
function isAbout({ observed }, { direction, text }, transcript) {
  const [, response, method] = observed.match(/ in (the response to )?([^ ,]+)/) ?? [];
  if (direction !== "received" || !method) return direction === "received";
  const named = `"method":"${method}"`;
  return response
    ? transcript.some((each) => each.direction === "sent" && each.text.includes(named) && idOf(each.text) === idOf(text))
    : text.includes(named);
}

function valueAt(text, path) {
  try {
    const names = path.slice(1).match(/[^.[\]]+/g);
    return names.reduce((value, name) => value?.[name], JSON.parse(text));
  } catch {
    return undefined;
  }
}

function idOf(text) {
  try {
    return JSON.parse(text).id;
  } catch {
    return undefined;
  }
}

function compare(recordedFile, newFile) {
  const found = facts(read(newFile));
  const name = `${found.get("agent")}, version ${found.get("protocol")}`;
  if (!existsSync(recordedFile)) {
    console.log(`${name}: ${found.get("verdict")}; nothing is recorded yet`);
    return 1;
  }
  const recorded = facts(read(recordedFile));
  const differences = [...new Set([...recorded.keys(), ...found.keys()])].filter((key) => recorded.get(key) !== found.get(key));
  console.log(`${name}: ${found.get("verdict")}; ${differences.length === 0 ? "as recorded" : "not as recorded"}`);
  for (const key of differences) {
    console.log(`  ${key}\n    recorded: ${recorded.get(key) ?? "–"}\n    found:    ${found.get(key) ?? "–"}`);
  }
  return differences.length === 0 ? 0 : 1;
}

/** What is the same whenever the same agent runs; texts of transcripts hold ids and times. */
function facts(record) {
  const facts = new Map([
    ["agent", record.agent],
    ["protocol", record.protocol],
    ["packages", record.packages.join(" ")],
    ["verdict", record.verdict],
    ["proposals", record.proposals.join(", ")],
  ]);
  for (const [source, { verdict, observed, applicable }] of Object.entries(record.verdicts)) {
    facts.set(`verdict ${source}`, `${verdict}, observed ${observed} of ${applicable}`);
  }
  for (const each of record.findings) facts.set(`finding ${each.requirement}`, each.level);
  for (const each of record.unseen) facts.set(`unseen ${each}`, "");
  for (const [name, text] of Object.entries(record.behaviour)) facts.set(name, text);
  return facts;
}

const [task, ...rest] = process.argv.slice(2);
if (task === "make") {
  const [agent, directory, work, ...packages] = rest;
  console.log(JSON.stringify(make(agent, directory, work, packages), null, 2));
} else {
  process.exitCode = compare(...rest);
}
