package io.acp4j.inspector.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CodingErrorAction;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads recordings: our own, lines of JSON of other tools, traces of a conductor, exports of acp-devtools, bare messages, and
 * what a tap has kept.
 */
public final class RecordingFiles {

    /** How long a recording may be: 256 MiB. */
    public static final long MAX_BYTES = 256L * 1024 * 1024;

    private RecordingFiles() {}

    /**
     * Reads a recording.
     *
     * @param file the file
     * @return the conversation; of a file whose last line is cut, what comes before it
     * @throws IOException when the file cannot be read, is too long, or has a line that no tool writes that is known here; the
     *     message names the file and the line
     */
    public static WireRecording read(Path file) throws IOException {
        return read(file, file.toString());
    }

    /**
     * Reads a recording that its user knows by another name than that of the file.
     *
     * @param file the file
     * @param name what messages call it
     * @return as {@link #read(Path)}
     * @throws IOException as {@link #read(Path)}
     */
    public static WireRecording read(Path file, String name) throws IOException {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException("is longer than " + MAX_BYTES + " bytes");
            }
            if (Spool.isOne(file)) {
                return Spool.read(file);
            }
            return lines(file);
        } catch (NoSuchFileException e) {
            throw new IOException(name + " is not there", e);
        } catch (IOException e) {
            throw new IOException(name + " " + e.getMessage(), e);
        }
    }

    private static WireRecording lines(Path file) throws IOException {
        List<Noted> found = new ArrayList<>();
        boolean truncated = false;
        var decoder = UTF_8.newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(Files.newInputStream(file), decoder))) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.isBlank()) {
                    continue;
                }
                JsonNode json = parse(line);
                if (json == null && number == 1) {
                    return frames(exported(file), false);
                }
                if (json == null && lines.read() < 0 && !found.isEmpty() && !endsALine(file)) {
                    return frames(found, true); // Its writer was ended in the middle of this line.
                }
                if (json == null || !json.isObject()) {
                    throw new IOException("has a line " + number + " that is no JSON object");
                }
                if (json.path("messages").isArray()) {
                    return frames(exported(json), false);
                }
                if (json.path("truncated").asBoolean()) {
                    truncated = true;
                } else {
                    add(found, json, "line " + number);
                }
            }
        }
        return frames(found, truncated);
    }

    private static boolean endsALine(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            channel.position(channel.size() - 1).read(last);
            return last.get(0) == '\n';
        }
    }

    private static void add(List<Noted> found, JsonNode json, String place) throws IOException {
        try {
            Noted noted = Lines.read(json);
            if (noted != null) {
                found.add(noted);
            }
        } catch (IOException e) {
            throw new IOException("is no recording that is known here: " + place + " " + e.getMessage(), e);
        }
    }

    private static @Nullable JsonNode parse(String text) {
        try {
            return FrameJson.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /** A document, written over several lines. */
    private static List<Noted> exported(Path file) throws IOException {
        JsonNode document = parse(new String(Files.readAllBytes(file), UTF_8)); // Whatever is no text is no JSON.
        if (document == null || !document.path("messages").isArray()) {
            throw new IOException("is no recording that is known here: its first line is no JSON object");
        }
        return exported(document);
    }

    private static List<Noted> exported(JsonNode document) throws IOException {
        List<Noted> found = new ArrayList<>();
        int number = 0;
        for (JsonNode message : document.path("messages")) {
            add(found, message, "message " + ++number);
        }
        return found;
    }

    private static WireRecording frames(List<Noted> lines, boolean truncated) throws IOException {
        Sides sides = new Sides(lines);
        List<WireFrame> frames = new ArrayList<>();
        Instant last = Instant.EPOCH;
        for (Noted line : lines) {
            Instant time = line.time();
            last = time == null ? last : time;
            frames.add(new WireFrame(sides.isFromClient(line), last, line.bytes()));
        }
        return new WireRecording(frames, truncated);
    }
}
