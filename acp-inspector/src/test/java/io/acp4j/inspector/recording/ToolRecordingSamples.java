package io.acp4j.inspector.recording;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** An invented conversation in the recording formats of several tools. */
final class ToolRecordingSamples {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The messages, each with the sender. The agent and the client use the same id at the same time. */
    static final List<String> CONVERSATION = List.of(
            "> {'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':1,'clientCapabilities':{}}}",
            "< {'jsonrpc':'2.0','id':0,'result':{'protocolVersion':1,'agentCapabilities':{}}}",
            "> {'jsonrpc':'2.0','id':1,'method':'session/new','params':{'cwd':'/a [b] {c}','mcpServers':[]}}",
            "< {'jsonrpc':'2.0','id':1,'result':{'sessionId':'s1'}}",
            "> {'jsonrpc':'2.0','id':2,'method':'session/prompt','params':{'sessionId':'s1','prompt':[{'type':'text','text':'→"
                    + " in'}]}}",
            "< {'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'s1','update':{'sessionUpdate':"
                    + "'agent_message_chunk','content':{'type':'text','text':'from agent to client: {'}}}}",
            "< {'jsonrpc':'2.0','id':2,'method':'session/request_permission','params':{'sessionId':'s1','options':[]}}",
            "> {'jsonrpc':'2.0','id':2,'result':{'outcome':{'outcome':'cancelled'}}}",
            "> {'jsonrpc':'2.0','method':'session/cancel','params':{'sessionId':'s1'}}",
            "< {'jsonrpc':'2.0','id':2,'result':{'stopReason':'cancelled'}}");

    static final Instant START = Instant.parse("2026-03-04T05:06:07.250Z");

    private ToolRecordingSamples() {}

    /** A message to write to a recording. */
    record Sent(int index, boolean fromClient, String json) {

        String time() {
            return START.plusSeconds(index).toString();
        }

        String pick(String client, String agent) {
            return fromClient ? client : agent;
        }

        String member(String... namesAndValues) {
            StringBuilder text = new StringBuilder("{");
            for (int i = 0; i < namesAndValues.length; i += 2) {
                text.append(i == 0 ? "" : ",")
                        .append(quoted(namesAndValues[i]))
                        .append(':')
                        .append(namesAndValues[i + 1]);
            }
            return text.append('}').toString();
        }

