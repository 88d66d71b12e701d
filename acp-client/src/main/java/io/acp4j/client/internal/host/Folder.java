package io.acp4j.client.internal.host;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import org.jspecify.annotations.Nullable;

/** An open directory whose entries are named one at a time, so that no link is followed on the way. */
interface Folder extends Closeable {

    /** The directory itself; behind a name it makes that nothing but a directory is opened, so that no pipe can hold it up. */
    Path SELF = Path.of(".");

    /** Opens a directory that is known to be trustworthy: a root of a session, named without links. */
    @SuppressWarnings("StreamResourceLeak") // the folder closes it
    static Folder open(Path root) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(root.resolve(SELF));
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return SecureFolder.of(
                    secure, root, Files.readAttributes(root, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        }
        stream.close();
        return new PlainFolder(root);
    }

    /** Opens a directory in this one; fails on anything else, links included. */
    Folder enter(Path name) throws IOException;

    /** Describes an entry, not what it links to; null when there is none. */
    @Nullable
    BasicFileAttributes look(Path name) throws IOException;

    /**
     * Opens a file for reading; fails on a link. Java has no way to open without waiting: a pipe that somebody puts in the
     * place of the file holds the caller until its other end is opened, so {@link FileOpening} is to be used.
     */
    SeekableByteChannel read(Path name) throws IOException;

    /** Opens both ends of a pipe, which waits for nobody, and closes them, so that those who wait for one go on. */
    void touch(Path name) throws IOException;

    /** Makes a file and opens it for writing; fails when there is anything of this name. */
    SeekableByteChannel create(Path name) throws IOException;

    /** Gives a file the permissions of another one, where the system has such. */
    void copyPermissions(PosixFileAttributes from, Path name) throws IOException;

    /** Moves an entry of another directory here, in one step, in place of a file or an empty directory of the name. */
    void take(Folder from, Path entry, Path name) throws IOException;

    /** Deletes a file. */
    void delete(Path name) throws IOException;

    /** Deletes an empty directory. */
    void deleteFolder(Path name) throws IOException;
}
