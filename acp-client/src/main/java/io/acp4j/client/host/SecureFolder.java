package io.acp4j.client.host;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A directory held by its descriptor: what is done in it is done there, whatever becomes of the path that led to it. */
final class SecureFolder implements Folder {

    private final SecureDirectoryStream<Path> stream;

    SecureFolder(SecureDirectoryStream<Path> stream) {
        this.stream = stream;
    }

    @Override
    public Folder enter(Path name) throws IOException {
        BasicFileAttributes attributes = look(name);
        // Opening a pipe would wait for its other end.
        if (attributes != null && !attributes.isDirectory()) {
            throw new NotDirectoryException(name.toString());
        }
        return new SecureFolder(stream.newDirectoryStream(name, NOFOLLOW_LINKS));
    }

    @Override
    public @Nullable BasicFileAttributes look(Path name) throws IOException {
        PosixFileAttributeView posix = stream.getFileAttributeView(name, PosixFileAttributeView.class, NOFOLLOW_LINKS);
        BasicFileAttributeView view =
                posix != null ? posix : stream.getFileAttributeView(name, BasicFileAttributeView.class, NOFOLLOW_LINKS);
        try {
            return view.readAttributes();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    @Override
    public SeekableByteChannel read(Path name) throws IOException {
        return stream.newByteChannel(name, Set.of(READ, NOFOLLOW_LINKS));
    }

    @Override
    public SeekableByteChannel create(Path name) throws IOException {
        return stream.newByteChannel(name, Set.of(CREATE_NEW, WRITE, NOFOLLOW_LINKS));
    }

    @Override
    public void copyPermissions(PosixFileAttributes from, Path name) throws IOException {
        stream.getFileAttributeView(name, PosixFileAttributeView.class, NOFOLLOW_LINKS)
                .setPermissions(from.permissions());
    }

    @Override
    public void take(Folder from, Path entry, Path name) throws IOException {
        ((SecureFolder) from).stream.move(entry, stream, name);
    }

    @Override
    public void delete(Path name) throws IOException {
        stream.deleteFile(name);
    }

    @Override
    public void deleteFolder(Path name) throws IOException {
        stream.deleteDirectory(name);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
