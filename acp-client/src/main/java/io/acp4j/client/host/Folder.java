package io.acp4j.client.host;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import org.jspecify.annotations.Nullable;

/** An open directory whose entries are named one at a time, so that no link is followed on the way. */
interface Folder extends Closeable {

    /** Opens a directory that is known to be trustworthy: a root of a session. */
    @SuppressWarnings("StreamResourceLeak") // the folder closes it
    static Folder open(Path root) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(root);
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return new SecureFolder(secure);
        }
        stream.close();
        return new PlainFolder(root);
    }

    /** Opens a directory in this one; fails on anything else, links included. */
    Folder enter(Path name) throws IOException;

    /** Describes an entry, not what it links to; null when there is none. */
    @Nullable
    BasicFileAttributes look(Path name) throws IOException;

    /** Opens a file for reading; fails on a link. */
    SeekableByteChannel read(Path name) throws IOException;

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
