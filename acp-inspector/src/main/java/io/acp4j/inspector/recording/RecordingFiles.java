package io.acp4j.inspector.recording;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads recordings: those of this project and of taps, and text files of other tools that have messages of the protocol, such as logs.
 * Lines without a message are listed, and are not an error as long as there is a message.
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
     * @throws IOException if the file cannot be read, is too long, or has lines but no message; the error names the file and the
     *     first lines, without their contents
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
            return text(file);
        } catch (NoSuchFileException e) {
            throw new IOException(name + " is not there", e);
        } catch (IOException e) {
            throw new IOException(name + " " + e.getMessage(), e);
        }
    }

    private static WireRecording text(Path file) throws IOException {
        try (BufferedReader in = RecordingText.open(file)) {
            TextRecordingReader reader = new TextRecordingReader(in);
            reader.readAll(endsWithLine(file));
            UnreadableLines unreadable = reader.unreadable();
            if (reader.found().isEmpty() && unreadable.count() > 0) {
                throw new IOException("has no message of the protocol: " + unreadable.summary());
            }
            return recording(reader.found(), unreadable, reader.isTruncated());
        }
    }

    private static boolean endsWithLine(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            long size = channel.size();
            if (size == 0) {
                return true;
            }
            ByteBuffer end = ByteBuffer.allocate((int) Math.min(2, size));
            channel.position(size - end.capacity()).read(end);
            byte last = end.get(end.capacity() - 1);
            return last == '\n' || last == '\r' || (last == 0 && end.get(0) == '\n');
        }
    }

    private static WireRecording recording(List<RecordedLine> lines, UnreadableLines unreadable, boolean isTruncated) {
        Sides sides = new Sides(lines);
        ConnectionSplitter connections = new ConnectionSplitter(lines);
        List<WireFrame> frames = new ArrayList<>();
        Instant last = Instant.EPOCH;
        for (RecordedLine line : lines) {
            Instant time = line.time();
            last = time == null ? last : time;
            if (line.opened() != null) {
                connections.opened(line, last);
            } else {
                boolean fromClient = sides.isFromClient(line);
                frames.add(new WireFrame(connections.numberOf(line, fromClient), fromClient, last, line.bytes()));
            }
        }
        return new WireRecording(frames, List.of(), connections.opened(), unreadable, isTruncated);
    }
}
