package io.acp4j.inspector.export;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.export.RecordedTurns.Act;
import io.acp4j.inspector.export.RecordedTurns.Step;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.method.Methods;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A recording as a class of tests that needs acp-test: a {@code FakeAgent} that says to a client what the agent has said, and a
 * {@code FakeClient} that asks an agent what the client has asked. What is recorded becomes literals, and nothing else.
 */
public final class JunitExport {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,100}");

    /** Stands for the id of a session until the test knows it. */
    private static final String SESSION = "$session$";

    private static final Map<String, String> CONSTANTS = constants();

    private final String name;
    private final RecordedTurns turns;
    private final StringBuilder out = new StringBuilder();

    private JunitExport(String name, RecordedTurns turns) {
        this.name = name;
        this.turns = turns;
    }

    /**
     * Writes a recording as a class of tests, secrets and all: leave them out before.
     *
     * @param recording a conversation in version 1 of the protocol
     * @param name the class's name
     * @return its source
     * @throws IOException when the conversation is of another version, or has no turn that has ended
     */
    public static String of(WireRecording recording, String name) throws IOException {
        if (!NAME.matcher(name).matches()) {
            throw new IOException("a class is named with letters, digits and _, and begins with none of the digits");
        }
        RecordedTurns turns = new RecordedTurns(recording);
        if (turns.acts.stream().noneMatch(Act::isTurn)) {
            throw new IOException("no turn of this conversation has ended, so there is nothing to test");
        }
        return new JunitExport(name, turns).source();
    }

    private static Map<String, String> constants() {
        Map<String, String> constants = new TreeMap<>();
        for (Field field : Methods.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == RequestMethod.class) {
                try {
                    constants.put(((RequestMethod<?, ?>) field.get(null)).name(), field.getName());
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException("public constants can be read", e);
                }
            }
        }
        return constants;
    }

    private JunitExport line(int depth, String text) {
        out.append("    ".repeat(depth)).append(text).append('\n');
        return this;
    }

    private String source() throws IOException {
        head();
        client();
        agent();
        recordedAgent();
        int number = 0;
        for (Act act : turns.acts) {
            if (act.isTurn()) {
                turn(act, ++number);
            }
        }
        helpers();
        line(0, "}");
        return out.toString();
    }

    private void head() throws IOException {
        for (String imported : List.of(
                "static org.junit.jupiter.api.Assertions.assertEquals",
                "",
                "io.acp4j.agent.AcpAgent",
                "io.acp4j.agent.Turn",
                "io.acp4j.agent.store.SessionStore",
                "io.acp4j.agent.tree.Conversations",
                "io.acp4j.client.AcpClient",
                "io.acp4j.client.ClientSession",
                "io.acp4j.schema.RequestMethod",
                "io.acp4j.schema.SessionId",
                "io.acp4j.schema.content.ContentBlock",
                "io.acp4j.schema.init.AgentCapabilities",
                "io.acp4j.schema.init.ClientCapabilities",
                "io.acp4j.schema.json.JsonCodec",
                "io.acp4j.schema.json.RawJson",
                "io.acp4j.schema.json.SchemaException",
                "io.acp4j.schema.method.Methods",
                "io.acp4j.schema.prompt.PromptRequest",
                "io.acp4j.schema.prompt.PromptResponse",
                "io.acp4j.schema.prompt.StopReason",
                "io.acp4j.schema.session.NewSessionRequest",
                "io.acp4j.schema.update.AgentMessageChunk",
                "io.acp4j.schema.update.SessionUpdate",
                "io.acp4j.test.FakeAgent",
                "io.acp4j.test.FakeClient",
                "io.acp4j.test.FakeSession",
                "io.acp4j.test.FakeTurn",
                "java.util.ArrayDeque",
                "java.util.List",
                "java.util.Map",
                "java.util.Queue",
                "java.util.concurrent.ConcurrentHashMap",
                "java.util.concurrent.ConcurrentLinkedQueue",
                "java.util.concurrent.atomic.AtomicInteger",
                "org.junit.jupiter.api.Test")) {
            line(0, imported.isEmpty() ? "" : "import " + imported + ";");
        }
        line(0, "").line(0, "/**");
        line(
                0,
                " * A recorded conversation as tests: put your client, or your agent, in the place of the one that is here.");
        line(
                0,
                " * Turns follow one another, whatever overlapped when they were recorded; forks are of whole sessions.");
        if (turns.isCut) {
            line(0, " * The conversation is too long for one class: what came later is left out.");
        }
        line(0, " */").line(0, "class " + name + " {").line(0, "");
        line(1, "private static final ClientCapabilities CLIENT =");
        line(3, "read(ClientCapabilities.CODEC, " + JavaText.literals(object(turns.clientCapabilities)) + ");")
                .line(0, "");
        line(1, "private static final AgentCapabilities AGENT =");
        line(3, "read(AgentCapabilities.CODEC, " + JavaText.literals(object(turns.agentCapabilities)) + ");")
                .line(0, "");
    }

    private static String object(com.fasterxml.jackson.databind.JsonNode value) {
        return value.isObject() ? value.toString() : "{}";
    }

    private long turnCount() {
        return turns.acts.stream().filter(Act::isTurn).count();
    }

    private void client() {
        line(1, "@Test").line(1, "void aClientIsToldWhatTheAgentHasSaid() {");
        line(2, "Map<SessionId, StringBuilder> said = new ConcurrentHashMap<>();");
        line(2, "Answers answers = new Answers();");
        line(2, "FakeAgent agent = FakeAgent.create().capabilities(AGENT);");
        for (int i = 1; i <= turnCount(); i++) {
            line(2, "agent.nextTurn(turn -> turn.stopReason(new StopReason(play(" + i + ", Peer.of(turn)))));");
        }
        for (Act act : turns.acts) {
            if (isStored(act)) {
                line(2, "agent.stored(new SessionId(" + JavaText.literals(storedId(act)) + "));");
            }
        }
        line(2, "try (agent; AcpClient client = agent.client()");
        line(4, ".capabilities(CLIENT)");
        for (String method : asked().keySet()) {
            line(
                    4,
                    ".onRequest(Methods." + CONSTANTS.get(method) + ", (request, context) -> answers.next(Methods."
                            + CONSTANTS.get(method) + "))");
        }
        line(4, ".onUpdate((session, update) -> {");
        line(5, "if (update instanceof AgentMessageChunk chunk && chunk.text() != null) {");
        line(6, "said.computeIfAbsent(session.id(), id -> new StringBuilder()).append(chunk.text());");
        line(5, "}");
        line(4, "})");
        line(4, ".connect()) {");
        int number = 0;
        for (Act act : turns.acts) {
            String session = "session" + act.session;
            if (act.isTurn()) {
                number++;
                line(3, "said.remove(" + session + ".id());");
                line(3, "PromptResponse response" + number + " = " + session + ".prompt(prompt" + number + "());");
                line(3, "assertEquals(" + stopReason(act) + ", response" + number + ".stopReason().value());");
                line(
                        3,
                        "assertEquals(said" + number + "(), String.valueOf(said.getOrDefault(" + session
                                + ".id(), new StringBuilder())));");
            } else if (isStored(act)) {
                line(
                        3,
                        "ClientSession " + session + " = client.resumeSession(new SessionId("
                                + JavaText.literals(storedId(act)) + "), java.nio.file.Path.of(\"/project\"));");
            } else if (isFork(act)) {
                line(3, "ClientSession " + session + " = session" + act.parent + ".fork();");
            } else {
                line(
                        3,
                        "ClientSession " + session
                                + " = client.newSession(NewSessionRequest.builder(\"/project\").build());");
            }
        }
        line(2, "}").line(1, "}").line(0, "");
    }

    private boolean isFork(Act act) {
        return act.method.equals("session/fork") && act.parent > 0;
    }

    /** Returns whether the session was there before; where its agent resumes none, it is a new one here. */
    private boolean isStored(Act act) {
        boolean canResume =
                turns.agentCapabilities.at("/sessionCapabilities/resume").isObject();
        return canResume && (act.method.equals("session/load") || act.method.equals("session/resume"));
    }

    private static String storedId(Act act) {
        return "stored-" + act.session;
    }

    private static String stopReason(Act act) {
        return JavaText.literals(String.valueOf(act.stopReason));
    }

    private void agent() {
        line(1, "@Test").line(1, "void anAgentSaysWhatTheRecordedOneHasSaid() {");
        line(2, "Answers answers = new Answers();");
        line(2, "FakeClient described = FakeClient.create().capabilities(CLIENT);");
        for (String method : asked().keySet()) {
            line(
                    2,
                    "described.onRequest(Methods." + CONSTANTS.get(method)
                            + ", (request, context) -> answers.next(Methods." + CONSTANTS.get(method) + "));");
        }
        line(2, "try (FakeClient client = described.connect(agent())) {");
        int number = 0;
        for (Act act : turns.acts) {
            String session = "session" + act.session;
            if (act.isTurn()) {
                number++;
                line(3, session + ".forget();");
                line(3, "PromptResponse response" + number + " = client.request(");
                line(5, "Methods.SESSION_PROMPT,");
                line(5, "PromptRequest.of(" + session + ".id(), prompt" + number + "()));");
                line(3, "assertEquals(" + stopReason(act) + ", response" + number + ".stopReason().value());");
                line(3, "assertEquals(said" + number + "(), " + session + ".said());");
            } else if (isFork(act)) {
                line(3, "FakeSession " + session + " = client.forkSession(session" + act.parent + ".id(), null);");
            } else {
                line(3, "FakeSession " + session + " = client.newSession();");
            }
        }
        line(2, "}").line(1, "}").line(0, "");
    }

    private void recordedAgent() {
        line(1, "/** The agent under test: one that does what the recorded one has done, until you put yours here. */");
        line(1, "private static AcpAgent agent() {");
        line(2, "AtomicInteger turns = new AtomicInteger();");
        line(2, "return AcpAgent.builder(\"recorded\", \"1\")");
        line(4, ".conversations(Conversations.over(SessionStore.inMemory()))");
        line(4, ".capabilities(capabilities -> capabilities.promptCapabilities(AGENT.promptCapabilities()))");
        line(4, ".onPrompt(turn -> turn.stop(new StopReason(play(turns.incrementAndGet(), Peer.of(turn)))))");
        line(4, ".build();");
        line(1, "}").line(0, "");
        line(1, "private static String play(int number, Peer peer) {");
        line(2, "return switch (number) {");
        int number = 0;
        for (Act act : turns.acts) {
            if (act.isTurn()) {
                number++;
                line(3, "case " + number + " -> {");
                line(4, "turn" + number + "(peer);");
                line(4, "yield " + stopReason(act) + ";");
                line(3, "}");
            }
        }
        line(3, "default -> throw new IllegalStateException(\"the recording has no more turns\");");
        line(2, "};").line(1, "}").line(0, "");
    }

    private void turn(Act act, int number) {
        line(1, "private static List<ContentBlock> prompt" + number + "() {");
        line(2, "return List.of(" + String.join(", ", blocks(act)) + ");");
        line(1, "}").line(0, "");
        line(1, "private static String said" + number + "() {");
        line(2, "return String.join(\"\", " + JavaText.literals(act.said()) + ");");
        line(1, "}").line(0, "");
        line(1, "private static void turn" + number + "(Peer peer) {");
        for (Step step : act.steps) {
            if (step.method == null) {
                line(2, "peer.update(" + JavaText.literals(step.params.toString()) + ");");
            } else {
                ObjectNode params = step.params.deepCopy();
                params.put("sessionId", SESSION);
                line(
                        2,
                        "peer.request(Methods." + CONSTANTS.get(step.method) + ", "
                                + JavaText.literals(params.toString()) + ");");
            }
        }
        line(1, "}").line(0, "");
    }

    private static List<String> blocks(Act act) {
        List<String> blocks = new ArrayList<>();
        act.params
                .path("prompt")
                .forEach(block -> blocks.add("read(ContentBlock.CODEC, " + JavaText.literals(block.toString()) + ")"));
        return blocks;
    }

    /** Returns what the client has answered, by method, in the order of the test. */
    private Map<String, List<String>> asked() {
        Map<String, List<String>> asked = new LinkedHashMap<>();
        for (Act act : turns.acts) {
            for (Step step : act.steps) {
                if (step.method != null) {
                    asked.computeIfAbsent(step.method, method -> new ArrayList<>())
                            .add(String.valueOf(step.result));
                }
            }
        }
        return asked;
    }

    private void helpers() {
        line(1, "/** What the recorded client has answered, in its order. */");
        line(1, "private static final class Answers {");
        line(2, "private final Map<String, Queue<String>> left = new ConcurrentHashMap<>();")
                .line(0, "");
        line(2, "Answers() {");
        asked().forEach((method, results) -> {
            for (String result : results) {
                line(3, "add(Methods." + CONSTANTS.get(method) + ", " + JavaText.literals(result) + ");");
            }
        });
        line(2, "}").line(0, "");
        line(2, "private void add(RequestMethod<?, ?> method, String... json) {");
        line(
                3,
                "left.computeIfAbsent(method.name(), name -> new ConcurrentLinkedQueue<>()).add(String.join(\"\", json));");
        line(2, "}").line(0, "");
        line(2, "<R> R next(RequestMethod<?, R> method) {");
        line(3, "return read(method.result(), left.getOrDefault(method.name(), new ArrayDeque<>()).remove());");
        line(2, "}").line(1, "}").line(0, "");
        line(1, "/** The side that plays a turn. */");
        line(1, "private interface Peer {");
        line(2, "SessionId session();").line(0, "");
        line(2, "void update(SessionUpdate update);").line(0, "");
        line(2, "<P, R> R request(RequestMethod<P, R> method, P params);").line(0, "");
        line(2, "default void update(String... json) {");
        line(3, "update(read(SessionUpdate.CODEC, json));");
        line(2, "}").line(0, "");
        line(2, "default <P, R> void request(RequestMethod<P, R> method, String... json) {");
        line(
                3,
                "String text = String.join(\"\", json).replace(" + JavaText.literals(SESSION)
                        + ", session().value());");
        line(3, "request(method, read(method.params(), text));");
        line(2, "}").line(0, "");
        peer("FakeTurn", "turn.session()", "turn.request(method, params)");
        peer("Turn", "turn.session().id()", "turn.client().request(method, params)");
        line(1, "}").line(0, "");
        line(1, "private static <T> T read(JsonCodec<T> codec, String... json) {");
        line(2, "try {");
        line(3, "return codec.decode(RawJson.parse(String.join(\"\", json)));");
        line(2, "} catch (SchemaException e) {");
        line(3, "throw new AssertionError(e);");
        line(2, "}").line(1, "}");
    }

    private void peer(String type, String session, String request) {
        line(2, "static Peer of(" + type + " turn) {");
        line(3, "return new Peer() {");
        for (String[] each : new String[][] {
            {"SessionId session()", "return " + session + ";"},
            {"void update(SessionUpdate update)", "turn.update(update);"},
            {"<P, R> R request(RequestMethod<P, R> method, P params)", "return " + request + ";"}
        }) {
            line(4, "@Override").line(4, "public " + each[0] + " {");
            line(5, each[1]).line(4, "}").line(0, "");
        }
        line(3, "};").line(2, "}").line(0, "");
    }
}
