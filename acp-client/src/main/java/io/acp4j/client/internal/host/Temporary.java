package io.acp4j.client.internal.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Entries of a directory that are made on the way to another one: what they are called, filled with, and how they are cleaned up. */
final class Temporary {

    private static final Logger LOG = LoggerFactory.getLogger(Temporary.class);
    private static final SecureRandom RANDOM = new SecureRandom();

    private Temporary() {}

    /** Returns a name that nobody else uses. */
    static Path name() {
        byte[] random = new byte[8];
        RANDOM.nextBytes(random);
        return Path.of(".acp4j-" + HexFormat.of().formatHex(random) + ".tmp");
    }

    /** Writes all of a file, onto the disk where the system can. */
    static void fill(SeekableByteChannel channel, byte[] content) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        if (channel instanceof FileChannel file) {
            file.force(false);
        }
    }

    /** Something that is done to clean up. */
    @FunctionalInterface
    interface Cleaning {
        void run() throws IOException;
    }

    /** Cleans up; what fails is logged, since something else is under way. */
    static void clean(Cleaning cleaning) {
        try {
            cleaning.run();
        } catch (NoSuchFileException | DirectoryNotEmptyException e) {
            LOG.debug("somebody else has cleaned up, or uses it by now", e);
        } catch (IOException e) {
            LOG.warn("could not clean up after a file that was to be written: {}", Roots.why(e));
        }
    }
}
