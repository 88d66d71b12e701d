package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Fork points that are hard to find, and what forks inherit besides messages. The numbers are those of the project's scenarios. */
final class ForkPointScenarios {

    private static final String LABEL = "another way";
    private static final String LOST = "acp4j-lost-message";
    private static final Pattern FORKED = Pattern.compile("forked (\\S.*\\S|\\S)");

    static final List<Scenario> ALL = List.of(
            scenario("fork-at/before-compaction", "FORK-044", ForkPointScenarios::beforeCompaction),
            scenario("fork/after-compaction", "FORK-045", ForkPointScenarios::afterCompaction),
            scenario("fork-at/fingerprint", "FORK-147 FORK-048", ForkPointScenarios::fingerprint),
            scenario("fork-at/shared-id", "FORK-048B", ForkPointScenarios::sharedId),
            scenario("fork/by-tool", "FORK-048C", ForkPointScenarios::byTool),
            scenario("fork/inheritance", "FORK-075A", ForkPointScenarios::inheritance),
            scenario("fork/kinds", "FORK-075B", ForkPointScenarios::kinds),
            scenario("fork/label", "FORK-175", ForkPointScenarios::label));

    private ForkPointScenarios() {}

    private static void beforeCompaction(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "one", "two", "three");
        Message third = conversation.agent(2);
        conversation.session().act("compact").need();
        conversation.session().prompt("four").need();
        Session fork = conversation.forkAt(third);
        if (probe.has("loadSession")) {
            boolean compacted = Message.replay(probe, fork).stream()
                    .anyMatch(entry -> entry.update().startsWith("compaction"));
            probe.check("FORK-044", !compacted, "no compaction", "a compaction is replayed");
        }
        List<String> known = Message.history(fork);
        probe.check(
                "FORK-044",
                known.equals(conversation.upTo(third)),
                conversation.upTo(third).toString(),
                known);
    }

    private static void afterCompaction(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "one", "two", "three");
        conversation.session().act("compact").need();
        conversation.session().prompt("four").need();
        Session fork = conversation.fork();
        List<String> source = Message.history(conversation.session());
        if (source.contains("user: two")) {
            throw new NotTestable("The agent remembers everything in spite of the compaction: " + source);
        }
        List<String> known = Message.history(fork);
        probe.check("FORK-045", known.equals(source), source.toString(), known);
    }

    // Messages by the digest of their text

    private static ObjectNode print(String text, int occurrence) {
        ObjectNode meta = Conversation.air(LOST);
        if (meta.at("/jetbrains/air/fork") instanceof ObjectNode fork) {
            fork.put("messageFingerprint", "sha256:" + sha256(text)).put("messageOccurrence", occurrence);
        }
        return meta;
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void fingerprint(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Conversation conversation = Conversation.of(
                probe, session, "tck: say the same", "between", "tck: say the same", "tck: say the end");
        Reply unknown = conversation.tryFork(Conversation.params(session).set("_meta", Conversation.air(LOST)));
        if (!unknown.isError()) {
            probe.skip("FORK-147", "the agent does not read jetbrains.air.fork in _meta");
            probe.skip("FORK-048", "the agent does not read jetbrains.air.fork in _meta");
            return;
        }
        Reply unique = conversation.tryFork(Conversation.params(session).set("_meta", print("the end", 1)));
        probe.check("FORK-147", unique.isResult(), "a session", unique);
        if (!unique.isResult()) {
            probe.skip("FORK-048", "the agent does not find messages by the digest of their text");
            return;
        }
        List<String> whole = conversation.history(conversation.made(unique));
        probe.check(
                "FORK-147",
                whole.equals(conversation.texts()),
                conversation.texts().toString(),
                whole);
        Message second = conversation.messages().stream()
                .filter(message -> message.isAgent() && message.text().equals("the same"))
                .skip(1)
                .findFirst()
                .orElseThrow(() -> new NotTestable("The same text was not said twice"));
        Session fork = conversation.made(
                conversation.tryFork(Conversation.params(session).set("_meta", print("the same", 2))));
        List<String> remembered = conversation.history(fork);
        probe.check(
                "FORK-048",
                remembered.equals(conversation.upTo(second)),
                conversation.upTo(second).toString(),
                remembered);
    }

    private static void sharedId(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = session.act("thought").need("agent_thought_chunk").need("agent_message_chunk");
        String thought = turn.updates("agent_thought_chunk")
                .get(0)
                .at("/params/update/messageId")
                .asText("");
        String message = turn.updates("agent_message_chunk")
                .get(0)
                .at("/params/update/messageId")
                .asText("");
        if (thought.isEmpty() || !thought.equals(message)) {
            probe.skip("FORK-048B", "the agent gives thoughts and messages ids of their own");
            return;
        }
        Conversation conversation = new Conversation(probe, session, List.of());
        List<String> remembered = conversation.history(conversation.made(conversation.tryForkAt(message)));
        String end = remembered.isEmpty() ? "" : remembered.get(remembered.size() - 1);
        probe.check("FORK-048B", end.equals("agent: " + turn.said()), "the message at the end", remembered);
    }

    // The tool by which a model forks

    private static void byTool(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "one", "two");
        for (int count : List.of(0, 1, 2, 3)) {
            Turn turn = conversation.session().act("branch " + count).need("agent_message_chunk");
            Matcher forked = FORKED.matcher(turn.said());
            if (!forked.find()) {
                probe.check("FORK-048C", false, "a fork with " + count + " messages", turn.said());
                continue;
            }
            probe.own().made(forked.group(1));
            List<String> remembered = conversation.history(new Session(conversation.link(), forked.group(1)));
            probe.check(
                    "FORK-048C",
                    remembered.equals(conversation.texts().subList(0, count)),
                    conversation.texts().subList(0, count).toString(),
                    remembered);
        }
        for (String wrong : List.of("100000", "-1", "1.5", "\"2\"")) {
            String said = conversation
                    .session()
                    .act("branch " + wrong)
                    .need("agent_message_chunk")
                    .said();
            probe.check("FORK-048C", said.startsWith("refused"), "`refused` for " + wrong, said);
        }
    }

    // What forks inherit

    private static void inheritance(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Session source = conversation.session();
        for (String each :
                List.of("project acp", "mcpDisabled true", "worktreeBranch feature", "sandbox strict", "channel C42")) {
            source.act("keep " + each).need();
        }
        inherits(probe, "session/fork", conversation.fork());
        if (probe.has("word:branch")) {
            Turn turn = source.act("branch 1").need("agent_message_chunk");
            Matcher forked = FORKED.matcher(turn.said());
            if (forked.find()) {
                probe.own().made(forked.group(1));
                Session fork = new Session(conversation.link(), forked.group(1));
                Reload.load(probe, fork).reply().need("session/load");
                inherits(probe, "the tool", fork);
            }
        }
    }

    private static void inherits(Probe probe, String surface, Session fork) throws InterruptedException {
        String kept = fork.act("kept").need("agent_message_chunk").said();
        List<String> names = Stream.of("project", "mcpDisabled", "worktreeBranch", "sandbox", "channel")
                .filter(name -> kept.contains("\"" + name + "\""))
                .toList();
        probe.check(
                "FORK-075A",
                names.equals(List.of("project", "mcpDisabled")),
                "project and mcpDisabled, by " + surface,
                kept);
    }

    private static void kinds(Probe probe) throws InterruptedException {
        for (String kind : List.of("cron", "subagent")) {
            Conversation conversation = Conversation.of(probe, "alpha");
            conversation.session().act("keep kind " + kind).need();
            Reply reply = conversation.tryFork(Conversation.params(conversation.session()));
            probe.checkError(
                    "FORK-075B", reply.isError(-32602), "the error -32602 for a session of kind " + kind, reply);
        }
    }

    private static void label(Probe probe) throws InterruptedException {
        JsonNode details = probe.profile()
                .initialize()
                .at("/agentCapabilities/sessionCapabilities/fork/_meta")
                .path("acp4j/fork");
        if (!details.path("label").asBoolean(false)) {
            probe.skip("FORK-175", "the agent does not declare that it takes labels");
            return;
        }
        Conversation conversation = Conversation.of(probe, "alpha");
        JsonNode options = obj("acp4j/fork", obj("label", LABEL));
        Reply made =
                conversation.tryFork(Conversation.params(conversation.session()).set("_meta", options));
        Session fork = conversation.made(made);
        JsonNode told = made.result().path("_meta").path("acp4j/lineage");
        if (!Shapes.isAbsent(told)) {
            String shown = told.path("label").asText("");
            probe.check("FORK-175", shown.equals(LABEL), "the label in the lineage that the response tells", told);
        }
        String label = null;
        for (JsonNode info : ListScenarios.infos(conversation.link(), obj())) {
            if (info.path("sessionId").asText().equals(fork.id())) {
                label = info.path("_meta").path("acp4j/lineage").path("label").asText("");
            }
        }
        if (label == null) {
            throw new NotTestable("The fork is not listed");
        }
        probe.check("FORK-175", label.equals(LABEL), "the label `" + LABEL + "` in its lineage", label);
    }
}
