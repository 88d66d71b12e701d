// What is kept of a certification, and how a new one is compared with it.
//
//   node record.mjs make AGENT DIRECTORY WORK PACKAGE…   reads report/report.json and behaviour.json of a directory; prints the
//                                                        record. WORK is where the agent's home and its project were: it is
//                                                        not repeated
//   node record.mjs compare RECORDED NEW                 prints what differs; exit code 1 when something does
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MAX_TEXT = 320; // characters of a message that are kept as evidence
const EVIDENCE = 6; // messages that are kept of a transcript
const QUOTED = 60; // characters of a message by which a finding that quotes it is known

const read = (file) => JSON.parse(readFileSync(file, "utf8"));

function make(agent, directory, work, packages) {
  const report = read(join(directory, "report", "report.json"));
  const behaviour = join(directory, "behaviour.json");
  const shorten = (text) => {
    const plain = visible(text)
      .replaceAll(join(work, "project"), "/home/user/project")
      .replaceAll(join(work, "home"), "/home/user")
      .replaceAll(work, "/home/user")
      .replaceAll(/[^"\s]*\/interop\/target\/agents\/[^/"]+\/npm/g, "/home/user/npm")
      .replaceAll(/"[^"]*\/bin\/java"/g, '"java"')
      .replaceAll(/"[^"]*\/acp(-tck)?\.jar"/g, '"acp-tck.jar"');
    return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain;
  };
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
      ...observation(each, evidence(report, each), shorten),
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

/** The part of the deciding transcript that the finding quotes, from the request to what came of it; else its end. */
function evidence(report, requirement) {
  const scenario = report.scenarios.find(
    (each) =>
      each.connections?.length && each.findings.some((found) => found.requirement === requirement.id && found.outcome === "FAIL"),
  );
  const connections = scenario?.connections ?? [];
  const told = `${requirement.expected}\n${requirement.observed}`;
  const path = pathOf(requirement);
  for (const { transcript } of connections) {
    const last = path
      ? transcript.findIndex((each) => isAbout(requirement, each, transcript) && valueAt(each.text, path) !== undefined)
      : transcript.findLastIndex(({ text }) => text.length > 10 && told.includes(text.slice(0, QUOTED)));
    if (last < 0) continue;
    const { direction, text } = transcript[last];
    if (direction === "sent") return transcript.slice(last, last + EVIDENCE / 2); // and what did not come
    const id = idOf(text);
    const asked = transcript.findLastIndex(
      (entry, index) => index < last && entry.direction === "sent" && entry.text.includes('"method"') && idOf(entry.text) === id,
    );
    if (id === undefined || asked < 0) return transcript.slice(Math.max(0, last + 1 - EVIDENCE / 2), last + 1);
    const between = transcript.slice(asked + 1, last + 1);
    return [transcript[asked], ...between.slice(1 - EVIDENCE)];
  }
  return connections.at(-1)?.transcript.slice(-EVIDENCE) ?? [];
}

/** What was observed, with the value where that is a member, and its transcript. */
function observation(finding, transcript, shorten) {
  const path = pathOf(finding);
  const values = path ? transcript.map(({ text }) => valueAt(text, path)).filter((value) => value !== undefined) : [];
  const value = values.length > 0 ? `: ${JSON.stringify(values.at(-1))}` : "";
  return {
    observed: shorten(finding.observed + value),
    transcript: transcript.map(({ direction, text }) => ({ direction, text: shorten(text) })),
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
