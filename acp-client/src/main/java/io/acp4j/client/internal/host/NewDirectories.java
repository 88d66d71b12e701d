package io.acp4j.client.internal.host;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Directories in each other that are being made, with a file in the innermost one. The outermost one so far is in the root, under a name that
 * nobody else uses. Only one of them is open at a time.
 */
final class NewDirectories {

    private final Folder root;
    private final Path rootPath;
    private final Path file;

    /** The names of all but the outermost one, from the outside to the inside. */
    private final Deque<Path> inside = new ArrayDeque<>();

    private @Nullable Path outermost;
    private @Nullable BasicFileAttributes outermostFound;
    private @Nullable BasicFileAttributes madeFile;

    NewDirectories(Folder root, Path rootPath, Path file) {
        this.root = root;
        this.rootPath = rootPath;
        this.file = file;
    }

    private Path make() throws IOException {
        Path fresh = Temporary.name();
        Files.createDirectory(rootPath.resolve(fresh));
        return fresh;
    }

    /** Makes the innermost one, and the file. */
    void begin(byte[] content) throws IOException {
        Path fresh = make();
        outermost = fresh;
        Folder innermost = root.enter(fresh);
        try (SeekableByteChannel channel = innermost.create(file)) {
            outermostFound = innermost.look(Folder.SELF);
            madeFile = innermost.look(file);
            Temporary.fill(channel, content);
        } finally {
            Temporary.clean(innermost::close);
        }
    }

    /** Puts them into another new one, where the outermost one gets its name. */
    void putInto(Path name) throws IOException {
        Path fresh = make();
        boolean done = false;
        try {
            Folder outer = root.enter(fresh);
            try {
                outer.take(root, outermost(), name);
                done = true;
                inside.addFirst(name);
                outermost = fresh;
                requireOwn(outer, name);
                outermostFound = outer.look(Folder.SELF);
            } finally {
                Temporary.clean(outer::close);
            }
        } finally {
            if (!done) {
                Temporary.clean(() -> root.deleteFolder(fresh));
            }
        }
    }

    /** Moves them to where they belong; replaces nothing but an empty directory. */
    void moveTo(Folder folder, Path name) throws IOException {
        folder.take(root, outermost(), name);
        requireOwn(folder, name);
    }

    /** Makes sure that it was not something else that has been moved. */
    private void requireOwn(Folder folder, Path name) throws IOException {
        BasicFileAttributes moved = folder.look(name);
        if (moved == null || !moved.isDirectory() || !isSame(moved, outermostFound)) {
            throw new FileSystemException(name.toString(), null, "a new directory was replaced meanwhile");
        }
    }

    private static boolean isSame(BasicFileAttributes one, @Nullable BasicFileAttributes other) {
        return other != null && Objects.equals(one.fileKey(), other.fileKey());
    }

    private Path outermost() {
        return Objects.requireNonNull(outermost, "not begun");
    }

    /** Takes them apart and deletes them, from the outside to the inside; nothing that others have put in their place. */
    void discard() {
        if (outermost != null) {
            Temporary.clean(() -> discardFrom(outermost()));
        }
    }

    private void discardFrom(Path top) throws IOException {
        Path outer = top;
        for (Path name : inside) {
            Path inner = Temporary.name();
            try (Folder folder = root.enter(outer)) {
                root.take(folder, name, inner);
            }
            root.deleteFolder(outer);
            outer = inner;
        }
        try (Folder folder = root.enter(outer)) {
            BasicFileAttributes left = folder.look(file);
            if (left != null && left.isRegularFile() && isSame(left, madeFile)) {
                folder.delete(file);
            }
        }
        root.deleteFolder(outer);
    }
}