        String pretty() {
            try {
                return JSON.readTree(json).toPrettyString();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static String quoted(String text) {
        return JSON.getNodeFactory().textNode(text).toString();
    }

    static List<Sent> conversation() {
        List<Sent> all = new ArrayList<>();
        for (String line : CONVERSATION) {
            all.add(new Sent(all.size(), line.startsWith(">"), line.substring(2).replace('\'', '"')));
        }
        return all;
    }

    interface Spelling {
        String write(Sent message);
    }

    private static Arguments tool(String name, boolean hasTimes, Spelling spelling) {
        return Arguments.of(name, hasTimes, spelling);
    }

    private static String space(Sent sent) {
        return sent.time().replace('T', ' ').replace('.', ',').replace("Z", "");
    }

    static Stream<Arguments> tools() {
        return Stream.of(
                tool(
                        "JetBrains acp-transport.log",
                        true,
                        s -> space(s) + " [  12469]   FINE - AcpTransport - " + s.pick("OUT: ", "IN: ") + s.json()),
                tool(
                        "VS Code ACP Traffic",
                        true,
                        s -> "[" + s.time() + "] "
                                + s.pick(">>> CLIENT → AGENT [REQUEST] x/y", "<<< AGENT → CLIENT [RESPONSE] id=1")
                                + "\n" + s.pretty() + "\n"),
                tool(
                        "VS Code on one line",
                        true,
                        s -> "[" + s.time() + "] " + s.pick(">>> CLIENT → AGENT ", "<<< AGENT → CLIENT ") + s.json()),
                tool(
                        "VS Code log level",
                        true,
                        s -> space(s) + " [trace] " + s.pick("Sending: ", "Received: ") + s.json()),
                tool("send and recv lines", false, s -> s.pick("[SEND] ", "[RECV] ") + s.json()),
                tool("send and recv labels", false, s -> s.pick("send: ", "recv: ") + s.json()),
                tool(
                        "send and recv members",
                        true,
                        s -> s.member(
                                "ts",
                                quoted(s.time()),
                                "direction",
                                s.pick("\"send\"", "\"recv\""),
                                "transport",
                                "\"stdio\"",
                                "payload",
                                s.json())),
                tool("send and recv as names", false, s -> s.member(s.pick("send", "recv"), s.json())),
                tool("arrows of one character", false, s -> s.pick("> ", "< ") + s.json()),
                tool("arrows without a space", false, s -> s.pick(">", "<") + s.json()),
                tool("thin arrows", false, s -> s.pick("-> ", "<- ") + s.json()),
                tool("long arrows", true, s -> s.time() + " DEBUG acp: " + s.pick("--> ", "<-- ") + s.json()),
                tool("arrows of an agent", false, s -> s.pick("<-- ", "--> ") + s.json()),
                tool("typographic arrows", false, s -> s.pick("→ ", "← ") + s.json()),
                tool(
                        "in and out of a client",
                        true,
                        s -> s.member(
                                "ts",
                                quoted(s.time()),
                                "conn",
                                "\"a1b2\"",
                                "dir",
                                s.pick("\"out\"", "\"in\""),
                                "msg",
                                s.json())),
                tool(
                        "in and out of an agent",
                        true,
                        s -> s.member(
                                "timestamp",
                                quoted(s.time()),
                                "direction",
                                s.pick("\"in\"", "\"out\""),
                                "message",
                                s.json())),
                tool(
                        "incoming and outgoing",
                        true,
                        s -> s.member(
                                "timestamp",
                                quoted(s.time()),
                                "direction",
                                s.pick("\"outgoing\"", "\"incoming\""),
                                "payload",
                                s.json())),
                tool(
                        "incoming and outgoing of an agent",
                        true,
                        s -> "INFO  [" + s.time() + "] " + s.pick("incoming message ", "outgoing message ") + s.json()),
                tool("client and agent labels", false, s -> s.pick("client: ", "agent: ") + s.json()),
                tool(
                        "client and agent in brackets",
                        true,
                        s -> "[" + s.time() + "] [" + s.pick("CLIENT", "AGENT") + "] " + s.json()),
                tool(
                        "from and to",
                        false,
                        s -> s.pick("Message from client to agent: ", "Message from agent to client: ") + s.json()),
                tool("to alone", false, s -> s.pick("sent to the agent ", "sent to the client ") + s.json()),
                tool(
                        "client and agent members",
                        true,
                        s -> s.member(
                                "time",
                                String.valueOf(START.plusSeconds(s.index()).toEpochMilli()),
                                "from",
                                s.pick("\"client\"", "\"agent\""),
                                "message",
                                s.json())),
                tool(
                        "text member of recorders",
                        true,
                        s -> s.member(
                                "ts",
                                quoted(s.time()),
                                "direction",
                                s.pick("\"fromClient\"", "\"fromAgent\""),
                                "json",
                                quoted(s.json()))),
                tool(
                        "c2a and a2c",
                        true,
                        s -> s.member(
                                "ts",
                                String.valueOf(START.plusSeconds(s.index()).toEpochMilli() / 1000.0),
                                "dir",
                                s.pick("\"c2a\"", "\"a2c\""),
                                "msg",
                                s.json())),
                tool(
                        "direction beside the members",
                        true,
                        s -> "{\"direction\":" + s.pick("\"outbound\"", "\"inbound\"") + ",\"time\":" + quoted(s.time())
                                + "," + s.json().substring(1)),
                tool(
                        "structured log",
                        true,
                        s -> s.member(
                                "@timestamp",
                                quoted(s.time()),
                                "level",
                                "\"debug\"",
                                "msg",
                                quoted(s.pick("--> ", "<-- ") + s.json()))),
                tool(
                        "acp4j",
                        true,
                        s -> s.member(
                                "time",
                                quoted(s.time()),
                                "direction",
                                s.pick("\"outbound\"", "\"inbound\""),
                                "frame",
                                s.json())),
                tool("bare messages", false, Sent::json),
                tool("bare messages over several lines", false, Sent::pretty),
                tool("times of the day", false, s -> "05:06:07.250 " + s.pick("out ", "in ") + s.json()),
                tool("standard streams", false, s -> s.pick("[stdin] ", "[stdout] ") + s.json()));
    }

    static String file(Spelling spelling, String end) {
        StringBuilder text = new StringBuilder();
        conversation().forEach(message -> text.append(spelling.write(message)).append('\n'));
        return text.toString().replace("\n", end);
    }
}
