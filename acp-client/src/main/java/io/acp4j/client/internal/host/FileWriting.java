package io.acp4j.client.internal.host;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one file in one step: readers see the old text or the new one, never a part. When it fails, nothing is left of it.
 *
 * <p>The text goes to a new file beside the old one first, which then takes its place. Directories that are missing are made
 * in the root, the innermost with the file in it first, and moved together to where they belong, because making one in place would follow a
 * link that has just been put there. However long the path is, no more than the root and two others are open.
 */
final class FileWriting {

    private static final Logger LOG = LoggerFactory.getLogger(FileWriting.class);

    /** How often it is begun anew when somebody else makes a directory that was missing. */
    private static final int ATTEMPTS = 8;

    private final String text;
    private final Roots.Place place;
    private final byte[] content;
    private final Folder root;

    private FileWriting(String text, Roots.Place place, byte[] content, Folder root) {
        this.text = text;
        this.place = place;
        this.content = content;
        this.root = root;
    }

    /**
     * Writes a file.
     *
     * @param text the path as the agent wrote it, for messages
     */
    static void write(String text, Roots.Place place, byte[] content) throws IOException {
        Folder root = Folder.open(place.root());
        try {
            write(text, place, content, root);
        } finally {
            Temporary.clean(root::close);
        }
    }

    /** Writes a file in an open root. */
    static void write(String text, Roots.Place place, byte[] content, Folder root) throws IOException {
        FileWriting writing = new FileWriting(text, place, content, root);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (writing.attempt()) {
                return;
            }
        }
        throw new FileSystemException(text, null, "its directories are made and deleted all the time");
    }

    /** Writes in the directory that the names lead to, as far as they do; false when that has changed meanwhile. */
    private boolean attempt() throws IOException {
        List<Path> names = place.names();
        int last = names.size() - 1;
        Folder here = root;
        try {
            for (int i = 0; i < last; i++) {
                Path name = names.get(i);
                if (here.look(name) == null) {
                    return add(here, names.subList(i, last), names.get(last));
                }
                Folder inner = here.enter(name);
                leave(here);
                here = inner;
            }
            replace(here, names.get(last));
            return true;
        } finally {
            leave(here);
        }
    }

    @SuppressWarnings("ReferenceEquality") // Another object may stand for the same directory, and is closed.
    private void leave(Folder folder) {
        if (folder != root) {
            Temporary.clean(folder::close);
        }
    }

    /**
     * Adds directories, and the file in the innermost one.
     *
     * @return false when somebody else has made the outermost one meanwhile
     */
    private boolean add(Folder here, List<Path> directories, Path file) throws IOException {
        NewDirectories made = new NewDirectories(root, place.root(), file);
        boolean done = false;
        try {
            made.begin(content);
            for (int i = directories.size() - 1; i > 0; i--) {
                made.putInto(directories.get(i));
            }
            done = moveTo(here, directories.get(0), made);
            return done;
        } finally {
            if (!done) {
                made.discard();
            }
        }
    }

    private static boolean moveTo(Folder here, Path name, NewDirectories made) throws IOException {
        try {
            made.moveTo(here, name);
            return true;
        } catch (IOException e) {
            BasicFileAttributes other = here.look(name);
            if (other == null || !other.isDirectory()) {
                throw e;
            }
            LOG.debug("somebody else has made the directory meanwhile", e);
            return false;
        }
    }

    private void replace(Folder here, Path name) throws IOException {
        requireFileOrNothing(here.look(name));
        Path fresh = Temporary.name();
        SeekableByteChannel channel = here.create(fresh);
        boolean done = false;
        try {
            try (channel) {
                Temporary.fill(channel, content);
            }
            BasicFileAttributes old = here.look(name);
            requireFileOrNothing(old);
            if (old instanceof PosixFileAttributes posix) {
                here.copyPermissions(posix, fresh);
            }
            here.take(here, fresh, name);
            done = true;
        } finally {
            if (!done) {
                Temporary.clean(() -> here.delete(fresh));
            }
        }
    }

    private void requireFileOrNothing(@Nullable BasicFileAttributes attributes) {
        if (attributes != null && !attributes.isRegularFile()) {
            throw new FileAccessException(FileAccessException.NOT_A_FILE, text, "It is no file that holds text");
        }
    }
}
