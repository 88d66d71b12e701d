package io.acp4j.inspector.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A run of rows whose bytes lie in one file. Guarded by the log. */
final class Segment implements AutoCloseable {

    /** How much is read at once: who looks through the rows reads them in their order. */
    private static final int BLOCK = 64 * 1024;

    private static final byte[] NOTHING = {};

    private final Path file;
    private final FileChannel channel;
    private final long first;
    private final List<FrameRow> rows = new ArrayList<>();
    private long end;
    private byte[] block = NOTHING;
    private long blockStart;

    Segment(Path directory, long first) throws IOException {
        this.first = first;
        this.file = Files.createTempFile(directory, "frames-", ".bin");
        this.channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    long first() {
        return first;
    }

    long end() {
        return end;
    }

    List<FrameRow> rows() {
        return rows;
    }

    /** Writes the bytes of the next row; a half-written row is overwritten by the next. */
    long append(byte[] buffer, int offset, int length) throws IOException {
        long at = end;
        ByteBuffer source = ByteBuffer.wrap(buffer, offset, length);
        while (source.hasRemaining()) {
            int unused = channel.write(source, at + source.position() - offset);
        }
        end = at + length;
        return at;
    }

    byte[] read(long offset, int length) throws IOException {
        if (offset < blockStart || offset + length > blockStart + block.length) {
            block = load(offset, Math.max(length, (int) Math.min(BLOCK, end - offset)));
            blockStart = offset;
        }
        int from = (int) (offset - blockStart);
        byte[] found = Arrays.copyOfRange(block, from, from + length);
        if (block.length > BLOCK) {
            block = NOTHING;
        }
        return found;
    }

    private byte[] load(long offset, int length) throws IOException {
        ByteBuffer target = ByteBuffer.allocate(length);
        while (target.hasRemaining()) {
            if (channel.read(target, offset + target.position()) < 0) {
                throw new IOException("the log's file " + file + " is shorter than what was written to it");
            }
        }
        return target.array();
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(file);
    }
}
