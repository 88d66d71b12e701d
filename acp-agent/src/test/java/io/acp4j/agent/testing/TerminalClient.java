package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import java.util.ArrayList;
import java.util.List;

/** A client of version 1 that has one terminal, with a given response to requests for its output. */
final class TerminalClient implements AutoCloseable {

    private static final String NO_OUTPUT = "";

    private final RawClient raw;
    private final List<String> methods = new ArrayList<>();
    private final List<JsonNode> updates = new ArrayList<>();
    private String output;
    private String session = "";

    /** Connects to an agent. If the output is empty, requests for it receive an error response. */
    TerminalClient(AcpAgent agent, String output) {
        this.raw = RawClient.initialized(agent, "{\"terminal\":true}");
        this.output = output;
    }

    /** Returns a response with the output of a terminal. An empty exit code indicates that the command is running. */
    static String output(String text, boolean truncated, String exit) {
        return "{\"output\":\"" + text + "\",\"truncated\":" + truncated
                + (exit.isEmpty() ? "" : ",\"exitStatus\":{\"exitCode\":" + exit + "}") + "}";
    }

    String session() {
        return session;
    }

    /** Returns the methods of the requests for the terminal. */
    List<String> methods() {
        return methods;
    }

    /** Returns the updates that have arrived. */
    List<JsonNode> updates() {
        return updates;
    }

    void output(String next) {
        output = next;
    }

    void loseOutput() {
        output = NO_OUTPUT;
    }

    /** Sends a prompt and responds to requests until the turn has ended. */
    void prompt(String text) {
        prompt(text, "response");
    }

    /** Sends a prompt and responds to requests until a frame has arrived. */
    void prompt(String text, String last) {
        if (session.isEmpty()) {
            session = raw.newSession();
        }
        serveUntil(last, raw.prompt(session, text));
    }

    /** Sends a prompt that leaves the terminal open, and responds until the output has been requested at the end of the turn. */
    void leave(String text) {
        prompt(text);
        if (!methods.contains("terminal/output")) {
            serveUntil("terminal/output");
        }
    }

    /** Responds to requests until a frame with the specified method has arrived. */
    void serveUntil(String last) {
        serveUntil(last, -1);
    }

    private void serveUntil(String last, int id) {
        while (true) {
            JsonNode frame = raw.next();
            String method = frame.path("method").asText("response");
            if (method.startsWith("terminal/")) {
                methods.add(method);
            }
            switch (method) {
                case "session/update" -> updates.add(frame.at("/params/update"));
                case "terminal/create" -> raw.respond(frame, "{\"terminalId\":\"term-1\"}");
                case "terminal/output" -> {
                    if (output.equals(NO_OUTPUT)) {
                        raw.respondError(frame, -32603, "no output");
                    } else {
                        raw.respond(frame, output);
                    }
                }
                case "response" -> assertThat(frame.path("id").asInt()).isEqualTo(id);
                default -> raw.respond(frame, "{}");
            }
            if (method.equals(last)) {
                return;
            }
        }
    }

    /** Continues a session of another connection. */
    void resume(String other) {
        session = other;
        raw.result(raw.request("session/resume", "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\"}"));
    }

    /** Loads the session. The updates are those of the replay. */
    void load() {
        updates.clear();
        serveUntil(
                "response",
                raw.request(
                        "session/load", "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\",\"mcpServers\":[]}"));
    }

    void closeSession() {
        serveUntil("response", raw.request("session/close", "{\"sessionId\":\"" + session + "\"}"));
    }

    /** Forks the session and closes the fork. Returns its ID. */
    String fork() {
        raw.request("session/fork", "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\"}");
        String fork = "";
        while (fork.isEmpty()) {
            fork = raw.next().at("/result/sessionId").asText();
        }
        raw.result(raw.request("session/close", "{\"sessionId\":\"" + fork + "\"}"));
        return fork;
    }

    /** Returns the ID of the message that contains a text. */
    String message(String text) {
        for (JsonNode each : raw.result(raw.request("_acp4j/session/tree", "{\"sessionId\":\"" + session + "\"}"))
                .get("messages")) {
            if (each.toString().contains("\"" + text + "\"")) {
                return each.get("messageId").asText();
            }
        }
        throw new AssertionError("no message \"" + text + "\"");
    }

    /** Continues the session from one of its messages. */
    void navigateTo(int index) {
        JsonNode tree = raw.result(raw.request("_acp4j/session/tree", "{\"sessionId\":\"" + session + "\"}"));
        navigateTo(tree.get("messages").get(index).get("messageId").asText());
    }

    /** Continues the session from one of its messages. */
    void navigateTo(String message) {
        raw.result(raw.request(
                "_acp4j/session/navigate", "{\"sessionId\":\"" + session + "\",\"messageId\":\"" + message + "\"}"));
    }

    @Override
    public void close() {
        raw.closeAndWait();
    }
}
