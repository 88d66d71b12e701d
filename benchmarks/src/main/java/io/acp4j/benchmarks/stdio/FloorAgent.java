package io.acp4j.benchmarks.stdio;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the bytes of a flood, made once, as fast as the pipe takes them. */
public final class FloorAgent {

    /** One update as the agents of the workload send it: 120 characters of text under one message id. */
    static final String UPDATE = "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":"
            + "\"5f0c1d3e-6a57-4d3b-9d0e-0c6a4f1f8a11\",\"update\":{\"sessionUpdate\":\"agent_message_chunk\","
            + "\"content\":{\"type\":\"text\",\"text\":\"" + "x".repeat(120)
            + "\"},\"messageId\":\"0b6c7e0a-2f11-4a43-8f5e-6d9f6f2d9c3b\"}}}\n";

    /** How many updates go into one write, as a coalescing writer would have it. */
    private static final int BATCH = 128;

    private FloorAgent() {}

    /**
     * Floods.
     *
     * @param args the number of updates
     * @throws IOException when the reader goes away
     */
    public static void main(String[] args) throws IOException {
        long left = Long.parseLong(args[0]);
        byte[] line = UPDATE.getBytes(StandardCharsets.UTF_8);
        byte[] batch = UPDATE.repeat(BATCH).getBytes(StandardCharsets.UTF_8);
        try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
            while (left > 0) {
                int count = (int) Math.min(BATCH, left);
                out.write(batch, 0, count * line.length);
                left -= count;
            }
        }
    }
}
