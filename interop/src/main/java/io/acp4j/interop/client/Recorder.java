package io.acp4j.interop.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.acp4j.rpc.WireListener;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what both sides of some connections send, in the form that {@code client.mjs} writes. */
final class Recorder implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final BufferedWriter out;

    Recorder(Path file) throws IOException {
        out = Files.newBufferedWriter(file);
    }

    WireListener connection(int number) {
        return (direction, buffer, offset, length) -> write(
                number,
                direction == WireListener.Direction.INBOUND ? "agent" : "client",
                new String(buffer, offset, length, StandardCharsets.UTF_8));
    }

    private synchronized void write(int connection, String from, String text) {
        try {
            out.write(MAPPER.writeValueAsString(JsonNodeFactory.instance
                    .objectNode()
                    .put("connection", connection)
                    .put("from", from)
                    .put("text", text)));
            out.newLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }
}
