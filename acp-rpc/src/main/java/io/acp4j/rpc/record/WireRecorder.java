package io.acp4j.rpc.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.internal.record.Redactions;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what goes over a connection as lines of JSON, such as
 *
 * <pre>{@code
 * {"time":"2026-11-21T17:00:00.123Z","direction":"outbound","frame":{"jsonrpc":"2.0","id":1,"method":"initialize",…}}
 * }</pre>
 *
 * <p>A frame that is no JSON is written as {@code "base64"} in place of {@code "frame"}; while anything is redacted, only its
 * length is, as {@code "bytes"}. When the limit is reached, the last line is {@code {"truncated":true}}. Lines are flushed
 * one by one, on the connection's own threads; what cannot be written is logged once, and ends the recording but not the
 * connection.
 *
 * <p>Secrets are replaced by {@code "[redacted]"}: the values of whatever is called {@code env} or {@code headers}, whether it
 * is an object, a list of names and values, of {@code "NAME=value"} or of pairs; of members, variables and options with the name of
 * a secret ({@link Secrets#isSecretName}), those in {@code _meta} included; and in every text what {@link Secrets#redact} finds.
 * {@link Builder#redact} leaves out more. A recorder is added with {@link io.acp4j.rpc.ConnectionOptions.Builder#listener} and
 * closed by the caller that created it.
 *
 * <p>A recorder serves one connection. {@link #connection} adds further connections to the same recording, for a peer that is
 * connected again. Their lines have the member {@code "connection"} with the number of the connection, and the first line of each
 * has its reason as {@code "opened"} instead of a frame.
 *
 * @since 0.1.0
 */
public final class WireRecorder implements WireListener, AutoCloseable {

    /** How long a recording may become unless stated otherwise: 64 MiB. */
    public static final long DEFAULT_MAX_BYTES = 64L * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(WireRecorder.class);
    private static final JsonFactory JSON = new JsonFactory();

    private final OutputStream out;
    private final Redactions redactions;
    private final long maxBytes;
    private final Clock clock;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long written;
    private boolean ended;
    private boolean hasFrames;
    private int connections = 1;

    private WireRecorder(OutputStream out, Builder builder) {
        this.out = out;
        this.redactions = new Redactions(builder.redactions, builder.secrets);
        this.maxBytes = builder.maxBytes;
        this.clock = builder.clock;
    }

    /**
     * Records to a file with default settings. The file is replaced.
     *
     * @param file where to write
     * @return the recorder, to be closed by the caller
     * @throws IOException when the file cannot be written
     */
    public static WireRecorder to(Path file) throws IOException {
        return builder().to(file);
    }

    /**
     * Starts the description of a recorder.
     *
     * @return a builder with default settings
     */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public void onFrame(Direction direction, byte[] buffer, int offset, int length) {
        recordFrame(0, direction, buffer, offset, length);
    }

    /**
     * Starts another connection of the recording. Frames of earlier connections may still be recorded with their listeners.
     *
     * @param reason the reason why the connection was opened, as text
     * @return the listener that records the frames of the connection
     */
    public synchronized WireListener connection(String reason) {
        Objects.requireNonNull(reason, "reason");
        if (hasFrames) {
            connections++;
        }
        hasFrames = true;
        int number = connections;
        attempt(() -> {
            try (JsonGenerator json = JSON.createGenerator(line)) {
                json.writeStartObject();
                json.writeStringField("time", clock.instant().toString());
                json.writeNumberField("connection", number);
                json.writeStringField("opened", secretsRemoved(reason));
                json.writeEndObject();
            }
            endWith("");
            writeLine();
        });
        return (direction, buffer, offset, length) -> recordFrame(number, direction, buffer, offset, length);
    }

    private String secretsRemoved(String reason) {
        return redactions.isEmpty() ? reason : Secrets.redact(reason);
    }

    private synchronized void recordFrame(int connection, Direction direction, byte[] buffer, int offset, int length) {
        hasFrames = true;
        attempt(() -> write(connection, direction, buffer, offset, length));
    }

    /** Writes a line. A failure ends the recording. */
    private void attempt(LineWriter writer) {
        if (ended) {
            return;
        }
        try {
            line.reset();
            writer.write();
        } catch (IOException e) {
            LOG.error("the recording ends, as it cannot be written", e);
            ended = true;
        }
    }

    private interface LineWriter {
        void write() throws IOException;
    }

    private void write(int connection, Direction direction, byte[] buffer, int offset, int length) throws IOException {
        // The limit of a line in memory is that of a frame, which the connection keeps.
        if (!describe(connection, direction, buffer, offset, length)) {
            describeUnreadable(connection, direction, buffer, offset, length);
        }
        writeLine();
    }

    private void writeLine() throws IOException {
        if (written + line.size() > maxBytes) {
            ended = true;
            line.reset();
            endWith("{\"truncated\":true}");
            LOG.warn("the recording has reached its limit of {} bytes; nothing more is recorded", maxBytes);
        }
        written += line.size();
        line.writeTo(out);
        out.flush();
    }

    private void endWith(String text) {
        line.writeBytes((text + "\n").getBytes(UTF_8));
    }

    private boolean describe(int connection, Direction direction, byte[] buffer, int offset, int length)
            throws IOException {
        line.reset();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            start(json, connection, direction);
            json.writeFieldName("frame");
            redactions.copy(JSON, buffer, offset, length, json);
            json.writeEndObject();
        } catch (IOException e) {
            LOG.debug("a frame of {} bytes is no JSON that can be copied", length);
            return false;
        }
        endWith("");
        return true;
    }

    private void describeUnreadable(int connection, Direction direction, byte[] buffer, int offset, int length)
            throws IOException {
        line.reset();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            start(json, connection, direction);
            if (redactions.isEmpty()) {
                json.writeFieldName("base64");
                json.writeBinary(buffer, offset, length);
            } else {
                json.writeNumberField("bytes", length);
            }
            json.writeEndObject();
        }
        endWith("");
    }

    private void start(JsonGenerator json, int connection, Direction direction) throws IOException {
        json.writeStartObject();
        json.writeStringField("time", clock.instant().toString());
        if (connection > 0) {
            json.writeNumberField("connection", connection);
        }
        json.writeStringField("direction", direction == Direction.INBOUND ? "inbound" : "outbound");
    }

    /**
     * Ends the recording and closes what it is written to.
     *
     * @throws IOException when the end cannot be written
     */
    @Override
    public synchronized void close() throws IOException {
        ended = true;
        out.close();
    }

    /** Describes a recorder. Not safe for use by several threads at once. */
    public static final class Builder {

        private final List<String> redactions = new ArrayList<>();
        private boolean secrets = true;
        private long maxBytes = DEFAULT_MAX_BYTES;
        private Clock clock = Clock.systemUTC();

        private Builder() {}

        /**
         * Leaves values out, beside those that look like secrets.
         *
         * @param rules names of members, whatever their case and wherever they are, such as {@code apiKey}; or paths from the
         *     frame's root as in a JSON pointer, such as {@code /params/prompt}, in which {@code *} stands for any one step
         * @return this
         */
        public Builder redact(String... rules) {
            redactions.addAll(List.of(rules));
            return this;
        }

        /**
         * Records everything as it is, secrets included, and takes back all redactions.
         *
         * @return this
         */
        public Builder redactNothing() {
            redactions.clear();
            secrets = false;
            return this;
        }

        /**
         * Limits how long the recording may become.
         *
         * @param bytes the limit in bytes, positive
         * @return this
         */
        public Builder maxBytes(long bytes) {
            if (bytes <= 0) {
                throw new IllegalArgumentException("maxBytes must be positive, not " + bytes);
            }
            maxBytes = bytes;
            return this;
        }

        /**
         * Sets the clock that times are taken from; the system's unless set.
         *
         * @param source the clock
         * @return this
         */
        public Builder clock(Clock source) {
            clock = Objects.requireNonNull(source, "source");
            return this;
        }

        /**
         * Records to a file, which is replaced.
         *
         * @param file where to write
         * @return the recorder, to be closed by the caller
         * @throws IOException when the file cannot be written
         */
        public WireRecorder to(Path file) throws IOException {
            return to(new BufferedOutputStream(Files.newOutputStream(file)));
        }

        /**
         * Records to a stream.
         *
         * @param stream where to write; closed with the recorder
         * @return the recorder, to be closed by the caller
         */
        public WireRecorder to(OutputStream stream) {
            return new WireRecorder(Objects.requireNonNull(stream, "stream"), this);
        }
    }
}
