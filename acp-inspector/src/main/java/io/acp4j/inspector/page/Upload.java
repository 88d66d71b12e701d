package io.acp4j.inspector.page;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file that a page sends, as far as it has come; only its user may read it. For one thread at a time. */
final class Upload implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Upload.class);

    private final Semaphore permits;
    private final String name;
    private final Path file;
    private final FileChannel channel;
    private long size;

    private Upload(Semaphore permits, String name, Path file, FileChannel channel) {
        this.permits = permits;
        this.name = name;
        this.file = file;
        this.channel = channel;
    }

    /** Begins one; null when there are too many, as the permits say, each of which is given back at its end. */
    static @Nullable Upload begin(Semaphore permits, String name) throws IOException {
        if (!permits.tryAcquire()) {
            return null;
        }
        boolean isBegun = false;
        try {
            Path file = Files.createTempFile("acp-inspector-", ".upload");
            Upload upload = new Upload(permits, name, file, FileChannel.open(file, StandardOpenOption.WRITE));
            isBegun = true;
            return upload;
        } finally {
            if (!isBegun) {
                permits.release();
            }
        }
    }

    String name() {
        return name;
    }

    Path file() {
        return file;
    }

    long size() {
        return size;
    }

    void add(ByteBuf bytes) throws IOException {
        while (bytes.isReadable()) {
            size += bytes.readBytes(channel, size, bytes.readableBytes());
        }
    }

    /** All of it is there. */
    void end() throws IOException {
        channel.close();
    }

    /** Deletes the file. */
    @Override
    public void close() {
        try {
            channel.close();
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("a file that the page has sent stays in the temporary directory", e);
        } finally {
            permits.release();
        }
    }
}
