package io.acp4j.inspector.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.inspector.Inspector;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.testing.ScriptedAgent;
import io.acp4j.rpc.WireListener.Direction;
import java.nio.file.Path;
import java.util.List;

/**
 * An inspector as a process of its own, whose log has as many frames as it is told before its agent is connected: what a coding
 * agent sends in four sessions. Prints its address; ends with its input.
 */
public final class FloodedInspector {

    /** Every so many frames there is one that says this. */
    public static final int NEEDLES = 200_000;

    private static final List<String> TEXTS = List.of(
            "Some words of the answer. ", "größer als 你好 🙂 ", "    if (x < 3) {\\n        return \\\"x\\\";\\n", "ok");

    private static final String FILE = "int x = 0;\\n".repeat(30);

    private FloodedInspector() {}

    /**
     * Runs it.
     *
     * @param args the directory of its agent, and how many frames
     * @throws Exception when it cannot start
     */
    public static void main(String[] args) throws Exception {
        try (ScriptedAgent agent = new ScriptedAgent();
                Inspector inspector = Inspector.start(agent.source(Path.of(args[0])), 0)) {
            int count = Integer.parseInt(args[1]);
            for (int i = 0; i < count; i++) {
                add(inspector.log(), i);
            }
            inspector.agent().connect().join();
            System.out.println(inspector.address());
            while (System.in.read() >= 0) {
                // Only its end says anything.
            }
        }
    }

    /** Twenty frames are a step of the agent: thoughts, text, a tool call with its changes, a file that is read, a plan. */
    private static void add(FrameLog log, int number) {
        String session = "{\"sessionId\":\"sess_" + number / 20 % 4 + "\",";
        String tool = "\"toolCallId\":\"call_" + number / 20 + "\"";
        switch (number % 20) {
            case 0 -> update(log, session, "agent_thought_chunk", text("The next file, " + number + ". "));
            case 13 -> update(log, session, "tool_call", tool + ",\"title\":\"Edit\",\"kind\":\"edit\"");
            case 14 -> {
                String read = ",\"method\":\"fs/read_text_file\",\"params\":" + session + "\"path\":\"/src/A.java\"}";
                frame(log, Direction.INBOUND, "\"id\":" + number + read);
            }
            case 15 ->
                frame(log, Direction.OUTBOUND, "\"id\":" + (number - 1) + ",\"result\":{\"content\":\"" + FILE + "\"}");
            case 16 -> {
                String diff =
                        "{\"type\":\"diff\",\"path\":\"/src/A.java\",\"oldText\":\"int x;\",\"newText\":\"int x = "
                                + number + ";\"}";
                update(log, session, "tool_call_update", tool + ",\"status\":\"completed\",\"content\":[" + diff + "]");
            }
            case 17 ->
                update(
                        log,
                        session,
                        "plan",
                        "\"entries\":[{\"content\":\"Change it\",\"priority\":\"high\",\"status\":\"completed\"}]");
            default -> {
                boolean isNeedle = number % NEEDLES == NEEDLES - 1;
                update(
                        log,
                        session,
                        "agent_message_chunk",
                        text(isNeedle ? "here is the Needle" : TEXTS.get(number % 4)));
            }
        }
    }

    private static String text(String text) {
        return "\"content\":{\"type\":\"text\",\"text\":\"" + text + "\"}";
    }

    private static void update(FrameLog log, String session, String kind, String members) {
        String update = "\"update\":{\"sessionUpdate\":\"" + kind + "\"," + members + "}}";
        frame(log, Direction.INBOUND, "\"method\":\"session/update\",\"params\":" + session + update);
    }

    private static void frame(FrameLog log, Direction direction, String members) {
        byte[] bytes = ("{\"jsonrpc\":\"2.0\"," + members + "}").getBytes(UTF_8);
        log.onFrame(direction, bytes, 0, bytes.length);
    }
}
