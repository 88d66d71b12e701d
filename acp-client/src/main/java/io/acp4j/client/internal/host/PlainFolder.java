package io.acp4j.client.internal.host;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A directory known by its path, for systems that cannot hold it by a descriptor: each step makes sure that the path still
 * leads there without links, before and, where something was opened, after.
 */
final class PlainFolder implements Folder {

    private final Path path;

    PlainFolder(Path path) {
        this.path = path;
    }

    private Path unmoved(Path name) throws IOException {
        if (!path.toRealPath().equals(path)) {
            throw new FileSystemException(name.toString(), null, "a directory above it was replaced meanwhile");
        }
        return path.resolve(name);
    }

    @Override
    public Folder enter(Path name) throws IOException {
        Path inner = unmoved(name);
        if (!Files.isDirectory(inner, NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(name.toString());
        }
        return new PlainFolder(inner);
    }

    @Override
    public @Nullable BasicFileAttributes look(Path name) throws IOException {
        Path file = unmoved(name);
        try {
            return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                    ? Files.readAttributes(file, PosixFileAttributes.class, NOFOLLOW_LINKS)
                    : Files.readAttributes(file, BasicFileAttributes.class, NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    @Override
    public SeekableByteChannel read(Path name) throws IOException {
        return stillHere(Files.newByteChannel(unmoved(name), Set.of(READ, NOFOLLOW_LINKS)), name);
    }

    @Override
    public void touch(Path name) throws IOException {
        Files.newByteChannel(unmoved(name), Set.of(READ, WRITE, NOFOLLOW_LINKS)).close();
    }

    @Override
    public SeekableByteChannel create(Path name) throws IOException {
        return stillHere(Files.newByteChannel(unmoved(name), Set.of(CREATE_NEW, WRITE, NOFOLLOW_LINKS)), name);
    }

    private SeekableByteChannel stillHere(SeekableByteChannel channel, Path name) throws IOException {
        try {
            unmoved(name);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void copyPermissions(PosixFileAttributes from, Path name) throws IOException {
        Files.getFileAttributeView(unmoved(name), PosixFileAttributeView.class, NOFOLLOW_LINKS)
                .setPermissions(from.permissions());
    }

    @Override
    public void take(Folder from, Path entry, Path name) throws IOException {
        Files.move(((PlainFolder) from).unmoved(entry), unmoved(name), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delete(Path name) throws IOException {
        Files.delete(unmoved(name));
    }

    @Override
    public void deleteFolder(Path name) throws IOException {
        Files.delete(unmoved(name));
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
