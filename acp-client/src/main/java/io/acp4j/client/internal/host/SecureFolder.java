package io.acp4j.client.internal.host;

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
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A directory held by its descriptor: what is done in it is done there, whatever becomes of the path that led to it. */
final class SecureFolder implements Folder {

    private final SecureDirectoryStream<Path> stream;

    private SecureFolder(SecureDirectoryStream<Path> stream) {
        this.stream = stream;
    }

    /**
     * Takes an open directory, if it is the one that was named.
     *
     * @param found what stands at the name now, not what it links to
     */
    static SecureFolder of(SecureDirectoryStream<Path> stream, Path name, @Nullable BasicFileAttributes found)
            throws IOException {
        boolean same = false;
        try {
            Object opened = stream.getFileAttributeView(BasicFileAttributeView.class)
                    .readAttributes()
                    .fileKey();
            same = found != null && found.isDirectory() && Objects.equals(found.fileKey(), opened);
        } finally {
            if (!same) {
                stream.close();
            }
        }
        if (!same) {
            throw new NotDirectoryException(name.toString());
        }
        return new SecureFolder(stream);
    }

    @Override
    public Folder enter(Path name) throws IOException {
        BasicFileAttributes attributes = look(name);
        if (attributes != null && !attributes.isDirectory()) {
            throw new NotDirectoryException(name.toString());
        }
        // Behind a name with a step to itself only a directory can be opened: a pipe that is there by now holds nobody
        // up.
        // A link that is there by now is followed, but leads to another directory than the one at the name.
        return of(stream.newDirectoryStream(name.resolve(SELF), NOFOLLOW_LINKS), name, look(name));
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
    public void touch(Path name) throws IOException {
        stream.newByteChannel(name, Set.of(READ, WRITE, NOFOLLOW_LINKS)).close();
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
