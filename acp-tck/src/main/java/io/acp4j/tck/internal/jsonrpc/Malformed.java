package io.acp4j.tck.internal.jsonrpc;

import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What no peer should send and every peer should survive. */
public final class Malformed {

    /** Lines that are not one JSON value. */
    public static final List<byte[]> NOT_JSON = notJson();

    /** JSON that is no JSON-RPC message. */
    public static final List<String> NO_MESSAGE = List.of(
            "null",
            "true",
            "false",
            "0",
            "-1",
            "3.14",
            "1e400",
            "\"\"",
            "\"initialize\"",
            "{}",
            "[]",
            "[[]]",
            "[null]",
            "[1,2,3]",
            "[{}]",
            "{\"\":\"\"}",
            "{\"id\":91001}",
            "{\"jsonrpc\":\"2.0\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":null}",
            "{\"jsonrpc\":\"2.0\",\"params\":{}}",
            "{\"jsonrpc\":\"2.0\",\"method\":null}",
            "{\"jsonrpc\":\"2.0\",\"method\":42}",
            "{\"jsonrpc\":\"2.0\",\"method\":[\"session/new\"]}",
            "{\"jsonrpc\":\"2.0\",\"method\":{}}",
            "{\"jsonrpc\":2.0,\"method\":\"_acp4j/x\"}",
            "{\"jsonrpc\":\"1.0\",\"method\":\"_acp4j/x\"}",
            "{\"method\":\"_acp4j/x\"}",
            "{\"jsonrpc\":\"2.0\",\"result\":{}}",
            "{\"jsonrpc\":\"2.0\",\"error\":{}}",
            "{\"jsonrpc\":\"2.0\",\"error\":null}",
            "{\"jsonrpc\":\"2.0\",\"id\":91002,\"result\":{},\"error\":{\"code\":1,\"message\":\"x\"}}",
            "{\"jsonrpc\":\"2.0\",\"id\":91003,\"error\":\"text\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":91004,\"error\":{\"code\":\"x\"}}",
            "{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":[],\"result\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"result\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":true,\"result\":{}}");

    /** Requests with an id that break the rules of JSON-RPC. */
    public static final List<String> INVALID_REQUESTS = List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":92002}",
            "{\"jsonrpc\":\"2.0\",\"id\":92003,\"method\":42}",
            "{\"jsonrpc\":\"2.0\",\"id\":92004,\"method\":null}",
            "{\"jsonrpc\":\"2.0\",\"id\":92005,\"method\":{\"name\":\"initialize\"}}");

    private Malformed() {}

    private static List<byte[]> notJson() {
        List<byte[]> lines = new ArrayList<>();
        for (String text : List.of(
                "x",
                "hello, agent",
                "{",
                "}",
                "[",
                "]",
                "{]",
                "[}",
                "\"",
                "\"open",
                ":",
                ",",
                "{}{}",
                "[] []",
                "{} x",
                "nul",
                "tru",
                "undefined",
                "NaN",
                "Infinity",
                "-",
                "+1",
                "01",
                "1.",
                ".5",
                "1e",
                "0x10",
                "'single'",
                "{'a':1}",
                "{a:1}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\" 1}",
                "{\"a\":1,}",
                "{,\"a\":1}",
                "[1,]",
                "[,1]",
                "[1 2]",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12\"}",
                "// comment",
                "/* comment */ {}",
                "<xml/>",
                "Content-Length: 20",
                "GET / HTTP/1.1",
                "{\"jsonrpc\":\"2.0\",\"id\":93001,\"method\":\"initialize\",\"params\":{",
                "{\"jsonrpc\":\"2.0\",\"id\":93002,\"method\":\"session/new\"",
                "\u0000",
                "{\"a\":\"\u0001\"}",
                "\u2028",
                "%s%n%x",
                "$(true)")) {
            lines.add(text.getBytes(StandardCharsets.UTF_8));
        }
        lines.add(new byte[] {(byte) 0xFF, (byte) 0xFE, 0x7B, 0x7D});
        lines.add(new byte[] {(byte) 0xC3, 0x28});
        lines.add(new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"', 'x'});
        lines.add(new byte[] {'{', 0, '}', 0});
        return List.copyOf(lines);
    }

    /** Parameters that lack something required, or have it of another type: method, then params. */
    public static List<List<String>> badParams(String session) {
        String quoted = TextNode.valueOf(session).toString();
        return List.of(
                List.of("session/new", "{}"),
                List.of("session/new", "{\"mcpServers\":[]}"),
                List.of("session/new", "{\"cwd\":42,\"mcpServers\":[]}"),
                List.of("session/new", "{\"cwd\":null,\"mcpServers\":[]}"),
                List.of("session/new", "{\"cwd\":{},\"mcpServers\":[]}"),
                List.of("session/prompt", "{}"),
                List.of("session/prompt", "{\"sessionId\":" + quoted + "}"),
                List.of("session/prompt", "{\"prompt\":[]}"),
                List.of("session/prompt", "{\"sessionId\":42,\"prompt\":[]}"),
                List.of("session/prompt", "{\"sessionId\":null,\"prompt\":[]}"),
                List.of("session/prompt", "{\"sessionId\":{},\"prompt\":[]}"),
                List.of("session/prompt", "{\"sessionId\":" + quoted + ",\"prompt\":\"text\"}"),
                List.of(
                        "session/prompt",
                        "{\"sessionId\":" + quoted + ",\"prompt\":{\"type\":\"text\",\"text\":\"x\"}}"),
                List.of("session/prompt", "{\"sessionId\":" + quoted + ",\"prompt\":42}"));
    }
}
