package io.acp4j.inspector.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.export.RecordedTurns.Act;
import io.acp4j.inspector.export.RecordedTurns.Step;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.method.Methods;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A recording as a class of tests that needs acp-test: a {@code FakeAgent} that says to a client what the agent has said, and a
 * {@code FakeClient} that asks an agent what the client has asked. What is recorded becomes literals, and nothing else.
 */
public final class JunitExport {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,100}");

    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    /** Stands for the id of a session until the test knows it, as the template has it. */
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
        StringBuilder source = new StringBuilder();
        Matcher place = PLACE.matcher(template());
        while (place.find()) {
            place.appendReplacement(source, Matcher.quoteReplacement(part(place.group(1))));
        }
        return place.appendTail(source).toString();
    }

    private static String template() throws IOException {
        try (InputStream in = JunitExport.class.getResourceAsStream("RecordedTest.template")) {
            return new String(
                    Objects.requireNonNull(in, "RecordedTest.template is missing")
                            .readAllBytes(),
                    UTF_8);
        }
    }

    /** Returns what stands in a place of the template. */
    private String part(String of) {
        return switch (of) {
            case "name" -> name;
            case "cut" ->
                turns.isCut ? " * The conversation is too long for one class: what came later is left out.\n" : "";
            case "client" -> JavaText.literals(object(turns.clientCapabilities));
            case "agent" -> JavaText.literals(object(turns.agentCapabilities));
            case "tests" ->
                lines(() -> {
                    client();
                    agent();
                });
            case "plays" -> lines(this::plays);
            case "turns" -> lines(this::turns);
            default -> lines(this::answers);
        };
    }

    private String lines(Runnable writes) {
        out.setLength(0);
        writes.run();
        return out.toString();
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
                line(3, "ClientSession " + session + " = session" + act.parent + ".forks().fork();");
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

    private void plays() {
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
    }

    private void turns() {
        int number = 0;
        for (Act act : turns.acts) {
            if (act.isTurn()) {
                turn(act, ++number);
            }
        }
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

    private void answers() {
        asked().forEach((method, results) -> {
            for (String result : results) {
                line(3, "add(Methods." + CONSTANTS.get(method) + ", " + JavaText.literals(result) + ");");
            }
        });
    }
}
