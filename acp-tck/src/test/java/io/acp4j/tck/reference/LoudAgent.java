package io.acp4j.tck.reference;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Json;
import io.acp4j.tck.internal.wire.LineSplitter;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A reference agent over its standard streams that says far too much. */
public final class LoudAgent {

    private static final String PIECE = "again and again ".repeat(30);

    private final OutputStream out = new FileOutputStream(FileDescriptor.out);
    private final long bytes;

    private LoudAgent(long bytes) {
        this.bytes = bytes;
    }

    /** Takes how many bytes of updates precede each turn, and how long a line of it is before everything else; 0 for none. */
    public static void main(String[] args) throws IOException, InterruptedException {
        LoudAgent loud = new LoudAgent(Long.parseLong(args[0]));
        loud.line(Integer.parseInt(args[1]));
        loud.serve();
    }

    private void line(int length) {
        if (length > 0) {
            byte[] line = new byte[length + 1];
            Arrays.fill(line, (byte) 'x');
            line[length] = '\n';
            write(line);
        }
    }

    private void serve() throws IOException, InterruptedException {
        ReferenceAgent agent = new ReferenceAgent(
                new ReferenceStore(),
                new Faults(),
                this::write,
                () -> Runtime.getRuntime().halt(0));
        LineSplitter.read(System.in, new WireListener() {
            @Override
            public void received(byte[] line, boolean complete) {
                beLoud(line);
                agent.receive(line);
            }

            @Override
            public void ended(String reason) {}
        });
        agent.finish();
        Runtime.getRuntime().halt(0);
    }

    private void beLoud(byte[] line) {
        JsonNode message;
        try {
            message = Json.read(line);
        } catch (IOException e) {
            return; // the agent says what it thinks of it
        }
        JsonNode session = message.at("/params/sessionId");
        if (!message.path("method").asText().equals("session/prompt") || !session.isTextual()) {
            return;
        }
        byte[] update = (Json.obj(
                                "jsonrpc",
                                "2.0",
                                "method",
                                "session/update",
                                "params",
                                Json.obj(
                                        "sessionId",
                                        session,
                                        "update",
                                        Json.obj(
                                                "sessionUpdate",
                                                "agent_thought_chunk",
                                                "content",
                                                Json.obj("type", "text", "text", PIECE))))
                        + "\n")
                .getBytes(StandardCharsets.UTF_8);
        for (long sent = 0; sent < bytes; sent += update.length) {
            write(update);
        }
    }

    private synchronized void write(byte[] bytes) {
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
