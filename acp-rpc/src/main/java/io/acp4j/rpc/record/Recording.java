package io.acp4j.rpc.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.rpc.internal.record.LimitedInput;
import io.acp4j.schema.json.RawJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What {@link WireRecorder} has written, read back.
 *
 * @since 0.1.0
 */
public final class Recording {

    /** How long a recording may be unless stated otherwise, as it is held in memory: 256 MiB. */
    public static final long DEFAULT_MAX_BYTES = 256L * 1024 * 1024;

    private static final String INITIALIZE = "initialize";

    private final List<Frame> frames;
    private final List<Frame> newest;
    private final boolean truncated;

    private Recording(List<Frame> frames, List<Frame> newest, boolean truncated) {
        this.frames = List.copyOf(frames);
        this.newest = List.copyOf(newest);
        this.truncated = truncated;
    }

    /**
     * Reads a recording from a file.
     *
     * @param file the file
     * @return the recording
     * @throws IOException when the file cannot be read, is longer than {@value #DEFAULT_MAX_BYTES} bytes, or has a line that
     *     is none of a recording
     */
    public static Recording read(Path file) throws IOException {
        if (Files.size(file) > DEFAULT_MAX_BYTES) {
            throw new IOException("the recording is longer than " + DEFAULT_MAX_BYTES + " bytes");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, DEFAULT_MAX_BYTES);
        }
    }

    /**
     * Reads a recording from a stream, which is left open.
     *
     * @param in the stream
     * @param maxBytes how much is read at most
     * @return the recording
     * @throws IOException when the stream fails, is longer, or has a line that is none of a recording
     */
    public static Recording read(InputStream in, long maxBytes) throws IOException {
        List<Frame> frames = new ArrayList<>();
        List<Frame> newest = new ArrayList<>();
        int connection = 1;
        boolean truncated = false;
        BufferedReader lines = new BufferedReader(new InputStreamReader(new LimitedInput(in, maxBytes), UTF_8));
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            JsonNode json = parse(line, number);
            if (json.path("truncated").asBoolean()) {
                truncated = true;
                continue;
            }
            int of = json.path("connection").asInt(1);
            if (of > connection) {
                connection = of;
                newest.clear();
            }
            if (json.has("opened")) {
                continue;
            }
            Frame frame = frame(json, number);
            frames.add(frame);
            if (of == connection) {
                newest.add(frame);
            }
        }
        return new Recording(frames, newest, truncated);
    }

    private static JsonNode parse(String line, int number) throws IOException {
        try {
            return RawJson.parse(line).toTree();
        } catch (RuntimeException e) {
            throw new IOException("line " + number + " of the recording is no JSON", e);
        }
    }

    private static Frame frame(JsonNode line, int number) throws IOException {
        Direction direction = switch (line.path("direction").asText()) {
            case "inbound" -> Direction.INBOUND;
            case "outbound" -> Direction.OUTBOUND;
            default ->
                throw new IOException(
                        "line " + number + " of the recording has no direction that is inbound or outbound");
        };
        JsonNode frame = line.get("frame");
        return new Frame(time(line.path("time").asText(), number), direction, frame == null ? null : RawJson.of(frame));
    }

    private static @Nullable Instant time(String text, int number) throws IOException {
        try {
            return text.isEmpty() ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IOException("line " + number + " of the recording has a time that is none", e);
        }
    }

    /**
     * Returns the frames of all connections of the recording.
     *
     * @return the frames in their order
     */
    public List<Frame> frames() {
        return frames;
    }

    /**
     * Returns whether the recorder reached its limit.
     *
     * @return true when there was more than what was recorded
     */
    public boolean isTruncated() {
        return truncated;
    }

    /**
     * Plays the agent of the newest connection of the recording to a live client.
     *
     * @return the agent, which starts with its transport
     * @throws IllegalStateException when no frame of the recording is a request {@code initialize}, by which the sides are
     *     told apart
     */
    public RecordedPeer playAgent() {
        return new RecordedPeer(
                newest, clientsDirection() == Direction.INBOUND ? Direction.OUTBOUND : Direction.INBOUND);
    }

    /**
     * Plays the client of the newest connection of the recording to a live agent.
     *
     * @return the client, which starts with its transport
     * @throws IllegalStateException when no frame of the recording is a request {@code initialize}
     */
    public RecordedPeer playClient() {
        return new RecordedPeer(newest, clientsDirection());
    }

    private Direction clientsDirection() {
        for (Frame frame : newest) {
            RawJson json = frame.json();
            if (json != null && json.toTree().path("method").asText().equals(INITIALIZE)) {
                return frame.direction();
            }
        }
        throw new IllegalStateException("the recording has no request initialize, so its sides cannot be told apart");
    }

    /**
     * One frame of a recording.
     *
     * @param time the time of the transfer; null if the recording does not contain it
     * @param direction the direction of the frame, as seen by the recorder
     * @param json the content; null if the frame was not JSON, in which case it cannot be played
     */
    public record Frame(
            @Nullable Instant time,
            WireListener.Direction direction,
            @Nullable RawJson json) {

        /** Checks the values. */
        public Frame {
            Objects.requireNonNull(direction, "direction");
        }
    }
}
