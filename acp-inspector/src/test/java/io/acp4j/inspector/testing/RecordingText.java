package io.acp4j.inspector.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A recording that a test writes frame by frame, a tenth of a second each. */
public final class RecordingText {

    private final List<String> lines = new ArrayList<>();
    private long millis = 1_700_000_000_000L;

    private RecordingText add(String direction, String frame) {
        lines.add("{\"time\":\"" + Instant.ofEpochMilli(millis) + "\",\"direction\":\"" + direction + "\",\"frame\":"
                + frame + "}");
        millis += 100;
        return this;
    }

    /** A request of the client. */
    public RecordingText asks(int id, String method, String params) {
        return add("outbound", request(id, method, params));
    }

    /** A response of the agent. */
    public RecordingText answers(int id, String result) {
        return add("inbound", "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
    }

    /** A request of the agent, and the client's response. */
    public RecordingText agentAsks(int id, String method, String params, String result) {
        add("inbound", request(id, method, params));
        return add("outbound", "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
    }

    /** An update of a session. */
    public RecordingText updates(String session, String update) {
        return add(
                "inbound",
                "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"" + session
                        + "\",\"update\":" + update + "}}");
    }

    /** A piece of what the agent says, with or without an id. */
    public RecordingText says(String session, String text, String id) {
        return updates(
                session,
                "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"" + text + "\"}"
                        + (id.isEmpty() ? "" : ",\"messageId\":\"" + id + "\"") + "}");
    }

    /** A turn in which the agent says something, without any ids. */
    public RecordingText turn(int id, String session, String prompt, String... said) {
        asks(
                id,
                "session/prompt",
                "{\"sessionId\":\"" + session + "\",\"prompt\":[{\"type\":\"text\",\"text\":\"" + prompt + "\"}]}");
        for (String text : said) {
            says(session, text, "");
        }
        return answers(id, "{\"stopReason\":\"end_turn\"}");
    }

    /** The beginning of a conversation: the connection and a session. */
    public RecordingText opens(String session) {
        return asks(0, "initialize", "{\"protocolVersion\":1,\"clientCapabilities\":{}}")
                .answers(0, "{\"protocolVersion\":1,\"agentCapabilities\":{\"sessionCapabilities\":{\"fork\":{}}}}")
                .asks(1, "session/new", "{\"cwd\":\"/\",\"mcpServers\":[]}")
                .answers(1, "{\"sessionId\":\"" + session + "\"}");
    }

    /** Writes it. */
    public Path to(Path file) throws IOException {
        return Files.write(file, lines);
    }

    private static String request(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }
}
