package io.acp4j.client.internal.host;

import io.acp4j.client.host.FileAccessException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one file in one step: readers see the old text or the new one, never a part. When it fails, nothing is left of it.
 *
 * <p>The text goes to a new file beside the old one first, which then takes its place. Directories that are missing are made
 * in the root and moved to where they belong, because making one in place would follow a link that has just been put there.
 */
final class FileWriting {

    private static final Logger LOG = LoggerFactory.getLogger(FileWriting.class);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String text;
    private final Roots.Place place;
    private final Deque<Folder> folders = new ArrayDeque<>();
    private final Deque<Made> made = new ArrayDeque<>();

    /** A directory that this writing has made. */
    private record Made(Folder parent, Path name) {}

    private FileWriting(String text, Roots.Place place) {
        this.text = text;
        this.place = place;
    }

    /**
     * Writes a file.
     *
     * @param text the path as the agent wrote it, for messages
     */
    static void write(String text, Roots.Place place, byte[] content) throws IOException {
        FileWriting writing = new FileWriting(text, place);
        boolean done = false;
        try {
            writing.walk();
            writing.replace(content);
            done = true;
        } finally {
            if (!done) {
                writing.undo();
            }
            writing.close();
        }
    }

    private static Path unusedName() {
        byte[] random = new byte[8];
        RANDOM.nextBytes(random);
        return Path.of(".acp4j-" + HexFormat.of().formatHex(random) + ".tmp");
    }

    private Path name() {
        return place.names().get(place.names().size() - 1);
    }

    private Folder here() {
        return folders.getLast();
    }

    private void walk() throws IOException {
        Folder root = Folder.open(place.root());
        folders.add(root);
        for (Path name : place.names().subList(0, place.names().size() - 1)) {
            if (here().look(name) == null) {
                makeFolder(root, name);
                made.add(new Made(here(), name));
            }
            folders.add(here().enter(name));
        }
    }

    private void makeFolder(Folder root, Path name) throws IOException {
        Path fresh = unusedName();
        Files.createDirectory(place.root().resolve(fresh));
        try {
            here().take(root, fresh, name);
        } catch (IOException e) {
            root.deleteFolder(fresh);
            throw e;
        }
    }

    private void replace(byte[] content) throws IOException {
        requireFileOrNothing(here().look(name()));
        Path fresh = unusedName();
        SeekableByteChannel channel = here().create(fresh);
        boolean done = false;
        try {
            try (channel) {
                ByteBuffer bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                if (channel instanceof FileChannel file) {
                    file.force(false);
                }
            }
            BasicFileAttributes old = here().look(name());
            requireFileOrNothing(old);
            if (old instanceof PosixFileAttributes posix) {
                here().copyPermissions(posix, fresh);
            }
            here().take(here(), fresh, name());
            done = true;
        } finally {
            if (!done) {
                quietly(() -> here().delete(fresh));
            }
        }
    }

    private void requireFileOrNothing(@Nullable BasicFileAttributes attributes) {
        if (attributes != null && !attributes.isRegularFile()) {
            throw new FileAccessException(FileAccessException.NOT_A_FILE, text, "It is no file that holds text");
        }
    }

    /** Deletes the directories that were made, the innermost first; they are empty unless others use them by now. */
    private void undo() {
        while (!made.isEmpty()) {
            Made last = made.removeLast();
            quietly(() -> {
                BasicFileAttributes left = last.parent().look(last.name());
                if (left != null && left.isDirectory()) {
                    last.parent().deleteFolder(last.name());
                }
            });
        }
    }

    private void close() {
        while (!folders.isEmpty()) {
            quietly(folders.removeLast()::close);
        }
    }

    private interface Cleaning {
        void run() throws IOException;
    }

    private static void quietly(Cleaning cleaning) {
        try {
            cleaning.run();
        } catch (NoSuchFileException | DirectoryNotEmptyException e) {
            LOG.debug("somebody else has cleaned up, or uses it by now", e);
        } catch (IOException e) {
            LOG.warn("could not clean up after a file that was to be written: {}", Roots.why(e));
        }
    }
}
